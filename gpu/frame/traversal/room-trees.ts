import { createStorageBuffer } from '../../buffers/buffer.ts'
import { NONE, type PackedMesh, TRIANGLE_WORDS, type TreeLayout } from '../../kdtree/pack.ts'
import type { MeshData } from '../../scene.ts'
import type { SceneTables } from '../../tables/scene-tables.ts'
import { isEmpty } from '../../tables/uber-table.ts'
import type { MeasuredTrees } from '../../traversal/measure/measure.ts'
import { instanceBounds } from '../../uber/bounds.ts'
import { INSTANCE_WORDS, packInstance } from '../../uber/instance.ts'

type Packed = Omit<PackedMesh, 'attributes'>
type Scene = Pick<SceneTables, 'arenas' | 'uber' | 'needs' | 'traceableAt' | 'packFor' | 'slotCount'>

/** The room's own trees, as the picture's kernels walk them: nothing is copied. */
export function ownTrees({ arenas: { nodes, references, triangles, instances }, uber, needs, slotCount }: Scene): MeasuredTrees {
  return {
    buffers: { nodes: nodes.buffer, references: references.buffer, triangles: triangles.buffer, instances: instances.buffer },
    uber: uniformsOf(uber.tree, uber.nodes, uber.references, slotCount), needs, dispose() {},
  }
}

/**
 * The room's trees in another layout, in buffers of their own.
 *
 * @returns null where the device has no memory for them
 * @throws the signal's reason when it is aborted
 */
export async function copiedTrees(device: GPUDevice, scene: Scene, layout: TreeLayout, signal: AbortSignal): Promise<MeasuredTrees | null> {
  const { uber: { tree }, needs } = scene
  const packed = await scene.packFor(layout, signal)
  const nodes = createRun(tree.nodes, 2)
  // Runs of references begin at rows of 16 words.
  const references = createRun(tree.references, 16)
  const triangles = createRun(new Uint32Array(0), TRIANGLE_WORDS)
  const places = new Map<MeshData, { nodes: number; references: number; triangles: number; packed: Packed }>()
  for (const [mesh, each] of packed) {
    places.set(mesh, { nodes: nodes.put(each.nodes) / 2, references: references.put(each.references), triangles: triangles.put(each.triangles) / TRIANGLE_WORDS, packed: each })
  }
  device.pushErrorScope('out-of-memory')
  const buffers = {
    nodes: nodes.upload(device, `measured nodes, ${layout}`), references: references.upload(device, `measured references, ${layout}`),
    triangles: triangles.upload(device, `measured triangles, ${layout}`), instances: createStorageBuffer(device, 'measured instances', rowsOf(scene, places)),
  }
  const dispose = (): void => { for (const buffer of Object.values(buffers)) buffer.destroy() }
  if (await device.popErrorScope() !== null) {
    dispose()
    return null
  }
  const objectDepth = [...packed.values()].reduce((most, { depth }) => Math.max(most, depth), 0)
  return { buffers, uber: uniformsOf(tree, 0, 0, scene.slotCount), needs: { ...needs, objectDepth }, dispose }
}

const uniformsOf = (tree: Scene['uber']['tree'], nodes: number, references: number, count: number) => ({
  uber_min: tree.bounds.subarray(0, 3), uber_max: tree.bounds.subarray(3, 6), uber_nodes: isEmpty(tree) ? NONE : nodes, uber_references: references, instance_count: count,
})

/** The instance table again, for meshes that lie elsewhere; slots whose mesh is not among them stay empty. */
function rowsOf({ slotCount, traceableAt }: Scene, places: ReadonlyMap<MeshData, { nodes: number; references: number; triangles: number; packed: Packed }>): Uint32Array {
  const words = new Uint32Array(Math.max(1, slotCount) * INSTANCE_WORDS)
  const floats = new Float32Array(words.buffer)
  for (let slot = 0; slot < slotCount; slot++) {
    const traceable = traceableAt(slot)
    const place = traceable === null ? undefined : places.get(traceable.mesh)
    if (traceable === null || place === undefined) continue
    const { mesh, tree, worldFromObject } = traceable
    packInstance(words, floats, slot, {
      worldFromObject, ...place, triangleCount: place.packed.triangleCount, attributes: 0, materials: 0, bounds: tree.bounds, masked: false,
      shape: mesh.shape, worldBounds: instanceBounds(tree, worldFromObject, mesh.shape),
    })
  }
  return words
}

/** Runs of words one behind the other, uploaded without ever being one array. @param row  words that each begins at a multiple of */
function createRun(first: Uint32Array, row: number) {
  const parts: { readonly at: number; readonly words: Uint32Array }[] = [{ at: 0, words: first }]
  let end = first.length
  return {
    /** @returns its first word */
    put(words: Uint32Array): number {
      const at = Math.ceil(end / row) * row
      parts.push({ at, words })
      end = at + words.length
      return at
    },
    upload(device: GPUDevice, label: string): GPUBuffer {
      const buffer = createStorageBuffer(device, label, 4 * Math.max(row, Math.ceil(end / row) * row))
      for (const { at, words } of parts) if (words.length > 0) device.queue.writeBuffer(buffer, 4 * at, words as Uint32Array<ArrayBuffer>)
      return buffer
    },
  }
}
