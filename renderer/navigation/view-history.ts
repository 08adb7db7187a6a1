import { create } from 'zustand'
import { useDocument } from '../document/store.ts'
import { type CameraPose, useInteraction } from '../interaction/store.ts'
import { destination, flyTo } from './flight.ts'

/** Of what the camera did, as many are kept. */
const MAX_STEPS = 100
/** A camera at rest for so long has ended its move: drags, turns of the wheel and steps on foot that follow one another are one. */
const REST_MS = 500

/** Where the camera stood, apart from the document and its undo. */
interface ViewHistory {
  readonly past: readonly CameraPose[]
  readonly future: readonly CameraPose[]
}

const EMPTY: ViewHistory = { past: [], future: [] }
export const useViewHistory = create<ViewHistory>()(() => EMPTY)

/** Where the camera was brought back to, and is on its way: that is no move of its own. */
let restored: CameraPose | null = null
let isRestoring = false

/**
 * Notes every move of the camera until it is told to stop. Another project begins with none.
 *
 * @param now  milliseconds
 */
export function followCamera(now: () => number = () => performance.now()): () => void {
  let lastMs = -Infinity
  const forget = (): void => {
    useViewHistory.setState(EMPTY)
    restored = null
    lastMs = -Infinity
  }
  const stops = [
    useInteraction.subscribe(({ pose }, before) => {
      if (pose === before.pose) return
      if (isRestoring || (restored !== null && destination() === restored)) {
        lastMs = -Infinity
        return
      }
      restored = null
      const isNew = now() - lastMs > REST_MS
      lastMs = now()
      if (isNew) useViewHistory.setState(({ past }) => ({ past: [...past, before.pose].slice(-MAX_STEPS), future: [] }))
    }),
    useDocument.subscribe((state, before) => { if (state.replaced !== before.replaced) forget() }),
  ]
  return () => {
    for (const stop of stops) stop()
    forget()
  }
}

/** Brings the camera back to where it stood before its last move; nothing when it made none. */
export function undoView(): void {
  const { past, future } = useViewHistory.getState()
  const pose = past.at(-1)
  if (pose === undefined) return
  useViewHistory.setState({ past: past.slice(0, -1), future: [...future, destination()] })
  restore(pose)
}

/** Makes the move again that was taken back last. */
export function redoView(): void {
  const { past, future } = useViewHistory.getState()
  const pose = future.at(-1)
  if (pose === undefined) return
  useViewHistory.setState({ past: [...past, destination()], future: future.slice(0, -1) })
  restore(pose)
}

function restore(pose: CameraPose): void {
  isRestoring = true
  // Who walks has a body that cannot fly.
  if (useInteraction.getState().navigation === 'walk') useInteraction.setState({ pose })
  else flyTo(pose)
  isRestoring = false
  restored = destination()
}
