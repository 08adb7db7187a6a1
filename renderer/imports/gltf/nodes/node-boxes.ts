import { multiplyMatrices, transformPoint } from '../../../document/transform.ts'
import type { Vec3 } from '../../../../gpu/index.ts'
import type { Gltf, GltfAccessor } from '../gltf-schema.ts'
import { matrixOf } from './nodes.ts'

/** x, y, z of the lower, then of the upper corner, metres, world space; the lower above the upper: nothing. */
export type Bounds = readonly [number, number, number, number, number, number]
export const NOTHING: Bounds = [Infinity, Infinity, Infinity, -Infinity, -Infinity, -Infinity]

export const union = (a: Bounds, b: Bounds): Bounds =>
  [Math.min(a[0], b[0]), Math.min(a[1], b[1]), Math.min(a[2], b[2]), Math.max(a[3], b[3]), Math.max(a[4], b[4]), Math.max(a[5], b[5])]
export const sizeOf = (box: Bounds): Vec3 => [box[3] - box[0], box[4] - box[1], box[5] - box[2]]

/** A node that shows something, by what the file claims of its corners; nothing is unpacked. */
export interface MeasuredNode {
  readonly worldFromNode: readonly number[]
  /** Of its own mesh; null: it has none. */
  readonly own: Bounds | null
  /** With all that is below. */
  readonly all: Bounds
  /** Children that show something. */
  readonly children: readonly number[]
}

/** Every node at or below a root that has a mesh at or below it. */
export function measureNodes(gltf: Gltf, root: number): ReadonlyMap<number, MeasuredNode> {
  const nodes = gltf.nodes ?? []
  const measured = new Map<number, MeasuredNode>()
  const ofMesh = new Map<number, Bounds>()
  const visit = (node: number, worldFromParent: readonly number[]): void => {
    const { mesh, children = [] } = nodes[node]
    const worldFromNode = multiplyMatrices(worldFromParent, matrixOf(nodes[node]))
    for (const child of children) visit(child, worldFromNode)
    const shown = children.filter((child) => measured.has(child))
    if (mesh === undefined && shown.length === 0) return
    if (mesh !== undefined && !ofMesh.has(mesh)) ofMesh.set(mesh, boundsOfMesh(gltf, mesh))
    const own = mesh === undefined ? null : placed(ofMesh.get(mesh) as Bounds, worldFromNode)
    const all = shown.reduce((box, child) => union(box, (measured.get(child) as MeasuredNode).all), own ?? NOTHING)
    measured.set(node, { worldFromNode, own, all, children: shown })
  }
  visit(root, [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1])
  return measured
}

/** What integers of so many bytes that stand for -1 or 0 .. 1 are divided by. */
const STEPS: Readonly<Partial<Record<GltfAccessor['componentType'], number>>> = { 5120: 127, 5121: 255, 5122: 32_767, 5123: 65_535 }

function boundsOfMesh({ meshes = [], accessors = [] }: Gltf, mesh: number): Bounds {
  return meshes[mesh].primitives.reduce<Bounds>((box, { attributes, mode = 4 }) => {
    if (mode < 4 || attributes.POSITION === undefined) return box
    const { min, max, normalized = false, componentType } = accessors[attributes.POSITION]
    const steps = normalized ? STEPS[componentType] ?? 1 : 1
    return isPoint(min) && isPoint(max) ? union(box, [...min, ...max].map((value) => value / steps) as unknown as Bounds) : box
  }, NOTHING)
}

const isPoint = (value: unknown): value is Vec3 => Array.isArray(value) && value.length === 3 && value.every((number) => Number.isFinite(number))

function placed(box: Bounds, m: readonly number[]): Bounds {
  if (box[0] > box[3]) return NOTHING
  let around = NOTHING
  for (let corner = 0; corner < 8; corner++) {
    const [x, y, z] = transformPoint(m, [box[corner & 1 ? 3 : 0], box[corner & 2 ? 4 : 1], box[corner & 4 ? 5 : 2]])
    around = union(around, [x, y, z, x, y, z])
  }
  return around
}
