import type { SceneQuery, Vec3 } from '../../gpu/index.ts'
import { hasGamepad, type Sticks, sticksOf } from './gamepad.ts'
import { levelAxes, lookBy } from './orbit.ts'
import { useInteraction } from '../interaction/store.ts'
import { add, distance, rotate, scale } from './vector.ts'
import { createWalkClock } from './walk-clock.ts'
import { createWalkHands } from './walk-hands.ts'
import { isAtRest, startWalk, type WalkInput, type WalkState } from './walk.ts'

const TARGET_AHEAD = 2.5
/** Radians per second that a stick turns the head at most. */
const HEAD_SPEED = 2.2
/** Seconds: after a stall the head does not jerk. */
const LONGEST_FRAME = 0.1

/** What else has sticks than gamepads. */
export interface MoreSticks {
  sticks(): Sticks
  /** Told when they move. Returns how to stop. */
  onMove(listener: () => void): () => void
}

/** Walking: keys or a stick move the body, the captured pointer or the other stick turns the head. */
export interface WalkControl {
  /** The scene changed: the body may have lost its floor, or its view of it. */
  sceneChanged(): void
  dispose(): void
}

/**
 * Walks while `navigation` is 'walk'. Entering and leaving keep the camera where it is; on entering, the body falls to the
 * floor below it. Escape, which frees the pointer, also ends walking.
 */
export function createWalkControl(canvas: HTMLElement, query: SceneQuery, more?: MoreSticks): WalkControl {
  const clock = createWalkClock()
  let state: WalkState | null = null
  let running = 0
  /** What a frame moves itself wakes nobody: the clock goes on, and the next frame is asked for once. */
  let isAdvancing = false
  /** Milliseconds; null: the next frame is the first. */
  let lastFrameMs: number | null = null
  const hands = createWalkHands(canvas, () => state !== null, wake)

  function input(sticks: Sticks): WalkInput {
    const { ahead, right } = levelAxes(useInteraction.getState().pose)
    const keys = hands.keys()
    return { direction: add(scale(ahead, keys.along + sticks.along), scale(right, keys.across + sticks.across)), fast: keys.fast || sticks.fast }
  }

  /** Sticks tell nobody when they move: they are asked in every frame for as long as there are any. */
  function turnHead({ turn, tilt }: Sticks, seconds: number): void {
    if (turn === 0 && tilt === 0) return
    const step = HEAD_SPEED * seconds
    useInteraction.setState(({ pose }) => ({ pose: lookBy(pose, turn * step, tilt * step, 1) }))
  }

  /** One animation frame; asks for the next only while something moves, or could without a word. */
  function advance(nowMs: number): void {
    running = 0
    if (state === null) return
    const pads = navigator.getGamepads()
    isAdvancing = true
    const others = more?.sticks()
    state = moved(state, others === undefined ? sticksOf(pads) : together(sticksOf(pads), others), nowMs)
    isAdvancing = false
    if (hands.areKeysHeld || !isAtRest(state) || hasGamepad(pads) || (others !== undefined && isOut(others))) running = requestAnimationFrame(advance)
  }

  function moved(before: WalkState, sticks: Sticks, nowMs: number): WalkState {
    turnHead(sticks, lastFrameMs === null ? 0 : Math.min(LONGEST_FRAME, (nowMs - lastFrameMs) / 1000))
    lastFrameMs = nowMs
    const { pose } = useInteraction.getState()
    // The camera was set from outside (a saved view, a test): walk on from there.
    const from = distance(pose.position, eyeOf(before)) > 1e-6 ? startWalk(pose.position, query) : before
    const after = clock.advance(from, input(sticks), query)
    const position = eyeOf(after)
    if (distance(position, pose.position) > 0) {
      useInteraction.setState({ pose: { ...pose, position, target: add(position, rotate(pose.orientation, [0, 0, -TARGET_AHEAD])) } })
    }
    return after
  }

  function wake(): void {
    if (state === null || running !== 0 || isAdvancing) return
    clock.restart()
    lastFrameMs = null
    running = requestAnimationFrame(advance)
  }

  function enter(): void {
    state = startWalk(useInteraction.getState().pose.position, query)
    hands.begin()
    // Whoever listens makes the browser ask for gamepads 250 times a second.
    window.addEventListener('gamepadconnected', wake)
    wake()
  }

  function leave(): void {
    cancelAnimationFrame(running)
    running = 0
    state = null
    window.removeEventListener('gamepadconnected', wake)
    hands.end()
  }

  const unsubscribe = useInteraction.subscribe(({ navigation, pose }, before) => {
    if (navigation !== before.navigation) {
      if (navigation === 'walk') enter()
      else leave()
    } else if (pose !== before.pose) wake()
  })
  if (useInteraction.getState().navigation === 'walk') enter()

  const stopMore = more?.onMove(wake)

  return {
    sceneChanged: wake,
    dispose() {
      unsubscribe()
      stopMore?.()
      hands.dispose()
      leave()
    },
  }
}

const together = (a: Sticks, b: Sticks): Sticks =>
  ({ along: a.along + b.along, across: a.across + b.across, turn: a.turn + b.turn, tilt: a.tilt + b.tilt, fast: a.fast || b.fast })
const isOut = ({ along, across, turn, tilt }: Sticks): boolean => along !== 0 || across !== 0 || turn !== 0 || tilt !== 0

const eyeOf = ({ feet, eyeY }: WalkState): Vec3 => [feet[0], eyeY, feet[2]]
