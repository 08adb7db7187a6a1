import type { SceneQuery, Vec3 } from '../../../gpu/index.ts'
import { add, dot, mix, rotate, scale, sub } from '../../navigation/vector.ts'
import { anchorOf, type Body, movedBy, orientedBox, worldPoint } from './placement.ts'

/** Where a piece may go from where it is: one rule for dragging, nudging, duplicating and typing. */

/** Metres by which a piece is taken off its floor or ceiling for the overlap test. */
const LIFT = 0.03
/** Metres between the places that are looked at along a way: no wall is thinner. */
const STRIDE = 0.04
const HALVINGS = 5
/** Between a piece and its copy. */
const GAP = 0.02
/** How far before and behind its foot or back a piece's floor or wall may be. */
const REACH = 0.04

export type FreeTest = (position: Vec3, rotation?: Body['transform']['rotation']) => boolean

/** Its floor and its ceiling are no obstacles; from its wall a picture keeps by the box's margin, and meets other pictures. */
function within(query: SceneQuery, bounds: Body['bounds'], { transform, mount }: Body, skip: ReadonlySet<string>): readonly string[] {
  const { center: [x, y, z], halfExtents, orientation } = orientedBox({ bounds, transform })
  return query.overlapBox([x, y + (mount === 'ceiling' ? -LIFT : mount === 'wall' ? 0 : LIFT), z], halfExtents, orientation, { skip })
}

/** What a piece would stick in, of all that is not skipped. */
export function overlapsOf(query: SceneQuery, body: Body, skip: ReadonlySet<string>): readonly string[] {
  const whole = within(query, body.bounds, body, skip)
  if (whole.length === 0 || body.parts === undefined) return whole
  const parts = body.parts()
  return parts.length === 1 ? whole : [...new Set(parts.flatMap((part) => within(query, part, body, skip)))]
}

/** Whether a piece would not stick in anything but what is skipped. */
export const createFreeTest = (query: SceneQuery, body: Body, skip: ReadonlySet<string>): FreeTest => {
  const parts = body.parts?.() ?? []
  return (position, rotation = body.transform.rotation) => {
    const placed = { ...body, transform: { ...body.transform, position, rotation } }
    if (within(query, body.bounds, placed, skip).length === 0) return true
    return parts.length > 1 && parts.every((part) => within(query, part, placed, skip).length === 0)
  }
}

/** What is loose in a room: what may stand in the way, and what is no obstacle because one stands on it. */
export interface Loose {
  readonly ids: ReadonlySet<string>
  /** Rugs. */
  readonly low: ReadonlySet<string>
}

/**
 * What bodies look through on their way: themselves, rugs, and what they are in already where they begin. A rug goes under everything.
 *
 * @param moving  ids of what moves
 */
export function passable(query: SceneQuery, bodies: readonly Body[], moving: ReadonlySet<string>, { ids, low }: Loose): ReadonlySet<string> {
  if ([...moving].some((id) => low.has(id))) return ids
  const skip = new Set([...moving, ...low])
  const around = bodies.flatMap((body) => overlapsOf(query, body, skip)).filter((id) => ids.has(id))
  return new Set([...skip, ...around])
}

/** What hangs on a wall keeps to it: without the part of a way that leads off the wall or into it. */
export function alongMount({ mount, transform }: Body, delta: Vec3): Vec3 {
  if (mount !== 'wall') return delta
  const normal = rotate(transform.rotation, [0, 0, 1])
  return sub(delta, scale(normal, dot(delta, normal)))
}

/**
 * How much of a way bodies can go together before one of them meets something: 0 to 1. What stands in a wall already goes where it is told.
 *
 * @param skip  what is looked through
 */
export function shareOfWay(query: SceneQuery, bodies: readonly Body[], delta: Vec3, skip: ReadonlySet<string>): number {
  const strides = Math.ceil(Math.hypot(...delta) / STRIDE)
  let share = 1
  for (const body of bodies) {
    const isFree = createFreeTest(query, body, skip)
    const from = body.transform.position
    const to = add(from, delta)
    if (!isFree(from)) continue
    const blocked = Array.from({ length: strides }, (_, i) => (i + 1) / strides).find((at) => at <= share && !isFree(mix(from, to, at)))
    if (blocked === undefined) continue
    let [free, stop] = [blocked - 1 / strides, blocked]
    for (let i = 0; i < HALVINGS; i++) {
      const middle = (free + stop) / 2
      if (isFree(mix(from, to, middle))) free = middle
      else stop = middle
    }
    share = Math.min(share, Math.max(0, free))
  }
  return share
}

/**
 * The way from pieces to their copies: beside them, where no copy sticks in a wall and each has its floor or its wall, if possible clear of
 * other furniture too; null where there is no such place.
 *
 * @param free  ids of all that is not architecture
 */
export function wayToCopies(query: SceneQuery, bodies: readonly Body[], free: ReadonlySet<string>): Vec3 | null {
  if (bodies.length === 0) return null
  const ways = waysBeside(bodies)
  const isAt = (way: Vec3, skip: ReadonlySet<string>): boolean =>
    bodies.every((body) => createFreeTest(query, body, skip)(add(body.transform.position, way)) && (!isHeld(query, body, free) || isHeld(query, { ...body, transform: movedBy(body.transform, way) }, free)))
  return ways.find((way) => isAt(way, NOTHING)) ?? ways.find((way) => isAt(way, free)) ?? null
}

const NOTHING: ReadonlySet<string> = new Set()

/** Right, left, before, behind, by as much as they are wide or deep; along the wall where one hangs on it. */
function waysBeside(bodies: readonly Body[]): readonly Vec3[] {
  const [first] = bodies
  const onWall = bodies.some(({ mount }) => mount === 'wall')
  const level = (axis: Vec3): Vec3 => {
    const [x, , z] = rotate(first.transform.rotation, axis)
    const size = Math.hypot(x, z)
    return size < 1e-3 ? axis : [x / size, 0, z / size]
  }
  const axes: readonly Vec3[] = [level([1, 0, 0]), onWall ? [0, 1, 0] : level([0, 0, 1])]
  return axes.flatMap((axis) => {
    const along = bodies.flatMap((body) => cornersOf(body).map((corner) => dot(corner, axis)))
    const way = scale(axis, Math.max(...along) - Math.min(...along) + GAP)
    return [way, scale(way, -1)]
  })
}

function cornersOf({ bounds: { min, max }, transform }: Body): readonly Vec3[] {
  return Array.from({ length: 8 }, (_, i) => worldPoint(transform, [i & 1 ? max[0] : min[0], i & 2 ? max[1] : min[1], i & 4 ? max[2] : min[2]]))
}

/** Whether there is floor under its foot, ceiling over its top or wall behind its back. A table holds a vase, but no table holds a picture. */
function isHeld(query: SceneQuery, body: Body, free: ReadonlySet<string>): boolean {
  const into: Vec3 = body.mount === 'wall' ? rotate(body.transform.rotation, [0, 0, -1]) : [0, body.mount === 'ceiling' ? 1 : -1, 0]
  const from = sub(anchorOf(body), scale(into, REACH))
  return query.closestHit(from, into, { tMax: 2 * REACH, skip: body.mount === 'surface' ? NOTHING : free }) !== null
}
