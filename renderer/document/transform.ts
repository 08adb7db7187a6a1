import type { Mat4, Quat, Vec3 } from '../../gpu/index.ts'

export interface Transform {
  readonly position: Vec3
  readonly rotation: Quat
  readonly scale: Vec3
}

export const IDENTITY: Transform = { position: [0, 0, 0], rotation: [0, 0, 0, 1], scale: [1, 1, 1] }

/** Column-major 4x4 in doubles; worldFromObject = translate * rotate * scale. */
export function composeMatrix({ position: [px, py, pz], rotation: [x, y, z, w], scale: [sx, sy, sz] }: Transform): number[] {
  return [
    (1 - 2 * (y * y + z * z)) * sx, 2 * (x * y + z * w) * sx, 2 * (x * z - y * w) * sx, 0,
    2 * (x * y - z * w) * sy, (1 - 2 * (x * x + z * z)) * sy, 2 * (y * z + x * w) * sy, 0,
    2 * (x * z + y * w) * sz, 2 * (y * z - x * w) * sz, (1 - 2 * (x * x + y * y)) * sz, 0,
    px, py, pz, 1,
  ]
}

export const worldFromObject = (transform: Transform): Mat4 => new Float32Array(composeMatrix(transform))

/** a * b, column-major. */
export function multiplyMatrices(a: ArrayLike<number>, b: ArrayLike<number>): number[] {
  const product: number[] = []
  for (let column = 0; column < 16; column += 4) {
    for (let row = 0; row < 4; row++) {
      let sum = 0
      for (let k = 0; k < 4; k++) sum += (a[k * 4 + row] as number) * (b[column + k] as number)
      product.push(sum)
    }
  }
  return product
}

export function transformPoint(m: ArrayLike<number>, [x, y, z]: Vec3): Vec3 {
  const row = (i: number): number => m[i] * x + m[4 + i] * y + m[8 + i] * z + m[12 + i]
  return [row(0), row(1), row(2)]
}

export const determinant3 = (m: ArrayLike<number>): number =>
  m[0] * (m[5] * m[10] - m[9] * m[6]) - m[4] * (m[1] * m[10] - m[9] * m[2]) + m[8] * (m[1] * m[6] - m[5] * m[2])

/** Inverse of an affine matrix, or null when it flattens space. */
export function invertAffine(m: ArrayLike<number>): number[] | null {
  const det = determinant3(m)
  if (!Number.isFinite(1 / det) || det === 0) return null
  const cofactor = (a: number, b: number, c: number, d: number): number => (m[a] * m[b] - m[c] * m[d]) / det
  const inverse = [
    cofactor(5, 10, 9, 6), cofactor(9, 2, 1, 10), cofactor(1, 6, 5, 2), 0,
    cofactor(8, 6, 4, 10), cofactor(0, 10, 8, 2), cofactor(4, 2, 0, 6), 0,
    cofactor(4, 9, 8, 5), cofactor(8, 1, 0, 9), cofactor(0, 5, 4, 1), 0,
  ]
  const at = (i: number): number => -(inverse[i] * m[12] + inverse[4 + i] * m[13] + inverse[8 + i] * m[14])
  return [...inverse, at(0), at(1), at(2), 1]
}

/**
 * The transform whose matrix this is, or null when the matrix shears (no position, rotation and scale make it).
 * A mirroring matrix gets a negative x scale.
 */
export function decomposeMatrix(m: ArrayLike<number>, tolerance = 1e-4): Transform | null {
  const lengths = [0, 4, 8].map((c) => Math.hypot(m[c], m[c + 1], m[c + 2]))
  if (lengths.some((length) => !(length > 0) || !Number.isFinite(length))) return null
  const scale: [number, number, number] = [determinant3(m) < 0 ? -lengths[0] : lengths[0], lengths[1], lengths[2]]
  const r = [0, 1, 2].flatMap((c) => [0, 1, 2].map((row) => m[c * 4 + row] / scale[c]))
  const dot = (a: number, b: number): number => r[a * 3] * r[b * 3] + r[a * 3 + 1] * r[b * 3 + 1] + r[a * 3 + 2] * r[b * 3 + 2]
  if (Math.max(Math.abs(dot(0, 1)), Math.abs(dot(0, 2)), Math.abs(dot(1, 2))) > tolerance) return null
  return { position: [m[12], m[13], m[14]], rotation: quatFromRotation(r), scale }
}

/** Shepperd's method; `r` are three columns of a rotation. */
function quatFromRotation(r: readonly number[]): Quat {
  const [m00, m10, m20, m01, m11, m21, m02, m12, m22] = r
  const trace = m00 + m11 + m22
  let q: [number, number, number, number]
  if (trace > 0) q = [m21 - m12, m02 - m20, m10 - m01, 1 + trace]
  else if (m00 > m11 && m00 > m22) q = [1 + m00 - m11 - m22, m01 + m10, m02 + m20, m21 - m12]
  else if (m11 > m22) q = [m01 + m10, 1 + m11 - m00 - m22, m12 + m21, m02 - m20]
  else q = [m02 + m20, m12 + m21, 1 + m22 - m00 - m11, m10 - m01]
  return normalizeQuat(q)
}

export function normalizeQuat([x, y, z, w]: Quat): Quat {
  const length = Math.hypot(x, y, z, w)
  return length > 0 ? [x / length, y / length, z / length, w / length] : [0, 0, 0, 1]
}

/** The rotation b followed by a. */
export function multiplyQuats([ax, ay, az, aw]: Quat, [bx, by, bz, bw]: Quat): Quat {
  return [
    aw * bx + ax * bw + ay * bz - az * by,
    aw * by - ax * bz + ay * bw + az * bx,
    aw * bz + ax * by - ay * bx + az * bw,
    aw * bw - ax * bx - ay * by - az * bz,
  ]
}

/** Turning by an angle (radians) about a unit axis. */
export function quatFromAxisAngle([x, y, z]: Vec3, angle: number): Quat {
  const s = Math.sin(angle / 2)
  return [x * s, y * s, z * s, Math.cos(angle / 2)]
}

/** The camera orientation (looks along -z) at `eye` that sees `target`, upright. */
export function quatLookingAt(eye: Vec3, target: Vec3): Quat {
  const [dx, dy, dz] = [target[0] - eye[0], target[1] - eye[1], target[2] - eye[2]]
  const yaw = Math.atan2(-dx, -dz)
  const pitch = Math.atan2(dy, Math.hypot(dx, dz))
  return multiplyQuats(quatFromAxisAngle([0, 1, 0], yaw), quatFromAxisAngle([1, 0, 0], pitch))
}
