import type { CameraPose } from '../interaction/store.ts'
import type { Vec3 } from '../../gpu/index.ts'
import { orbitBy, panBy, zoomTo } from './orbit.ts'
import type { Size } from './projection.ts'
import type { Sticks } from './gamepad.ts'

/**
 * How far the cap of a Space Mouse is out, -1..1 on each axis of whoever looks at the screen: x to the right, y up, z towards the user.
 * `turn` is about these axes, by the right hand.
 */
export interface Motion {
  readonly move: Vec3
  readonly turn: Vec3
}

export const STILL: Motion = { move: [0, 0, 0], turn: [0, 0, 0] }

/** What one report of the device says; what it does not speak of is left out. `buttons`: a bit each. */
export interface SpaceReport {
  readonly move?: Vec3
  readonly turn?: Vec3
  readonly buttons?: number
}

/** Counts of a cap that is out all the way. */
const FULL = 350
/** Of that way: within it a cap that is let go comes to rest. */
const DEAD_ZONE = 0.03

/**
 * A report of 3Dconnexion's devices, without its id. 1 has the three ways, with twelve bytes or more the turns, too; 2 the turns; 3 the buttons;
 * others are of no account here. Numbers are 16 bits, the low byte first: x to the right, y towards the user, z down.
 *
 * @returns null for what is none: whoever is at the other end of the cable, nothing is believed that does not fit
 */
export function readReport(id: number, data: DataView): SpaceReport | null {
  if (id === 1 && data.byteLength >= 12) return { move: axesAt(data, 0), turn: axesAt(data, 6) }
  if (id === 1 && data.byteLength >= 6) return { move: axesAt(data, 0) }
  if (id === 2 && data.byteLength >= 6) return { turn: axesAt(data, 0) }
  if (id !== 3 || data.byteLength === 0) return null
  let buttons = 0
  for (let i = 0; i < Math.min(data.byteLength, 3); i++) buttons |= data.getUint8(i) << (8 * i)
  return { buttons }
}

/** The device's third axis points down: its frame is ours, turned by a quarter about x. */
function axesAt(data: DataView, offset: number): Vec3 {
  const [right, near, down] = [0, 2, 4].map((at) => outOf(data.getInt16(offset + at, true) / FULL))
  return [right, down === 0 ? 0 : -down, near]
}

/** Beyond the dead zone a way begins at 0; small ones are fine ones. */
function outOf(value: number): number {
  const out = Math.min(1, Math.abs(value))
  if (out <= DEAD_ZONE) return 0
  return Math.sign(value) * ((out - DEAD_ZONE) / (1 - DEAD_ZONE)) ** 2
}

export const isStill = ({ move, turn }: Motion): boolean => [...move, ...turn].every((value) => value === 0)

export function scaled({ move, turn }: Motion, factor: number): Motion {
  return { move: [move[0] * factor, move[1] * factor, move[2] * factor], turn: [turn[0] * factor, turn[1] * factor, turn[2] * factor] }
}

/** Per second with the cap out all the way: heights of the picture, and what is left of the distance when it comes closer (e to the minus this). */
const PANS = 0.9
const TURNS = 0.7
const ZOOMS = 1.4

/** The cap in the hand is the room: it is shifted, turned and brought closer as the cap is. The horizon stays level. */
export function orbitBySpaceMouse(pose: CameraPose, { move, turn }: Motion, seconds: number, size: Size): CameraPose {
  const height = size.height * seconds
  const panned = move[0] === 0 && move[1] === 0 ? pose : panBy(pose, move[0] * PANS * height, -move[1] * PANS * height, size)
  const zoomed = move[2] === 0 ? panned : zoomTo(panned, panned.target, Math.exp(-move[2] * ZOOMS * seconds))
  return turn[0] === 0 && turn[1] === 0 ? zoomed : orbitBy(zoomed, turn[1] * TURNS * height, turn[0] * TURNS * height, size)
}

/** The cap is the one who walks: pushed, she goes; twisted, she turns round; tilted, she looks down or up. */
export function sticksOfSpaceMouse({ move, turn }: Motion): Sticks {
  return { along: -move[2], across: move[0], turn: -turn[1], tilt: -turn[0], fast: false }
}
