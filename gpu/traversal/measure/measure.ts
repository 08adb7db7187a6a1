import { createStorageBuffer, createUniform } from '../../buffers/buffer.ts'
import type { StructValue } from '../../buffers/layout.ts'
import type { TreeLayout } from '../../kdtree/pack.ts'
import alphaNoneWgsl from '../../kernels/alpha-none.wgsl?raw'
import { createKernel, structOf } from '../../kernels/kernel.ts'
import measureWgsl from './measure.wgsl?raw'
import { DEFAULT_TRAVERSAL, SCENE_PIECES, TREE_LAYOUTS, traversalPieces, type TraversalName } from '../traversals.ts'
import { fittingWalk, type WalkNeeds } from '../walk.ts'

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
  /** Whose trees there was no memory for beside those in use. */
  readonly leftOut: readonly TraversalName[]
  /** Million rays per second of those that were compared, medians. */
  readonly mrays: Readonly<Partial<Record<TraversalName, number>>>
}

interface Contestant {
  readonly name: TraversalName
  /** Traces the first `count` rays so many times in one submission. @returns milliseconds */
  time(count: number, dispatches: number, signal: AbortSignal | undefined): Promise<number>
  readonly seconds: number[]
  dispose(): void
}

/** A room's trees in one layout, as kernels bind them. */
export interface MeasuredTrees {
  readonly buffers: Readonly<Record<'nodes' | 'references' | 'triangles' | 'instances', GPUBuffer>>
  /** Of `SceneUniforms`: where the über tree lies, and its box. */
  readonly uber: StructValue
  readonly needs: WalkNeeds
  dispose(): void
}

export interface MeasuredRoom {
  /** 8 floats per ray: origin, t_min, direction, t_max; in groups of 64, of which every fourth asks for any hit (measure.wgsl). */
  readonly rays: Float32Array
  /** The trees in that layout; null: there is no memory to spare for them. */
  trees(layout: TreeLayout): Promise<MeasuredTrees | null>
}

/**
 * Which traversal suits this adapter in a room: a few of them take turns at it. Meant for a moment when nothing else is drawn; nothing
 * that it submits takes longer than some 20 ms, or 64 rays.
 *
 * However slow the machine is, it ends with an answer: the time decides how many rays a round has and how many rounds there are, never
 * whether there are enough to tell.
 *
 * @param budgetMs  of measuring beyond three rounds; laying trees out and compiling kernels comes before
 * @returns null where the room has trees in no layout
 * @throws the signal's reason when it is aborted, within one submission; EngineError `gpu-kernel`
 */
export async function measureTraversals(
  device: GPUDevice, room: MeasuredRoom, { signal, budgetMs = 1500 }: { readonly signal?: AbortSignal | undefined; readonly budgetMs?: number } = {},
): Promise<TraversalChoice | null> {
  const layouts = new Map<TreeLayout, MeasuredTrees | null>()
  const contestants: Contestant[] = []
  try {
    for (const name of CANDIDATES) {
      const layout = TREE_LAYOUTS[name]
      const trees = layouts.get(layout) ?? (layouts.has(layout) ? null : await room.trees(layout))
      layouts.set(layout, trees)
      signal?.throwIfAborted()
      if (trees === null) continue
      contestants.push(await createContestant(device, name, trees, room.rays))
      signal?.throwIfAborted()
    }
    const mrays = await compare(contestants, room.rays.length / 8, budgetMs, signal)
    return mrays === null ? null : { traversal: pickTraversal(mrays), mrays, leftOut: CANDIDATES.filter((name) => contestants.every((each) => each.name !== name)) }
  } finally {
    for (const contestant of contestants) contestant.dispose()
    for (const trees of layouts.values()) trees?.dispose()
  }
}

async function compare(contestants: readonly Contestant[], rays: number, budgetMs: number, signal: AbortSignal | undefined): Promise<TraversalChoice['mrays'] | null> {
  if (contestants.length === 0) return null
  const deadline = performance.now() + budgetMs
  // A first look with few rays, then as many as fill a submission for the slowest.
  let [count, dispatches] = [64, 1]
  const time = async (contestant: Contestant) => {
    const ms = await contestant.time(count, dispatches, signal)
    signal?.throwIfAborted()
    return ms
  }
  for (let ms = 0; ms < SUBMIT_MS / 2 && (count < rays || dispatches < MOST_DISPATCHES) && performance.now() < deadline;) {
    if (count < rays) count = Math.min(rays, 2 * count)
    else dispatches *= 2
    for (const contestant of contestants) ms = Math.max(ms, await time(contestant))
  }
  for (let rounds = 0; rounds < LEAST_ROUNDS || (rounds < MOST_ROUNDS && performance.now() < deadline); rounds++) {
    for (let i = 0; i < contestants.length; i++) {
      const contestant = contestants[(i + rounds) % contestants.length]
      contestant.seconds.push(await time(contestant) / 1000)
    }
  }
  return Object.fromEntries(contestants.map(({ name, seconds }) => [name, (count * dispatches) / Math.max(median(seconds), 1e-6) / 1e6]))
}

/** The fastest, but for the default where nothing is clearly faster. @param mrays  of any unit */
export function pickTraversal(mrays: TraversalChoice['mrays']): TraversalName {
  const names = Object.keys(mrays) as TraversalName[]
  const best = names.reduce((a, b) => (mrays[b]! > mrays[a]! ? b : a))
  return mrays[best]! >= LEAST_GAIN * (mrays[DEFAULT_TRAVERSAL] ?? 0) ? best : DEFAULT_TRAVERSAL
}

async function createContestant(device: GPUDevice, name: TraversalName, { buffers, uber, needs }: MeasuredTrees, rays: Float32Array): Promise<Contestant> {
  const pieces = [...SCENE_PIECES, alphaNoneWgsl, ...traversalPieces('uber', fittingWalk(name, needs)), measureWgsl]
  const kernel = await createKernel(device, 'measure_rays', pieces)
  const uniforms = createUniform(device, structOf(pieces, 'SceneUniforms'))
  uniforms.write(uber)
  const params = createUniform(device, structOf(pieces, 'MeasureParams'))
  const buffer = (label: string, data: ArrayBufferView | number): GPUBuffer => createStorageBuffer(device, `measured ${label}`, data)
  const none = { attributes: buffer('attributes', structOf(pieces, 'TriangleAttributes').sizeBytes), materials: buffer('materials', structOf(pieces, 'Material').sizeBytes) }
  const own = { measured_rays: buffer('rays', rays), distances: buffer('distances', rays.byteLength / 8) }
  const groups = [kernel.bind(0, { ...buffers, ...none, scene: uniforms.buffer }), kernel.bind(1, { ...own, measure: params.buffer })]
  return {
    name,
    seconds: [],
    async time(count, dispatches, signal) {
      params.write({ count })
      const encoder = device.createCommandEncoder({ label: `measure ${name}` })
      const pass = encoder.beginComputePass({ label: `measure ${name}` })
      for (let i = 0; i < dispatches; i++) kernel.dispatch(pass, groups, Math.ceil(count / 64))
      pass.end()
      const commands = encoder.finish()
      await device.queue.onSubmittedWorkDone()
      // Trees of the scene itself may be gone by now.
      signal?.throwIfAborted()
      const start = performance.now()
      device.queue.submit([commands])
      await device.queue.onSubmittedWorkDone()
      return performance.now() - start
    },
    dispose() {
      for (const each of [...Object.values(none), ...Object.values(own)]) each.destroy()
      uniforms.dispose()
      params.dispose()
    },
  }
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1]
}
