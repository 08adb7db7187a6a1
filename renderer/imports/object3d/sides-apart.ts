import { mix, tableSize, weld } from '../doctor/health.ts'
import { faceNormals } from './face-normals.ts'

/** Of the diagonal around all corners: far above the rounding of a ray's way, far below a millimetre on a building. */
const APART = 5e-6
/** Cosine between triangles that look opposite ways. */
const OPPOSITE = -0.9999
/** Edges in one place that are looked through: more is no sheet. */
const MOST_EDGES = 64

/**
 * Lays the two sides of a sheet apart, each towards where it looks: programs whose sheets wear another material on their back write them twice, in one
 * place, and which of the two a ray meets would be a matter of rounding. The two may be cut into triangles in different ways; they share their edges.
 *
 * @param positions  xyz of each corner; moved in place
 * @param normals    xyz of each corner
 * @param indices    of all triangles
 * O(corners + triangles).
 */
export function laySidesApart(positions: Float32Array, normals: Float32Array, indices: Uint32Array): void {
  const place = weld(positions)
  const from = (edge: number): number => place[indices[edge]]
  const to = (edge: number): number => place[indices[edge % 3 === 2 ? edge - 2 : edge + 1]]
  const faces = faceNormals(positions, indices)
  const first = new Int32Array(tableSize(indices.length)).fill(-1)
  const next = new Int32Array(indices.length)
  const slotOf = (edge: number): number => mix(Math.min(from(edge), to(edge)) ^ Math.imul(Math.max(from(edge), to(edge)), 0x9e3779b1)) & (first.length - 1)
  for (let edge = 0; edge < indices.length; edge++) {
    const slot = slotOf(edge)
    next[edge] = first[slot]
    first[slot] = edge
  }
  const isFolded = (edge: number): boolean => {
    const t = 3 * Math.floor(edge / 3)
    for (let other = first[slotOf(edge)], count = 0; other !== -1 && count < MOST_EDGES; other = next[other], count++) {
      const u = 3 * Math.floor(other / 3)
      if (from(other) === to(edge) && to(other) === from(edge) && faces[t] * faces[u] + faces[t + 1] * faces[u + 1] + faces[t + 2] * faces[u + 2] < OPPOSITE) return true
    }
    return false
  }
  const apart = APART * diagonalOf(positions)
  const moved = new Uint8Array(positions.length / 3)
  for (let t = 0; t < indices.length; t += 3) {
    if (!isFolded(t) && !isFolded(t + 1) && !isFolded(t + 2)) continue
    for (let k = 0; k < 3; k++) {
      const at = 3 * indices[t + k]
      if (moved[at / 3] === 1) continue
      moved[at / 3] = 1
      const by = apart * Math.sign(faces[t] * normals[at] + faces[t + 1] * normals[at + 1] + faces[t + 2] * normals[at + 2])
      for (let axis = 0; axis < 3; axis++) positions[at + axis] += by * normals[at + axis]
    }
  }
}

function diagonalOf(positions: Float32Array): number {
  const [min, max] = [[Infinity, Infinity, Infinity], [-Infinity, -Infinity, -Infinity]]
  for (let i = 0; i < positions.length; i++) {
    min[i % 3] = Math.min(min[i % 3], positions[i])
    max[i % 3] = Math.max(max[i % 3], positions[i])
  }
  return Math.hypot(...max.map((value, axis) => value - min[axis]))
}
