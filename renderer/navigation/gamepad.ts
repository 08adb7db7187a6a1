/** What a gamepad asks of who walks. */
export interface Sticks {
  /** Steps, -1..1: ahead and to the right. */
  readonly along: number
  readonly across: number
  /** Of the head, -1..1: to the right and down. */
  readonly turn: number
  readonly tilt: number
  readonly fast: boolean
}

const AT_REST: Sticks = { along: 0, across: 0, turn: 0, tilt: 0, fast: false }
/** A stick that is let go comes to rest somewhere within this, of its way. */
const DEAD_ZONE = 0.15
/** Of the standard layout: either shoulder, either trigger, and the left stick pressed. */
const FAST_BUTTONS = [4, 5, 6, 7, 10]

type Pad = Pick<Gamepad, 'connected' | 'mapping' | 'axes' | 'buttons'>

/** Whoever else is plugged in (a wheel, a space mouse) has axes of another meaning. */
const isPad = (pad: Pad | null): pad is Pad => pad !== null && pad.connected && pad.mapping === 'standard'

/** Whether there is a gamepad to ask. */
export const hasGamepad = (pads: readonly (Pad | null)[]): boolean => pads.some(isPad)

/** Of all gamepads the one whose sticks are out farthest: the left one walks, the right one turns the head. */
export function sticksOf(pads: readonly (Pad | null)[]): Sticks {
  const all = pads.filter(isPad).map((pad): Sticks => {
    const [across, back] = outOf(pad.axes[0], pad.axes[1])
    const [turn, tilt] = outOf(pad.axes[2], pad.axes[3])
    // Small turns are fine ones.
    const bend = Math.hypot(turn, tilt)
    return { along: -back, across, turn: turn * bend, tilt: tilt * bend, fast: FAST_BUTTONS.some((button) => pad.buttons[button]?.pressed === true) }
  })
  return all.reduce((most, one) => (reachOf(one) > reachOf(most) ? one : most), AT_REST)
}

const reachOf = ({ along, across, turn, tilt }: Sticks): number => Math.max(Math.hypot(along, across), Math.hypot(turn, tilt))

/** Beyond the dead zone a stick begins at 0; in its corners it goes no farther than 1. */
function outOf(x = 0, y = 0): readonly [number, number] {
  const out = Math.hypot(x, y)
  if (!(out > DEAD_ZONE)) return [0, 0]
  const scale = Math.min(1, (out - DEAD_ZONE) / (1 - DEAD_ZONE)) / out
  return [x * scale, y * scale]
}
