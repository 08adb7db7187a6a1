import type { Quat, Vec3 } from '../../../gpu/index.ts'
import type { Transform } from '../../document/transform.ts'
import type { Mount } from '../../document/types.ts'
import type { Bounds } from '../../navigation/orbit.ts'
import { add, cross, multiply, normalize, quatFromBasis, rotate, scale, sub, UP } from '../../navigation/vector.ts'

/** Where a piece may stand, hang or lie: the rules of placing, without pointer or scene. */

/** A piece as the rules see it: its mesh's box, object space, and where it is now. */
export interface Body {
  readonly bounds: Bounds
  readonly transform: Transform
  readonly mount: Mount
  /** Boxes that hold all of it, object space, tighter than one; left out: its box. */
  readonly parts?: (() => readonly Bounds[]) | undefined
}

export interface Surface {
  readonly position: Vec3
  /** Unit, towards the viewer. */
  readonly normal: Vec3
}

/** An oriented box, world space. */
export interface OrientedBox {
  readonly center: Vec3
  readonly halfExtents: Vec3
  readonly orientation: Quat
}

/** Cosine of the steepest slope that counts as floor, and of the flattest that counts as wall. */
const LEVEL = 0.7
const STEEP = 0.5

export const isFloor = ({ normal }: Surface): boolean => normal[1] > LEVEL
export const isCeiling = ({ normal }: Surface): boolean => normal[1] < -LEVEL
export const isWall = ({ normal }: Surface): boolean => Math.abs(normal[1]) < STEEP

const AXES: readonly Vec3[] = [[1, 0, 0], [0, 1, 0], [0, 0, 1]]

/** Object space to world space. */
export function worldPoint({ position, rotation, scale: size }: Transform, point: Vec3): Vec3 {
  return add(position, rotate(rotation, multiply(size, point)))
}

/** Axis-aligned box around the placed box. */
export function worldBounds({ bounds, transform }: Pick<Body, 'bounds' | 'transform'>): Bounds {
  const { min, max } = bounds
  const [x, y, z] = worldPoint(transform, [(min[0] + max[0]) / 2, (min[1] + max[1]) / 2, (min[2] + max[2]) / 2])
  const { rotation, scale: size } = transform
  const [right, up, front] = AXES.map((axis, k) => scale(rotate(rotation, axis), (size[k] * (max[k] - min[k])) / 2))
  const reach = (k: 0 | 1 | 2): number => Math.abs(right[k]) + Math.abs(up[k]) + Math.abs(front[k])
  const [a, b, c] = [reach(0), reach(1), reach(2)]
  return { min: [x - a, y - b, z - c], max: [x + a, y + b, z + c] }
}

/** The box of the piece itself, shrunk by a margin on every side so that touching is not overlapping. */
export function orientedBox({ bounds, transform }: Pick<Body, 'bounds' | 'transform'>, margin = 0.01): OrientedBox {
  const half = scale(sub(bounds.max, bounds.min), 0.5)
  const center = worldPoint(transform, scale(add(bounds.min, bounds.max), 0.5))
  const halfExtents = half.map((value, k) => Math.max(0.002, Math.abs(value * transform.scale[k]) - margin)) as unknown as Vec3
  return { center, halfExtents, orientation: transform.rotation }
}

/**
 * The point, world space, that follows the surface: middle of the foot, of the top for what hangs from the ceiling, of the
 * back for what hangs on a wall.
 */
export function anchorOf(body: Body): Vec3 {
  if (body.mount === 'wall') return worldPoint(body.transform, backOf(body.bounds))
  const { min, max } = worldBounds(body)
  return [(min[0] + max[0]) / 2, body.mount === 'ceiling' ? max[1] : min[1], (min[2] + max[2]) / 2]
}

const backOf = ({ min, max }: Bounds): Vec3 => [(min[0] + max[0]) / 2, (min[1] + max[1]) / 2, min[2]]

/** Whether a piece of this kind seeks this surface. */
export function accepts(mount: Mount, surface: Surface): boolean {
  if (mount === 'wall') return isWall(surface)
  return mount === 'ceiling' ? isCeiling(surface) : isFloor(surface)
}

/**
 * The piece put on a surface that it accepts: it keeps its turn and stands or hangs where its anchor meets the surface; on a
 * wall it turns its back to the wall and its top up.
 */
export function placeOn(body: Body, surface: Surface): Transform {
  if (body.mount !== 'wall') return movedBy(body.transform, sub(surface.position, anchorOf(body)))
  const z = normalize(surface.normal)
  const x = normalize(cross(UP, z))
  const turned = { ...body.transform, rotation: quatFromBasis(x, cross(z, x), z) }
  return movedBy(turned, sub(surface.position, worldPoint(turned, backOf(body.bounds))))
}

export function movedBy(transform: Transform, delta: Vec3): Transform {
  return { ...transform, position: add(transform.position, delta) }
}

/** The nearest multiple of a step, for snapping. */
export const snapped = (value: number, step: number): number => Math.round(value / step) * step
