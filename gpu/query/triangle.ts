import { add, cross, dot, normalize, scale, subtract, type Vec3 } from '../math.ts'

/** Ray parameter where a ray meets a triangle, or null; both sides count, and edges do. Möller and Trumbore 1997. */
export function intersectRay(a: Vec3, b: Vec3, c: Vec3, origin: Vec3, direction: Vec3): number | null {
  const e1 = subtract(b, a)
  const e2 = subtract(c, a)
  const p = cross(direction, e2)
  const det = dot(e1, p)
  if (det === 0) return null
  const s = subtract(origin, a)
  const u = dot(s, p) / det
  if (!(u >= -1e-9 && u <= 1 + 1e-9)) return null
  const q = cross(s, e1)
  const v = dot(direction, q) / det
  if (!(v >= -1e-9 && u + v <= 1 + 1e-9)) return null
  return dot(e2, q) / det
}

/**
 * Whether a triangle cuts the box [-half, half]; touching it does not count. Separating axes: 3 of the box, the triangle's
 * plane, 9 products of edges. Akenine-Möller 2001.
 */
export function cutsBox(corners: readonly [Vec3, Vec3, Vec3], half: Vec3): boolean {
  const [a, b, c] = corners
  for (let k = 0; k < 3; k++) {
    if (Math.min(a[k], b[k], c[k]) >= half[k] || Math.max(a[k], b[k], c[k]) <= -half[k]) return false
  }
  const edges = [subtract(b, a), subtract(c, b), subtract(a, c)]
  if (isSeparating(cross(edges[0], edges[1]), corners, half)) return false
  const axes: readonly Vec3[] = [[1, 0, 0], [0, 1, 0], [0, 0, 1]]
  for (const edge of edges) for (const axis of axes) if (isSeparating(cross(axis, edge), corners, half)) return false
  return true
}

function isSeparating(axis: Vec3, corners: readonly Vec3[], half: Vec3): boolean {
  const reach = half[0] * Math.abs(axis[0]) + half[1] * Math.abs(axis[1]) + half[2] * Math.abs(axis[2])
  if (reach === 0) return false
  const at = corners.map((corner) => dot(corner, axis))
  return Math.min(...at) >= reach || Math.max(...at) <= -reach
}

/** Closest points of a segment p-q and a triangle; distance 0 where the segment goes through. */
export function closestToSegment(a: Vec3, b: Vec3, c: Vec3, p: Vec3, q: Vec3): { onSegment: Vec3; onTriangle: Vec3; distance: number } {
  const direction = subtract(q, p)
  const t = dot(direction, direction) > 0 ? intersectRay(a, b, c, p, direction) : null
  if (t !== null && t >= 0 && t <= 1) {
    const point = add(p, scale(direction, t))
    return { onSegment: point, onTriangle: point, distance: 0 }
  }
  let best = { onSegment: p, onTriangle: a, distance: Infinity }
  const consider = (onSegment: Vec3, onTriangle: Vec3): void => {
    const d = subtract(onSegment, onTriangle)
    const distance = Math.hypot(d[0], d[1], d[2])
    if (distance < best.distance) best = { onSegment, onTriangle, distance }
  }
  consider(p, closestToPoint(a, b, c, p))
  consider(q, closestToPoint(a, b, c, q))
  for (const [from, to] of [[a, b], [b, c], [c, a]]) consider(...closestOfSegments(p, q, from, to))
  return best
}

/** Ericson 2004, "Real-Time Collision Detection", section 5.1.5. */
export function closestToPoint(a: Vec3, b: Vec3, c: Vec3, p: Vec3): Vec3 {
  const ab = subtract(b, a)
  const ac = subtract(c, a)
  const ap = subtract(p, a)
  const d1 = dot(ab, ap)
  const d2 = dot(ac, ap)
  if (d1 <= 0 && d2 <= 0) return a
  const bp = subtract(p, b)
  const d3 = dot(ab, bp)
  const d4 = dot(ac, bp)
  if (d3 >= 0 && d4 <= d3) return b
  const vc = d1 * d4 - d3 * d2
  if (vc <= 0 && d1 >= 0 && d3 <= 0) return add(a, scale(ab, d1 / (d1 - d3)))
  const cp = subtract(p, c)
  const d5 = dot(ab, cp)
  const d6 = dot(ac, cp)
  if (d6 >= 0 && d5 <= d6) return c
  const vb = d5 * d2 - d1 * d6
  if (vb <= 0 && d2 >= 0 && d6 <= 0) return add(a, scale(ac, d2 / (d2 - d6)))
  const va = d3 * d6 - d5 * d4
  if (va <= 0 && d4 - d3 >= 0 && d5 - d6 >= 0) return add(b, scale(subtract(c, b), (d4 - d3) / (d4 - d3 + d5 - d6)))
  const sum = va + vb + vc
  return sum === 0 ? a : add(a, add(scale(ab, vb / sum), scale(ac, vc / sum)))
}

/** Closest points of two segments. Ericson 2004, section 5.1.9. */
function closestOfSegments(p1: Vec3, q1: Vec3, p2: Vec3, q2: Vec3): [Vec3, Vec3] {
  const d1 = subtract(q1, p1)
  const d2 = subtract(q2, p2)
  const r = subtract(p1, p2)
  const a = dot(d1, d1)
  const e = dot(d2, d2)
  const f = dot(d2, r)
  const c = dot(d1, r)
  const b = dot(d1, d2)
  const denominator = a * e - b * b
  let s = a > 0 && denominator > 1e-12 * a * e ? clamp((b * f - c * e) / denominator) : 0
  let t = e > 0 ? (b * s + f) / e : 0
  if (t < 0 || t > 1) {
    t = clamp(t)
    s = a > 0 ? clamp((b * t - c) / a) : 0
  }
  return [add(p1, scale(d1, s)), add(p2, scale(d2, t))]
}

function clamp(x: number): number {
  return Math.min(1, Math.max(0, x))
}

export function triangleNormal(a: Vec3, b: Vec3, c: Vec3): Vec3 {
  return normalize(cross(subtract(b, a), subtract(c, a)))
}
