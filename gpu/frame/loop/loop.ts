import { createReadbacks } from '../../device/readback.ts'
import type { Rasterizer } from '../../passes/raster/gbuffer.ts'
import type { FrameInput, OpenLoop } from '../frame.ts'
import { createFramePasses } from '../passes/frame-passes.ts'
import type { Job } from '../job.ts'
import { createJobs } from './jobs.ts'
import { createPace, type Pace } from '../pace.ts'
import type { FramePass, Tracer } from '../pass.ts'
import { planFrame } from '../plan.ts'
import { readRadiance, readSums } from './reading.ts'
import { limitBruteForce } from './refine.ts'
import { createRestDenoise } from './rest-denoise.ts'
import { createScreen } from './screen.ts'
import type { FrameShared } from '../tracing/shared.ts'
import { createShowing } from './showing.ts'
import { createSteps } from './steps.ts'

/** @param pace  left out: resolution and slices follow from the time that frames take */
export function createLoop(shared: FrameShared, rasterizer: Rasterizer, pace: Pace = createPace(shared.isSoftware)): OpenLoop {
  const { device, tracing } = shared
  const stop = new AbortController()
  const { signal } = stop
  const screen = createScreen(device)
  const passes = createFramePasses(shared)
  const readbacks = createReadbacks(device)
  const jobs = createJobs(shared, rasterizer, pace, screen, readbacks)
  const steps = createSteps(shared, pace, screen, readbacks, signal)
  const showing = createShowing(shared, passes, screen, pace, signal)
  const restDenoise = createRestDenoise(device, passes.accumulate)
  let input: FrameInput | null = null
  let job: Job | null = null
  /** Begun while the one before was still traced. */
  let ahead: Job | null = null
  let running: Promise<'working' | 'idle'> | null = null

  async function run(): Promise<'working' | 'idle'> {
    const failure = shared.failure()
    if (failure !== null) throw failure
    if (signal.aborted || input === null || input.width < 1 || input.height < 1) return 'idle'
    const { walk } = tracing
    // Kernels may take a while to compile: what is begun is traced by its own, whatever was asked for before.
    let tracer: Tracer
    let asked: FrameInput
    do {
      asked = input
      tracer = await tracerOf(asked)
    } while (input !== asked && !signal.aborted)
    if (signal.aborted) return 'idle'
    const startMs = performance.now()
    const before = job
    const current = job = nextJob(input)
    // The memory was laid out for other kernels meanwhile, or asks for them: the next step has them.
    if (current.walk !== walk) {
      if (current === before) showing.follow(current)
      return 'working'
    }
    if (!jobs.isOutdated(current, input)) await showAnew(current, input)
    if (current.stage === 'done') {
      await device.queue.onSubmittedWorkDone()
      tracing.fit()
      return restDenoise.wants(current) ? denoise(current) : 'idle'
    }
    return step(current, current.input === input ? tracer : await tracerOf(current.input), startMs)
  }

  function nextJob(next: FrameInput): Job {
    const begun = ahead ?? job
    ahead = null
    if (begun !== null && jobs.follow(begun) && tracing.holds(begun.walk) && !jobs.isOvertaken(begun, next)) return begun
    begun?.raster?.readback.release()
    return jobs.begin(next)
  }

  const planOf = ({ settings }: FrameInput): readonly FramePass[] => planFrame(settings).map((name) => passes[name])

  async function tracerOf(next: FrameInput): Promise<Tracer> {
    for (const pass of planOf(next)) await pass.ready?.()
    return tracing.tracer(next)
  }

  /** The same light by newer input: what is shown follows at once, and more samples where there were none wanted. */
  async function showAnew(current: Job, next: FrameInput): Promise<void> {
    const before = current.input
    current.input = next
    await showing.adjust(current, before)
    if (current.stage === 'done' && (before.interacting && !next.interacting || next.settings.restSamples !== before.settings.restSamples)) jobs.goOn(current)
  }

  async function step(current: Job, tracer: Tracer, startMs: number): Promise<'working' | 'idle'> {
    const plan = planOf(current.input)
    try {
      const arrived = await steps.trace(current, tracer, plan, startMs)
      if (arrived === null) return 'idle'
      if (arrived === 'partial') {
        if (limitBruteForce(current)) jobs.beginSample(current)
        return 'working'
      }
      const isShownAnew = await showing.finish(current, tracer, plan, arrived)
      if (signal.aborted) return 'idle'
      jobs.goOn(current)
      // Nothing was submitted since the GPU was waited for.
      if (current.stage !== 'done' || isShownAnew || input !== current.input) return 'working'
      tracing.fit()
      return restDenoise.wants(current) ? 'working' : 'idle'
    } catch (error) {
      // An executor's threads are gone: whoever traces next starts anew.
      if (tracer.kind === 'cpu') job = null
      throw error
    }
  }

  /** The last step of a picture at rest; one that newer input called off is begun again when that has come to rest. */
  async function denoise(current: Job): Promise<'working' | 'idle'> {
    const isDenoised = await restDenoise.run(current, screen.targets)
    if (signal.aborted) return 'idle'
    if (isDenoised) showing.again(current)
    return 'working'
  }

  /** The next picture of a movement is rasterized while the one before is still traced, if that will be over soon: or there would be newer input. */
  function beginAhead(): void {
    if (signal.aborted || job === null || input === null || ahead !== null || shared.failure() !== null) return
    if ((steps.leftMs ?? Infinity) <= pace.aheadMs && job.walk === tracing.walk && jobs.isNext(job, input)) ahead = jobs.begin(input)
  }

  return {
    get output() { return screen.output },
    get gbuffer() { return job?.gbuffer ?? null },
    get report() { return showing.report },
    update(next) {
      input = next
      restDenoise.stop()
      // Whoever hands it over may still have the picture before to show with what was rasterized for that.
      if (running !== null) void Promise.resolve().then(beginAhead)
    },
    denoiseRest: (network) => restDenoise.use(network),
    readRadiance: () => readRadiance(device, screen, job),
    readSums: () => readSums(device, screen),
    step() {
      running ??= run().finally(() => { running = null })
      return running
    },
    dispose() {
      stop.abort()
      restDenoise.use(null)
      job = ahead = null
      screen.dispose()
      passes.accumulate.dispose?.()
      readbacks.dispose()
    },
  }
}
