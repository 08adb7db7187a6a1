import type { SceneQuery, Vec3 } from '../../gpu/index.ts'
import { cameraOf, type Size } from './projection.ts'
import type { CameraPose } from '../interaction/store.ts'
import {
  add, conjugate, distance, dot, mix, normalize, quatFromAxisAngle, quatFromYawPitch, quatMultiply, rotate, scale, sub, UP, yawPitchOf,
} from './vector.ts'

/** Orbiting as pure steps from one camera pose to the next. Pixels are CSS pixels, y down. */

export interface Bounds {
  readonly min: Vec3
  readonly max: Vec3
}

const STEEPEST = 1.55
const CLOSEST = 0.005
/** More than the near plane at the corner of a wide picture. */
const WALL_CLEARANCE = 0.12

/** Turns around the target; the horizon stays level. */
export function orbitBy(pose: CameraPose, dx: number, dy: number, size: Size): CameraPose {
  const radiansPerPixel = Math.PI / Math.max(200, size.height)
  const { yaw, pitch } = yawPitchOf(pose.orientation)
  const turnedYaw = yaw - dx * radiansPerPixel
  const turnedPitch = Math.max(-STEEPEST, Math.min(STEEPEST, pitch - dy * radiansPerPixel))
  const orientation = quatFromYawPitch(turnedYaw, turnedPitch)
  const turn = quatMultiply(orientation, conjugate(quatFromYawPitch(yaw, pitch)))
  return { ...pose, orientation, position: add(pose.target, rotate(turn, sub(pose.position, pose.target))) }
}

/** Moves sideways so that what lies at the target's distance stays under the pointer. */
export function panBy(pose: CameraPose, dx: number, dy: number, size: Size): CameraPose {
  const { orientation } = cameraOf(pose)
  const depth = dot(sub(pose.target, pose.position), rotate(orientation, [0, 0, -1]))
  const metresPerPixel = 2 * Math.max(CLOSEST, depth) * Math.tan(pose.verticalFov / 2) / size.height
  const move = rotate(orientation, [-dx * metresPerPixel, dy * metresPerPixel, 0])
  return { ...pose, position: add(pose.position, move), target: add(pose.target, move) }
}

/**
 * Shrinks (factor < 1) or grows the distance to a point; the point stays where it is on the picture.
 *
 * @param point  what lies under the cursor
 */
export function zoomTo(pose: CameraPose, point: Vec3, factor: number): CameraPose {
  const away = sub(pose.position, point)
  const now = Math.hypot(...away)
  const wanted = Math.max(CLOSEST, now * factor)
  const position = add(point, scale(away, now > 0 ? wanted / now : 1))
  const forward = rotate(pose.orientation, [0, 0, -1])
  const ahead = Math.max(CLOSEST, dot(sub(point, position), forward))
  return { ...pose, position, target: add(position, scale(forward, ahead)) }
}

/** Looks the same way from so far that the box fills the picture, with a margin. */
export function fitBounds(pose: CameraPose, { min, max }: Bounds, size: Size, margin = 1.08): CameraPose {
  const center = scale(add(min, max), 0.5)
  const tanY = Math.tan(pose.verticalFov / 2) / margin
  const tanX = tanY * size.width / size.height
  const { orientation, shift: [shiftX, shiftY] = [0, 0] } = cameraOf(pose)
  // How far to the right and up the middle of the picture lies, one metre along the axis.
  const [slopeX, slopeY] = [shiftX * tanY * margin, shiftY * tanY * margin]
  let back = CLOSEST
  for (let corner = 0; corner < 8; corner++) {
    const point: Vec3 = [corner & 1 ? max[0] : min[0], corner & 2 ? max[1] : min[1], corner & 4 ? max[2] : min[2]]
    const [x, y, z] = rotate(conjugate(orientation), sub(point, center))
    back = Math.max(back, Math.abs(x + slopeX * z) / tanX + z, Math.abs(y + slopeY * z) / tanY + z)
  }
  return { ...pose, target: center, position: add(center, rotate(orientation, [-slopeX * back, -slopeY * back, back])) }
}

/** Between two poses, t from 0 to 1; the orientation takes the short way. */
export function mixPoses(a: CameraPose, b: CameraPose, t: number): CameraPose {
  const sign = a.orientation.reduce((sum, value, i) => sum + value * b.orientation[i], 0) < 0 ? -1 : 1
  const q = a.orientation.map((value, i) => value * (1 - t) + sign * b.orientation[i] * t)
  const norm = Math.hypot(...q)
  return {
    position: mix(a.position, b.position, t),
    target: mix(a.target, b.target, t),
    orientation: [q[0] / norm, q[1] / norm, q[2] / norm, q[3] / norm],
    verticalFov: a.verticalFov + (b.verticalFov - a.verticalFov) * t,
    straighten: (a.straighten ?? 0) * (1 - t) + (b.straighten ?? 0) * t,
    // Nothing is blurred on the way.
    lens: b.lens,
  }
}

/** How far from the target the camera's way out of the room is blocked, metres; null when it is clear. */
export function roomBetween({ position, target }: CameraPose, query: Pick<SceneQuery, 'closestHit'>, furniture: ReadonlySet<string>): number | null {
  const tMax = distance(position, target)
  return query.closestHit(target, normalize(sub(position, target)), { skip: furniture, tMax })?.t ?? null
}

/** The camera moved towards its target until it stands before the wall. */
export function keptInside(pose: CameraPose, wallMetres: number | null): CameraPose {
  if (wallMetres === null) return pose
  const outwards = normalize(sub(pose.position, pose.target))
  return { ...pose, position: add(pose.target, scale(outwards, Math.max(CLOSEST, wallMetres - WALL_CLEARANCE))) }
}

/** Turning the head on the spot, as in walking; the target comes along. */
export function lookBy(pose: CameraPose, dx: number, dy: number, radiansPerPixel = 0.0022): CameraPose {
  const { yaw, pitch } = yawPitchOf(pose.orientation)
  const orientation = quatFromYawPitch(yaw - dx * radiansPerPixel, Math.max(-STEEPEST, Math.min(STEEPEST, pitch - dy * radiansPerPixel)))
  const ahead = distance(pose.position, pose.target)
  return { ...pose, orientation, target: add(pose.position, rotate(orientation, [0, 0, -ahead])) }
}

/** Unit direction straight ahead and to the right, level with the floor. */
export function levelAxes(pose: CameraPose): { readonly ahead: Vec3; readonly right: Vec3 } {
  const { yaw } = yawPitchOf(pose.orientation)
  const turn = quatFromAxisAngle(UP, yaw)
  return { ahead: normalize(rotate(turn, [0, 0, -1])), right: normalize(rotate(turn, [1, 0, 0])) }
}
