import { BufferAttribute, BufferGeometry, type Material, Matrix4, Mesh, MeshPhongMaterial, type Object3D, PointLight, Vector3 } from 'three'
import { AtriumError } from '../../errors/atrium-error.ts'
import { CREASE, creasedNormals } from '../object3d/creased-normals.ts'
import { type Chunk, chunksIn, Values } from './chunks.ts'
import { readColor } from './materials.ts'

const HIDDEN = 0x4010, MESH = 0x4100, LIGHT = 0x4600
const CORNERS = 0x4110, TRIANGLES = 0x4120, UVS = 0x4140, FRAME = 0x4160
const MATERIAL_OF = 0x4130, SMOOTHING = 0x4150

/** What a named object shows: a mesh or a lamp; cameras and what else there is are left. */
export function readObject(view: DataView, object: Chunk, materials: ReadonlyMap<string, Material>): Object3D[] {
  const values = new Values(view, object.from, object.to)
  const name = values.text()
  const chunks = chunksIn(view, values.at, object.to)
  const isHidden = chunks.some(({ id }) => id === HIDDEN)
  const shown = chunks.flatMap((chunk) => (chunk.id === MESH ? readMesh(view, chunk, materials) : chunk.id === LIGHT ? readLight(view, chunk) : []))
  for (const each of shown) {
    each.name = name
    each.visible = !isHidden
  }
  return shown
}

function readLight(view: DataView, { from, to }: Chunk): Object3D[] {
  const values = new Values(view, from, to)
  const at = values.floats(3)
  if (!at.every(Number.isFinite)) return []
  const light = new PointLight(readColor(view, { id: LIGHT, from: values.at, to }) ?? 0xffffff)
  light.position.set(at[0], at[1], at[2])
  return [light]
}

/** Corners are where they are in the world; the frame beside them only says how the object was turned. */
function readMesh(view: DataView, { from, to }: Chunk, materials: ReadonlyMap<string, Material>): Object3D[] {
  const chunks = chunksIn(view, from, to)
  const of = (id: number): Values | null => {
    const chunk = chunks.find((each) => each.id === id)
    return chunk === undefined ? null : new Values(view, chunk.from, chunk.to)
  }
  const [corners, triangles, uvs] = [of(CORNERS), of(TRIANGLES), of(UVS)]
  if (corners === null || triangles === null) return []
  const points = corners.floats(3 * corners.word())
  const frame = of(FRAME)
  if (frame !== null) unmirror(points, frame.floats(12))
  const faces = readTriangles(view, triangles, points.length / 3)
  if (faces.count === 0) return []
  const geometry = new BufferGeometry()
  const positions = new Float32Array(9 * faces.count)
  faces.corners.forEach((corner, i) => positions.set(points.subarray(3 * corner, 3 * corner + 3), 3 * i))
  geometry.setAttribute('position', new BufferAttribute(positions, 3))
  geometry.setAttribute('normal', new BufferAttribute(creasedNormals(positions, faces.smoothing, faces.crease), 3))
  const pictured = uvs === null ? null : uvs.floats(2 * uvs.word())
  if (pictured !== null && pictured.length === (points.length / 3) * 2) {
    geometry.setAttribute('uv', new BufferAttribute(Float32Array.from({ length: 6 * faces.count }, (_, i) => pictured[2 * faces.corners[i >> 1] + (i & 1)]), 2))
  }
  const worn = faces.materials.map((name) => materials.get(name) ?? new MeshPhongMaterial({ name }))
  faces.groups.forEach(({ start, count, material }) => geometry.addGroup(start, count, material))
  return [new Mesh(geometry, worn)]
}

/** Where an object was mirrored, its corners are kept as if it were not: the first axis of its frame the other way. In place. */
function unmirror(points: Float32Array, [a, b, c, d, e, f, g, h, i, x, y, z]: Float32Array): void {
  const worldFromObject = new Matrix4().set(a, d, g, x, b, e, h, y, c, f, i, z, 0, 0, 0, 1)
  if (!(worldFromObject.determinant() < 0)) return
  const mirror = worldFromObject.clone().scale(new Vector3(-1, 1, 1)).multiply(worldFromObject.clone().invert())
  const point = new Vector3()
  for (let at = 0; at < points.length; at += 3) point.fromArray(points, at).applyMatrix4(mirror).toArray(points, at)
}

interface Faces {
  readonly count: number
  /** Three a triangle, those of one material together. */
  readonly corners: Uint32Array
  readonly materials: readonly string[]
  readonly groups: readonly { readonly start: number; readonly count: number; readonly material: number }[]
  /** In the order of `corners`; null: the angle decides. */
  readonly smoothing: Uint32Array | null
  /** Radians between two triangles from which on their edge is hard, where the angle decides. */
  readonly crease: number
}

/** Radians: where all of an object is of the same group. Cinema 4D writes so of walls, too; a column of six sides stays round. */
const CREASE_OF_ONE_GROUP = (75 * Math.PI) / 180

function readTriangles(view: DataView, values: Values, points: number): Faces {
  const count = values.word()
  const given = Uint32Array.from({ length: 4 * count }, () => values.word())
  const materials = ['']
  const wears = new Uint32Array(count)
  let smoothing: Uint32Array | null = null
  for (const chunk of chunksIn(view, values.at, values.at + values.left)) {
    const inner = new Values(view, chunk.from, chunk.to)
    if (chunk.id === MATERIAL_OF) {
      materials.push(inner.text())
      for (let i = inner.word(); i > 0; i--) {
        const triangle = inner.word()
        if (triangle < count) wears[triangle] = materials.length - 1
      }
    } else if (chunk.id === SMOOTHING) smoothing = Uint32Array.from({ length: count }, () => inner.long())
  }
  // Those of one material together, in the order of the file.
  const starts = new Uint32Array(materials.length + 1)
  for (const material of wears) starts[material + 1]++
  for (let i = 1; i < starts.length; i++) starts[i] += starts[i - 1]
  const next = starts.slice()
  const order = new Uint32Array(count)
  wears.forEach((material, triangle) => { order[next[material]++] = triangle })
  const corners = new Uint32Array(3 * count)
  order.forEach((triangle, i) => corners.set(given.subarray(4 * triangle, 4 * triangle + 3), 3 * i))
  if (corners.some((corner) => corner >= points)) throw new AtriumError('model-invalid', 'The file is damaged: a triangle has a corner that is not there.')
  const groups = materials.map((_, material) => ({ material, start: 3 * starts[material], count: 3 * (starts[material + 1] - starts[material]) })).filter((group) => group.count > 0)
  // Without a single group, nobody said what is round; with a single one, nobody what is not.
  const said = smoothing?.some((groupsOf, _, all) => groupsOf !== all[0]) === true ? smoothing : null
  const crease = smoothing?.some((groupsOf) => groupsOf !== 0) === true ? CREASE_OF_ONE_GROUP : CREASE
  return { count, corners, materials, groups, smoothing: said === null ? null : Uint32Array.from(order, (triangle) => said[triangle]), crease }
}
