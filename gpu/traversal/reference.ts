import { cross, dot, subtract, invertAffine } from '../math.ts'
import type { Mat4, MeshData } from '../scene.ts'

/** One triangle in the way of a ray. */
export interface ReferenceHit {
  readonly t: number
  readonly instance: number
  /** In the mesh's own order. */
  readonly triangle: number
  /** Distance from the nearest edge, t_min or t_max in units of the rounding to be expected: within -1..1 f32 may decide otherwise. */
  readonly margin: number
}

/**
 * Brute force on the CPU: every triangle of every instance, in f64 over the same f32 matrices that the GPU has. Judges
 * everything else; shares no code with what it judges.
 *
 * @param ray  8 numbers: origin, t_min, direction, t_max
 * @returns all hits, near misses included (margin above -1), nearest first
 */
export function referenceHits(
  instances: readonly { readonly mesh: MeshData; readonly worldFromObject: Mat4 }[],
  ray: ArrayLike<number>,
): ReferenceHit[] {
  const hits: ReferenceHit[] = []
  instances.forEach(({ mesh, worldFromObject }, instance) => {
    const m = Float32Array.from(invertAffine(worldFromObject))
    const o = [0, 4, 8].map((row) => m[row] * ray[0] + m[row + 1] * ray[1] + m[row + 2] * ray[2] + m[row + 3])
    const d = [0, 4, 8].map((row) => m[row] * ray[4] + m[row + 1] * ray[5] + m[row + 2] * ray[6])
    for (let triangle = 0; triangle < mesh.indices.length / 3; triangle++) {
      const [a, b, c] = [0, 1, 2].map((corner) => [0, 1, 2].map((k) => mesh.positions[3 * mesh.indices[3 * triangle + corner] + k]))
      const [e1, e2] = [subtract(b, a), subtract(c, a)]
      const p = cross(d, e2)
      const det = dot(e1, p)
      if (det === 0 || dot(cross(e1, e2), cross(e1, e2)) === 0) continue
      const s = subtract(o, a)
      const q = cross(s, e1)
      const [u, v, t] = [dot(s, p) / det, dot(d, q) / det, dot(e2, q) / det]
      const margin = Math.min(
        Math.min(u, v, 1 - u - v) / rounding(a, b, c, e1, e2),
        (t - ray[3]) / (1e-6 + 1e-6 * Math.abs(t)),
        (ray[7] - t) / (1e-6 + 1e-6 * Math.abs(t)),
      )
      if (margin > -1) hits.push({ t, instance, triangle, margin })
    }
  })
  return hits.sort((a, b) => a.t - b.t)
}

/** What f32 may do to a barycentric: 16 ulps of the coordinates against the triangle's smallest height. */
function rounding(a: readonly number[], b: readonly number[], c: readonly number[], e1: readonly number[], e2: readonly number[]): number {
  const largest = Math.max(...[...a, ...b, ...c].map(Math.abs))
  const longest = Math.sqrt(Math.max(dot(e1, e1), dot(e2, e2), dot(subtract(e1, e2), subtract(e1, e2))))
  const n = cross(e1, e2)
  return 1e-5 + (16 * 6e-8 * largest * longest) / Math.sqrt(dot(n, n))
}
