import type { FrameInput, FrameLoop } from '../../gpu/index.ts'

const PROGRESS_MS = 200

/**
 * How often a picture that is not complete is composed. Full resolution appears tile by tile; composing it costs about as much as
 * a tile, or far more where the processor draws, so not after each: tracing shall have most of the time. A step that follows
 * waits for it, which tells how long it takes.
 */
export interface ComposePace {
  /** A step begins. Call what comes back when it has ended. */
  beginStep(): () => void
  composed(): void
  isDue(): boolean
}

export function createComposePace(): ComposePace {
  let composedAt = 0
  let steppedAt = 0
  let progressMs = PROGRESS_MS
  return {
    beginStep() {
      const startedAt = performance.now()
      const isAfterComposing = composedAt > steppedAt
      steppedAt = startedAt
      return () => {
        if (isAfterComposing) progressMs = Math.max(PROGRESS_MS, 3 * (performance.now() - startedAt))
      }
    },
    composed() { composedAt = performance.now() },
    isDue: () => performance.now() - composedAt >= progressMs,
  }
}

/** The frame loop's steps, one after the other, until its picture is complete. */
export interface FrameSteps {
  /** Another picture is wanted: the next `update` hands over what it shows. */
  refresh(): void
  /** Hands over the input, when another picture is wanted. */
  update(input: () => FrameInput): void
  /** Goes on with the picture, unless it is complete or a step is under way. */
  run(): void
}

interface Parts {
  readonly frameLoop: FrameLoop
  readonly pace: ComposePace
  /** Aborted: no further step, and nobody hears of the one under way. */
  readonly signal: AbortSignal
  /** Asks for an animation frame. */
  readonly invalidate: () => void
  /** After each step. */
  readonly onStep: () => void
  /** After a step that did not complete the picture. */
  readonly onProgress: () => void
  readonly onComplete: () => void
  readonly onFailure: (error: unknown) => void
}

export function createFrameSteps({ frameLoop, pace, signal, invalidate, onStep, onProgress, onComplete, onFailure }: Parts): FrameSteps {
  let inputDirty = true
  let stepping = false
  let idle = false
  /** Handed to the frame loop so far. */
  let inputs = 0

  function run(): void {
    if (stepping || idle || signal.aborted) return
    stepping = true
    const endStep = pace.beginStep()
    const inputsBefore = inputs
    frameLoop.step().then(
      (state) => {
        stepping = false
        if (signal.aborted) return
        endStep()
        onStep()
        // Newer input goes in with the next animation frame; until then the next slice follows at once.
        if (inputDirty) invalidate()
        // 'idle' was said of the input before: a window that was resized meanwhile would wait for its picture for good.
        else if (state === 'working' || inputs !== inputsBefore) {
          onProgress()
          run()
        } else {
          idle = true
          onComplete()
        }
      },
      (error: unknown) => {
        stepping = false
        if (!signal.aborted) onFailure(error)
      },
    )
  }

  return {
    run,
    refresh() {
      inputDirty = true
      idle = false
    },
    update(input) {
      if (!inputDirty) return
      inputDirty = false
      inputs++
      frameLoop.update(input())
    },
  }
}
