import type { Engine, RenderSettings } from '../../gpu/index.ts'
import { useDocument } from '../document/store.ts'
import { reportError } from '../errors/notices.ts'
import { askAgain, type DebugQuestion, markStale, takeAnswer, useDebug } from '../interaction/debug.ts'
import { cameraOf } from '../navigation/projection.ts'
import { useInteraction } from '../interaction/store.ts'
import { say } from '../words/say.ts'

/** Answers the debug pixel's questions for as long as one GPU device lives; the next life takes up what is still open. */
export interface PixelDebugger {
  /** The engine has another scene: rays would now find something else. */
  sceneChanged(): void
  dispose(): void
}

/** Settings that say how the picture is made and shown, not what its rays do. */
const SHOWN: ReadonlySet<string> = new Set<keyof RenderSettings>(['view', 'heatRays', 'toneMap', 'exposureEv', 'exposure', 'whiteBalance', 'animation', 'secondaryRays'])
/** A change that is followed by none for so long is answered. */
const QUIET_MS = 350

export function createPixelDebugger(engine: Pick<Engine, 'explainPixel'>): PixelDebugger {
  let isRunning = false
  let isDisposed = false
  let timer: ReturnType<typeof setTimeout> | undefined
  let changes = 0

  function again(): void {
    if (!isDisposed && useDebug.getState().state === 'stale') askAgain()
  }

  /** The answer is old; what moves by itself leaves it so until it rests. */
  function outdated(): void {
    changes++
    markStale()
    clearTimeout(timer)
    timer = setTimeout(again, QUIET_MS)
  }

  async function answer(question: DebugQuestion): Promise<void> {
    if (isRunning) return
    isRunning = true
    const before = changes
    const { pose, ...pixel } = question
    try {
      const found = await engine.explainPixel({ camera: cameraOf(pose), settings: useInteraction.getState().settings, ...pixel })
      if (!isDisposed && useDebug.getState().question === question) {
        takeAnswer(found)
        if (changes !== before) outdated()
      }
    } catch (error) {
      // With the device gone, the next life answers.
      if (!isDisposed && useDebug.getState().question === question) {
        useDebug.setState({ state: 'failed' })
        reportError(error, say('debug.title'))
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
      if (now !== then && (Object.keys(now) as (keyof RenderSettings)[]).some((key) => now[key] !== then[key] && !SHOWN.has(key))) outdated()
      // Edits that the engine never hears of, of a name for instance.
      if (state.settled && !before.settled) again()
    }),
  ]
  const { question, state } = useDebug.getState()
  if (question !== null && state === 'tracing') void answer(question)

  return {
    sceneChanged: outdated,
    dispose() {
      isDisposed = true
      clearTimeout(timer)
      for (const stop of unsubscribe) stop()
    },
  }
}
