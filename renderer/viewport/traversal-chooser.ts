import { type Engine, EngineError } from '../../gpu/index.ts'
import { reportError } from '../errors/notices.ts'
import { useInteraction } from '../interaction/store.ts'
import { cameraOf } from '../navigation/projection.ts'
import { useShell } from '../shell/shell.ts'
import { isMeasured, measuredKey, rememberMeasured, suitingTraversal } from '../shell/traversal.ts'

/** The picture has been final for so long: nobody waits for the GPU. */
const IDLE_MS = 1500

let isAllowed = false
const waiting = new Set<() => void>()

/** From now on an adapter that was never measured in a room like the user's is, as soon as a picture is final; otherwise it is left alone. */
export function measureAdapters(): void {
  isAllowed = true
  for (const look of waiting) look()
}

/**
 * Keeps an engine at the traversal that the settings ask for. Where they leave it to Atrium and this adapter is new to a room of this kind,
 * a short comparison in the room itself finds the one that suits, once: it begins when the picture has been final for a while, and any input ends it.
 */
export function createTraversalChooser(engine: Pick<Engine, 'setTraversal' | 'measureTraversals'>): { dispose(): void } {
  let isGone = false
  /** Kinds of rooms in which it failed; there, what suits elsewhere stays until the next start. */
  const failed = new Set<string>()
  let running: AbortController | null = null
  let timer: ReturnType<typeof setTimeout> | undefined

  function follow(): void {
    engine.setTraversal(suitingTraversal()).catch((error: unknown) => { if (!isGone) reportError(error) })
  }

  function consider(): void {
    const { settled, report } = useInteraction.getState()
    const key = measuredKey()
    clearTimeout(timer)
    if (!settled) {
      running?.abort()
      return
    }
    // Another kind of room may be walked best another way.
    follow()
    if (isAllowed && running === null && key !== null && !failed.has(key) && report !== null && report.width > 0 && !isMeasured()) {
      timer = setTimeout(() => void measure(key), IDLE_MS)
    }
  }

  async function measure(key: string): Promise<void> {
    const controller = new AbortController()
    running = controller
    try {
      const choice = await engine.measureTraversals({ camera: cameraOf(useInteraction.getState().pose), signal: controller.signal })
      if (choice !== null && !isGone) rememberMeasured(key, choice)
    } catch (error) {
      // Somebody went on working, which is no failure; or the device is gone, which says so by itself.
      if (!controller.signal.aborted) {
        failed.add(key)
        if (!isGone && !(error instanceof EngineError && error.code === 'gpu-lost')) reportError(error)
      }
    }
    running = null
    // While it was ended the picture may have become final again. Where there was nothing to compare, the next final picture may have it.
    if (!isGone && controller.signal.aborted) consider()
  }

  const unsubscribe = [
    useShell.subscribe((state, before) => {
      if (state.settings === before.settings) return
      follow()
      // What is in use already changes no picture, whose end would ask again.
      if (state.settings.traversal !== before.settings.traversal) consider()
    }),
    useInteraction.subscribe((state, before) => { if (state.settled !== before.settled) consider() }),
  ]
  waiting.add(consider)
  // Something may have been chosen while the engine was made.
  follow()
  consider()
  return {
    dispose() {
      isGone = true
      waiting.delete(consider)
      clearTimeout(timer)
      running?.abort()
      for (const stop of unsubscribe) stop()
    },
  }
}
