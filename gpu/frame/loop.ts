import type { HeatFigures } from '../debug/heat-statistics.ts'
import { readBuffer } from '../buffers/buffer.ts'
import { createTimestamps } from '../device/timestamps.ts'
import type { EngineParts, HybridPaths } from './parts.ts'
import { blurs, cameraOf, frameParams, isFullSize, isHybrid, isSamePicture, type Job, kernelsOf, passTimes, pathLengthOf, pictureSize, samplesOf, tracedSize } from './job.ts'
import { createExposureFollower } from './exposure.ts'
import { createHybridHistory, type HybridHistory } from './history.ts'
import type { FrameInput, FrameLoop, FrameReport } from './frame.ts'
import type { Rasterizer } from '../passes/raster/gbuffer.ts'
import type { CpuExecutor } from '../twin/executor/cpu-executor.ts'
import { advance, CENTRE, centredRegion, createOutlook, createRasterCost, createSliceCost, jitterOf, MAX_STRIDE, movingJitterOf, nextSlice, PATIENCE_MS, pickStride, SLICE_MS } from './pace.ts'
import type { Jitter, Region, SliceCost } from './pace.ts'
import { cameraRays } from '../passes/raster/camera.ts'
import { readRested } from '../passes/hybrid/hybrid-targets.ts'
import { createTargets } from '../passes/targets.ts'
import type { FrameTargets } from '../passes/targets.ts'
import { whiteOf } from '../passes/display/tonemap.ts'
import type { CpuPasses } from '../passes/whitted/cpu-whitted.ts'
import { raysOf, type TracePasses } from '../passes/whitted/whitted.ts'
import { type HeatView, isHeatView } from '../settings.ts'

/** An interactive frame that took so much longer than planned is abandoned for newer input, milliseconds. */
const OVERDUE_MS = 450
/** Numbers of samples at rest stay below. */
const MOVING_NOISE = 65536
/** Submits of one step, so that its timestamps fit. */
const SUBMITS_PER_STEP = 8

/** Who traces a picture. */
type Tracer = (
  | { readonly kind: 'gpu'; readonly passes: TracePasses }
  | { readonly kind: 'cpu'; readonly executor: CpuExecutor; readonly passes: CpuPasses }
) & {
  /** Of hybrid frames. */
  readonly history: HybridHistory | null
}

export function createLoop(engine: EngineParts, rasterizer: Rasterizer): FrameLoop {
  const { device, queue, toneMap, markEdges } = engine
  const timestamps = createTimestamps(device)
  let input: FrameInput | null = null
  let job: Job | null = null
  let targets = createTargets(device, 1, 1)
  // Shown until the first picture in the new size is there.
  let replaced: FrameTargets | null = null
  let running: Promise<'working' | 'idle'> | null = null
  let isDisposed = false
  let frames = 0
  // Milliseconds per traced pixel: of whole frames, which plan the resolution, and of recent slices, which plan the next one.
  const framePixelMs = new Map<string, number>()
  const sliceCosts = new Map<string, SliceCost>()
  const rasterCost = createRasterCost()
  let fixedMs = 0
  // Of keeping the indirect light that moving pictures look up; null: not known.
  let irradianceMs: number | null = null
  let report: FrameReport = {
    passMs: { gbuffer: 0, shade: 0, reflect: 0, irradiance: 0, denoise: 0, tonemap: 0 }, frameMs: 0, rays: { shadow: 0, reflection: 0 }, width: 0, height: 0,
    samples: 0, samplesWanted: 0, uberBuildMs: 0, instances: 0, triangles: 0, region: null, heat: null,
    executor: { kind: 'gpu', threads: 0 }, traversal: engine.traversal, exposureEv: 0,
  }
  let histories: Promise<HybridHistory> | null = null
  const exposure = createExposureFollower()
  // The ends of the heat maps' legends, kept as long as they fit: a legend that moves with every frame cannot be read.
  const heatScales = { nodes: 1, tests: 1, occupancy: 1 }

  function begin(next: FrameInput): Job {
    engine.flush()
    engine.applySettings(next.settings)
    const { width, height } = next
    if (targets.width !== width || targets.height !== height) {
      // What is shown stays until the new size has a picture.
      if (replaced === null) replaced = targets
      else targets.dispose()
      targets = createTargets(device, width, height)
    }
    const shrink = rasterCost.shrink
    const [across, down] = [Math.ceil(width / shrink), Math.ceil(height / shrink)]
    const stride = pickStride(across, down, framePixelMs.get(kernelsOf(next)) ?? null, fixedMs, MAX_STRIDE / shrink)
    const isMoving = next.interacting || !isFullSize({ shrink, stride })
    // Whitted's edges get their samples at rest.
    const raster = rasterize(next, shrink, 0, isMoving && isHybrid(next.settings) ? movingJitterOf(frames) : CENTRE)
    const fresh: Job = {
      input: next, version: engine.version, traversal: engine.traversal, startMs: performance.now(), shrink, stride, sample: 0, noise: 0, isFinal: false, ...raster,
      region: { x: 0, y: 0, width: 0, height: 0 }, reason: null, outlook: createOutlook(), progress: { block: 0, lane: 0 }, cpuScene: null, stage: 'trace', isShown: false,
      ms: { gbuffer: 0, shade: 0, reflect: 0, irradiance: 0, denoise: 0, tonemap: 0, frame: 0 }, pixels: 0,
    }
    beginSample(fresh)
    return fresh
  }

  function rasterize(next: FrameInput, shrink: number, sample: number, jitter: Jitter = jitterOf(sample)): Pick<Job, 'gbuffer' | 'rasterDone' | 'jitter'> {
    const { width, height } = next
    const startMs = performance.now()
    const gbuffer = rasterizer.rasterize(cameraOf(next, sample), Math.ceil(width / shrink), Math.ceil(height / shrink), jitter)
    return { gbuffer, jitter, rasterDone: device.queue.onSubmittedWorkDone().then(() => performance.now() - startMs, () => 0) }
  }

  /** Starts the job's current sample over, in its current resolution. */
  function beginSample(current: Job): void {
    const full = tracedSize(current)
    if (current.reason === null) current.region = { x: 0, y: 0, ...full }
    current.progress = { block: 0, lane: 0 }
    current.pixels = 0
    // Moving pictures draw other numbers each time, or their noise would stand still; at rest it is the samples that are counted.
    current.isFinal = isFullSize(current) && !current.input.interacting
    current.noise = current.isFinal ? current.sample : MOVING_NOISE + frames++
    for (const name of ['shade', 'reflect', 'irradiance', 'denoise', 'tonemap', 'frame'] as const) current.ms[name] = 0
    const encoder = device.createCommandEncoder({ label: 'begin sample' })
    queue.encodeClearCounters(encoder)
    // A hybrid picture stands until the next one is whole.
    if (current.sample === 0 && !isHybrid(current.input.settings)) encoder.clearBuffer(targets.radiance)
    device.queue.submit([encoder.finish()])
  }

  const blocksOf = ({ region }: Job) => ({ x: Math.ceil(region.width / 8), y: Math.ceil(region.height / 8) })

  /** Must the current job make way for the newest input? */
  function isOvertaken(current: Job, next: FrameInput): boolean {
    if (current.version === engine.version && isSamePicture(current.input, next)) return false
    // A quick frame is finished first, or a steady stream of input would never show one.
    return current.isShown || current.stage === 'done' || performance.now() - current.startMs > OVERDUE_MS
  }

  async function run(): Promise<'working' | 'idle'> {
    if (engine.failure !== null) throw engine.failure
    if (isDisposed || input === null || input.width < 1 || input.height < 1) return 'idle'
    const { traversal } = engine
    // Kernels may take a while to compile: what is begun is traced by its own, whatever was asked for before.
    let tracer: Tracer
    let asked: FrameInput
    do {
      asked = input
      tracer = await tracerOf(asked)
    } while (input !== asked && !isDisposed)
    if (isDisposed) return 'idle'
    const stepStart = performance.now()
    if (job === null || job.traversal !== engine.traversal || isOvertaken(job, input)) job = begin(input)
    const current = job
    // The memory was laid out for other kernels meanwhile: the next step has them.
    if (current.traversal !== traversal) return 'working'
    if (current.version === engine.version && isSamePicture(current.input, input)) {
      const [now, before] = [input.settings, current.input.settings]
      const toneChanged = before.toneMap !== now.toneMap || before.exposureEv !== now.exposureEv || before.exposure !== now.exposure ||
        before.whiteBalance !== now.whiteBalance || before.view !== now.view
      const wasInteracting = current.input.interacting
      current.input = input
      if (now.exposure !== before.exposure) await meterPicture(current, true)
      if (toneChanged && current.isShown) submitTone(current, wholeOutput(), false)
      if (current.stage === 'done' && (wasInteracting && !input.interacting || now.restSamples !== before.restSamples)) resume(current)
    }
    if (current.stage === 'done') {
      await device.queue.onSubmittedWorkDone()
      return 'idle'
    }
    return traceStep(current, current.input === input ? tracer : await tracerOf(current.input), stepStart)
  }

  /** The CPU's threads where they are asked for; counts and comparisons stay with the GPU. */
  async function tracerOf({ settings, cpu }: FrameInput): Promise<Tracer> {
    if (isHybrid(settings)) histories ??= engine.accumulation().then((kernels) => createHybridHistory(device, kernels))
    const history = isHybrid(settings) ? await histories! : null
    if (cpu === undefined || isHeatView(settings.view)) return { kind: 'gpu', passes: await engine.passes(settings), history }
    return { kind: 'cpu', executor: cpu, passes: await engine.cpuPasses(cpu, settings), history }
  }

  /** One bounded portion of a sample, waited for. */
  async function traceStep(current: Job, tracer: Tracer, stepStart: number): Promise<'working' | 'idle'> {
    if (tracer.kind === 'cpu') current.cpuScene ??= await engine.cpuScene(tracer.executor)
    if (isDisposed) return 'idle'
    const { rasterDone } = current
    current.rasterDone = null
    const { secondaryRays } = current.input.settings
    const { history } = tracer
    const rateKey = `${kernelsOf(current.input)} ${secondaryRays} ${current.sample === 0 || history !== null || blurs(current.input) ? 'first' : 'edges'}`
    if (history !== null) engine.preparePaths(pathsOf(current), tracer.kind === 'cpu' ? tracer.executor : null)
    if (history !== null && needsIrradiance(current)) await prepareIrradiance(current, tracer)
    if (isDisposed) return 'idle'
    const blocks = blocksOf(current)
    const blockCount = blocks.x * blocks.y
    const cost = sliceCosts.get(rateKey) ?? createSliceCost()
    sliceCosts.set(rateKey, cost)
    const rate = cost.pixelMs
    const traced = tracedSize(current)
    let planned = rasterDone === null ? 0 : Math.min(current.ms.gbuffer || fixedMs, SLICE_MS / 2)
    let pixels = 0
    let cpuMs = 0
    if (tracer.kind === 'cpu' && current.progress.block === 0 && current.progress.lane === 0) tracer.passes.clearCounters()
    for (let submits = 0; submits < SUBMITS_PER_STEP && current.progress.block < blockCount && planned < SLICE_MS; submits++) {
      const slice = nextSlice(current.progress, blockCount, rate, SLICE_MS - planned, tracer.kind === 'gpu' ? tracer.passes.maxBlocks ?? Math.floor(queue.capacity / 64) : blockCount)
      const encoder = device.createCommandEncoder({ label: `sample ${current.sample}` })
      const inputs = {
        gbuffer: current.gbuffer, targets, slice, rays: raysOf(current.input.settings, engine.hasGlass), frame: frameParams(current, blocks.x),
      }
      if (tracer.kind === 'gpu') tracer.passes.encode(encoder, { ...inputs, bindings: engine.bindings(), timestamps })
      else cpuMs += await tracer.passes.trace({ ...inputs, scene: current.cpuScene! }).catch((error: unknown) => {
        // Its threads are gone: whoever traces next starts anew.
        job = null
        throw error
      })
      if (isDisposed) return 'idle'
      advance(current.progress, slice)
      // Full resolution appears tile by tile over what is shown already.
      if (showsTiles(current)) encodeTone(encoder, current, bandOf(current, slice.firstBlock, slice.blockCount), false)
      device.queue.submit([encoder.finish()])
      pixels += slice.blockCount * slice.laneCount
      planned += rate === null ? SLICE_MS : slice.blockCount * slice.laneCount * rate
    }
    const isComplete = current.progress.block >= blockCount
    const encoder = device.createCommandEncoder({ label: 'end of step' })
    if (isComplete) {
      const isPart = current.reason !== null && !current.isShown
      history?.encode(encoder, { ...current, targets, traced, engine, timestamps })
      if (!showsTiles(current)) encodeTone(encoder, current, wholeOutput(), isPart)
      if (isFullSize(current) && current.sample === 0 && history === null) {
        markEdges.encode(encoder, { gbuffer: current.gbuffer, targets, scale: 1 / whiteOf(exposure.evOf(current.input.settings)), all: blurs(current.input) })
      }
    }
    timestamps.resolve(encoder)
    device.queue.submit([encoder.finish()])
    await device.queue.onSubmittedWorkDone()
    if (isDisposed || engine.failure !== null) return 'idle'
    const stepMs = performance.now() - stepStart
    const gpuMs = await timestamps.read()
    if (rasterDone !== null) {
      current.ms.gbuffer = await rasterDone
      rasterCost.add(current.shrink, current.ms.gbuffer)
    }
    const traceMs = tracer.kind === 'cpu' ? cpuMs
      : timestamps.isSupported ? (gpuMs.shade ?? 0) + (gpuMs.reflect ?? 0) : stepMs - (rasterDone === null ? 0 : current.ms.gbuffer)
    current.ms.shade += tracer.kind === 'gpu' && timestamps.isSupported ? gpuMs.shade ?? 0 : traceMs
    current.ms.reflect += gpuMs.reflect ?? 0
    current.ms.denoise += gpuMs.denoise ?? 0
    if (tracer.kind === 'gpu' && gpuMs.irradiance !== undefined) current.ms.irradiance = irradianceMs = gpuMs.irradiance
    current.ms.tonemap += gpuMs.tonemap ?? 0
    current.ms.frame += stepMs
    current.pixels += pixels
    cost.add(pixels, traceMs)
    current.outlook.add(pixels, traceMs)
    if (isComplete) await finishSample(current, traced, tracer)
    else limitBruteForce(current)
    return 'working'
  }

  /** Lets automatic exposure follow what is shown; at once where no further picture would take it the rest of the way. */
  async function meterPicture(current: Job, isLast: boolean): Promise<void> {
    const { settings } = current.input
    if (settings.exposure !== 'automatic') exposure.forget()
    if (settings.exposure !== 'automatic' || settings.view !== 'shaded' || !current.isShown) return
    const { width, height } = pictureSize(current)
    const before = exposure.evOf(settings)
    const ev = await exposure.follow(await engine.meter(), targets.radiance, width * height, isLast)
    if (isDisposed || ev === null) return
    if (ev !== before) submitTone(current, wholeOutput(), current.reason !== null)
    report = { ...report, exposureEv: ev }
  }

  /** Moving pictures look indirect light up, so it must be known first; at rest it is traced. */
  const needsIrradiance = ({ isFinal, input: { settings }, progress }: Job): boolean => settings.indirect && !isFinal && progress.block === 0 && progress.lane === 0

  async function prepareIrradiance(current: Job, tracer: Tracer): Promise<void> {
    const { version, drawn } = engine
    if (drawn === null) return
    const { camera: { position }, settings } = current.input
    const inputs = { position, scene: { snapshot: drawn, version, settings }, lastMs: irradianceMs }
    if (tracer.kind === 'cpu') {
      current.ms.irradiance = await tracer.passes.prepare?.({ ...inputs, memory: current.cpuScene! }) ?? 0
      return
    }
    const encoder = device.createCommandEncoder({ label: 'irradiance' })
    tracer.passes.prepare?.(encoder, { ...inputs, bindings: engine.bindings(), timestamps })
    device.queue.submit([encoder.finish()])
  }

  async function finishSample(current: Job, traced: { width: number; height: number }, tracer: Tracer): Promise<void> {
    current.isShown = true
    replaced?.dispose()
    replaced = null
    const isLast = !current.input.interacting && isFullSize(current) && (current.reason !== null || current.sample + 1 >= samplesOf(current.input))
    await meterPicture(current, isLast)
    if (isDisposed) return
    if (current.sample === 0) {
      const heat = isHeatView(current.input.settings.view) ? await readHeat(current, traced) : null
      framePixelMs.set(kernelsOf(current.input), (current.ms.shade + current.ms.reflect) / current.pixels)
      fixedMs = current.ms.gbuffer + current.ms.irradiance + current.ms.denoise + current.ms.tonemap
      const { passMs, frame } = { passMs: passTimes(current), frame: current.ms.frame }
      const { x, y, width, height } = current.region
      const spacing = current.stride * current.shrink
      report = {
        exposureEv: exposure.evOf(current.input.settings), passMs, frameMs: frame, rays: await (tracer.kind === 'gpu' || tracer.history !== null ? queue : tracer.passes).readCounters(), ...traced,
        executor: { kind: tracer.kind, threads: tracer.kind === 'gpu' ? 0 : tracer.executor.threads }, traversal: current.traversal,
        samples: isFullSize(current) ? 1 : 0, samplesWanted: current.reason === null ? samplesOf(current.input) : 1, heat,
        uberBuildMs: engine.update.uberBuildMs, instances: engine.update.instances, triangles: engine.update.triangles,
        region: current.reason === null ? null
          : { x: x * spacing, y: y * spacing, width: width * spacing, height: height * spacing, reason: current.reason },
      }
    } else {
      report = { ...report, samples: current.sample + 1 }
    }
    resume(current)
  }

  /** Counts of a complete heat map; shown anew where its legend has to change. */
  async function readHeat(current: Job, traced: { width: number; height: number }): Promise<HeatFigures> {
    const figures = await (await engine.heatStatistics()).read(targets, current.region, traced.width)
    const changed = (['nodes', 'tests', 'occupancy'] as const).filter((view) => {
      const { scale } = figures[view]
      if (scale <= heatScales[view] && scale > 0.6 * heatScales[view]) return false
      heatScales[view] = scale
      return true
    })
    if (changed.length > 0 && !isDisposed) submitTone(current, wholeOutput(), current.reason !== null)
    const shown = (view: HeatView) => ({ ...figures[view], scale: heatScales[view] })
    return { pixels: figures.pixels, nodes: shown('nodes'), tests: shown('tests'), occupancy: shown('occupancy') }
  }

  /** After a complete sample: what comes next. */
  function resume(current: Job): void {
    current.stage = 'done'
    if (current.input.interacting) return
    const { settings } = current.input
    // Hybrid paths at rest start at the eye; the raster is for outlines then, and not jittered.
    let isOutdated = isHybrid(settings) && current.jitter !== CENTRE
    if (!isFullSize(current)) {
      isOutdated ||= current.shrink > 1
      current.shrink = current.stride = 1
      current.reason = null
      limitTo(current, current.input.width * current.input.height)
    } else if (current.isFinal || !isHybrid(settings)) {
      if (current.reason !== null || current.sample + 1 >= samplesOf(current.input)) return
      current.sample++
      isOutdated = !isHybrid(settings)
    }
    if (isOutdated) Object.assign(current, rasterize(current.input, 1, current.sample))
    current.stage = 'trace'
    beginSample(current)
  }

  /** Brute force that would take too long goes on with a centred part of the picture. */
  function limitBruteForce(current: Job): void {
    // Later samples are no dearer than the first, and have its parts in the picture already.
    if (current.reason !== null || current.sample > 0) return
    const { width, height } = current.region
    if (limitTo(current, width * height - current.pixels)) beginSample(current)
  }

  /** Whether so many pixels more would take brute force too long; then `region` is what it has time for. */
  function limitTo(current: Job, pixels: number): boolean {
    const { settings, patienceMs = PATIENCE_MS } = current.input
    const pixelMs = settings.mode === 'brute-force' ? current.outlook.pixelMs(patienceMs) : null
    if (pixelMs === null || pixels * pixelMs < patienceMs) return false
    const { width, height } = tracedSize(current)
    current.region = centredRegion(width, height, (patienceMs * 0.8) / pixelMs)
    current.reason = `Brute force would take about ${Math.round(width * height * pixelMs / 1000)} s for the whole picture`
    return true
  }

  /** How light paths run in a hybrid frame. */
  function pathsOf({ input, gbuffer: { width, height }, stride, isFinal }: Job): HybridPaths {
    const { settings, camera, pathBounces } = input
    return { settings, spread: cameraRays(camera, width, height).spread * stride, ...pathLengthOf(settings, pathBounces), isFinal }
  }

  /** Full resolution comes tile by tile over the quick picture; smoothed pictures come whole. */
  const showsTiles = (current: Job): boolean => isFullSize(current) && current.sample === 0 && current.isShown && !isHybrid(current.input.settings)

  const wholeOutput = (): Region => ({ x: 0, y: 0, width: targets.width, height: targets.height })

  /** The rows of the output that a run of blocks completes; stride is 1. */
  function bandOf(current: Job, firstBlock: number, blockCount: number): Region {
    const across = blocksOf(current).x
    const top = current.region.y + Math.floor(firstBlock / across) * 8
    const bottom = current.region.y + Math.floor((firstBlock + blockCount) / across) * 8
    return { x: current.region.x, y: top, width: current.region.width, height: bottom - top }
  }

  function encodeTone(encoder: GPUCommandEncoder, current: Job, region: Region, fillsGaps: boolean): void {
    if (region.height <= 0) return
    const { width: tracedWidth, height: tracedHeight, stride } = pictureSize(current)
    const { gbuffer, input: { settings } } = current
    toneMap.encode(encoder, {
      targets, gbuffer, settings: { ...settings, exposureEv: exposure.evOf(settings) }, tracedWidth, tracedHeight, stride, keepsEdges: !isHybrid(settings), region, heatScales, fillsGaps, timestamps,
    })
  }

  function submitTone(current: Job, region: Region, fillsGaps: boolean): void {
    const encoder = device.createCommandEncoder({ label: 'tone map' })
    encodeTone(encoder, current, region, fillsGaps)
    device.queue.submit([encoder.finish()])
  }

  return {
    get output() { return (replaced ?? targets).output },
    get gbuffer() { return job?.gbuffer ?? null },
    get report() { return report },
    update(next) { input = next },
    async readRadiance() {
      if (job === null || !job.isShown || !isFullSize(job) || job.reason !== null) return null
      if (isHybrid(job.input.settings) && job.isFinal) return readRested(device, targets.hybrid())
      const sums = new Float32Array(await readBuffer(device, targets.radiance))
      for (let i = 0; i < sums.length; i += 4) {
        const count = Math.max(sums[i + 3], 1)
        for (let c = 0; c < 4; c++) sums[i + c] /= count
      }
      return sums
    },
    step() {
      running ??= run().finally(() => { running = null })
      return running
    },
    dispose() {
      isDisposed = true
      job = null
      replaced?.dispose()
      targets.dispose()
      void histories?.then((made) => made.dispose(), () => {})
      timestamps.dispose()
    },
  }
}
