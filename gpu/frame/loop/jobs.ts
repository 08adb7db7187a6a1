import type { Readbacks } from '../../device/readback.ts'
import type { Rasterizer } from '../../passes/raster/gbuffer.ts'
import { isHeatView } from '../../settings.ts'
import type { FrameInput } from '../frame.ts'
import { isFullSize, type Job, tracedSize } from '../job.ts'
import { CENTRE, createOutlook, type Jitter, jitterOf, movingJitterOf, type Pace, phaseOf } from '../pace.ts'
import { cameraOf, isHybrid, kernelsOf } from '../plan.ts'
import { refine } from './refine.ts'
import { isSamePicture } from '../same-picture.ts'
import { createWarmth } from './warmth.ts'
import type { Screen } from './screen.ts'
import type { FrameShared } from '../tracing/shared.ts'

/** An interactive frame that took so much longer than planned is abandoned for newer input, milliseconds. */
const OVERDUE_MS = 450
/** Numbers of samples at rest stay below. */
const MOVING_NOISE = 65536

/** How a picture begins, when it makes way for another one, and what follows each of its samples. */
export interface Jobs {
  /** Brings the scene on the GPU up to date and rasterizes. */
  begin(input: FrameInput): Job
  /**
   * Between steps: lets the job's rays walk by what the trees are laid out for by now. What is traced of it stands.
   *
   * @returns false: it has to begin anew, for the scene is another one, or how rays walk is what it shows
   */
  follow(job: Job): boolean
  /** Shows the job another scene or picture than this input does? */
  isOutdated(job: Job, next: FrameInput): boolean
  /** Must it make way for this input at once? */
  isOvertaken(job: Job, next: FrameInput): boolean
  /** Is this the next picture of a movement, that goes where the job's does? */
  isNext(job: Job, next: FrameInput): boolean
  /** Starts its current sample over, in its current resolution. */
  beginSample(job: Job): void
  /** After a complete sample: what comes next. */
  goOn(job: Job): void
}

export function createJobs({ device, scene, tracing, queue }: Pick<FrameShared, 'device' | 'scene' | 'tracing' | 'queue'>, rasterizer: Rasterizer, pace: Pace, screen: Screen, readbacks: Readbacks): Jobs {
  let movingFrames = 0
  const warmth = createWarmth(pace.warmingPictures)

  function rasterize(input: FrameInput, shrink: number, sample: number, jitter: Jitter = jitterOf(sample)): Pick<Job, 'gbuffer' | 'raster' | 'jitter'> {
    const startMs = performance.now()
    const readback = readbacks.take()
    if (readbacks.isTimed && rasterizer.timesItself !== true) submit('before raster', (encoder) => readback.times.encodeStart(encoder, 'gbuffer'))
    const gbuffer = rasterizer.rasterize(cameraOf(input, sample), Math.ceil(input.width / shrink), Math.ceil(input.height / shrink), jitter, readback.times)
    const wallMs = readbacks.isTimed ? null : device.queue.onSubmittedWorkDone().then(() => performance.now() - startMs, () => 0)
    return { gbuffer, jitter, raster: { readback, wallMs } }
  }

  function submit(label: string, record: (encoder: GPUCommandEncoder) => void): void {
    const encoder = device.createCommandEncoder({ label })
    record(encoder)
    device.queue.submit([encoder.finish()])
  }

  /** Of one that moved and comes to rest, as of one that begins there: itself and the pictures that its view still needs, if it does. */
  function warmingOf({ input, version }: Job): number {
    const left = warmth.begin(input, version)
    return left > 0 ? left + 1 : 0
  }

  function beginSample(job: Job): void {
    if (job.reason === null) job.region = { x: 0, y: 0, ...tracedSize(job) }
    job.progress = { block: 0, lane: 0 }
    // Hybrid pictures learn by none of their own: they look through the middle, as their passes take for granted.
    job.phase = phaseOf(job.stride, job.isLearning ? job.updates : 0)
    job.pixels = 0
    // Moving pictures draw other numbers each time, or their noise would stand still; at rest it is the samples that are counted.
    job.isFinal = isFullSize(job) && !job.input.interacting && job.warming === 0
    job.noise = job.isFinal ? job.sample : MOVING_NOISE + movingFrames++
    for (const name of ['shade', 'reflect', 'irradiance', 'denoise', 'edges', 'tonemap', 'frame'] as const) job.ms[name] = 0
    submit('begin sample', (encoder) => {
      if (rasterizer.timesItself !== true) job.raster?.readback.times.encodeEnd(encoder, 'gbuffer')
      queue.encodeClearCounters(encoder)
      // A hybrid picture stands until the next one is whole.
      if (job.sample === 0 && !isHybrid(job.input.settings)) encoder.clearBuffer(screen.targets.radiance)
    })
  }

  const isOutdated = (job: Job, next: FrameInput): boolean => job.version !== scene.version || !isSamePicture(job.input, next)

  return {
    begin(input) {
      scene.flush()
      tracing.settle()
      scene.applySettings(input.settings, input.camera.position)
      screen.resize(input.width, input.height)
      const resolution = pace.resolution(kernelsOf(input), input.cpu !== undefined, input.width, input.height)
      const warming = warmth.begin(input, scene.version)
      const isMoving = input.interacting || warming > 0 || !isFullSize(resolution)
      // Whitted's edges get their samples at rest.
      const raster = rasterize(input, resolution.shrink, 0, isMoving && isHybrid(input.settings) ? movingJitterOf(movingFrames) : CENTRE)
      const job: Job = {
        input, version: scene.version, walk: tracing.walk, startMs: performance.now(), ...resolution, phase: [0, 0], sample: 0, noise: 0, isFinal: false, ...raster,
        region: { x: 0, y: 0, width: 0, height: 0 }, reason: null, outlook: createOutlook(), progress: { block: 0, lane: 0 }, cpuScene: null, stage: 'trace', updates: 0, learned: 0, isLearning: false, warming, isShown: false, wholeMs: 0,
        ms: { gbuffer: 0, shade: 0, reflect: 0, irradiance: 0, denoise: 0, edges: 0, tonemap: 0, frame: 0 }, pixels: 0,
      }
      beginSample(job)
      return job
    },
    follow(job) {
      // Nothing is changed under a picture of an earlier scene.
      if (job.version === scene.version && scene.isWaiting) {
        scene.flush()
        tracing.settle()
        scene.applySettings(job.input.settings, job.input.camera.position)
        job.cpuScene = null
      }
      if (job.walk === tracing.walk) return true
      if (job.version !== scene.version || isHeatView(job.input.settings.view)) return false
      job.walk = tracing.walk
      job.cpuScene = null
      return true
    },
    isOutdated,
    // A quick frame is finished first, or a steady stream of input would never show one.
    isOvertaken: (job, next) => isOutdated(job, next) && (job.isShown || job.stage === 'done' || performance.now() - job.startMs > OVERDUE_MS),
    isNext: ({ input }, next) => [input, next].every(({ interacting, cpu }) => interacting && cpu === undefined) &&
      (['settings', 'width', 'height'] as const).every((key) => input[key] === next[key]),
    beginSample,
    goOn(job) {
      // One that is done already and comes to rest was counted.
      if (!job.isFinal && job.stage === 'trace') warmth.shown()
      if (!job.isFinal && !job.input.interacting && job.warming === 0) job.warming = warmingOf(job)
      const next = refine(job, pace.quickMs)
      job.stage = next === 'done' ? 'done' : 'trace'
      if (next === 'done') return
      if (next === 'raster') Object.assign(job, rasterize(job.input, 1, job.sample, job.warming > 0 ? movingJitterOf(movingFrames) : undefined))
      beginSample(job)
    },
  }
}
