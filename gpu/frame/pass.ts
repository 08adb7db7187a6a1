import type { Arrived, Readback } from '../device/readback.ts'
import type { PassTimer } from '../device/timestamps.ts'
import type { CpuPasses } from '../passes/whitted/cpu-whitted.ts'
import type { TracePasses, TraceSlice } from '../passes/whitted/whitted.ts'
import type { FrameTargets } from '../passes/targets.ts'
import type { CpuExecutor } from '../twin/executor/cpu-executor.ts'
import type { Job } from './job.ts'

/** Who traces a picture. */
export type Tracer =
  | { readonly kind: 'gpu'; readonly passes: TracePasses }
  | { readonly kind: 'cpu'; readonly executor: CpuExecutor; readonly passes: CpuPasses }

/** What the passes of a frame see: one bounded portion of a sample. */
export interface Portion {
  readonly job: Job
  readonly targets: FrameTargets
  readonly tracer: Tracer
  readonly timestamps: PassTimer
  /** What is copied there comes back with the step's times. */
  readonly readback: Readback
}

/**
 * One pass of a frame, with whatever it keeps from frame to frame. The plan says which take part; each of the steps below is taken by
 * all of them in that order.
 */
export interface FramePass {
  /** Compiles what it needs, before the first portion is begun. */
  ready?(): Promise<void>
  /** Before any slice of a portion is recorded; what must be known first is submitted here. */
  prepare?(portion: Portion): Promise<void> | void
  /** Records one slice, submitted before the next. What it submits itself comes right before: nothing is awaited in between. @returns milliseconds that the CPU's threads traced */
  slice?(encoder: GPUCommandEncoder, portion: Portion, slice: TraceSlice): Promise<number> | void
  /** Records what follows the last slice of a sample. */
  encode?(encoder: GPUCommandEncoder, portion: Portion): void
  /** The GPU has done the portion: what it took, and what came back with that. */
  took?(portion: Portion, arrived: Arrived): void
  /**
   * A sample is complete, and the GPU at rest.
   *
   * @param isLast  none follows
   * @returns whether the picture is to be toned again
   */
  finish?(portion: Pick<Portion, 'job' | 'targets'>, isLast: boolean): Promise<boolean>
  dispose?(): void
}
