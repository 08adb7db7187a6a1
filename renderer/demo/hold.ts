import type { SceneQuery, SceneSnapshot, Vec3 } from '../../gpu/index.ts'
import type { CameraPose } from '../interaction/store.ts'
import { rayThrough, type Size } from '../navigation/projection.ts'
import { mix, rotate, scale, sub } from '../navigation/vector.ts'
import { surfaceRules } from '../tools/body.ts'
import { overlapsOf } from '../tools/place/keep-out.ts'
import { type Body, placeOn, worldPoint } from '../tools/place/placement.ts'
import { findSurface } from '../tools/place/surface.ts'

/** A place on the canvas, as shares of it. */
export type Share = readonly [x: number, y: number]

/** How far before and behind a back its wall is, and above and below a foot its floor, metres. */
const REACH = 0.04
/** Where feet are asked, as shares of a piece's size from above: a kettle's spout may reach over the edge. */
const FEET: readonly Share[] = [[0.5, 0.5], [0.25, 0.25], [0.75, 0.25], [0.25, 0.75], [0.75, 0.75]]
/** And backs: within round ones, too. */
const BACKS: readonly Share[] = [[0.5, 0.5], [0.05, 0.5], [0.95, 0.5], [0.5, 0.05], [0.5, 0.95], [0.2, 0.2], [0.8, 0.2], [0.2, 0.8], [0.8, 0.8]]
/** Boxes within a round one, as shares of half its width and height. */
const WITHIN: readonly Share[] = [[0.7, 0.7], [0.97, 0.24], [0.24, 0.97]]
const NOTHING: ReadonlySet<string> = new Set()

/**
 * The first place on the canvas where a piece would hang or stand on something: right behind its back, or below its foot, there is some wherever that is
 * asked. What hangs sticks in nothing there, and nothing stands before it; what stands, the pointer keeps clear of things. Triangles are asked, so a house
 * that is one mesh has walls, and what stands outdoors has none; null then.
 */
export function findHold({ query, snapshot }: { readonly query: SceneQuery; readonly snapshot: SceneSnapshot }, body: Body, pose: CameraPose, size: Size, places: readonly Share[]): Share | null {
  // A wall that one has in mind holds nothing.
  const rules = { ...surfaceRules(snapshot, body.mount, NOTHING), isOpen: false }
  return places.find(([x, y]) => {
    const surface = findSurface(query, { origin: pose.position, direction: rayThrough(pose, size, x * size.width, y * size.height) }, rules)
    if (surface === null) return false
    const placed = { ...body, transform: placeOn(body, surface) }
    return isHeld(query, placed) && (body.mount !== 'wall' || (isFree(query, placed) && isSeen(query, placed, pose.position)))
  }) ?? null
}

/** @param body  no lamp of a ceiling */
function isHeld(query: SceneQuery, { bounds: { min, max }, transform, mount }: Body): boolean {
  const into = rotate(transform.rotation, mount === 'wall' ? [0, 0, -1] : [0, -1, 0])
  return (mount === 'wall' ? BACKS : FEET).every(([a, b]) => {
    const x = min[0] + a * (max[0] - min[0])
    const at = worldPoint(transform, mount === 'wall' ? [x, min[1] + b * (max[1] - min[1]), min[2]] : [x, min[1], min[2] + b * (max[2] - min[2])])
    return query.closestHit(sub(at, scale(into, REACH)), into, { tMax: 2 * REACH }) !== null
  })
}

/** Of what is round: what only reaches into a corner of its box does not reach it. */
function isFree(query: SceneQuery, body: Body): boolean {
  const { min, max } = body.bounds
  const [x, y, width, height] = [(min[0] + max[0]) / 2, (min[1] + max[1]) / 2, (max[0] - min[0]) / 2, (max[1] - min[1]) / 2]
  return WITHIN.every(([a, b]) => {
    const bounds = { min: [x - a * width, y - b * height, min[2]], max: [x + a * width, y + b * height, max[2]] } as const
    return overlapsOf(query, { ...body, bounds, parts: undefined }, NOTHING).length === 0
  })
}

function isSeen(query: SceneQuery, { bounds: { min, max }, transform }: Body, eye: Vec3): boolean {
  return query.closestHit(eye, sub(worldPoint(transform, mix(min, max, 0.5)), eye), { tMax: 1 }) === null
}
