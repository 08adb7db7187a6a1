import type { Camera } from '../../scene.ts'
import { subtract } from '../../math.ts'
import type { FrameInput } from '../frame.ts'
import { blurs, isHybrid } from '../plan.ts'
import { isSameLight } from '../same-picture.ts'

/** From one picture to the next: whoever moves farther or turns farther sees another view, metres and cosine of half the angle (20 degrees). */
const [STEP, TURN] = [0.5, Math.cos(Math.PI / 18)]

/** Counts moving pictures of a view. */
export interface Warmth {
  /** A picture begins. @returns how many moving ones come before its first sample at rest */
  begin(input: FrameInput, version: number): number
  /** A moving picture is complete. */
  shown(): void
}

/**
 * Moving pictures look indirect light up: each takes about half of what a sample at rest takes or less, and looks better than the first samples (../../passes/hybrid/README.md).
 *
 * @param wanted  moving pictures that a view needs; where light or things changed, or the camera jumped, it needs all of them again
 */
export function createWarmth(wanted: number): Warmth {
  let before: { readonly input: FrameInput; readonly version: number } | null = null
  let known = 0
  return {
    begin(input, version) {
      if (before?.version !== version || !isSameLight(before.input.settings, input.settings) || jumps(before.input.camera, input.camera)) known = 0
      before = { input, version }
      // Behind a lens moving pictures are seen through a pinhole.
      const learns = isHybrid(input.settings) && input.settings.indirect && !blurs(input)
      return learns && !input.interacting ? Math.max(0, wanted - known) : 0
    },
    shown() { known++ },
  }
}

/** Pictures of a room that opens until one is shown, and milliseconds after the first that none is kept back: in a fourth picture there are tens of lone bright spots, in a tenth a few. */
export const [FIRST_SEEN, KEPT_BACK_MS] = [12, 300]

/** Keeps back the first pictures of a room that opens: what is known of its light grows before it is seen. */
export interface FirstSight {
  /** A picture is complete. @returns whether it is kept back, as another one follows at once; none is after one was not */
  keepsBack(picture: { readonly warming: number }): boolean
}

export function createFirstSight(now = (): number => performance.now()): FirstSight {
  let isOver = false
  let count = 0
  let sinceMs = 0
  return {
    keepsBack({ warming }) {
      if (count++ === 0) sinceMs = now()
      isOver ||= warming === 0 || count >= FIRST_SEEN || now() - sinceMs >= KEPT_BACK_MS
      return !isOver
    },
  }
}

function jumps(before: Camera, now: Camera): boolean {
  const turn = before.orientation.reduce((sum, value, i) => sum + value * now.orientation[i], 0)
  return Math.hypot(...subtract(now.position, before.position)) > STEP || Math.abs(turn) < TURN
}
