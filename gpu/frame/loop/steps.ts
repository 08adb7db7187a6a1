import type { Arrived, Readbacks } from '../../device/readback.ts'
import { type SliceCost, SLICE_MS } from '../../kernels/slice-cost.ts'
import { blocksOf, type Job } from '../job.ts'
import { advance, INTERACTIVE_MS, type Pace, slicesOfStep, STEP_MS } from '../pace.ts'
import type { FramePass, Portion, Tracer } from '../pass.ts'
import { blurs, isHybrid, kernelsOf } from '../plan.ts'
import type { Screen } from './screen.ts'
import type { FrameShared } from '../tracing/shared.ts'

/** What slices of a step came to. */
interface Traced {
  readonly pixels: number
  readonly slices: number
  /** Pixels of the largest of them. */
  readonly largest: number
  readonly cpuMs: number
  /** They were the last of their sample. */
  readonly isComplete: boolean
}

/** Traces a sample portion by portion, each of them bounded, timed and waited for once. */
export interface Steps {
  /** Milliseconds until the GPU has probably done all of a moving picture; null: there is none under way, or parts of it are still to be submitted. */
  readonly leftMs: number | null
  /**
   * @param startMs  when the step began
   * @returns what came back with a complete sample; 'partial': more is to be traced; null: the loop is disposed of, or the device gone
   * @throws what an executor's threads do when they are gone
   */
  trace(job: Job, tracer: Tracer, plan: readonly FramePass[], startMs: number): Promise<Arrived | 'partial' | null>
}

/** @param signal  aborted: the loop is disposed of */
export function createSteps({ device, queue, cpu, tracing, failure }: FrameShared, pace: Pace, screen: Screen, readbacks: Readbacks, signal: AbortSignal): Steps {
  /** A moving picture whose last slice was submitted. */
  let leaving: { readonly sinceMs: number } | null = null
  /** What the last one took from there. */
  let leavingMs = Infinity

  /** As many slices as fit the time of a step, the last with all that follows. @param planned  milliseconds of it that are taken */
  async function traceSlices(plan: readonly FramePass[], portion: Portion, pixelMs: number | null, planned: number): Promise<Traced> {
    const { job, tracer, readback } = portion
    const { x, y } = blocksOf(job)
    const most = tracer.kind === 'gpu' ? tracer.passes.maxBlocks ?? Math.floor(queue.capacity / 64) : x * y
    // A moving picture is shown when it is whole: in one go, of dispatches that are short each.
    const budget = tracer.kind === 'gpu' && job.input.interacting ? INTERACTIVE_MS : STEP_MS
    const slices = slicesOfStep(job.progress, x * y, { pixelMs, budgetMs: budget, plannedMs: planned, maxBlocks: most })
    const pixels = slices.map(({ blockCount, laneCount }) => blockCount * laneCount)
    let cpuMs = 0
    for (const [i, slice] of slices.entries()) {
      const encoder = device.createCommandEncoder({ label: `sample ${job.sample}` })
      for (const pass of plan) {
        const traced = pass.slice?.(encoder, portion, slice)
        // A card is not waited for: who else traces on it must not come between what a pass submits ahead of the encoder and this.
        if (traced !== undefined) cpuMs += await traced
      }
      if (signal.aborted) break
      advance(job.progress, slice)
      const isLast = i === slices.length - 1
      const isComplete = job.progress.block >= x * y
      if (isLast && isComplete) for (const pass of plan) pass.encode?.(encoder, portion)
      if (isLast) {
        queue.encodeCopyCounters(encoder, readback)
        readback.encodeEnd(encoder)
      }
      device.queue.submit([encoder.finish()])
    }
    return { pixels: pixels.reduce((sum, count) => sum + count, 0), slices: slices.length, largest: Math.max(...pixels), cpuMs, isComplete: job.progress.block >= x * y }
  }

  /** Waits for all that was submitted. */
  async function arrival({ readback, job: { input: { interacting } } }: Portion, isComplete: boolean): Promise<Arrived | null> {
    const sinceMs = performance.now()
    if (isComplete && interacting) leaving = { sinceMs }
    try {
      const arrived = await readback.read()
      if (leaving !== null) leavingMs = performance.now() - sinceMs
      return signal.aborted || failure() !== null ? null : arrived
    } catch (error) {
      // The loop is disposed of, or the device is gone: who waits for that hears of it before this does.
      await device.queue.onSubmittedWorkDone().catch(() => undefined)
      if (signal.aborted || failure() !== null) return null
      throw error
    } finally {
      leaving = null
    }
  }

  function takeTimes({ job, tracer }: Portion, { pixels, slices, largest, cpuMs }: Traced, { ms }: Arrived, wallMs: number, cost: SliceCost): void {
    const isTimed = tracer.kind === 'gpu' && readbacks.isTimed
    const traceMs = tracer.kind === 'cpu' ? cpuMs : isTimed ? (ms.shade ?? 0) + (ms.reflect ?? 0) : wallMs
    job.ms.shade += isTimed ? ms.shade ?? 0 : traceMs
    for (const name of ['reflect', 'denoise', 'edges', 'tonemap'] as const) job.ms[name] += ms[name] ?? 0
    job.pixels += pixels
    cost.add(pixels / slices, traceMs / slices, largest)
    job.outlook.add(pixels, traceMs)
  }

  return {
    get leftMs() { return leaving === null ? null : leavingMs - (performance.now() - leaving.sinceMs) },
    async trace(job, tracer, plan, startMs) {
      if (tracer.kind === 'cpu') job.cpuScene ??= await cpu.scene(tracer.executor)
      if (signal.aborted) return null
      // The scene has become deeper since: the picture is begun again.
      if (tracer.kind === 'gpu' && !tracing.holds(job.walk)) return 'partial'
      const { raster } = job
      job.raster = null
      const readback = raster?.readback ?? readbacks.take()
      const portion: Portion = { job, targets: screen.targets, tracer, readback, timestamps: readback.times }
      for (const pass of plan) await pass.prepare?.(portion)
      if (signal.aborted) return null
      const cost = pace.slices(kindOf(job))
      const traced = await traceSlices(plan, portion, cost.eachMs, raster === null ? 0 : Math.min(job.ms.gbuffer || pace.fixedMs, SLICE_MS / 2))
      if (signal.aborted) return null
      const arrived = await arrival(portion, traced.isComplete)
      if (arrived === null) return null
      const stepMs = performance.now() - startMs
      if (raster !== null) {
        job.ms.gbuffer = arrived.ms.gbuffer ?? await raster.wallMs ?? 0
        pace.rasterTook(job.shrink, job.ms.gbuffer)
      }
      takeTimes(portion, traced, arrived, stepMs - (raster === null ? 0 : job.ms.gbuffer), cost)
      for (const pass of plan) pass.took?.(portion, arrived)
      job.ms.frame += stepMs
      return traced.isComplete ? arrived : 'partial'
    },
  }
}

/** Slices that cost about the same per pixel. */
function kindOf({ input, sample }: Job): string {
  const isWhole = sample === 0 || isHybrid(input.settings) || blurs(input)
  return `${kernelsOf(input)} ${input.settings.secondaryRays} ${isWhole ? 'first' : 'edges'}`
}
