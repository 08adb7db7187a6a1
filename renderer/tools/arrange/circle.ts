import type { SceneQuery, Vec3 } from '../../../gpu/index.ts'
import type { Transform } from '../../document/transform.ts'
import { add, quatFromAxisAngle, quatMultiply, rotate, sub, UP } from '../../navigation/vector.ts'
import { createFreeTest } from '../place/keep-out.ts'
import { type Body, orientedBox, worldBounds } from '../place/placement.ts'

/** Radii that are tried between the widest side of what stands in the middle and its corners. */
const TRIALS = 32

/** The angle, about y from +z, at which a direction lies on the floor plan. */
const angleOf = ([x, , z]: Vec3): number => Math.atan2(x, z)
const sizeOf = ({ bounds, transform }: Body, k: number): number => (bounds.max[k] - bounds.min[k]) * Math.abs(transform.scale[k])

/**
 * Pieces on a circle around another, evenly, each turned to face it (a piece's front is its +z) and as near as their order, the
 * middle piece and the others let them be; one stands before each front of the middle piece, heights stay.
 *
 * @param others  ids of all but the middle piece
 * @returns in the order of the seats
 */
export function circleAround(query: SceneQuery, table: Body, seats: readonly Body[], others: ReadonlySet<string>): readonly Pick<Transform, 'position' | 'rotation'>[] {
  const { min, max } = worldBounds(table)
  const [halfX, halfZ] = [(max[0] - min[0]) / 2, (max[2] - min[2]) / 2]
  const deepest = Math.max(...seats.map((seat) => sizeOf(seat, 2))) / 2
  const widest = Math.max(...seats.map((seat) => sizeOf(seat, 0)))
  // Neighbours' front corners meet where the wedge of each is as wide as it is.
  const sideBySide = seats.length > 2 ? widest / 2 / Math.tan(Math.PI / seats.length) : 0
  const nearest = Math.max(halfX, halfZ, sideBySide)
  const farthest = Math.max(Math.hypot(halfX, halfZ), sideBySide)
  for (let trial = 0; ; trial++) {
    const placed = seatsOn(nearest + ((farthest - nearest) * trial) / TRIALS + deepest, table, seats)
    if (trial === TRIALS || placed.every(({ position, rotation }, i) => createFreeTest(query, seats[i], others)(position, rotation))) return placed
  }
}

/** @param radius  of the seats' middles, metres */
export function seatsOn(radius: number, table: Body, seats: readonly Body[]): readonly Pick<Transform, 'position' | 'rotation'>[] {
  const { center } = orientedBox(table)
  const step = (2 * Math.PI) / seats.length
  const front = angleOf(rotate(table.transform.rotation, [0, 0, 1]))
  const turnOf = (seat: Body): number => (angleOf(sub(orientedBox(seat).center, center)) - front + step / 2 + 4 * Math.PI) % (2 * Math.PI)
  // Each keeps its place in the round.
  const order = seats.map((_, i) => i).sort((a, b) => turnOf(seats[a]) - turnOf(seats[b]))
  const slots = new Map(order.map((seat, slot) => [seat, front + slot * step]))
  return seats.map((seat, i) => seatAt(slots.get(i)!, radius, center, seat))
}

function seatAt(angle: number, radius: number, center: Vec3, seat: Body): Pick<Transform, 'position' | 'rotation'> {
  const { position, rotation } = seat.transform
  const middle = orientedBox(seat).center
  const turn = quatFromAxisAngle(UP, angle + Math.PI - angleOf(rotate(rotation, [0, 0, 1])))
  const slot: Vec3 = [center[0] + Math.sin(angle) * radius, middle[1], center[2] + Math.cos(angle) * radius]
  return { position: add(slot, rotate(turn, sub(position, middle))), rotation: quatMultiply(turn, rotation) }
}
