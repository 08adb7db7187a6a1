import type { SceneQuery, Vec3 } from '../../gpu/index.ts'
import { levelAxes, lookBy } from './orbit.ts'
import { useInteraction } from '../interaction/store.ts'
import { add, distance, rotate, scale } from './vector.ts'
import { createWalkClock } from './walk-clock.ts'
import { isAtRest, startWalk, type WalkInput, type WalkState } from './walk.ts'

type Way = 'ahead' | 'back' | 'left' | 'right'
/** By place on the keyboard, so that W A S D is where the hand is on any layout. */
const WAYS: Readonly<Record<string, Way>> = {
  KeyW: 'ahead', ArrowUp: 'ahead', KeyS: 'back', ArrowDown: 'back', KeyA: 'left', ArrowLeft: 'left', KeyD: 'right', ArrowRight: 'right',
}
const TARGET_AHEAD = 2.5

/** Walking: keys move the body, the captured pointer turns the head. */
export interface WalkControl {
  /** The scene changed: the body may have lost its floor, or its view of it. */
  sceneChanged(): void
  dispose(): void
}

/**
 * Walks while `navigation` is 'walk'. Entering and leaving keep the camera where it is; on entering, the body falls to the
 * floor below it. Escape, which frees the pointer, also ends walking.
 */
export function createWalkControl(canvas: HTMLElement, query: SceneQuery): WalkControl {
  const held = new Set<Way>()
  const clock = createWalkClock()
  const stop = new AbortController()
  const { signal } = stop
  let state: WalkState | null = null
  let fast = false
  let running = 0
  let hadLock = false
  /** The first movement after the pointer was captured leads to where the system puts it: nobody turned his head. */
  let isCaptureMove = false

  function input(): WalkInput {
    const { ahead, right } = levelAxes(useInteraction.getState().pose)
    const along = (held.has('ahead') ? 1 : 0) - (held.has('back') ? 1 : 0)
    const across = (held.has('right') ? 1 : 0) - (held.has('left') ? 1 : 0)
    return { direction: add(scale(ahead, along), scale(right, across)), fast }
  }

  /** One animation frame; asks for the next only while something moves. */
  function advance(): void {
    running = 0
    if (state === null) return
    const { pose } = useInteraction.getState()
    // The camera was set from outside (a saved view, a test): walk on from there.
    if (distance(pose.position, eyeOf(state)) > 1e-6) state = startWalk(pose.position, query)
    state = clock.advance(state, input(), query)
    const position = eyeOf(state)
    if (distance(position, pose.position) > 0) {
      useInteraction.setState({ pose: { ...pose, position, target: add(position, rotate(pose.orientation, [0, 0, -TARGET_AHEAD])) } })
    }
    if (held.size > 0 || !isAtRest(state)) running = requestAnimationFrame(advance)
  }

  function wake(): void {
    if (state === null || running !== 0) return
    clock.restart()
    running = requestAnimationFrame(advance)
  }

  function enter(): void {
    state = startWalk(useInteraction.getState().pose.position, query)
    hadLock = false
    // Refused without a user gesture or a pointer: walking then turns by dragging.
    void Promise.resolve(canvas.requestPointerLock()).catch(() => undefined)
    wake()
  }

  function leave(): void {
    cancelAnimationFrame(running)
    running = 0
    state = null
    held.clear()
    if (document.pointerLockElement === canvas) document.exitPointerLock()
  }

  const unsubscribe = useInteraction.subscribe(({ navigation, pose }, before) => {
    if (navigation !== before.navigation) {
      if (navigation === 'walk') enter()
      else leave()
    } else if (pose !== before.pose) wake()
  })
  if (useInteraction.getState().navigation === 'walk') enter()

  window.addEventListener('keydown', (event) => {
    if (state === null || isTyping(event) || event.ctrlKey || event.metaKey || event.altKey) return
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
    if (hadLock && !isLocked && state !== null) useInteraction.setState({ navigation: 'orbit' })
    hadLock = isLocked
    isCaptureMove = isLocked
  }, { signal })
  document.addEventListener('pointermove', (event) => {
    // The browser tells of a captured pointer after every layout, moved or not; the picture would never come to rest.
    if (state === null || (event.movementX === 0 && event.movementY === 0)) return
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
    if (state !== null && document.pointerLockElement !== canvas) void Promise.resolve(canvas.requestPointerLock()).catch(() => undefined)
  }, { signal })

  return {
    sceneChanged: wake,
    dispose() {
      unsubscribe()
      stop.abort()
      leave()
    },
  }
}

const eyeOf = ({ feet, eyeY }: WalkState): Vec3 => [feet[0], eyeY, feet[2]]

function isTyping({ target }: KeyboardEvent): boolean {
  return target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName))
}
