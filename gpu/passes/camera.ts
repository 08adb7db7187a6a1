import type { Camera, Quat, Vec3 } from '../scene.ts'

/** A pinhole as kernels take it: the direction through raster coordinate (x, y) is corner + x * stepX + y * stepY. */
export interface CameraRays {
  readonly position: Vec3
  /** At distance 1 along the view. */
  readonly corner: Vec3
  readonly stepX: Vec3
  readonly stepY: Vec3
  readonly forward: Vec3
  /** Radians per pixel at the centre. */
  readonly spread: number
}

/** @param width  pixels, with height: the raster's size; y runs down */
export function cameraRays({ position, orientation, verticalFov }: Camera, width: number, height: number): CameraRays {
  const right = rotate(orientation, [1, 0, 0])
  const up = rotate(orientation, [0, 1, 0])
  const forward = rotate(orientation, [0, 0, -1])
  const halfHeight = Math.tan(verticalFov / 2)
  const halfWidth = halfHeight * (width / height)
  const step = (2 * halfHeight) / height
  return {
    position,
    corner: add(forward, add(scaled(right, -halfWidth), scaled(up, halfHeight))),
    stepX: scaled(right, (2 * halfWidth) / width),
    stepY: scaled(up, -step),
    forward,
    spread: step,
  }
}

/** Rotates a vector by a unit quaternion. */
export function rotate([x, y, z, w]: Quat, [a, b, c]: Vec3): Vec3 {
  const tx = 2 * (y * c - z * b)
  const ty = 2 * (z * a - x * c)
  const tz = 2 * (x * b - y * a)
  return [a + w * tx + y * tz - z * ty, b + w * ty + z * tx - x * tz, c + w * tz + x * ty - y * tx]
}

const add = (a: Vec3, b: Vec3): Vec3 => [a[0] + b[0], a[1] + b[1], a[2] + b[2]]
const scaled = (a: Vec3, s: number): Vec3 => [a[0] * s, a[1] * s, a[2] * s]
