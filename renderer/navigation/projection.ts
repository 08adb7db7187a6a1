import type { Camera, Mat4, Vec3 } from '../../gpu/index.ts'
import { axisOf, FARTHEST_FOCUS, lensOfPose, NEAREST_FOCUS, straightened, thinLens } from './lens.ts'
import type { CameraPose } from '../interaction/store.ts'
import { add, conjugate, distance, dot, normalize, rotate, scale, sub } from './vector.ts'

/** Near enough to look along a wall that one stands at. */
export const NEAR = 0.03
/** Of the way to what is looked at: a thing of a few centimetres is seen from close by. */
const NEAR_SHARE = 0.05
const NEAREST = 1e-4
/** As good as none: float depth, reversed, keeps its relative exactness however far it reaches. */
export const FAR = 1e9

/** Nothing is seen that is nearer, metres. */
export const nearOf = ({ position, target }: Pick<CameraPose, 'position' | 'target'>): number => Math.min(NEAR, Math.max(NEAREST, NEAR_SHARE * distance(position, target)))

/** The camera that takes the picture: where vertical lines are kept vertical, it stands level and is shifted. */
export function cameraOf(pose: CameraPose): Camera {
  const { position, verticalFov } = pose
  return { position, verticalFov, near: nearOf(pose), far: FAR, lens: thinLens(pose), ...straightened(pose.orientation, verticalFov, pose.straighten ?? 0) }
}

/** Width and height of the canvas, CSS pixels unless said otherwise. */
export interface Size {
  readonly width: number
  readonly height: number
}

/**
 * Reversed-depth projection (z/w = 1 at near, 0 at far) times view, for WebGPU's clip space.
 *
 * @param jitter  pixels: the sample of every pixel moves by this much to the right and down, so the picture moves back
 */
export function clipFromWorld(camera: Camera, size: Size, jitter: readonly [number, number] = [0, 0]): Mat4 {
  const f = 1 / Math.tan(camera.verticalFov / 2)
  const fx = f * size.height / size.width
  const depthScale = camera.near / (camera.far - camera.near)
  // In halves of the picture's width and height.
  const [offAxisX, offAxisY] = camera.shift ?? [0, 0]
  const shiftX = -2 * jitter[0] / size.width - offAxisX * size.height / size.width
  const shiftY = 2 * jitter[1] / size.height - offAxisY
  const [right, up, back] = [[1, 0, 0], [0, 1, 0], [0, 0, 1]].map((axis) => rotate(camera.orientation, axis as unknown as Vec3))
  const matrix = new Float32Array(16)
  // Columns of the view matrix: the world's axes and its origin, as the camera sees them.
  for (let column = 0; column < 4; column++) {
    const isOrigin = column === 3
    const p = camera.position
    const seen = (axis: Vec3): number => isOrigin ? -(axis[0] * p[0] + axis[1] * p[1] + axis[2] * p[2]) : axis[column]
    const [x, y, z] = [seen(right), seen(up), seen(back)]
    matrix[column * 4] = fx * x - shiftX * z
    matrix[column * 4 + 1] = f * y - shiftY * z
    matrix[column * 4 + 2] = depthScale * z + (isOrigin ? camera.far * depthScale : 0)
    matrix[column * 4 + 3] = -z
  }
  return matrix
}

/** True when a world box lies wholly outside one side of the picture or behind the camera: nothing of it can be seen. */
export function isOutOfSight(clipFromWorldMatrix: Mat4, min: Vec3, max: Vec3): boolean {
  const m = clipFromWorldMatrix
  let [left, right, below, above, behind] = [0, 0, 0, 0, 0]
  for (let corner = 0; corner < 8; corner++) {
    const [px, py, pz] = [corner & 1 ? max[0] : min[0], corner & 2 ? max[1] : min[1], corner & 4 ? max[2] : min[2]]
    const x = m[0] * px + m[4] * py + m[8] * pz + m[12]
    const y = m[1] * px + m[5] * py + m[9] * pz + m[13]
    const w = m[3] * px + m[7] * py + m[11] * pz + m[15]
    if (x < -w) left++
    if (x > w) right++
    if (y < -w) below++
    if (y > w) above++
    if (w < 0) behind++
  }
  return Math.max(left, right, below, above, behind) === 8
}

/** Unit direction, world space, of the camera ray through a point of the canvas (pixels from the top left). */
export function rayThrough(pose: CameraPose, size: Size, x: number, y: number): Vec3 {
  const { orientation, verticalFov, shift: [shiftX, shiftY] = [0, 0] } = cameraOf(pose)
  const tan = Math.tan(verticalFov / 2)
  const ndcX = 2 * x / size.width - 1
  const ndcY = 1 - 2 * y / size.height
  return normalize(rotate(orientation, [(ndcX * size.width / size.height + shiftX) * tan, (ndcY + shiftY) * tan, -1]))
}

/** Where a world point appears on the canvas, in pixels from the top left; null when it is not in front of the camera. */
export function projectPoint(pose: CameraPose, size: Size, point: Vec3): readonly [number, number] | null {
  const { position, orientation, verticalFov, shift: [shiftX, shiftY] = [0, 0] } = cameraOf(pose)
  const seen = rotate(conjugate(orientation), sub(point, position))
  if (seen[2] > -nearOf(pose)) return null
  const tan = Math.tan(verticalFov / 2) * -seen[2]
  return [
    (1 + (seen[0] / tan - shiftX) * size.height / size.width) * size.width / 2,
    (1 - seen[1] / tan + shiftY) * size.height / 2,
  ]
}

/** The camera with what it sees at this point in focus; one behind it changes nothing. */
export function focusedOn(pose: CameraPose, point: Vec3): CameraPose {
  const distance = dot(sub(point, pose.position), axisOf(cameraOf(pose)))
  return distance < NEAREST_FOCUS ? pose : { ...pose, lens: { ...lensOfPose(pose), focusDistance: Math.min(FARTHEST_FOCUS, distance) } }
}

/** A point on the ray through a pixel, at a depth along the camera's axis. */
export function pointAtDepth(pose: CameraPose, size: Size, x: number, y: number, depth: number): Vec3 {
  const direction = rayThrough(pose, size, x, y)
  return add(pose.position, scale(direction, depth / dot(direction, axisOf(cameraOf(pose)))))
}
