import { Group, Matrix4 } from 'three'
import { ObjectBVH, SAH } from 'three-mesh-bvh'
import { BVHComputeData } from 'three-mesh-bvh/webgpu'
import type { Instance, Mat4, MeshData, SceneSnapshot } from '../../scene.ts'
import { DEFAULT_SETTINGS } from '../../settings.ts'
import type { TestInstance } from '../../testing/scenes.ts'
import { cameraAt, material, sceneOf } from '../../testing/shapes.ts'
import { createEngine } from '../../engine.ts'
import { instanceBounds } from '../../uber/bounds.ts'
import { createUberBuilder } from '../../uber/rebuild.ts'
import { type BenchScene, treeOf, trianglesOf } from '../bench-scenes.ts'
import { countRow, type Experiment, type Finding, timeRow } from '../bench.ts'
import { CPU_CLOCK, interleave } from '../measure.ts'
import { peerObjects } from '../peers/peer-webgpu.ts'
import { hearQueue } from './queue-calls.ts'

const PEER_OBJECTS = 'three-mesh-bvh ObjectBVH SAH'
const PEER_MOVE = 'three-mesh-bvh BVHComputeData.updateTransforms'

export interface PlacedMeshes { readonly meshes: readonly MeshData[]; readonly instances: readonly TestInstance[] }

/** One scene many times over, side by side on a grid of four columns, until there are `count` objects. */
export function repeated({ meshes, instances, merged: { bounds: { min, max } } }: BenchScene, count: number): PlacedMeshes {
  const many = Array.from({ length: count }, (_, i): TestInstance => {
    const { mesh, worldFromObject } = instances[i % instances.length]
    const copy = Math.floor(i / instances.length)
    const moved = worldFromObject.slice()
    moved[12] += 1.02 * (max[0] - min[0]) * (copy % 4)
    moved[14] += 1.02 * (max[2] - min[2]) * Math.floor(copy / 4)
    return { mesh, worldFromObject: moved }
  })
  return { meshes, instances: many }
}

/** One object moves among `count`: the über tree is rebuilt, and what changed is uploaded. */
export function editRows(name: string, count: number, load: () => Promise<PlacedMeshes>): Experiment {
  return {
    name: `edit/${name}-${count}`, group: 'edit', weight: 1, needsGpu: false,
    async run(bench, budgetMs) {
      const { meshes, instances } = await load()
      const trees = meshes.map((mesh) => treeOf(mesh))
      const what = { scene: name, triangles: trianglesOf({ meshes, instances }), instances: count, x: count }
      const placed = instances.map(({ mesh, worldFromObject }) => ({ mesh, worldFromObject }))
      const boxes = placed.map(({ mesh, worldFromObject }) => instanceBounds(trees[mesh], worldFromObject)!)
      const slots = Uint32Array.from({ length: count }, (_, i) => i)
      let turn = 0
      const buildUber = createUberBuilder()
      /** Moves one object, works its bounds out, gathers those that are kept of the others, and rebuilds: as instances.ts does. */
      const rebuild = () => {
        const moved = (turn++ * 7919) % count
        placed[moved] = { ...placed[moved], worldFromObject: nudged(placed[moved].worldFromObject, turn) }
        boxes[moved] = instanceBounds(trees[placed[moved].mesh], placed[moved].worldFromObject)!
        const bounds = new Float32Array(6 * count)
        for (let i = 0; i < count; i++) for (let k = 0; k < 6; k++) bounds[6 * i + k] = boxes[i][k]
        return buildUber(bounds, slots)
      }
      const tree = rebuild()
      for (let i = 0; i < 30; i++) rebuild()
      // Several per repetition: one alone is too short for the clock.
      const times = Math.max(1, Math.round(6000 / count))
      const peer = peerScene(meshes, instances)
      const findings: Finding[] = []
      const series = await interleave([
        { name: 'uber', run: () => perEdit(times, rebuild) },
        { name: PEER_OBJECTS, run: () => perEdit(1, () => peer.rebuild()) },
        { name: PEER_MOVE, run: () => perEdit(1, () => peer.move()) },
      ], { clock: CPU_CLOCK, budgetMs: budgetMs / 2, repetitions: [9, 25] })
      const detail = `bounds of what moved, and the tree: depth ${tree.depth}, ${tree.nodes.length / 2} nodes, ${tree.referencesPerInstance.toFixed(2)} references per instance`
      for (const against of [PEER_OBJECTS, PEER_MOVE]) findings.push(timeRow({ ...what, adapter: bench.cpu, what: 'edit/rebuild', variant: 'uber', peer: against, detail }, CPU_CLOCK, series.uber, series[against], 'edit'))
      for (const against of [PEER_OBJECTS, PEER_MOVE]) findings.push(timeRow({ ...what, adapter: bench.cpu, what: 'edit/rebuild', variant: against }, CPU_CLOCK, series[against], undefined, 'edit'))
      findings.push(countRow({ ...what, adapter: bench.cpu, what: 'edit/references', variant: 'uber', detail: `depth ${tree.depth}` }, tree.referencesPerInstance, 'references per instance'))
      if (bench.device !== null) findings.push(...await editOfEngine(bench.device, what, bench.gpu, bench.cpu, meshes, instances, budgetMs / 2))
      return findings
    },
  }
}

/** @returns CPU milliseconds of one, of several in a row */
function perEdit(times: number, edit: () => unknown): number {
  const start = CPU_CLOCK.now()
  for (let i = 0; i < times; i++) edit()
  return (CPU_CLOCK.now() - start) / times
}

/** A centimetre or so along x; another one each turn. */
export function nudged(matrix: Mat4, turn: number): Mat4 {
  const moved = matrix.slice()
  moved[12] += 0.01 * ((turn % 7) - 3)
  return moved
}

/** The peer's two ways to follow a moved object: its CPU tree over objects made anew, and its GPU data refitted. */
function peerScene(meshes: readonly MeshData[], instances: readonly TestInstance[]): { rebuild(): unknown; move(): unknown } {
  const objects = peerObjects(meshes, instances)
  for (const { geometry } of objects) if (geometry.boundingBox === null) geometry.computeBoundingBox()
  const group = new Group()
  group.children = objects
  let turn = 0
  const nudge = () => {
    const object = objects[(turn++ * 7919) % objects.length]
    object.matrix.premultiply(new Matrix4().makeTranslation(0.01 * ((turn % 7) - 3), 0, 0))
    object.matrixWorld.copy(object.matrix)
  }
  let data: BVHComputeData | null = null
  return {
    rebuild() {
      nudge()
      return new ObjectBVH(group, { strategy: SAH })
    },
    move() {
      if (data === null) {
        data = new BVHComputeData([...objects])
        data.update()
      }
      nudge()
      data.updateTransforms()
    },
  }
}

/** The whole edit as the engine does it: a snapshot that differs in one matrix, and the bytes that its next frame uploads. */
async function editOfEngine(
  device: GPUDevice, what: { scene: string; triangles: number; instances: number; x: number }, gpu: string, cpu: string,
  meshes: readonly MeshData[], instances: readonly TestInstance[], budgetMs: number,
): Promise<Finding[]> {
  const engine = await createEngine({ device, buildTree: (mesh) => Promise.resolve(treeOf(meshes.find(({ key }) => key === mesh.key)!)) })
  try {
    const wears = [material()]
    let snapshot: SceneSnapshot = sceneOf(meshes, instances.map(({ mesh, worldFromObject }, i): Instance => ({ id: `piece-${i}`, mesh: meshes[mesh].key, worldFromObject, materials: wears, visible: true })))
    engine.setScene(snapshot)
    await engine.treesReady()
    const loop = engine.createFrameLoop(await engine.createPrimaryRasterizer())
    const input = { camera: cameraAt([2, 1.6, 2]), settings: { ...DEFAULT_SETTINGS, indirect: false, bounces: 0, shadows: false }, width: 16, height: 16, interacting: true }
    loop.update(input)
    while (await loop.step() === 'working') { /* until all is uploaded */ }
    let turn = 0
    const next = () => {
      const moved = (turn++ * 7919) % instances.length
      snapshot = { ...snapshot, instances: snapshot.instances.map((instance, i) => (i === moved ? { ...instance, worldFromObject: nudged(instance.worldFromObject, turn) } : instance)) }
      return snapshot
    }
    const uploads: number[] = []
    for (let i = 0; i < 5; i++) {
      engine.setScene(next())
      const count = countUploads(device.queue)
      loop.update({ ...input })
      await loop.step()
      uploads.push(count.stop())
      while (await loop.step() === 'working') { /* until it is shown */ }
    }
    loop.dispose()
    const edits = await interleave([{ name: 'set', run: () => {
      const edited = next()
      return perEdit(1, () => engine.setScene(edited))
    } }], { clock: CPU_CLOCK, budgetMs, repetitions: [15, 25] })
    return [
      timeRow({ ...what, adapter: cpu, what: 'edit/set-scene', variant: 'uber', detail: 'comparing the snapshot, the moved row, the über tree' }, CPU_CLOCK, edits.set, undefined, 'edit'),
      countRow({ ...what, adapter: gpu, what: 'edit/upload', variant: 'uber', detail: 'all writes of the first frame after the edit, uniforms included' }, Math.max(...uploads) / 1024, 'KiB'),
    ]
  } finally {
    engine.dispose()
  }
}

/** Counts bytes that are written to the queue until it is stopped. */
export function countUploads(queue: GPUQueue): { stop(): number } {
  let bytes = 0
  const stop = hearQueue(queue, 'writeBuffer', (_buffer, _offset, data, offset = 0, size) => {
    const width = 'BYTES_PER_ELEMENT' in data ? data.BYTES_PER_ELEMENT as number : 1
    bytes += size === undefined ? data.byteLength - offset * width : size * width
  })
  return {
    stop() {
      stop()
      return bytes
    },
  }
}

