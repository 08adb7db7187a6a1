import { ENTRY_WORDS, entryWords, readTrace, type TracedRay, type TraceStep } from './trace-log.ts'

/** Where the twin first does something else than the GPU did. */
export interface Divergence {
  /** Index of the ray, and of the step in it; past the last step: they end differently. */
  readonly ray: number
  readonly step: number
  readonly gpu: TraceStep | TracedRay['hit']
  readonly twin: TraceStep | TracedRay['hit']
}

/** A pixel explained: its rays as the GPU traced them, and how far the twin agrees. */
export interface PixelReport {
  readonly rays: readonly TracedRay[]
  /** The same rays as the twin traced them, up to the first that differs. */
  readonly mirrored: readonly TracedRay[]
  /** Log entries that did not fit. */
  readonly missing: number
  /** Steps of all rays that are equal, bit by bit, up to the first that is not. */
  readonly equalSteps: number
  readonly divergence: Divergence | null
  /** One sentence: "equal for 214 steps", or what differs where. */
  readonly summary: string
}

/** Traces one ray in the twin and gives its log. */
export type RayReplay = (ray: TracedRay, capacity: number) => Uint32Array

/**
 * Replays every ray of a GPU log on its own, from the GPU's own origin and direction, and compares each step.
 *
 * @param log  what debug-pixel.wgsl wrote on the GPU
 * @param replay  the twin of `debug_ray`, see createRayReplay
 */
export function replayPixel(log: Uint32Array, replay: RayReplay): PixelReport {
  const { rays, missing } = readTrace(log)
  const mirrored: TracedRay[] = []
  let equalSteps = 0
  for (const [index, ray] of rays.entries()) {
    const gpu = entryWords(log, ray.entries)
    const twinLog = replay(ray, gpu.length / ENTRY_WORDS + 64)
    const [twinRay] = readTrace(twinLog).rays
    mirrored.push(twinRay)
    const twin = entryWords(twinLog, twinRay.entries)
    // The three entries of the ray itself say primary, shadow or bounce, which the replay does not know.
    const step = firstDifference(gpu.subarray(3 * ENTRY_WORDS), twin.subarray(3 * ENTRY_WORDS))
    // A log that was cut off ends early, without being wrong.
    if (step === null || (missing > 0 && index === rays.length - 1 && step >= ray.steps.length)) {
      equalSteps += ray.steps.length
      continue
    }
    equalSteps += Math.min(step, ray.steps.length)
    const divergence = { ray: index, step, gpu: ray.steps[step] ?? ray.hit, twin: twinRay.steps[step] ?? twinRay.hit }
    return { rays, mirrored, missing, equalSteps, divergence, summary: describe(ray, divergence, equalSteps) }
  }
  return { rays, mirrored, missing, equalSteps, divergence: null, summary: `equal for ${equalSteps} steps` }
}

/** A log alone, where there is no twin to compare it with. */
export function uncomparedPixel(log: Uint32Array): PixelReport {
  const { rays, missing } = readTrace(log)
  return { rays, mirrored: [], missing, equalSteps: 0, divergence: null, summary: 'not compared' }
}

/** The first entry that differs; null: none does. */
function firstDifference(a: Uint32Array, b: Uint32Array): number | null {
  const length = Math.min(a.length, b.length)
  for (let i = 0; i < length; i++) if (a[i] !== b[i]) return Math.floor(i / ENTRY_WORDS)
  return a.length === b.length ? null : length / ENTRY_WORDS
}

function describe(ray: TracedRay, { ray: index, step, gpu, twin }: Divergence, equalSteps: number): string {
  return `equal for ${equalSteps} steps; then step ${step} of ray ${index} (${ray.kind}): GPU ${phrase(gpu)}, twin ${phrase(twin)}`
}

function phrase(state: Divergence['gpu']): string {
  if (state === null) return 'hits nothing'
  if (!('kind' in state)) return `hits record ${state.record} of instance ${state.instance} at ${state.t}`
  return state.kind === 'node' ? `reads node ${state.node} with ${state.tMin}..${state.tMax}` : `tests triangle ${state.record}: ${state.t}`
}
