import type { FrameReport } from '../../gpu/index.ts'

/** Input counts as still arriving for this long after the last of it: a sample at rest would hold up a picture that moves on. */
export const INTERACTING_MS = 250
/** What is no movement of the camera, where pictures that move follow by themselves until the room is known: then nothing is held up, and the first of them is the noisiest. */
export const EDITING_MS = 60
const KEPT_TIMES = 200

/** Whether input is still arriving. */
export interface InputArrival {
  /**
   * @param nowMs  as `performance.now()`
   * @param forMs  that it counts for, after what arrived before
   */
  arrived(nowMs: number, forMs: number): void
  /** As if input had arrived, but nobody is told when it ends: what moves by itself goes on without the user. */
  prolong(): void
  isRecent(): boolean
  dispose(): void
}

/** @param onQuiet  called soon after the last input */
export function createInputArrival(onQuiet: () => void): InputArrival {
  let until = 0
  let quietTimer: ReturnType<typeof setTimeout> | undefined
  return {
    arrived(nowMs, forMs) {
      until = Math.max(until, nowMs + forMs)
      clearTimeout(quietTimer)
      quietTimer = setTimeout(onQuiet, until - nowMs + 5)
    },
    prolong() { until = performance.now() + INTERACTING_MS },
    isRecent: () => performance.now() < until,
    dispose: () => clearTimeout(quietTimer),
  }
}

/** How long it takes from an input to the picture that shows it. */
export interface InputLatency {
  /** Milliseconds, of the latest pictures. */
  readonly inputToPictureMs: readonly number[]
  /** @param nowMs  as `performance.now()` */
  arrived(nowMs: number): void
  /** What arrived so far went into the frame loop, whose last picture was that of `before`. */
  handedOver(before: FrameReport): void
  completed(report: FrameReport): void
  composed(): void
}

export function createInputLatency(): InputLatency {
  const inputToPictureMs: number[] = []
  /** When the oldest input not yet seen arrived; then, whether the frame that shows it has begun, and is complete. */
  let inputAt: number | null = null
  let awaited: { readonly at: number; readonly before: FrameReport } | null = null
  let presentedAt: number | null = null
  return {
    inputToPictureMs,
    arrived(nowMs) { inputAt ??= nowMs },
    handedOver(before) {
      if (inputAt !== null) awaited ??= { at: inputAt, before }
      inputAt = null
    },
    completed(report) {
      if (awaited === null || report === awaited.before) return
      presentedAt = awaited.at
      awaited = null
    },
    composed() {
      if (presentedAt === null) return
      inputToPictureMs.push(performance.now() - presentedAt)
      if (inputToPictureMs.length > KEPT_TIMES) inputToPictureMs.shift()
      presentedAt = null
    },
  }
}
