/** Vectors, quaternions and affine matrices of the CPU, in f64: right-handed, y up. */

export type Vec3 = readonly [x: number, y: number, z: number]
/** Unit quaternion x, y, z, w. */
export type Quat = readonly [x: number, y: number, z: number, w: number]
/** Column-major 4x4, 16 floats; names say both ends: `worldFromObject`. */
export type Mat4 = Float32Array

/** x, y, z, in whatever holds numbers. */
type Xyz = ArrayLike<number>

export const add = (a: Xyz, b: Xyz): Vec3 => [a[0] + b[0], a[1] + b[1], a[2] + b[2]]
export const subtract = (a: Xyz, b: Xyz): Vec3 => [a[0] - b[0], a[1] - b[1], a[2] - b[2]]
export const scale = (a: Xyz, factor: number): Vec3 => [a[0] * factor, a[1] * factor, a[2] * factor]
export const dot = (a: Xyz, b: Xyz): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
export const cross = (a: Xyz, b: Xyz): Vec3 => [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]

/** Of length 1; zero stays zero. */
export function normalize(a: Xyz): Vec3 {
  const length = Math.hypot(a[0], a[1], a[2]) || 1
  return [a[0] / length, a[1] / length, a[2] / length]
}

/** Rotates a vector by a unit quaternion. */
export function rotate([x, y, z, w]: Quat, [a, b, c]: Vec3): Vec3 {
  const tx = 2 * (y * c - z * b)
  const ty = 2 * (z * a - x * c)
  const tz = 2 * (x * b - y * a)
  return [a + w * tx + y * tz - z * ty, b + w * ty + z * tx - x * tz, c + w * tz + x * ty - y * tx]
}

export const isSameMatrix = (a: Mat4, b: Mat4): boolean => a.every((value, i) => value === b[i])

/** Determinant of the upper left 3x3. */
export function determinant(m: Mat4): number {
  return (
    m[0] * (m[5] * m[10] - m[9] * m[6]) - m[4] * (m[1] * m[10] - m[9] * m[2]) + m[8] * (m[1] * m[6] - m[5] * m[2])
  )
}

/**
 * The inverse of an affine matrix as three rows of four, computed in f64. Everyone who traces rounds these very numbers to
 * f32, so trees and brute force cannot disagree.
 *
 * @throws RangeError when the matrix flattens space
 */
export function invertAffine(m: Mat4): Float64Array {
  const det = determinant(m)
  if (!(Math.abs(det) > 0) || !Number.isFinite(det)) throw new RangeError('An instance has a matrix that cannot be inverted.')
  const rows = new Float64Array(12)
  for (let row = 0; row < 3; row++) {
    for (let column = 0; column < 3; column++) {
      // Cofactor of the element at (column, row): the adjugate is transposed.
      const r1 = (column + 1) % 3
      const r2 = (column + 2) % 3
      const c1 = (row + 1) % 3
      const c2 = (row + 2) % 3
      rows[4 * row + column] = (m[4 * c1 + r1] * m[4 * c2 + r2] - m[4 * c2 + r1] * m[4 * c1 + r2]) / det
    }
    rows[4 * row + 3] = -(rows[4 * row] * m[12] + rows[4 * row + 1] * m[13] + rows[4 * row + 2] * m[14])
  }
  return rows
}
