import { createStorageBuffer, createUniform } from '../buffers/buffer.ts'
import { buildKdTreeInSlices } from '../kdtree/build/build.ts'
import type { KdTree } from '../kdtree/node.ts'
import { packForTracing } from '../kdtree/pack.ts'
import alphaNoneWgsl from '../kernels/alpha-none.wgsl?raw'
import { createKernel, structOf } from '../kernels/kernel.ts'
import type { MeshData } from '../scene.ts'
import { instanceBounds } from '../uber/bounds.ts'
import { buildUber } from '../uber/build.ts'
import { INSTANCE_WORDS, packInstance } from '../uber/instance.ts'
import { MEASURED_RAYS, measuredMesh, measuredRays } from './measure-scene.ts'
import measureWgsl from './measure.wgsl?raw'
import { DEFAULT_TRAVERSAL, SCENE_PIECES, TREE_LAYOUTS, traversalPieces, type TraversalName } from './traversals.ts'

/** What an adapter may do best with: a full stack, none but ropes, a short one, boxes. The others have lost to one of these wherever they were measured. */
const CANDIDATES: readonly TraversalName[] = ['standard-8', 'ropes-plus-plus', 'push-down-short-stack', 'bvh']
/** Another than the default has to be better by so much: it costs memory, and this was a short look. */
const LEAST_GAIN = 1.05
/** Milliseconds of one submission: short enough not to be felt, long enough to be measured. */
const SUBMIT_MS = 20
const [LEAST_ROUNDS, MOST_ROUNDS] = [3, 7]
const MOST_DISPATCHES = 256

export interface TraversalChoice {
  readonly traversal: TraversalName
  /** Million rays per second of those that were compared, medians. */
  readonly mrays: Readonly<Partial<Record<TraversalName, number>>>
}

interface Contestant {
  readonly name: TraversalName
  /** Traces the first `count` rays so many times in one submission. @returns milliseconds */
  time(count: number, dispatches: number): Promise<number>
  readonly seconds: number[]
  dispose(): void
}

const IDENTITY = Float32Array.of(1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1)

/**
 * Which traversal suits this adapter: a few of them take turns at a small scene of its own. Meant for a moment when nothing else is
 * drawn; nothing that it submits takes longer than some 20 ms, or 64 rays.
 *
 * @param budgetMs  of measuring; compiling three kernels comes before
 * @returns null where there was no time for three rounds
 * @throws the signal's reason when it is aborted, within one submission; EngineError `gpu-kernel`
 */
export async function measureTraversals(device: GPUDevice, { signal, budgetMs = 1500 }: { readonly signal?: AbortSignal; readonly budgetMs?: number } = {}): Promise<TraversalChoice | null> {
  const mesh = measuredMesh()
  const tree = await buildKdTreeInSlices(mesh, { builder: 'binned-sah', sliceMs: 8, ...(signal === undefined ? {} : { signal }) })
  const contestants: Contestant[] = []
  try {
    for (const name of CANDIDATES) {
      contestants.push(await createContestant(device, name, mesh, tree))
      signal?.throwIfAborted()
    }
    return await compare(contestants, budgetMs, signal)
  } finally {
    for (const contestant of contestants) contestant.dispose()
  }
}

async function compare(contestants: readonly Contestant[], budgetMs: number, signal: AbortSignal | undefined): Promise<TraversalChoice | null> {
  const deadline = performance.now() + budgetMs
  // A first look with few rays, then as many as fill a submission for the slowest.
  let [count, dispatches] = [64, 1]
  for (let ms = 0; ms < SUBMIT_MS / 2 && (count < MEASURED_RAYS || dispatches < MOST_DISPATCHES);) {
    if (count < MEASURED_RAYS) count *= 2
    else dispatches *= 2
    for (const contestant of contestants) {
      ms = Math.max(ms, await contestant.time(count, dispatches))
      signal?.throwIfAborted()
    }
    if (performance.now() > deadline) return null
  }
  let rounds = 0
  for (; rounds < MOST_ROUNDS && performance.now() < deadline; rounds++) {
    for (let i = 0; i < contestants.length; i++) {
      const contestant = contestants[(i + rounds) % contestants.length]
      contestant.seconds.push(await contestant.time(count, dispatches) / 1000)
      signal?.throwIfAborted()
    }
  }
  if (rounds < LEAST_ROUNDS) return null
  const mrays = Object.fromEntries(contestants.map(({ name, seconds }) => [name, (count * dispatches) / median(seconds) / 1e6])) as Record<TraversalName, number>
  return { traversal: pickTraversal(mrays), mrays }
}

/** The fastest, but for the default where nothing is clearly faster. @param mrays  of any unit */
export function pickTraversal(mrays: Readonly<Partial<Record<TraversalName, number>>>): TraversalName {
  const names = Object.keys(mrays) as TraversalName[]
  const best = names.reduce((a, b) => (mrays[b]! > mrays[a]! ? b : a))
  return mrays[best]! >= LEAST_GAIN * (mrays[DEFAULT_TRAVERSAL] ?? 0) ? best : DEFAULT_TRAVERSAL
}

async function createContestant(device: GPUDevice, name: TraversalName, mesh: MeshData, tree: KdTree): Promise<Contestant> {
  const pieces = [...SCENE_PIECES, alphaNoneWgsl, ...traversalPieces('uber', name), measureWgsl]
  const kernel = await createKernel(device, 'measure_rays', pieces)
  const packed = packForTracing(mesh, tree, TREE_LAYOUTS[name])
  const bounds = instanceBounds(tree, IDENTITY)!
  const uber = buildUber(Float32Array.from(bounds), Uint32Array.of(0))
  const instances = new Uint32Array(INSTANCE_WORDS)
  packInstance(instances, new Float32Array(instances.buffer), 0, {
    worldFromObject: IDENTITY, nodes: uber.nodes.length / 2, references: ROW_WORDS, triangles: 0, triangleCount: packed.triangleCount,
    attributes: 0, materials: 0, bounds: tree.bounds, masked: false,
  })
  const uniforms = createUniform(device, structOf(pieces, 'SceneUniforms'))
  uniforms.write({ uber_min: uber.bounds.subarray(0, 3), uber_max: uber.bounds.subarray(3, 6), uber_nodes: 0, uber_references: 0, instance_count: 1 })
  const params = createUniform(device, structOf(pieces, 'MeasureParams'))
  const buffer = (label: string, data: ArrayBufferView | number): GPUBuffer => createStorageBuffer(device, `measured ${label}`, data)
  const buffers = {
    nodes: buffer('nodes', joined(uber.nodes, packed.nodes)), references: buffer('references', joined(oneRow(uber.references), packed.references)),
    triangles: buffer('triangles', packed.triangles), instances: buffer('instances', instances),
  }
  const none = { attributes: buffer('attributes', structOf(pieces, 'TriangleAttributes').sizeBytes), materials: buffer('materials', structOf(pieces, 'Material').sizeBytes) }
  const rays = { measured_rays: buffer('rays', measuredRays()), distances: buffer('distances', 4 * MEASURED_RAYS) }
  const groups = [kernel.bind(0, { ...buffers, ...none, scene: uniforms.buffer }), kernel.bind(1, { ...rays, measure: params.buffer })]
  return {
    name,
    seconds: [],
    async time(count, dispatches) {
      params.write({ count })
      const encoder = device.createCommandEncoder({ label: `measure ${name}` })
      const pass = encoder.beginComputePass({ label: `measure ${name}` })
      for (let i = 0; i < dispatches; i++) kernel.dispatch(pass, groups, Math.ceil(count / 64))
      pass.end()
      const commands = encoder.finish()
      await device.queue.onSubmittedWorkDone()
      const start = performance.now()
      device.queue.submit([commands])
      await device.queue.onSubmittedWorkDone()
      return performance.now() - start
    },
    dispose() {
      for (const each of [...Object.values(buffers), ...Object.values(none), ...Object.values(rays)]) each.destroy()
      uniforms.dispose()
      params.dispose()
    },
  }
}

/** Words that the references of a mesh begin at a multiple of. */
const ROW_WORDS = 16

/** The few references of an über tree, so that others may follow. */
function oneRow(references: Uint32Array): Uint32Array {
  const row = new Uint32Array(ROW_WORDS)
  row.set(references)
  return row
}

function joined(a: Uint32Array, b: Uint32Array): Uint32Array {
  const both = new Uint32Array(a.length + b.length)
  both.set(a)
  both.set(b, a.length)
  return both
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1]
}
