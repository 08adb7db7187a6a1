import type { Quat, Vec3 } from '../../gpu/index.ts'
import { multiplyQuats, quatFromAxisAngle } from '../document/transform.ts'
import { cross } from '../document/vector.ts'

export { multiplyQuats as quatMultiply, quatFromAxisAngle } from '../document/transform.ts'
export { cross, dot } from '../document/vector.ts'

/** Small vector algebra for navigation and tools: plain tuples, right-handed, y up. */

export const UP: Vec3 = [0, 1, 0]

export const add = (a: Vec3, b: Vec3): Vec3 => [a[0] + b[0], a[1] + b[1], a[2] + b[2]]
export const sub = (a: Vec3, b: Vec3): Vec3 => [a[0] - b[0], a[1] - b[1], a[2] - b[2]]
export const scale = (a: Vec3, s: number): Vec3 => [a[0] * s, a[1] * s, a[2] * s]
export const multiply = (a: Vec3, b: Vec3): Vec3 => [a[0] * b[0], a[1] * b[1], a[2] * b[2]]
export const length = (a: Vec3): number => Math.hypot(a[0], a[1], a[2])
export const distance = (a: Vec3, b: Vec3): number => length(sub(a, b))
export const mix = (a: Vec3, b: Vec3, t: number): Vec3 => add(scale(a, 1 - t), scale(b, t))

/** Unit vector, or the zero vector unchanged. */
export function normalize(a: Vec3): Vec3 {
  const size = length(a)
  return size > 0 ? scale(a, 1 / size) : a
}

export function rotate(q: Quat, v: Vec3): Vec3 {
  const axis: Vec3 = [q[0], q[1], q[2]]
  const t = scale(cross(axis, v), 2)
  return add(add(v, scale(t, q[3])), cross(axis, t))
}

export const conjugate = (q: Quat): Quat => [-q[0], -q[1], -q[2], q[3]]

/** The rotation that turns the x, y and z axes into the three given unit vectors (right-handed). */
export function quatFromBasis(x: Vec3, y: Vec3, z: Vec3): Quat {
  const trace = x[0] + y[1] + z[2]
  if (trace > 0) {
    const s = 0.5 / Math.sqrt(trace + 1)
    return [(y[2] - z[1]) * s, (z[0] - x[2]) * s, (x[1] - y[0]) * s, 0.25 / s]
  }
  if (x[0] > y[1] && x[0] > z[2]) {
    const s = 2 * Math.sqrt(1 + x[0] - y[1] - z[2])
    return [s / 4, (y[0] + x[1]) / s, (z[0] + x[2]) / s, (y[2] - z[1]) / s]
  }
  if (y[1] > z[2]) {
    const s = 2 * Math.sqrt(1 + y[1] - x[0] - z[2])
    return [(y[0] + x[1]) / s, s / 4, (z[1] + y[2]) / s, (z[0] - x[2]) / s]
  }
  const s = 2 * Math.sqrt(1 + z[2] - x[0] - y[1])
  return [(z[0] + x[2]) / s, (z[1] + y[2]) / s, s / 4, (x[1] - y[0]) / s]
}

/** Orientation of a camera at `from` that looks at `to` with its horizon level; straight up and down keep `fallbackYaw`. */
export function lookAt(from: Vec3, to: Vec3, fallbackYaw = 0): Quat {
  const forward = normalize(sub(to, from))
  const flat = Math.hypot(forward[0], forward[2])
  const yaw = flat < 1e-6 ? fallbackYaw : Math.atan2(-forward[0], -forward[2])
  return quatFromYawPitch(yaw, Math.atan2(forward[1], flat))
}

/** Yaw turns left around y, pitch looks up; both 0 look along -z. */
export function quatFromYawPitch(yaw: number, pitch: number): Quat {
  return multiplyQuats(quatFromAxisAngle(UP, yaw), quatFromAxisAngle([1, 0, 0], pitch))
}

export function yawPitchOf(q: Quat): { readonly yaw: number; readonly pitch: number } {
  const forward = rotate(q, [0, 0, -1])
  const flat = Math.hypot(forward[0], forward[2])
  if (flat > 1e-4) return { yaw: Math.atan2(-forward[0], -forward[2]), pitch: Math.atan2(forward[1], flat) }
  const right = rotate(q, [1, 0, 0])
  return { yaw: Math.atan2(-right[2], right[0]), pitch: Math.sign(forward[1]) * (Math.PI / 2) }
}
