import type { Mat4, Vec3 } from '../../scene.ts'
import { randomDirection, seeded } from '../../testing/random.ts'
import type { TestScene } from '../../testing/scenes.ts'
import { HIT_WORDS, type PackedScene, type TracedHits } from '../../testing/tracer.ts'
import { cross, dot, invertAffine, normalize, scale } from '../../math.ts'

/** Where rays start: an eye that looks along `forward`. */
export interface View {
  readonly eye: Vec3
  /** Unit. */
  readonly forward: Vec3
  /** Tangent of half the vertical angle. */
  readonly tangent: number
  /** A point light that shadow rays go to. */
  readonly light: Vec3
}

/** A scene as it is, and as kernels read it. */
export interface TracedScene {
  readonly scene: TestScene
  readonly packed: PackedScene
}

/** Pinhole rays in tiles of 8x8, as a kernel's workgroups take them; 8 floats each: origin, t_min, direction (unit), t_max. */
export function pinholeRays({ eye, forward, tangent }: View, width: number, height: number): Float32Array {
  const side = normalize([-forward[2], 0, forward[0]])
  const up = cross(side, forward)
  const rays = new Float32Array(8 * width * height)
  const columns = width / 8
  for (let i = 0; i < width * height; i++) {
    const tile = i >> 6
    const x = (tile % columns) * 8 + (i & 7)
    const y = Math.floor(tile / columns) * 8 + ((i >> 3) & 7)
    const sx = ((2 * (x + 0.5)) / width - 1) * tangent * (width / height)
    const sy = (1 - (2 * (y + 0.5)) / height) * tangent
    rays.set(eye, 8 * i)
    rays.set(normalize([0, 1, 2].map((k) => forward[k] + sx * side[k] + sy * up[k])), 8 * i + 4)
    rays[8 * i + 7] = 1e30
  }
  return rays
}

/** One ray from each hit, distributed by the cosine about the normal that faces the ray before. */
export function diffuseRays(rays: Float32Array, hits: TracedHits, scene: TracedScene, extent: number, seed = 1): Float32Array {
  const random = seeded(seed)
  return rayFromEachHit(rays, hits, scene, extent, (_, normal) => {
    const d = randomDirection(random)
    const sum = [0, 1, 2].map((k) => d[k] + normal[k])
    return { direction: Math.hypot(...sum) > 1e-6 ? normalize(sum) : normal, tMax: 1e30 }
  })
}

/** One ray from each hit to a point light; it ends just before the light. */
export function shadowRays(rays: Float32Array, hits: TracedHits, scene: TracedScene, extent: number, light: Vec3): Float32Array {
  return rayFromEachHit(rays, hits, scene, extent, (point) => {
    const to = [0, 1, 2].map((k) => light[k] - point[k])
    const length = Math.hypot(...to)
    return length > 1e-6 * extent ? { direction: to.map((x) => x / length), tMax: length * 0.9999 } : null
  })
}

/** One mirrored ray from each hit, as if all surfaces were mirrors. */
export function mirroredRays(rays: Float32Array, hits: TracedHits, scene: TracedScene, extent: number): Float32Array {
  return rayFromEachHit(rays, hits, scene, extent, (_, normal, direction) => {
    const along = 2 * dot(direction, normal)
    return { direction: normalize([0, 1, 2].map((k) => direction[k] - along * normal[k])), tMax: 1e30 }
  })
}

type Next = (point: readonly number[], normal: readonly number[], direction: readonly number[]) => { direction: readonly number[]; tMax: number } | null

function rayFromEachHit(rays: Float32Array, { count, words, floats }: TracedHits, scene: TracedScene, extent: number, next: Next): Float32Array {
  const made: number[] = []
  for (let i = 0; i < count; i++) {
    const record = words[HIT_WORDS * i + 4]
    if (words[HIT_WORDS * i + 3] === 0xffffffff) continue
    const direction = [...rays.subarray(8 * i + 4, 8 * i + 7)]
    const t = floats[HIT_WORDS * i]
    let normal = worldNormal(scene, words[HIT_WORDS * i + 3], record)
    if (dot(normal, direction) > 0) normal = scale(normal, -1)
    const point = [0, 1, 2].map((k) => rays[8 * i + k] + t * direction[k] + 1e-4 * extent * normal[k])
    const ray = next(point, normal, direction)
    if (ray !== null) made.push(...point, 0, ...ray.direction, ray.tMax)
  }
  return Float32Array.from(made)
}

/** Unit normal of the triangle that a ray hit, world space, from the mesh itself. */
export function worldNormal({ scene, packed }: TracedScene, slot: number, record: number): Vec3 {
  const { mesh: index, worldFromObject } = scene.instances[slot]
  const { mesh } = scene.meshes[index]
  const triangle = packed.triangleOf(record)
  const [a, b, c] = [0, 1, 2].map((corner) => 3 * mesh.indices[3 * triangle + corner])
  const u = [0, 1, 2].map((k) => mesh.positions[b + k] - mesh.positions[a + k])
  const v = [0, 1, 2].map((k) => mesh.positions[c + k] - mesh.positions[a + k])
  const n = cross(u, v)
  const rows = objectFromWorld(worldFromObject)
  return normalize([0, 1, 2].map((k) => rows[k] * n[0] + rows[4 + k] * n[1] + rows[8 + k] * n[2]))
}

const inverses = new WeakMap<Mat4, Float64Array>()

function objectFromWorld(worldFromObject: Mat4): Float64Array {
  const known = inverses.get(worldFromObject) ?? invertAffine(worldFromObject)
  inverses.set(worldFromObject, known)
  return known
}
