import { cross, dot, subtract } from '../../math.ts'
import { BufferAttribute, BufferGeometry, DoubleSide, Ray } from 'three'
import { MeshBVH } from 'three-mesh-bvh'
import type { MeshData } from '../../scene.ts'
import { randomDirection, seeded } from '../../testing/random.ts'

/** three-mesh-bvh over the same triangles: an engine that shares nothing with ours, in f64. @returns t per ray, -1 for a miss */
export function createPeer({ positions, indices }: MeshData): (rays: Float32Array) => Float64Array {
  const geometry = new BufferGeometry()
  geometry.setAttribute('position', new BufferAttribute(positions, 3))
  geometry.setIndex(new BufferAttribute(indices.slice(), 1))
  const bvh = new MeshBVH(geometry)
  const ray = new Ray()
  return (rays) => {
    const ts = new Float64Array(rays.length / 8)
    for (let i = 0; i < ts.length; i++) {
      ray.origin.fromArray(rays, 8 * i)
      ray.direction.fromArray(rays, 8 * i + 4)
      const length = ray.direction.length()
      ray.direction.divideScalar(length)
      const hit = bvh.raycastFirst(ray, DoubleSide, 0, rays[8 * i + 7] * length)
      ts[i] = hit === null ? -1 : hit.distance / length
    }
    return ts
  }
}

export interface Settled {
  /**
   * ours: f64 agrees with us and not with the peer. edge: within 1e-5 of the extent from an edge, or of an end of the ray. rounding:
   * the same place to a millionth of the extent, but t, a small number, is off by more than 1e-4.
   */
  readonly verdict: 'ours' | 'edge' | 'rounding' | 'wrong'
  /** Nearest hit by f64, -1 for a miss. */
  readonly t: number
}

/** How much of the extent counts as an edge, and of t as an end. */
const EDGE = 1e-5
/** How much of the extent the 32 bits of a coordinate may cost. */
const ROUNDING = 1e-6
export const T_TOLERANCE = 1e-4

/** Whether two answers are one: both miss, or t to 1e-4. */
export function isEqual(a: number, b: number): boolean {
  return a < 0 || b < 0 ? a < 0 && b < 0 : Math.abs(a - b) <= T_TOLERANCE * Math.max(Math.abs(a), Math.abs(b))
}

/**
 * Says who is right where two engines differ about a ray, by all triangles in f64.
 *
 * @param extent  diagonal of the mesh
 */
export function settle({ positions, indices }: MeshData, extent: number, ray: Float32Array, ours: number, peers: number): Settled {
  const o = [ray[0], ray[1], ray[2]]
  const d = [ray[4], ray[5], ray[6]]
  let nearest = Infinity
  let isOnEdge = [ours, peers].some((t) => t >= 0 && (t * Math.hypot(...d) < EDGE * extent || Math.abs(t - ray[7]) < EDGE * t))
  const isSuspect = (t: number): boolean => [ours, peers].some((each) => each >= 0 && Math.abs(t - each) <= T_TOLERANCE * Math.abs(each))
  for (let i = 0; i < indices.length; i += 3) {
    const [a, b, c] = [0, 1, 2].map((corner) => [0, 1, 2].map((k) => positions[3 * indices[i + corner] + k]))
    const [e1, e2] = [subtract(b, a), subtract(c, a)]
    const n = cross(e1, e2)
    const facing = dot(n, d)
    if (facing === 0 || dot(n, n) === 0) continue
    const t = dot(n, subtract(a, o)) / facing
    if (!(t > 0 && t < ray[7])) continue
    const p = o.map((x, k) => x + t * d[k])
    // Heights over the three edges, metres; negative outside.
    const inside = Math.min(...[[a, b], [b, c], [c, a]].map(([from, to]) => {
      const edge = subtract(to, from)
      return dot(cross(n, edge), subtract(p, from)) / Math.sqrt(dot(n, n) * dot(edge, edge))
    }))
    if (inside >= 0 && t < nearest) nearest = t
    if (Math.abs(inside) < EDGE * extent && isSuspect(t)) isOnEdge = true
  }
  const t = nearest === Infinity ? -1 : nearest
  const isNear = ours >= 0 && t >= 0 && Math.abs(ours - t) * Math.hypot(...d) < ROUNDING * extent
  return { verdict: isEqual(ours, t) ? 'ours' : isOnEdge ? 'edge' : isNear ? 'rounding' : 'wrong', t }
}

/** Rays of cameras at random places in and around a mesh, and rays from anywhere to anywhere; a quarter of those ends early. */
export function ordinaryRays({ bounds: { min, max } }: MeshData, count: number, seed: number): Float32Array {
  const random = seeded(seed)
  const size = [0, 1, 2].map((k) => max[k] - min[k])
  const somewhere = (grow: number): number[] => size.map((x, k) => min[k] + x * (random() * (1 + 2 * grow) - grow))
  const rays = new Float32Array(8 * count)
  let [eye, forward, rest] = [somewhere(0.3), randomDirection(random) as readonly number[], 0]
  for (let i = 0; i < count; i++) {
    if (i % 2 === 0) {
      if (rest-- === 0) {
        eye = somewhere(0.3)
        forward = subtract(somewhere(0), eye)
        rest = 4096
      }
      const [u, v] = [random() - 0.5, random() - 0.5]
      const side = cross(forward, [0.3, 1, 0.1])
      const up = cross(side, forward)
      const length = Math.hypot(...forward) || 1
      const scale = Math.hypot(...side) || 1
      rays.set(eye, 8 * i)
      rays.set(forward.map((x, k) => x / length + (1.2 * u * side[k]) / scale + (1.2 * v * up[k]) / (scale * length)), 8 * i + 4)
    } else {
      rays.set(somewhere(0.5), 8 * i)
      rays.set(randomDirection(random), 8 * i + 4)
    }
    rays[8 * i + 7] = i % 8 === 1 ? Math.hypot(...size) * random() : 1e30
  }
  return rays
}

/** One bounce in a random direction from wherever a ray hit, a little in front of the surface; rays that missed are left out. */
export function bounces({ positions, indices, bounds: { min, max } }: MeshData, rays: Float32Array, t: Float32Array, triangle: Uint32Array, seed: number): Float32Array {
  const random = seeded(seed)
  const off = 1e-4 * Math.hypot(...[0, 1, 2].map((k) => max[k] - min[k]))
  const bounced: number[] = []
  for (let i = 0; i < t.length; i++) {
    if (t[i] < 0) continue
    const [a, b, c] = [0, 1, 2].map((corner) => [0, 1, 2].map((k) => positions[3 * indices[3 * triangle[i] + corner] + k]))
    const n = cross(subtract(b, a), subtract(c, a))
    const length = Math.hypot(...n)
    if (length === 0) continue
    const side = dot(n, rays.subarray(8 * i + 4, 8 * i + 7) as unknown as readonly number[]) > 0 ? -1 : 1
    const sphere = randomDirection(random)
    const direction = n.map((x, k) => (side * x) / length + sphere[k])
    const origin = [0, 1, 2].map((k) => rays[8 * i + k] + t[i] * rays[8 * i + 4 + k] + (side * off * n[k]) / length)
    if (Math.hypot(...direction) > 1e-3) bounced.push(...origin, 0, ...direction, 1e30)
  }
  return Float32Array.from(bounced)
}
