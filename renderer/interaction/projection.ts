import type { Camera, Mat4, Vec3 } from '../../gpu/index.ts'
import type { CameraPose } from './store.ts'
import { add, conjugate, normalize, rotate, scale, sub } from './vector.ts'

/** Near enough to look along a wall that one stands at; float depth, reversed, is exact far beyond any building. */
export const NEAR = 0.03
export const FAR = 1000

export function cameraOf(pose: CameraPose): Camera {
  return { position: pose.position, orientation: pose.orientation, verticalFov: pose.verticalFov, near: NEAR, far: FAR }
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
  const shiftX = -2 * jitter[0] / size.width
  const shiftY = 2 * jitter[1] / size.height
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
  const tan = Math.tan(pose.verticalFov / 2)
  const ndcX = 2 * x / size.width - 1
  const ndcY = 1 - 2 * y / size.height
  return normalize(rotate(pose.orientation, [ndcX * tan * size.width / size.height, ndcY * tan, -1]))
}

/** Where a world point appears on the canvas, in pixels from the top left; null when it is not in front of the camera. */
export function projectPoint(pose: CameraPose, size: Size, point: Vec3): readonly [number, number] | null {
  const seen = rotate(conjugate(pose.orientation), sub(point, pose.position))
  if (seen[2] > -NEAR) return null
  const tan = Math.tan(pose.verticalFov / 2) * -seen[2]
  return [
    (1 + seen[0] / (tan * size.width / size.height)) * size.width / 2,
    (1 - seen[1] / tan) * size.height / 2,
  ]
}

/** A point on the ray through a pixel, at a depth along the view axis. */
export function pointAtDepth(pose: CameraPose, size: Size, x: number, y: number, depth: number): Vec3 {
  const direction = rayThrough(pose, size, x, y)
  const forward = rotate(pose.orientation, [0, 0, -1])
  const cosine = direction[0] * forward[0] + direction[1] * forward[1] + direction[2] * forward[2]
  return add(pose.position, scale(direction, depth / cosine))
}
