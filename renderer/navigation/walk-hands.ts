import { useInteraction } from '../interaction/store.ts'
import { lookBy } from './orbit.ts'

type Way = 'ahead' | 'back' | 'left' | 'right'
/** By place on the keyboard, so that W A S D is where the hand is on any layout. */
const WAYS: Readonly<Record<string, Way>> = {
  KeyW: 'ahead', ArrowUp: 'ahead', KeyS: 'back', ArrowDown: 'back', KeyA: 'left', ArrowLeft: 'left', KeyD: 'right', ArrowRight: 'right',
}

/** What held keys ask of the body, -1 to 1 along and across. */
interface Keys {
  readonly along: number
  readonly across: number
  readonly fast: boolean
}

/** The keyboard and the pointer of a walker. */
export interface WalkHands {
  keys(): Keys
  readonly areKeysHeld: boolean
  /** Walking began: the pointer is captured where the browser allows it. */
  begin(): void
  /** It ended: the pointer is free, and no key counts as held. */
  end(): void
  dispose(): void
}

/**
 * Hears held keys, and turns the head by the captured or the dragging pointer. Escape, which frees the pointer, also ends walking.
 *
 * @param wake  a key went down
 */
export function createWalkHands(canvas: HTMLElement, isWalking: () => boolean, wake: () => void): WalkHands {
  const held = new Set<Way>()
  const stop = new AbortController()
  const { signal } = stop
  let fast = false
  let hadLock = false
  /** The first movement after the pointer was captured leads to where the system puts it: nobody turned his head. */
  let isCaptureMove = false

  // Refused without a user gesture or a pointer: walking then turns by dragging.
  const capture = (): void => void Promise.resolve(canvas.requestPointerLock()).catch(() => undefined)

  window.addEventListener('keydown', (event) => {
    if (!isWalking() || isTyping(event) || event.ctrlKey || event.metaKey || event.altKey) return
    fast = event.shiftKey
    const way = WAYS[event.code]
    if (way === undefined) return
    // These keys mean something else outside walking.
    event.preventDefault()
    event.stopImmediatePropagation()
    held.add(way)
    wake()
  }, { signal, capture: true })
  window.addEventListener('keyup', (event) => {
    fast = event.shiftKey
    const way = WAYS[event.code]
    if (way !== undefined) held.delete(way)
  }, { signal, capture: true })
  window.addEventListener('blur', () => held.clear(), { signal })
  document.addEventListener('pointerlockchange', () => {
    const isLocked = document.pointerLockElement === canvas
    if (hadLock && !isLocked && isWalking()) useInteraction.setState({ navigation: 'orbit' })
    hadLock = isLocked
    isCaptureMove = isLocked
  }, { signal })
  document.addEventListener('pointermove', (event) => {
    // The browser tells of a captured pointer after every layout, moved or not; the picture would never come to rest.
    if (!isWalking() || (event.movementX === 0 && event.movementY === 0)) return
    const isDragging = event.target === canvas && (event.buttons & 1) !== 0
    const isLocked = document.pointerLockElement === canvas
    if (!isLocked && !isDragging) return
    // The captured pointer's own announcement may come after its first movement.
    if (isLocked && (isCaptureMove || !hadLock)) {
      isCaptureMove = false
      return
    }
    useInteraction.setState(({ pose }) => ({ pose: lookBy(pose, event.movementX, event.movementY) }))
  }, { signal })
  canvas.addEventListener('pointerdown', () => {
    if (isWalking() && document.pointerLockElement !== canvas) capture()
  }, { signal })

  const between = (plus: Way, minus: Way): number => (held.has(plus) ? 1 : 0) - (held.has(minus) ? 1 : 0)
  return {
    keys: () => ({ along: between('ahead', 'back'), across: between('right', 'left'), fast }),
    get areKeysHeld() { return held.size > 0 },
    begin() {
      hadLock = false
      capture()
    },
    end() {
      held.clear()
      if (document.pointerLockElement === canvas) document.exitPointerLock()
    },
    dispose: () => stop.abort(),
  }
}

function isTyping({ target }: KeyboardEvent): boolean {
  return target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName))
}
