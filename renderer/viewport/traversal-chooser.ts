import { type Engine, EngineError, measureTraversals } from '../../gpu/index.ts'
import { reportError } from '../errors/notices.ts'
import { useInteraction } from '../interaction/store.ts'
import { changeSettings } from '../shell/settings.ts'
import { useShell } from '../shell/shell.ts'
import { isMeasured, suitingTraversal } from '../shell/traversal.ts'

/** The picture has been final for so long: nobody waits for the GPU. */
const IDLE_MS = 1500
/** Looks that found no time; after them the default stays until the next start. */
const MOST_LOOKS = 3

let isAllowed = false
const waiting = new Set<() => void>()

/** From now on an adapter that was never measured is, as soon as a picture is final; measured ones are left alone. */
export function measureAdapters(): void {
  isAllowed = true
  for (const look of waiting) look()
}

/**
 * Keeps an engine at the traversal that the settings ask for. Where they leave it to Atrium and this adapter is new, a short
 * comparison finds the one that suits it, once: it begins when the picture has been final for a while, and any input ends it.
 */
export function createTraversalChooser(engine: Pick<Engine, 'setTraversal'>, device: GPUDevice): { dispose(): void } {
  let isGone = false
  let looks = 0
  let running: AbortController | null = null
  let timer: ReturnType<typeof setTimeout> | undefined

  function follow(): void {
    engine.setTraversal(suitingTraversal()).catch((error: unknown) => { if (!isGone) reportError(error) })
  }

  function consider(): void {
    const { settled, report, adapter } = useInteraction.getState()
    clearTimeout(timer)
    if (!settled) running?.abort()
    else if (isAllowed && running === null && looks < MOST_LOOKS && adapter !== null && report !== null && report.width > 0 && !isMeasured()) {
      timer = setTimeout(() => void measure(adapter.name), IDLE_MS)
    }
  }

  async function measure(adapter: string): Promise<void> {
    const controller = new AbortController()
    running = controller
    looks++
    try {
      const choice = await measureTraversals(device, { signal: controller.signal })
      const { measuredTraversals } = useShell.getState().settings
      if (choice !== null && !isGone) changeSettings({ measuredTraversals: { ...measuredTraversals, [adapter]: choice.traversal } })
    } catch (error) {
      // Somebody went on working, which is no failed look; or the device is gone, which says so by itself.
      if (controller.signal.aborted) looks--
      else if (!isGone && !(error instanceof EngineError && error.code === 'gpu-lost')) reportError(error)
    }
    running = null
    if (!isGone) consider()
  }

  const unsubscribe = [
    useShell.subscribe((state, before) => { if (state.settings !== before.settings) follow() }),
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
