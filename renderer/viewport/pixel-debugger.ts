import type { Engine, RenderSettings } from '../../gpu/index.ts'
import { useDocument } from '../document/store.ts'
import { reportError } from '../errors/notices.ts'
import { askAgain, type DebugQuestion, markStale, takeAnswer, useDebug } from '../interaction/debug.ts'
import { cameraOf } from '../interaction/projection.ts'
import { useInteraction } from '../interaction/store.ts'

/** Answers the debug pixel's questions for as long as one GPU device lives; the next life takes up what is still open. */
export interface PixelDebugger {
  /** Rays would now find something else. */
  sceneChanged(): void
  dispose(): void
}

/** Settings that say how the picture is shown, not what its rays do. */
const SHOWN: ReadonlySet<string> = new Set<keyof RenderSettings>(['view', 'heatRays', 'toneMap', 'exposureEv', 'animation'])

export function createPixelDebugger(engine: Pick<Engine, 'explainPixel'>): PixelDebugger {
  let isRunning = false
  let isDisposed = false

  async function answer(question: DebugQuestion): Promise<void> {
    if (isRunning) return
    isRunning = true
    const { pose, ...pixel } = question
    try {
      const found = await engine.explainPixel({ camera: cameraOf(pose), settings: useInteraction.getState().settings, ...pixel })
      if (!isDisposed && useDebug.getState().question === question) takeAnswer(found)
    } catch (error) {
      // With the device gone, the next life answers.
      if (!isDisposed && useDebug.getState().question === question) {
        useDebug.setState({ state: 'failed' })
        reportError(error, 'Debug pixel')
      }
    }
    isRunning = false
    const { question: newest } = useDebug.getState()
    if (!isDisposed && newest !== null && newest !== question) await answer(newest)
  }

  const unsubscribe = [
    useDebug.subscribe(({ question }, before) => {
      if (question !== null && question !== before.question) void answer(question)
    }),
    useDocument.subscribe((state, before) => { if (state.document !== before.document) markStale() }),
    useInteraction.subscribe((state, before) => {
      const [now, then] = [state.settings, before.settings]
      if (now !== then && (Object.keys(now) as (keyof RenderSettings)[]).some((key) => now[key] !== then[key] && !SHOWN.has(key))) markStale()
      // A settled picture is one whose scene is on the GPU with all of its trees.
      if (state.settled && !before.settled && useDebug.getState().state === 'stale') askAgain()
    }),
  ]
  const { question, state } = useDebug.getState()
  if (question !== null && state === 'tracing') void answer(question)

  return {
    sceneChanged: markStale,
    dispose() {
      isDisposed = true
      for (const stop of unsubscribe) stop()
    },
  }
}
