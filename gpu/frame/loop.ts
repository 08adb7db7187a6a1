import { readBuffer } from '../buffers/buffer.ts'
import { createTimestamps } from '../device/timestamps.ts'
import { readRested } from '../passes/hybrid/hybrid-targets.ts'
import type { Rasterizer } from '../passes/raster/gbuffer.ts'
import type { FrameInput, OpenLoop } from './frame.ts'
import { createFramePasses } from './frame-passes.ts'
import { blocksOf, isFullSize, type Job, tracedSize } from './job.ts'
import { advance, CENTRE, createOutlook, createPace, type Jitter, jitterOf, movingJitterOf, nextSlice, type Pace, SLICE_MS } from './pace.ts'
import type { FramePass, Portion, Tracer } from './pass.ts'
import { blurs, cameraOf, isHybrid, kernelsOf, planFrame } from './plan.ts'
import { isLastSample, limitBruteForce, refine } from './refine.ts'
import { emptyReport, reportOf } from './report.ts'
import { isSamePicture, isTonedOtherwise } from './same-picture.ts'
import { createScreen } from './screen.ts'
import type { FrameShared } from './shared.ts'

/** An interactive frame that took so much longer than planned is abandoned for newer input, milliseconds. */
const OVERDUE_MS = 450
/** Numbers of samples at rest stay below. */
const MOVING_NOISE = 65536
/** Submits of one step, so that its timestamps fit. */
const SUBMITS_PER_STEP = 8

/** @param pace  left out: resolution and slices follow from the time that frames take */
export function createLoop(shared: FrameShared, rasterizer: Rasterizer, pace: Pace = createPace()): OpenLoop {
  const { device, scene, tracing, queue } = shared
  const timestamps = createTimestamps(device)
  const screen = createScreen(device)
  const passes = createFramePasses(shared)
  let input: FrameInput | null = null
  let job: Job | null = null
  let running: Promise<'working' | 'idle'> | null = null
  let isDisposed = false
  let frames = 0
  let report = emptyReport(tracing.traversal)
  const planOf = ({ settings }: FrameInput): readonly FramePass[] => planFrame(settings).map((name) => passes[name])

  async function run(): Promise<'working' | 'idle'> {
    const failure = shared.failure()
    if (failure !== null) throw failure
    if (isDisposed || input === null || input.width < 1 || input.height < 1) return 'idle'
    const { traversal } = tracing
    // Kernels may take a while to compile: what is begun is traced by its own, whatever was asked for before.
    let tracer: Tracer
    let asked: FrameInput
    do {
      asked = input
      tracer = await tracerOf(asked)
    } while (input !== asked && !isDisposed)
    if (isDisposed) return 'idle'
    const stepStart = performance.now()
    if (job === null || job.traversal !== tracing.traversal || isOvertaken(job, input)) job = begin(input)
    const current = job
    // The memory was laid out for other kernels meanwhile: the next step has them.
    if (current.traversal !== traversal) return 'working'
    if (current.version === scene.version && isSamePicture(current.input, input)) await showAnew(current, input)
    if (current.stage === 'done') {
      await device.queue.onSubmittedWorkDone()
      return 'idle'
    }
    return traceStep(current, current.input === input ? tracer : await tracerOf(current.input), stepStart)
  }

  async function tracerOf(next: FrameInput): Promise<Tracer> {
    for (const pass of planOf(next)) await pass.ready?.()
    return tracing.tracer(next)
  }

  /** Must the current job make way for the newest input? */
  function isOvertaken(current: Job, next: FrameInput): boolean {
    if (current.version === scene.version && isSamePicture(current.input, next)) return false
    // A quick frame is finished first, or a steady stream of input would never show one.
    return current.isShown || current.stage === 'done' || performance.now() - current.startMs > OVERDUE_MS
  }

  function begin(next: FrameInput): Job {
    scene.flush()
    scene.applySettings(next.settings)
    screen.resize(next.width, next.height)
    const resolution = pace.resolution(kernelsOf(next), next.width, next.height)
    const isMoving = next.interacting || !isFullSize(resolution)
    // Whitted's edges get their samples at rest.
    const raster = rasterize(next, resolution.shrink, 0, isMoving && isHybrid(next.settings) ? movingJitterOf(frames) : CENTRE)
    const fresh: Job = {
      input: next, version: scene.version, traversal: tracing.traversal, startMs: performance.now(), ...resolution, sample: 0, noise: 0, isFinal: false, ...raster,
      region: { x: 0, y: 0, width: 0, height: 0 }, reason: null, outlook: createOutlook(), progress: { block: 0, lane: 0 }, cpuScene: null, stage: 'trace', isShown: false,
      ms: { gbuffer: 0, shade: 0, reflect: 0, irradiance: 0, denoise: 0, tonemap: 0, frame: 0 }, pixels: 0,
    }
    beginSample(fresh)
    return fresh
  }

  function rasterize(next: FrameInput, shrink: number, sample: number, jitter: Jitter = jitterOf(sample)): Pick<Job, 'gbuffer' | 'rasterDone' | 'jitter'> {
    const startMs = performance.now()
    const gbuffer = rasterizer.rasterize(cameraOf(next, sample), Math.ceil(next.width / shrink), Math.ceil(next.height / shrink), jitter)
    return { gbuffer, jitter, rasterDone: device.queue.onSubmittedWorkDone().then(() => performance.now() - startMs, () => 0) }
  }

  /** Starts the job's current sample over, in its current resolution. */
  function beginSample(current: Job): void {
    if (current.reason === null) current.region = { x: 0, y: 0, ...tracedSize(current) }
    current.progress = { block: 0, lane: 0 }
    current.pixels = 0
    // Moving pictures draw other numbers each time, or their noise would stand still; at rest it is the samples that are counted.
    current.isFinal = isFullSize(current) && !current.input.interacting
    current.noise = current.isFinal ? current.sample : MOVING_NOISE + frames++
    for (const name of ['shade', 'reflect', 'irradiance', 'denoise', 'tonemap', 'frame'] as const) current.ms[name] = 0
    const encoder = device.createCommandEncoder({ label: 'begin sample' })
    queue.encodeClearCounters(encoder)
    // A hybrid picture stands until the next one is whole.
    if (current.sample === 0 && !isHybrid(current.input.settings)) encoder.clearBuffer(screen.targets.radiance)
    device.queue.submit([encoder.finish()])
  }

  /** The same light by newer input: what is shown follows at once, and more samples where there were none wanted. */
  async function showAnew(current: Job, next: FrameInput): Promise<void> {
    const [now, before, wasInteracting] = [next.settings, current.input.settings, current.input.interacting]
    current.input = next
    if (now.exposure !== before.exposure) await finishPass(passes.meter, current, true)
    if (isTonedOtherwise(before, now) && current.isShown) show(current, false)
    if (current.stage === 'done' && (wasInteracting && !next.interacting || now.restSamples !== before.restSamples)) goOn(current)
  }

  /** One bounded portion of a sample, waited for. */
  async function traceStep(current: Job, tracer: Tracer, stepStart: number): Promise<'working' | 'idle'> {
    if (tracer.kind === 'cpu') current.cpuScene ??= await shared.cpu.scene(tracer.executor)
    if (isDisposed) return 'idle'
    const { rasterDone } = current
    current.rasterDone = null
    const portion: Portion = { job: current, targets: screen.targets, tracer, timestamps }
    const plan = planOf(current.input)
    for (const pass of plan) await pass.prepare?.(portion)
    if (isDisposed) return 'idle'
    const { secondaryRays } = current.input.settings
    const cost = pace.slices(`${kernelsOf(current.input)} ${secondaryRays} ${current.sample === 0 || isHybrid(current.input.settings) || blurs(current.input) ? 'first' : 'edges'}`)
    const { pixels, cpuMs, isComplete } = await traceSlices(plan, portion, cost.pixelMs, rasterDone === null ? 0 : Math.min(current.ms.gbuffer || pace.fixedMs, SLICE_MS / 2))
    if (isDisposed) return 'idle'
    const encoder = device.createCommandEncoder({ label: 'end of step' })
    if (isComplete) for (const pass of plan) pass.encode?.(encoder, portion)
    timestamps.resolve(encoder)
    device.queue.submit([encoder.finish()])
    await device.queue.onSubmittedWorkDone()
    if (isDisposed || shared.failure() !== null) return 'idle'
    const stepMs = performance.now() - stepStart
    const gpuMs = await timestamps.read()
    if (rasterDone !== null) {
      current.ms.gbuffer = await rasterDone
      pace.rasterTook(current.shrink, current.ms.gbuffer)
    }
    const traceMs = tracer.kind === 'cpu' ? cpuMs
      : timestamps.isSupported ? (gpuMs.shade ?? 0) + (gpuMs.reflect ?? 0) : stepMs - (rasterDone === null ? 0 : current.ms.gbuffer)
    current.ms.shade += tracer.kind === 'gpu' && timestamps.isSupported ? gpuMs.shade ?? 0 : traceMs
    for (const name of ['reflect', 'denoise', 'tonemap'] as const) current.ms[name] += gpuMs[name] ?? 0
    for (const pass of plan) pass.took?.(portion, gpuMs)
    current.ms.frame += stepMs
    current.pixels += pixels
    cost.add(pixels, traceMs)
    current.outlook.add(pixels, traceMs)
    if (isComplete) await finishSample(current, tracer, plan)
    else if (limitBruteForce(current)) beginSample(current)
    return 'working'
  }

  /** As many slices as fit the time of a step. @param planned  milliseconds of it that are taken */
  async function traceSlices(plan: readonly FramePass[], portion: Portion, pixelMs: number | null, planned: number): Promise<{ pixels: number; cpuMs: number; isComplete: boolean }> {
    const { job: current, tracer } = portion
    const { x, y } = blocksOf(current)
    const most = tracer.kind === 'gpu' ? tracer.passes.maxBlocks ?? Math.floor(queue.capacity / 64) : x * y
    let [pixels, cpuMs] = [0, 0]
    for (let submits = 0; submits < SUBMITS_PER_STEP && current.progress.block < x * y && planned < SLICE_MS; submits++) {
      const slice = nextSlice(current.progress, x * y, pixelMs, SLICE_MS - planned, most)
      const encoder = device.createCommandEncoder({ label: `sample ${current.sample}` })
      try {
        for (const pass of plan) cpuMs += await pass.slice?.(encoder, portion, slice) ?? 0
      } catch (error) {
        // An executor's threads are gone: whoever traces next starts anew.
        if (tracer.kind === 'cpu') job = null
        throw error
      }
      if (isDisposed) break
      advance(current.progress, slice)
      device.queue.submit([encoder.finish()])
      pixels += slice.blockCount * slice.laneCount
      planned += pixelMs === null ? SLICE_MS : slice.blockCount * slice.laneCount * pixelMs
    }
    return { pixels, cpuMs, isComplete: current.progress.block >= x * y }
  }

  async function finishSample(current: Job, tracer: Tracer, plan: readonly FramePass[]): Promise<void> {
    current.isShown = true
    screen.settle()
    const isLast = isLastSample(current)
    for (const pass of plan) await finishPass(pass, current, isLast)
    if (isDisposed) return
    if (current.sample === 0) {
      const { shade, reflect, gbuffer, irradiance, denoise, tonemap } = current.ms
      pace.frameTook(kernelsOf(current.input), (shade + reflect) / current.pixels, gbuffer + irradiance + denoise + tonemap)
      const counted = await (tracer.kind === 'gpu' || isHybrid(current.input.settings) ? queue : tracer.passes).readCounters()
      report = reportOf(current, tracer, scene.update, {
        rays: counted, heat: plan.includes(passes.heat) ? passes.heat.figures : null, exposureEv: passes.exposure.evOf(current.input.settings),
      })
    } else {
      report = { ...report, samples: current.sample + 1 }
    }
    goOn(current)
  }

  async function finishPass(pass: FramePass, current: Job, isLast: boolean): Promise<void> {
    const isChanged = await pass.finish?.({ job: current, targets: screen.targets }, isLast) ?? false
    if (isDisposed || !isChanged) return
    show(current, current.reason !== null)
    report = { ...report, exposureEv: passes.exposure.evOf(current.input.settings) }
  }

  /** After a complete sample: what comes next. */
  function goOn(current: Job): void {
    const next = refine(current)
    current.stage = next === 'done' ? 'done' : 'trace'
    if (next === 'done') return
    if (next === 'raster') Object.assign(current, rasterize(current.input, 1, current.sample))
    beginSample(current)
  }

  function show(current: Job, fillsGaps: boolean): void {
    const encoder = device.createCommandEncoder({ label: 'tone map' })
    passes.tone.show(encoder, { job: current, targets: screen.targets, timestamps }, fillsGaps)
    device.queue.submit([encoder.finish()])
  }

  const readSums = async () => new Float32Array(await readBuffer(device, screen.targets.radiance))

  return {
    get output() { return screen.output },
    get gbuffer() { return job?.gbuffer ?? null },
    get report() { return report },
    update(next) { input = next },
    async readRadiance() {
      if (job === null || !job.isShown || !isFullSize(job) || job.reason !== null) return null
      return isHybrid(job.input.settings) && job.isFinal ? readRested(device, screen.targets.hybrid()) : meansOf(await readSums())
    },
    readSums,
    step() {
      running ??= run().finally(() => { running = null })
      return running
    },
    dispose() {
      isDisposed = true
      job = null
      screen.dispose()
      passes.accumulate.dispose?.()
      timestamps.dispose()
    },
  }
}

/** Of sums whose fourth says how many; 4 floats per pixel. */
function meansOf(sums: Float32Array): Float32Array {
  for (let i = 0; i < sums.length; i += 4) {
    const count = Math.max(sums[i + 3], 1)
    for (let c = 0; c < 4; c++) sums[i + c] /= count
  }
  return sums
}
