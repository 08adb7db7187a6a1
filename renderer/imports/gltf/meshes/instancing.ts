import type { Accessor } from '@gltf-transform/core'
import { z } from 'zod'
import { AtriumError } from '../../../errors/atrium-error.ts'
import { LIMITS } from '../../bytes/limits.ts'
import type { Decoders } from '../../reader.ts'
import { accessorBytes } from '../check.ts'
import { floatsOf } from './geometry.ts'
import type { Gltf, GltfNode } from '../gltf-schema.ts'
import { readMeshes } from './read-meshes.ts'

const NAME = 'EXT_mesh_gpu_instancing'
const index = z.number().int().nonnegative()
const Instancing = z.looseObject({ attributes: z.looseObject({ TRANSLATION: index.optional(), ROTATION: index.optional(), SCALE: index.optional() }) })
const SIZES = { TRANSLATION: 'VEC3', ROTATION: 'VEC4', SCALE: 'VEC3' } as const
type Attribute = keyof typeof SIZES

/**
 * Gives every instance of EXT_mesh_gpu_instancing a node of its own, below the node that had them all; the nodes of the file keep their
 * indices. The file itself comes back when it has none.
 *
 * @param gltf  its references are sound
 * @throws AtriumError `model-invalid`, `model-too-many`
 */
export async function withInstances(gltf: Gltf, bin: Uint8Array<ArrayBuffer>, decoders?: Decoders): Promise<Gltf> {
  const { nodes = [], accessors = [] } = gltf
  if (!nodes.some((node) => hasInstances(node))) return gltf
  const expanded: GltfNode[] = [...nodes]
  for (const [i, node] of nodes.entries()) {
    if (!hasInstances(node) || node.mesh === undefined) continue
    const parsed = Instancing.safeParse(node.extensions?.[NAME])
    if (!parsed.success) throw new AtriumError('model-invalid', `The instances of node ${i} are not readable.`)
    const attributes = (Object.keys(SIZES) as Attribute[]).flatMap((name) => (parsed.data.attributes[name] === undefined ? [] : [[name, parsed.data.attributes[name]] as const]))
    const lists = attributes.map(([name, at]) => {
      if (accessors[at]?.type !== SIZES[name]) throw new AtriumError('model-invalid', `The instances of node ${i} use accessor ${at}, which does not hold ${SIZES[name]} values.`)
      return accessors[at]
    })
    const counts = new Set(lists.map(({ count }) => count))
    if (counts.size !== 1) throw new AtriumError('model-invalid', `The instances of node ${i} have no number, or several.`)
    const [count] = counts
    if (expanded.length + count > LIMITS.nodes) throw new AtriumError('model-too-many', `The file has more than ${LIMITS.nodes} nodes; Atrium takes no more.`)
    const held = lists.reduce((sum, list) => sum + accessorBytes(list), 0)
    if (held > LIMITS.harmlessValueBytes) throw new AtriumError('model-too-large', `The instances of node ${i} take ${held} bytes.`)
    const shown = { meshes: [{ primitives: [{ attributes: Object.fromEntries(attributes.map(([name], k) => [name, k])) }] }], accessors: lists }
    const [primitive] = (await readMeshes(gltf, shown, bin, decoders)).getRoot().listMeshes()[0].listPrimitives()
    expanded[i] = { ...node, mesh: undefined, extensions: { ...node.extensions, [NAME]: undefined }, children: [...(node.children ?? []), ...Array.from({ length: count }, (_, k) => expanded.length + k)] }
    const [translations, rotations, scales] = (Object.keys(SIZES) as Attribute[]).map((name) => valuesOf(primitive.getAttribute(name)))
    const name = node.name ?? gltf.meshes?.[node.mesh].name
    for (let k = 0; k < count; k++) {
      expanded.push({
        ...(name === undefined ? {} : { name }), mesh: node.mesh,
        translation: vector(translations, k), rotation: rotationAt(rotations, k), scale: vector(scales, k),
      })
    }
  }
  const without = (names: readonly string[] | undefined): string[] | undefined => names?.filter((name) => name !== NAME)
  return { ...gltf, nodes: expanded, extensionsUsed: without(gltf.extensionsUsed), extensionsRequired: without(gltf.extensionsRequired) }
}

const hasInstances = ({ extensions }: GltfNode): boolean => extensions?.[NAME] !== undefined

function valuesOf(accessor: Accessor | null): Float32Array | null {
  if (accessor === null) return null
  const values = floatsOf(accessor)
  if (!values.every(Number.isFinite)) throw new AtriumError('model-invalid', 'An instance has a place that is not made of finite numbers.')
  return values
}

const vector = (values: Float32Array | null, k: number): [number, number, number] | undefined => (values === null ? undefined : [values[3 * k], values[3 * k + 1], values[3 * k + 2]])

/** Of unit length; packed ones are not quite. */
function rotationAt(values: Float32Array | null, k: number): [number, number, number, number] | undefined {
  if (values === null) return undefined
  const [x, y, z, w] = values.subarray(4 * k, 4 * k + 4)
  const length = Math.hypot(x, y, z, w)
  return length > 1e-6 ? [x / length, y / length, z / length, w / length] : [0, 0, 0, 1]
}
