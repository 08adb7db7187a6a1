import type { Arrived } from '../../device/readback.ts'
import { UNTIMED } from '../../device/timestamps.ts'
import { countersOf } from '../../passes/whitted/ray-queue.ts'
import type { FrameInput, FrameReport } from '../frame.ts'
import type { FramePasses } from '../passes/frame-passes.ts'
import type { Job } from '../job.ts'
import type { Pace } from '../pace.ts'
import type { FramePass, Tracer } from '../pass.ts'
import { isHybrid, kernelsOf } from '../plan.ts'
import { isLastSample } from './refine.ts'
import { emptyReport, reportOf } from './report.ts'
import { isTonedOtherwise } from '../same-picture.ts'
import type { Screen } from './screen.ts'
import { createFirstSight } from './warmth.ts'
import type { FrameShared } from '../tracing/shared.ts'

/** What becomes of complete samples: a picture on screen and a report. */
export interface Showing {
  /** Of the last complete sample. */
  readonly report: FrameReport
  /**
   * A sample is complete: its picture is on screen, and whatever looks at pictures has seen it.
   *
   * @returns whether it was toned anew for that
   */
  finish(job: Job, tracer: Tracer, plan: readonly FramePass[], arrived: Arrived): Promise<boolean>
  /** Its rays walk another way from now on. */
  follow(job: Job): void
  /** What `targets.radiance` holds of it, toned. */
  again(job: Job): void
  /** The job's light by other settings: what is shown follows at once. */
  adjust(job: Job, before: FrameInput): Promise<void>
}

/** @param signal  aborted: the loop is disposed of */
export function createShowing({ device, isSoftware, scene, tracing }: FrameShared, passes: FramePasses, screen: Screen, pace: Pace, signal: AbortSignal): Showing {
  let report = emptyReport(tracing.walk.traversal)
  const firstSight = createFirstSight()

  function show(job: Job, fillsGaps: boolean): void {
    const encoder = device.createCommandEncoder({ label: 'tone map' })
    passes.tone.show(encoder, { job, targets: screen.targets, timestamps: UNTIMED }, fillsGaps)
    device.queue.submit([encoder.finish()])
  }

  async function finishPass(pass: FramePass, job: Job, isLast: boolean): Promise<boolean> {
    const isChanged = await pass.finish?.({ job, targets: screen.targets }, isLast) ?? false
    if (signal.aborted || !isChanged) return false
    show(job, job.reason !== null)
    return true
  }

  /** A card's paths at rest start at the eye and cost several times as much: they say nothing of what moves. */
  function takeTimes({ input, isFinal, pixels, ms: { shade, reflect, gbuffer, irradiance, denoise, edges, tonemap } }: Job): void {
    if (isFinal && isHybrid(input.settings) && !isSoftware) return
    pace.frameTook(kernelsOf(input), pixels, shade + reflect, gbuffer + irradiance + denoise + edges + tonemap)
  }

  function reportFirst(job: Job, tracer: Tracer, plan: readonly FramePass[], arrived: Arrived): void {
    const rays = tracer.kind === 'gpu' || isHybrid(job.input.settings) ? countersOf(arrived) : tracer.passes.readCounters()
    report = reportOf(job, tracer, scene.update, {
      rays, heat: plan.includes(passes.heat) ? passes.heat.figures : null, exposureEv: passes.exposure.evOf(job.input.settings),
    })
  }

  return {
    get report() { return report },
    async finish(job, tracer, plan, arrived) {
      const isKeptBack = firstSight.keepsBack(job)
      job.isShown = true
      // Until then the screen has what it had before.
      if (!isKeptBack) screen.settle()
      const isLast = isLastSample(job)
      let isShownAnew = false
      for (const pass of plan) isShownAnew = await finishPass(pass, job, isLast) || isShownAnew
      if (signal.aborted) return false
      if (job.sample === 0) takeTimes(job)
      if (isKeptBack) return isShownAnew
      if (job.sample === 0) reportFirst(job, tracer, plan, arrived)
      else report = { ...report, samples: job.sample + 1, exposureEv: passes.exposure.evOf(job.input.settings) }
      return isShownAnew
    },
    follow(job) { report = { ...report, traversal: job.walk.traversal } },
    again: (job) => show(job, false),
    async adjust(job, { settings: before }) {
      const { settings: now } = job.input
      if (now.exposure !== before.exposure && await finishPass(passes.meter, job, true)) report = { ...report, exposureEv: passes.exposure.evOf(now) }
      if (isTonedOtherwise(before, now) && job.isShown) show(job, false)
    },
  }
}
