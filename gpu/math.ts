/** Vectors, quaternions and affine matrices of the CPU, in f64: right-handed, y up. */

export type Vec3 = readonly [x: number, y: number, z: number]
/** Unit quaternion x, y, z, w. */
export type Quat = readonly [x: number, y: number, z: number, w: number]
/** Column-major 4x4, 16 floats; names say both ends: `worldFromObject`. */
export type Mat4 = Float32Array

export const add = (a: Vec3, b: Vec3): Vec3 => [a[0] + b[0], a[1] + b[1], a[2] + b[2]]
export const subtract = (a: Vec3, b: Vec3): Vec3 => [a[0] - b[0], a[1] - b[1], a[2] - b[2]]
export const scale = (a: Vec3, s: number): Vec3 => [a[0] * s, a[1] * s, a[2] * s]
export const dot = (a: Vec3, b: Vec3): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
export const cross = (a: Vec3, b: Vec3): Vec3 => [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
export const lengthOf = (a: Vec3): number => Math.hypot(a[0], a[1], a[2])
/** Of length 1; zero stays zero. */
export const normalize = (a: Vec3): Vec3 => scale(a, 1 / (lengthOf(a) || 1))
