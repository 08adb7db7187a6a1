import { createTimestamps, type Timestamps } from '../device/timestamps.ts'
import { blocksOf, type Job } from './job.ts'
import { advance, nextSlice, type Pace, type SliceCost, SLICE_MS } from './pace.ts'
import type { FramePass, Portion, Tracer } from './pass.ts'
import { blurs, isHybrid, kernelsOf } from './plan.ts'
import type { Screen } from './screen.ts'
import type { FrameShared } from './shared.ts'

/** Submits of one step, so that its timestamps fit. */
const SUBMITS_PER_STEP = 8

/** What slices of a step came to. */
interface Traced {
  readonly pixels: number
  readonly cpuMs: number
  /** They were the last of their sample. */
  readonly isComplete: boolean
}

/** Traces a sample portion by portion, each of them bounded, timed and waited for. */
export interface Steps {
  readonly timestamps: Timestamps
  /**
   * @param startMs  when the step began
   * @returns whether the sample is complete; null: the loop is disposed of, or the device gone
   * @throws what an executor's threads do when they are gone
   */
  trace(job: Job, tracer: Tracer, plan: readonly FramePass[], startMs: number): Promise<boolean | null>
  dispose(): void
}

/** @param signal  aborted: the loop is disposed of */
export function createSteps({ device, queue, cpu, failure }: FrameShared, pace: Pace, screen: Screen, signal: AbortSignal): Steps {
  const timestamps = createTimestamps(device)

  /** As many slices as fit the time of a step. @param planned  milliseconds of it that are taken */
  async function traceSlices(plan: readonly FramePass[], portion: Portion, pixelMs: number | null, planned: number): Promise<Traced> {
    const { job, tracer } = portion
    const { x, y } = blocksOf(job)
    const most = tracer.kind === 'gpu' ? tracer.passes.maxBlocks ?? Math.floor(queue.capacity / 64) : x * y
    let [pixels, cpuMs] = [0, 0]
    for (let submits = 0; submits < SUBMITS_PER_STEP && job.progress.block < x * y && planned < SLICE_MS; submits++) {
      const slice = nextSlice(job.progress, x * y, pixelMs, SLICE_MS - planned, most)
      const encoder = device.createCommandEncoder({ label: `sample ${job.sample}` })
      for (const pass of plan) cpuMs += await pass.slice?.(encoder, portion, slice) ?? 0
      if (signal.aborted) break
      advance(job.progress, slice)
      device.queue.submit([encoder.finish()])
      pixels += slice.blockCount * slice.laneCount
      planned += pixelMs === null ? SLICE_MS : slice.blockCount * slice.laneCount * pixelMs
    }
    return { pixels, cpuMs, isComplete: job.progress.block >= x * y }
  }

  /** Waits for all that was submitted, and reads what it took. */
  async function finishStep(plan: readonly FramePass[], portion: Portion, isComplete: boolean): Promise<Readonly<Record<string, number>> | null> {
    const encoder = device.createCommandEncoder({ label: 'end of step' })
    if (isComplete) for (const pass of plan) pass.encode?.(encoder, portion)
    timestamps.resolve(encoder)
    device.queue.submit([encoder.finish()])
    await device.queue.onSubmittedWorkDone()
    return signal.aborted || failure() !== null ? null : timestamps.read()
  }

  function takeTimes({ job, tracer }: Portion, { pixels, cpuMs }: Traced, gpuMs: Readonly<Record<string, number>>, stepMs: number, cost: SliceCost): void {
    const traceMs = tracer.kind === 'cpu' ? cpuMs : timestamps.isSupported ? (gpuMs.shade ?? 0) + (gpuMs.reflect ?? 0) : stepMs
    job.ms.shade += tracer.kind === 'gpu' && timestamps.isSupported ? gpuMs.shade ?? 0 : traceMs
    for (const name of ['reflect', 'denoise', 'tonemap'] as const) job.ms[name] += gpuMs[name] ?? 0
    job.pixels += pixels
    cost.add(pixels, traceMs)
    job.outlook.add(pixels, traceMs)
  }

  return {
    timestamps,
    async trace(job, tracer, plan, startMs) {
      if (tracer.kind === 'cpu') job.cpuScene ??= await cpu.scene(tracer.executor)
      if (signal.aborted) return null
      const { rasterDone } = job
      job.rasterDone = null
      const portion: Portion = { job, targets: screen.targets, tracer, timestamps }
      for (const pass of plan) await pass.prepare?.(portion)
      if (signal.aborted) return null
      const cost = pace.slices(kindOf(job))
      const traced = await traceSlices(plan, portion, cost.pixelMs, rasterDone === null ? 0 : Math.min(job.ms.gbuffer || pace.fixedMs, SLICE_MS / 2))
      if (signal.aborted) return null
      const gpuMs = await finishStep(plan, portion, traced.isComplete)
      if (gpuMs === null) return null
      const stepMs = performance.now() - startMs
      if (rasterDone !== null) {
        job.ms.gbuffer = await rasterDone
        pace.rasterTook(job.shrink, job.ms.gbuffer)
      }
      takeTimes(portion, traced, gpuMs, stepMs - (rasterDone === null ? 0 : job.ms.gbuffer), cost)
      for (const pass of plan) pass.took?.(portion, gpuMs)
      job.ms.frame += stepMs
      return traced.isComplete
    },
    dispose: () => timestamps.dispose(),
  }
}

/** Slices that cost about the same per pixel. */
function kindOf({ input, sample }: Job): string {
  const isWhole = sample === 0 || isHybrid(input.settings) || blurs(input)
  return `${kernelsOf(input)} ${input.settings.secondaryRays} ${isWhole ? 'first' : 'edges'}`
}
