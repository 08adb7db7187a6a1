import { add, cross, dot, normalize, scale, subtract, type Vec3 } from '../math.ts'

/** An exact sphere in the world: the points `center + axes · q` with |q| = 1, axes as three columns. */
export interface Ellipsoid {
  readonly center: Vec3
  readonly axes: readonly [Vec3, Vec3, Vec3]
}

/** The ellipsoid inscribed in a box of object space, placed by a column-major matrix. */
export function ellipsoidOf(bounds: ArrayLike<number>, m: Float32Array): Ellipsoid {
  const column = (k: number, length: number): Vec3 => [m[4 * k] * length, m[4 * k + 1] * length, m[4 * k + 2] * length]
  const middle = [0, 1, 2].map((k) => (bounds[k] + bounds[3 + k]) / 2)
  const center = [0, 1, 2].map((k) => column(k, middle[k])).reduce(add, [m[12], m[13], m[14]])
  return { center, axes: [0, 1, 2].map((k) => column(k, (bounds[3 + k] - bounds[k]) / 2)) as unknown as Ellipsoid['axes'] }
}

/** Smallest ray parameter above zero on the ellipsoid, and the outward unit normal there; null: the ray misses. */
export function intersectEllipsoid({ center, axes }: Ellipsoid, origin: Vec3, direction: Vec3): { t: number; normal: Vec3 } | null {
  const rows = inverseRows(axes)
  const o = times(rows, subtract(origin, center))
  const d = times(rows, direction)
  const [a, b, c] = [dot(d, d), dot(o, d), dot(o, o) - 1]
  const square = b * b - a * c
  if (!(square >= 0)) return null
  // Neither root is a difference of near equals.
  const q = -(b + Math.sign(b || 1) * Math.sqrt(square))
  const [near, far] = [q / a, c / q].toSorted((x, y) => x - y)
  const t = near > 0 ? near : far
  if (!(t > 0)) return null
  const p = add(o, scale(d, t))
  return { t, normal: normalize(timesTransposed(rows, p)) }
}

/** How far a point is outside the ellipsoid (negative: inside), and the nearest point of its surface. */
export function distanceToEllipsoid({ center, axes }: Ellipsoid, point: Vec3): { distance: number; nearest: Vec3 } {
  // Least squares on a sphere: (AᵀA + λ) q = Aᵀ y, |q| = 1, for the λ above -(smallest eigenvalue); Newton on 1 - 1/|q|.
  const y = subtract(point, center)
  const gram = axes.map((a) => axes.map((b) => dot(a, b)))
  const right = axes.map((a) => dot(a, y)) as unknown as Vec3
  const size = Math.max(gram[0][0], gram[1][1], gram[2][2])
  const lowest = -smallestEigenvalue(gram)
  const solve = (lambda: number): Vec3 => solve3(gram, lambda, right)
  let low = lowest
  let high = Math.max(lowest + size, Math.hypot(...right))
  while (Math.hypot(...solve(high)) > 1) high = lowest + 2 * (high - lowest) + size
  // Bisection cannot go astray at the poles of the secular equation, and 60 halvings are all that doubles hold.
  for (let i = 0; i < 60; i++) {
    const middle = (low + high) / 2
    if (Math.hypot(...solve(middle)) > 1) low = middle
    else high = middle
  }
  let q = solve(high)
  const length = Math.hypot(...q)
  // At the centre, or on an axis of symmetry, any direction of the shortest axis is as near.
  if (length < 1 - 1e-6) q = add(q, scale(shortestDirection(gram, lowest), Math.sqrt(1 - length * length)))
  q = normalize(q)
  const nearest = add(center, [0, 1, 2].map((k) => axes[0][k] * q[0] + axes[1][k] * q[1] + axes[2][k] * q[2]) as unknown as Vec3)
  const isInside = Math.hypot(...times(inverseRows(axes), y)) < 1
  const away = subtract(point, nearest)
  return { distance: (isInside ? -1 : 1) * Math.hypot(...away), nearest }
}

/** How a capsule must move to leave the ellipsoid, or null when it does not reach it. Inside counts as reaching it. */
export function touchEllipsoid(ellipsoid: Ellipsoid, a: Vec3, b: Vec3, radius: number): { normal: Vec3; depth: number } | null {
  // The signed distance to a convex body is convex along the segment: golden section.
  const at = (s: number) => add(a, scale(subtract(b, a), s))
  const distance = (s: number) => distanceToEllipsoid(ellipsoid, at(s)).distance
  let [low, high] = [0, 1]
  for (let i = 0; i < 40 && high - low > 1e-9; i++) {
    const [s, t] = [high - 0.618033988749895 * (high - low), low + 0.618033988749895 * (high - low)]
    if (distance(s) <= distance(t)) high = t
    else low = s
  }
  const s = [0, (low + high) / 2, 1].reduce((best, each) => (distance(each) < distance(best) ? each : best))
  const found = distanceToEllipsoid(ellipsoid, at(s))
  if (found.distance >= radius) return null
  const rows = inverseRows(ellipsoid.axes)
  return { normal: normalize(timesTransposed(rows, times(rows, subtract(found.nearest, ellipsoid.center)))), depth: radius - found.distance }
}

/** Whether the surface of the ellipsoid cuts the box [-half, half] of the frame it is given in. */
export function ellipsoidCutsBox({ center, axes }: Ellipsoid, half: Vec3): boolean {
  const rows = inverseRows(axes)
  const o = times(rows, scale(center, -1))
  const edges = [0, 1, 2].map((k) => times(rows, [0, 1, 2].map((i) => (i === k ? half[k] : 0)) as unknown as Vec3))
  // The box in the space of the unit sphere: its nearest point is a bounded least squares, its farthest a corner.
  const x = [0, 0, 0]
  const p = (): Vec3 => edges.reduce((sum, edge, k) => add(sum, scale(edge, x[k])), o)
  for (let turn = 0; turn < 200; turn++) {
    for (let k = 0; k < 3; k++) x[k] = Math.min(1, Math.max(-1, x[k] - dot(edges[k], p()) / dot(edges[k], edges[k])))
  }
  if (Math.hypot(...p()) >= 1) return false
  const corners = Array.from({ length: 8 }, (_, corner) => edges.reduce((sum, edge, k) => add(sum, scale(edge, corner & (1 << k) ? 1 : -1)), o))
  return corners.some((corner) => Math.hypot(...corner) > 1)
}

type Rows = readonly [Vec3, Vec3, Vec3]
const times = (rows: Rows, v: Vec3): Vec3 => [dot(rows[0], v), dot(rows[1], v), dot(rows[2], v)]
const timesTransposed = (rows: Rows, v: Vec3): Vec3 => add(add(scale(rows[0], v[0]), scale(rows[1], v[1])), scale(rows[2], v[2]))

function inverseRows([a, b, c]: Ellipsoid['axes']): Rows {
  const [bc, ca, ab] = [cross(b, c), cross(c, a), cross(a, b)]
  const det = dot(a, bc)
  return [scale(bc, 1 / det), scale(ca, 1 / det), scale(ab, 1 / det)]
}

/** Solves (G + lambda) x = r for a symmetric 3x3 by its columns. */
function solve3(gram: readonly number[][], lambda: number, right: Vec3): Vec3 {
  const columns = [0, 1, 2].map((k) => gram[k].map((value, i) => (i === k ? value + lambda : value)) as unknown as Vec3) as unknown as Ellipsoid['axes']
  return times(inverseRows(columns), right)
}

/** Of a symmetric positive 3x3, by its characteristic polynomial (Smith 1961). */
function smallestEigenvalue(m: readonly number[][]): number {
  const mean = (m[0][0] + m[1][1] + m[2][2]) / 3
  const off = m[0][1] ** 2 + m[0][2] ** 2 + m[1][2] ** 2
  const spread = Math.sqrt(([0, 1, 2].reduce((sum, k) => sum + (m[k][k] - mean) ** 2, 0) + 2 * off) / 6)
  if (spread === 0) return mean
  const b = m.map((row, i) => row.map((value, k) => (value - (i === k ? mean : 0)) / spread)) as unknown as Rows
  const half = dot(b[0], cross(b[1], b[2])) / 2
  return mean + 2 * spread * Math.cos(Math.acos(Math.min(1, Math.max(-1, half))) / 3 + (2 * Math.PI) / 3)
}

/** A unit vector that G + lambda takes to nearly nothing. */
function shortestDirection(gram: readonly number[][], lambda: number): Vec3 {
  const rows = [0, 1, 2].map((k) => gram[k].map((value, i) => (i === k ? value + lambda : value)) as unknown as Vec3)
  const products = [cross(rows[0], rows[1]), cross(rows[1], rows[2]), cross(rows[2], rows[0])]
  const largest = products.reduce((a, b) => (Math.hypot(...b) > Math.hypot(...a) ? b : a))
  if (Math.hypot(...largest) > 1e-12 * (gram[0][0] ** 2 + 1e-300)) return normalize(largest)
  // Two or three axes are equally short: anything across the one row that is left.
  const row = rows.reduce((a, b) => (Math.hypot(...b) > Math.hypot(...a) ? b : a))
  const side = cross(row, Math.abs(row[0]) < Math.abs(row[1]) ? [1, 0, 0] : [0, 1, 0])
  return Math.hypot(...side) > 0 ? normalize(side) : [0, 1, 0]
}
