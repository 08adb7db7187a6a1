import type { QueryHit, SceneQuery, Vec3 } from '../../../gpu/index.ts'
import type { Transform } from '../../document/transform.ts'
import { add, dot, quatFromAxisAngle, quatMultiply, rotate, scale, sub, UP } from '../../navigation/vector.ts'
import { anchorOf, type Body, isFloor, isWall, orientedBox, worldBounds } from '../place/placement.ts'

/** Where single pieces go by a word: onto what is below, with the back to a wall, into each other's place, into the mirror. */

/** Points of the foot, along each side, that look for what is below. */
const FOOT_POINTS = 5
/** Metres above the foot from which it is looked for: what sank into the floor comes up again. */
const SUNK = 0.3
const FARTHEST = 100
/** Metres between a back and its wall. */
const TOUCH = 0.002
/** Metres on the floor plan that show no direction. */
const NO_WAY = 1e-4
/** Directions that look for a wall. */
const LOOKS = 32

/** How far a piece goes to stand on the highest thing below its foot, metres; null: nothing is there. */
export function dropOnto(query: SceneQuery, body: Body, skip: ReadonlySet<string>): Vec3 | null {
  const { min, max } = worldBounds(body)
  const from = min[1] + Math.min(SUNK, (max[1] - min[1]) / 2)
  const along = (k: 0 | 2, i: number): number => min[k] + (max[k] - min[k]) * (0.02 + (0.96 * i) / (FOOT_POINTS - 1))
  let highest = -Infinity
  for (let i = 0; i < FOOT_POINTS * FOOT_POINTS; i++) {
    const origin: Vec3 = [along(0, i % FOOT_POINTS), from, along(2, Math.floor(i / FOOT_POINTS))]
    const hit = query.closestHit(origin, [0, -1, 0], { tMax: FARTHEST, skip })
    if (hit !== null && isFloor({ position: hit.position, normal: hit.normal })) highest = Math.max(highest, hit.position[1])
  }
  return highest === -Infinity ? null : [0, highest - min[1], 0]
}

/** A piece with its back flat to the nearest wall that is seen from its middle; null: there is none. @param skip  all that is no architecture */
export function againstWall(query: SceneQuery, body: Body, skip: ReadonlySet<string>): Pick<Transform, 'position' | 'rotation'> | null {
  const { center } = orientedBox(body)
  const nearest = nearestWall(query, center, skip)
  if (nearest === null) return null
  const normal = levelNormal(nearest)
  const { position, rotation } = turnedAbout(body.transform, center, yawOf(normal) - yawOf(rotate(body.transform.rotation, [0, 0, 1])))
  const turned = { ...body, transform: { ...body.transform, position, rotation } }
  const back = depthOf(turned, normal)
  return { rotation, position: add(position, scale(normal, dot(nearest.position, normal) + TOUCH - back)) }
}

/** A piece with its front (+z) square to the nearest wall that is seen from its middle, about that middle; null: there is none. @param skip  all that is no architecture */
export function facingWall(query: SceneQuery, body: Body, skip: ReadonlySet<string>): Pick<Transform, 'position' | 'rotation'> | null {
  const { center } = orientedBox(body)
  const nearest = nearestWall(query, center, skip)
  return nearest === null ? null : facing(body, sub(center, levelNormal(nearest))) ?? body.transform
}

/** Along the wall nearest to a piece, unit, to where there is more room; as much: to the right of who stands before it. Null: there is none. @param skip  all that is no architecture */
export function alongWall(query: SceneQuery, body: Body, skip: ReadonlySet<string>): Vec3 | null {
  const { center } = orientedBox(body)
  const nearest = nearestWall(query, center, skip)
  if (nearest === null) return null
  const [x, , z] = levelNormal(nearest)
  const roomTo = (way: Vec3): number => query.closestHit(center, way, { tMax: FARTHEST, skip })?.t ?? FARTHEST
  const [right, left]: readonly Vec3[] = [[z, 0, x === 0 ? 0 : -x], [z === 0 ? 0 : -z, 0, x]]
  return roomTo(left) > roomTo(right) ? left : right
}

function levelNormal({ normal: [x, , z] }: QueryHit): Vec3 {
  const size = Math.hypot(x, z)
  return [x / size, 0, z / size]
}

function nearestWall(query: SceneQuery, center: Vec3, skip: ReadonlySet<string>): QueryHit | null {
  let nearest: QueryHit | null = null
  for (let i = 0; i < LOOKS; i++) {
    const angle = (2 * Math.PI * i) / LOOKS
    const hit = query.closestHit(center, [Math.sin(angle), 0, Math.cos(angle)], { tMax: FARTHEST, skip })
    if (hit !== null && isWall({ position: hit.position, normal: hit.normal }) && hit.t < (nearest?.t ?? Infinity)) nearest = hit
  }
  return nearest
}

/** A piece with its front (+z) turned to a point, about its own middle; null: it faces it already, or it lies right above or below. */
export function facing(body: Body, point: Vec3): Pick<Transform, 'position' | 'rotation'> | null {
  const { center } = orientedBox(body)
  const way = sub(point, center)
  if (Math.hypot(way[0], way[2]) < NO_WAY) return null
  const angle = yawOf(way) - yawOf(rotate(body.transform.rotation, [0, 0, 1]))
  return 1 - Math.cos(angle) < 1e-10 ? null : turnedAbout(body.transform, center, angle)
}

/** The least that a piece's box reaches along a direction. */
function depthOf(body: Body, direction: Vec3): number {
  const { center, halfExtents, orientation } = orientedBox(body, 0)
  const half = ([[1, 0, 0], [0, 1, 0], [0, 0, 1]] as const).reduce((sum, axis, k) => sum + Math.abs(dot(rotate(orientation, axis), direction)) * halfExtents[k], 0)
  return dot(center, direction) - half
}

/** Radians from +z towards +x, of a direction on the floor plan. */
export const yawOf = ([x, , z]: Vec3): number => Math.atan2(x, z)

/**
 * @param angle  radians, counter-clockwise as seen from the tip of the axis
 * @param axis   of length 1; left out: up
 */
export function turnedAbout({ position, rotation }: Pick<Transform, 'position' | 'rotation'>, middle: Vec3, angle: number, axis: Vec3 = UP): Pick<Transform, 'position' | 'rotation'> {
  const turn = quatFromAxisAngle(axis, angle)
  return { position: add(middle, rotate(turn, sub(position, middle))), rotation: quatMultiply(turn, rotation) }
}

/** Two pieces in each other's place: feet (tops, backs) where the other's were, turned as the other was. */
export function swapped(a: Body, b: Body): readonly [Pick<Transform, 'position' | 'rotation'>, Pick<Transform, 'position' | 'rotation'>] {
  const into = (body: Body, place: Body): Pick<Transform, 'position' | 'rotation'> => {
    const turned = { ...body, transform: { ...body.transform, rotation: place.transform.rotation } }
    return { rotation: place.transform.rotation, position: add(body.transform.position, sub(anchorOf(place), anchorOf(turned))) }
  }
  return [into(a, b), into(b, a)]
}

/**
 * A piece as a mirror shows it that stands across a level world axis: its left is its right. Its own x is turned round, so that it goes on standing and keeps
 * its back to a wall that stands along the mirror.
 *
 * @param at  where the mirror stands on the axis, metres
 */
export function mirrored({ position, rotation, scale: size }: Transform, axis: 0 | 2, at: number): Transform {
  const [x, y, z, w] = rotation
  const reflected: Vec3 = axis === 0 ? [2 * at - position[0], position[1], position[2]] : [position[0], position[1], 2 * at - position[2]]
  // F R S = (F R F)(F S); across z, F S is half a turn and a mirror across x.
  const turned = axis === 0 ? ([x, -y, -z, w] as const) : quatMultiply([-x, -y, z, w], [0, 1, 0, 0])
  return { position: reflected, rotation: turned, scale: [-size[0], size[1], size[2]] }
}
