import { tableSize, mix, weld } from '../doctor/health.ts'
import { faceNormals } from './face-normals.ts'

/** Radians between two triangles from which on the edge between them is a hard one: the sides of an octagon are apart, those of a round column of twelve are not. */
export const CREASE = (40 * Math.PI) / 180

/**
 * Normals for triangles that come without any: smooth where the surface bends a little, hard at its edges. Corners of one place are one where the
 * edges between their triangles are smooth, and share the mean of the triangles' normals, each as much as its angle there.
 *
 * @param positions  9 floats a triangle: three corners of its own
 * @param smoothing  per triangle: the groups of 3D Studio, a bit each; neighbours of one group are smooth, 0 is of none. Null: the angle decides
 * @returns a unit vector a corner; zero at triangles without an area
 *
 * O(triangles), by hash tables in typed arrays.
 */
export function creasedNormals(positions: Float32Array, smoothing: Uint32Array | null = null, crease = CREASE): Float32Array<ArrayBuffer> {
  const faces = faceNormals(positions)
  const place = weld(snapped(positions))
  const parents = Uint32Array.from(place, (_, corner) => corner)
  const isSmooth = (t: number, u: number): boolean =>
    (smoothing === null ? faces[3 * t] * faces[3 * u] + faces[3 * t + 1] * faces[3 * u + 1] + faces[3 * t + 2] * faces[3 * u + 2] >= Math.cos(crease) : (smoothing[t] & smoothing[u]) !== 0)
  const edges = new Edges(place.length)
  for (let corner = 0; corner < place.length; corner++) {
    const t = Math.floor(corner / 3)
    if (faces[3 * t] === 0 && faces[3 * t + 1] === 0 && faces[3 * t + 2] === 0) continue
    const next = nextOf(corner)
    const other = edges.add(place[corner], place[next], corner)
    if (other === corner || !isSmooth(t, Math.floor(other / 3))) continue
    const beyond = nextOf(other)
    const isTurned = place[other] === place[next]
    join(parents, corner, isTurned ? beyond : other)
    join(parents, next, isTurned ? other : beyond)
  }
  const sums = new Float32Array(positions.length)
  for (let corner = 0; corner < place.length; corner++) {
    const [to, t, share] = [3 * rootOf(parents, corner), 3 * Math.floor(corner / 3), angleAt(positions, corner)]
    for (let axis = 0; axis < 3; axis++) sums[to + axis] += share * faces[t + axis]
  }
  const normals = new Float32Array(positions.length)
  for (let corner = 0; corner < place.length; corner++) {
    const from = 3 * rootOf(parents, corner)
    const length = Math.hypot(sums[from], sums[from + 1], sums[from + 2])
    if (length > 0) for (let axis = 0; axis < 3; axis++) normals[3 * corner + axis] = sums[from + axis] / length
  }
  return normals
}

/** To a grid of a millionth of the extent: programs leave the ends of a turn a rounding apart. What is nowhere is at 0. */
function snapped(positions: Float32Array): Float32Array {
  let extent = 0
  for (const value of positions) if (Number.isFinite(value)) extent = Math.max(extent, Math.abs(value))
  const step = extent / 2 ** 20 || 1
  return positions.map((value) => (Number.isFinite(value) ? Math.round(value / step) : 0))
}

const nextOf = (corner: number): number => (corner % 3 === 2 ? corner - 2 : corner + 1)

/** Radians. */
function angleAt(positions: Float32Array, corner: number): number {
  const next = nextOf(corner)
  const [p, q, r] = [3 * corner, 3 * next, 3 * nextOf(next)]
  const ux = positions[q] - positions[p], uy = positions[q + 1] - positions[p + 1], uz = positions[q + 2] - positions[p + 2]
  const vx = positions[r] - positions[p], vy = positions[r + 1] - positions[p + 1], vz = positions[r + 2] - positions[p + 2]
  const angle = Math.atan2(Math.hypot(uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx), ux * vx + uy * vy + uz * vz)
  return Number.isFinite(angle) ? angle : 0
}

function rootOf(parents: Uint32Array, corner: number): number {
  let at = corner
  while (parents[at] !== at) at = parents[at] = parents[parents[at]]
  return at
}

function join(parents: Uint32Array, a: number, b: number): void {
  parents[rootOf(parents, a)] = rootOf(parents, b)
}

/** For each edge, whichever way it is gone along, the first triangle's corner where it begins. */
class Edges {
  private readonly keys: Float64Array
  private readonly corners: Uint32Array

  constructor(most: number) {
    this.keys = new Float64Array(tableSize(most)).fill(-1)
    this.corners = new Uint32Array(this.keys.length)
  }

  /** @returns `corner` when the edge is new, else the corner that was given with it first */
  add(from: number, to: number, corner: number): number {
    const low = Math.min(from, to), high = Math.max(from, to)
    const key = low * 2 ** 26 + high
    const mask = this.keys.length - 1
    let slot = mix(low ^ Math.imul(high, 0x9e3779b1)) & mask
    while (this.keys[slot] !== -1 && this.keys[slot] !== key) slot = (slot + 1) & mask
    if (this.keys[slot] === -1) {
      this.keys[slot] = key
      this.corners[slot] = corner
    }
    return this.corners[slot]
  }
}
