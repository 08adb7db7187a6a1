import type { BuildTriangles } from './triangles.ts'

// A triangle cut by six planes has at most nine corners.
const P = new Float64Array(36)
const Q = new Float64Array(36)

/**
 * Cuts a triangle to a cell and at a plane (perfect splits), padded: what lies within `pad` of a side belongs to it.
 *
 * @param cell  6 numbers: min xyz, max xyz
 * @param out   12 floats at `at`: bounds of the piece below the plane, then above, each clamped to its half of the cell
 * @returns bit 0: there is a piece below, bit 1: there is one above
 */
export function splitTriangle(
  { corners, pad }: BuildTriangles,
  triangle: number,
  cell: Float64Array,
  axis: number,
  plane: number,
  out: Float32Array,
  at: number,
): number {
  const from = 9 * triangle
  for (let i = 0; i < 9; i++) P[i] = corners[from + i]
  let polygon = P
  let other = Q
  let count = 3
  for (let k = 0; k < 3; k++) {
    const low = cell[k] - pad
    const high = cell[3 + k] + pad
    let below = false
    let above = false
    for (let i = k; i < 3 * count; i += 3) {
      if (polygon[i] < low) below = true
      if (polygon[i] > high) above = true
    }
    if (below) {
      count = cut(polygon, count, k, low, 1, other)
      const swap = polygon
      polygon = other
      other = swap
    }
    if (above) {
      count = cut(polygon, count, k, high, -1, other)
      const swap = polygon
      polygon = other
      other = swap
    }
    if (count === 0) return 0
  }
  return boundHalf(polygon, count, axis, plane + pad, 1, cell, plane, pad, out, at) | (boundHalf(polygon, count, axis, plane - pad, -1, cell, plane, pad, out, at + 6) << 1)
}

/** Sutherland-Hodgman against one plane: keeps what lies where `sign * (x - plane) >= 0`. */
function cut(polygon: Float64Array, count: number, k: number, plane: number, sign: number, out: Float64Array): number {
  let kept = 0
  let a = 3 * (count - 1)
  let da = sign * (polygon[a + k] - plane)
  for (let b = 0; b < 3 * count; b += 3) {
    const db = sign * (polygon[b + k] - plane)
    if ((da > 0 && db < 0) || (da < 0 && db > 0)) {
      const t = da / (da - db)
      out[kept] = polygon[a] + t * (polygon[b] - polygon[a])
      out[kept + 1] = polygon[a + 1] + t * (polygon[b + 1] - polygon[a + 1])
      out[kept + 2] = polygon[a + 2] + t * (polygon[b + 2] - polygon[a + 2])
      out[kept + k] = plane
      kept += 3
    }
    if (db >= 0) {
      out[kept] = polygon[b]
      out[kept + 1] = polygon[b + 1]
      out[kept + 2] = polygon[b + 2]
      kept += 3
    }
    a = b
    da = db
  }
  return kept / 3
}

/** Bounds of the part of a polygon on one side of a plane, padded and clamped to that half of the cell; 1 when not empty. */
function boundHalf(
  polygon: Float64Array,
  count: number,
  axis: number,
  limit: number,
  sign: number,
  cell: Float64Array,
  plane: number,
  pad: number,
  out: Float32Array,
  at: number,
): number {
  let minX = Infinity
  let minY = Infinity
  let minZ = Infinity
  let maxX = -Infinity
  let maxY = -Infinity
  let maxZ = -Infinity
  let a = 3 * (count - 1)
  let da = sign * (limit - polygon[a + axis])
  for (let b = 0; b < 3 * count; b += 3) {
    const db = sign * (limit - polygon[b + axis])
    if ((da > 0 && db < 0) || (da < 0 && db > 0)) {
      const t = da / (da - db)
      const x = polygon[a] + t * (polygon[b] - polygon[a])
      const y = polygon[a + 1] + t * (polygon[b + 1] - polygon[a + 1])
      const z = polygon[a + 2] + t * (polygon[b + 2] - polygon[a + 2])
      if (x < minX) minX = x
      if (x > maxX) maxX = x
      if (y < minY) minY = y
      if (y > maxY) maxY = y
      if (z < minZ) minZ = z
      if (z > maxZ) maxZ = z
    }
    if (db >= 0) {
      const x = polygon[b]
      const y = polygon[b + 1]
      const z = polygon[b + 2]
      if (x < minX) minX = x
      if (x > maxX) maxX = x
      if (y < minY) minY = y
      if (y > maxY) maxY = y
      if (z < minZ) minZ = z
      if (z > maxZ) maxZ = z
    }
    a = b
    da = db
  }
  if (minX > maxX) return 0
  out[at] = Math.max(minX - pad, cell[0])
  out[at + 1] = Math.max(minY - pad, cell[1])
  out[at + 2] = Math.max(minZ - pad, cell[2])
  out[at + 3] = Math.min(maxX + pad, cell[3])
  out[at + 4] = Math.min(maxY + pad, cell[4])
  out[at + 5] = Math.min(maxZ + pad, cell[5])
  if (sign > 0) out[at + 3 + axis] = Math.min(out[at + 3 + axis], plane)
  else out[at + axis] = Math.max(out[at + axis], plane)
  return out[at] < out[at + 3] && out[at + 1] < out[at + 4] && out[at + 2] < out[at + 5] ? 1 : 0
}
