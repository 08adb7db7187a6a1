/** 32-bit words per `Triangle` and per `TriangleAttributes` of kernels/scene.wgsl. */
export const TRIANGLE_WORDS = 12
export const ATTRIBUTES_WORDS = 12
export const NONE = 0xffffffff

/** Octahedral encoding in 2x16 snorm, x in the low half: what `unpack2x16snorm` reads. A zero vector becomes +z. */
export function packNormal(x: number, y: number, z: number): number {
  const length = Math.abs(x) + Math.abs(y) + Math.abs(z)
  if (!(length > 0)) return 0
  let u = x / length
  let v = y / length
  if (z < 0) {
    const folded = (1 - Math.abs(v)) * (u < 0 ? -1 : 1)
    v = (1 - Math.abs(u)) * (v < 0 ? -1 : 1)
    u = folded
  }
  return ((snorm16(v) << 16) | (snorm16(u) & 0xffff)) >>> 0
}

function snorm16(value: number): number {
  return Math.round(Math.max(-1, Math.min(1, value)) * 32767)
}
