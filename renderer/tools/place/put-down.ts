import type { SceneQuery, SceneSnapshot } from '../../../gpu/index.ts'
import { IDENTITY, type Transform } from '../../document/transform.ts'
import type { Mount } from '../../document/types.ts'
import { type CameraPose, useInteraction } from '../../interaction/store.ts'
import { type Bounds, levelAxes } from '../../navigation/orbit.ts'
import { add, cross, normalize, quatFromAxisAngle, scale, sub, UP, yawPitchOf } from '../../navigation/vector.ts'
import { createWallTest, surfaceRules } from '../body.ts'
import type { Ray } from '../context.ts'
import { backOff } from '../move/slide.ts'
import { createFreeTest } from './keep-out.ts'
import { placeOn, type Surface } from './placement.ts'
import { findSurface, type SurfaceRules } from './surface.ts'

/** What is put down: its box around its foot (top, back) at the origin. */
export interface Load {
  readonly bounds: Bounds
  readonly mount: Mount
}

/** Where it lands. */
export interface Landing extends Transform {
  /** It belongs on a wall, and none is there. */
  readonly isInAir: boolean
}

const NOTHING: ReadonlySet<string> = new Set()
/** Metres between two things that come together, and from a surface to where its neighbour's is looked for. */
const GAP = 0.1
const STEP = 0.3
/** Before the camera, at least and at most. */
const NEAREST = 0.8
const FARTHEST = 4

/**
 * Where things land that come without a hand to lead them, beside each other in a row and with their fronts to the viewer: what stands on the
 * floor, what hangs on the next wall, each as its mount wants it. What finds no wall hangs in the air, where it is seen.
 *
 * @param around  what they may run into; null: there is no scene yet
 * @param ray     where they were dropped; null: before the camera
 */
export function putDown(around: { readonly query: SceneQuery; readonly snapshot: SceneSnapshot } | null, loads: readonly Load[], ray: Ray | null): readonly Landing[] {
  const { pose } = useInteraction.getState()
  const quarter = Math.PI / 2
  const facing: Transform = { ...IDENTITY, rotation: quatFromAxisAngle(UP, Math.round(yawPitchOf(pose.orientation).yaw / quarter) * quarter) }
  const widths = loads.map(({ bounds: { min, max } }) => Math.max(max[0] - min[0], max[2] - min[2]))
  const whole = widths.reduce((sum, width) => sum + width, 0) + GAP * (widths.length - 1)
  let from = -whole / 2
  return loads.map(({ bounds, mount }, i) => {
    const aside = from + widths[i] / 2
    from += widths[i] + GAP
    const rules = around === null ? null : surfaceRules(around.snapshot, mount, NOTHING)
    // What was dropped where it cannot hang goes where it would by itself.
    const found = (way: Ray | null, also?: Partial<SurfaceRules>): Surface | null => (around === null || rules === null || way === null ? null : findSurface(around.query, way, { ...rules, ...also }))
    const way = [ray, around && rules && aheadOf(pose, mount, around, rules, widths[i])].find((each) => found(each) !== null) ?? null
    const middle = found(way) ?? nowhere(pose, mount, around?.query ?? null, ray)
    const surface = around === null || rules === null ? moved(middle, aside, pose) : beside(around.query, middle, aside, pose, rules)
    const body = { bounds, mount, transform: facing }
    const target = placeOn(body, surface)
    // Without architecture a wall is only meant.
    if (mount === 'wall') return { ...target, isInAir: around !== null && found(way, { isOpen: false }) === null }
    if (around === null) return { ...target, isInAir: false }
    const put = { ...body, transform: target }
    const isFree = createFreeTest(around.query, put, NOTHING)
    // Where it was dropped it stands in whatever stands there; before the camera there is a better place.
    const clear = ray === null ? backOff(target.position, pose.position, isFree) : target.position
    return { ...target, isInAir: false, position: ray === null && isFree(clear) ? clear : backOff(target.position, pose.position, createWallTest(around, put)) }
  })
}

/** Straight ahead for a wall; down, or up, from a place before the camera for the rest: where it looks, but not through a wall. */
function aheadOf(pose: CameraPose, mount: Mount, { query }: { readonly query: SceneQuery }, rules: SurfaceRules, width: number): Ray {
  const { ahead } = levelAxes(pose)
  const { position: eye, target } = pose
  if (mount === 'wall') return { origin: eye, direction: ahead }
  const wanted = Math.min(Math.max(Math.hypot(target[0] - eye[0], target[2] - eye[2]), NEAREST + width), FARTHEST + width)
  const wall = findSurface(query, { origin: eye, direction: ahead }, { ...rules, mount: 'wall', isOpen: false })
  const free = wall === null ? Infinity : Math.hypot(wall.position[0] - eye[0], wall.position[2] - eye[2]) - width / 2
  const [x, , z] = add(eye, scale(ahead, Math.max(Math.min(wanted, free), Math.min(NEAREST, wanted))))
  return { origin: [x, Math.min(eye[1], target[1] + 1), z], direction: mount === 'ceiling' ? [0, 1, 0] : [0, -1, 0] }
}

/** Heights at which things hang where nothing is. */
const HEIGHTS: Record<Exclude<Mount, 'wall'>, number> = { floor: 0, surface: 0, ceiling: 2.5 }
/** Metres before the camera, where nothing is, and before what would hide it. */
const AWAY = 2
const BEFORE = 0.3

/** @param ray  where it was dropped: what hangs there in the air is seen there */
function nowhere(pose: CameraPose, mount: Mount, query: SceneQuery | null, ray: Ray | null): Surface {
  const { ahead } = levelAxes(pose)
  if (mount === 'wall') {
    const direction = normalize(ray?.direction ?? sub(pose.target, pose.position))
    const { t = Infinity } = query?.closestHit(pose.position, direction, { tMax: AWAY + BEFORE }) ?? {}
    return { position: add(pose.position, scale(direction, Math.min(AWAY, Math.max(t - BEFORE, t / 2)))), normal: scale(ahead, -1) }
  }
  const [x, , z] = add(pose.position, scale(ahead, AWAY))
  return { position: [x, HEIGHTS[mount], z], normal: mount === 'ceiling' ? [0, -1, 0] : UP }
}

/** The same surface, some way to the viewer's right. */
function moved({ position, normal }: Surface, aside: number, pose: CameraPose): Surface {
  const right = Math.abs(normal[1]) > 0.5 ? levelAxes(pose).right : normalize(cross(UP, normal))
  return { position: add(position, scale(right, aside)), normal }
}

/** What really is there: a step in the floor, the table's edge. */
function beside(query: SceneQuery, middle: Surface, aside: number, pose: CameraPose, rules: SurfaceRules): Surface {
  if (Math.abs(aside) < 1e-6) return middle
  const wanted = moved(middle, aside, pose)
  const origin = add(wanted.position, scale(middle.normal, STEP))
  return findSurface(query, { origin, direction: scale(middle.normal, -1) }, { ...rules, isOpen: false }) ?? { ...wanted, normal: middle.normal }
}
