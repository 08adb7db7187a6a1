import { STEP_SECONDS, stepWalk, type WalkInput, type WalkState } from './walk.ts'

type Surroundings = Parameters<typeof stepWalk>[2]

/** Longest stretch that is caught up with: after a stall the body does not leap. */
const MOST_SECONDS = 0.25

/** Turns the irregular times of animation frames into fixed steps; what is left over waits for the next frame. */
export function createWalkClock(now: () => number = () => performance.now() / 1000): {
  advance(state: WalkState, input: WalkInput, scene: Surroundings): WalkState
  restart(): void
} {
  let last = now()
  let owed = 0
  return {
    restart() {
      last = now()
      owed = 0
    },
    advance(state, input, scene) {
      const time = now()
      owed = Math.min(MOST_SECONDS, owed + Math.max(0, time - last))
      last = time
      let next = state
      for (; owed >= STEP_SECONDS - 1e-9; owed -= STEP_SECONDS) next = stepWalk(next, input, scene)
      return next
    },
  }
}
