import { add, cross, dot, normalize, scale, subtract, type Vec3 } from '../math.ts'
import type { Instance, InstanceId, MeshData, MeshKey } from '../scene.ts'
import { createInterior, type Escape, type InteriorPlane, type Sent } from './interior.ts'
import type { SceneQuery } from './question.ts'

/** A rectangle through which light from outside comes into rooms. Metres, world space. */
export interface Opening {
  readonly center: Vec3
  /** Half of its edges, perpendicular. */
  readonly halfU: Vec3
  readonly halfV: Vec3
  /** Unit, into the room: along halfU x halfV. */
  readonly normal: Vec3
  /** Box of the places from where it was seen. */
  readonly min: Vec3
  readonly max: Vec3
}

/** Of all openings the largest are kept. */
export const MOST_OPENINGS = 64
/** Metres: escapes that are no farther apart belong to one opening, mullions and all. */
const GAP = 0.35
/** Escapes that make an opening. */
const LEAST_ESCAPES = 5
/** Of all that rays met, what a plane has at least for its holes to be openings. */
const LEAST_OF_HITS = 0.002
/** Rays through a found rectangle and its surroundings, by which its edges are found more closely. */
const REFINING_RAYS = 160
/** Metres that an opening's box reaches beyond the points from where it was seen. */
const AROUND = 0.6

/** Where an opening was seen from, and where rays crossed its plane, along u and v. */
interface Crossing { readonly from: Vec3; readonly u: number; readonly v: number }

/**
 * Openings of rooms: rays start at points indoors, and those that leave the scene are put together by the wall through which they left.
 * What is missed or found in vain costs whoever samples light through them noise, never truth.
 *
 * Walls, slabs, frames and whatever else is large decide alone; panes let rays pass. About 20,000 rays, always the same ones for the same
 * walls, so equal scenes have equal openings. A scene without rooms has none.
 *
 * @param instances  those of bulky(); all others stand in nobody's way
 * @param all  every instance of the scene: the others are looked through
 */
export function findOpenings(instances: readonly Instance[], all: readonly Instance[], meshes: ReadonlyMap<MeshKey, MeshData>, query: Pick<SceneQuery, 'closestHit'>): readonly Opening[] {
  if (instances.length === 0) return []
  const counted = new Set(instances.map(({ id }) => id))
  const skip = new Set<InstanceId>(all.flatMap(({ id }) => (counted.has(id) ? [] : [id])))
  const interior = createInterior(instances, meshes, query, skip)
  const { escapes, planes, hits } = interior.explore()
  const walls = planes.filter(({ count }) => count >= Math.max(8, LEAST_OF_HITS * hits))
  const found: Opening[] = []
  for (const [wall, crossings] of crossingsOf(escapes, walls)) {
    for (const cluster of clustersOf(crossings)) {
      if (cluster.length < LEAST_ESCAPES) continue
      const opening = refined(wall, cluster, interior.send, interior.random)
      if (opening !== null) found.push(opening)
    }
  }
  return found.toSorted((a, b) => areaOf(b) - areaOf(a)).slice(0, MOST_OPENINGS)
}

const areaOf = ({ halfU, halfV }: Opening): number => 4 * Math.hypot(...cross(halfU, halfV))

/** Through which wall each ray left: the last that it crossed, where that has something all around. */
function crossingsOf(escapes: readonly Escape[], walls: readonly InteriorPlane[]): Map<InteriorPlane, Crossing[]> {
  const by = new Map<InteriorPlane, Crossing[]>()
  for (const { from, direction } of escapes) {
    let last: InteriorPlane | null = null
    let at: Crossing | null = null
    let farthest = 0
    for (const wall of walls) {
      const cosine = dot(wall.normal, direction)
      const t = (wall.offset - dot(wall.normal, from)) / cosine
      if (cosine > -1e-3 || t <= farthest) continue
      const p = add(from, scale(direction, t))
      const [u, v] = [dot(p, wall.u), dot(p, wall.v)]
      if (u < wall.low[0] || v < wall.low[1] || u > wall.high[0] || v > wall.high[1]) continue
      farthest = t
      last = wall
      at = { from, u, v }
    }
    if (last !== null && at !== null) by.set(last, [...(by.get(last) ?? []), at])
  }
  return by
}

/** Points of which each has one of its own cluster within GAP. */
function clustersOf(points: readonly Crossing[]): Crossing[][] {
  const waiting = new Set(points)
  const clusters: Crossing[][] = []
  for (const first of points) {
    if (!waiting.delete(first)) continue
    const cluster = [first]
    for (const at of cluster) {
      for (const other of waiting) {
        if (Math.abs(other.u - at.u) > GAP || Math.abs(other.v - at.v) > GAP) continue
        waiting.delete(other)
        cluster.push(other)
      }
    }
    clusters.push(cluster)
  }
  return clusters
}

/** The rectangle around points, grown by half of how far such points lie apart. */
function rectangleOf(points: readonly { readonly u: number; readonly v: number }[]): { u: [number, number]; v: [number, number] } {
  const range = (values: readonly number[]): [number, number] => [Math.min(...values), Math.max(...values)]
  const [u, v] = [range(points.map((p) => p.u)), range(points.map((p) => p.v))]
  const apart = Math.min(0.1, 0.5 * Math.sqrt(((u[1] - u[0]) * (v[1] - v[0])) / points.length))
  return { u: [u[0] - apart, u[1] + apart], v: [v[0] - apart, v[1] + apart] }
}

/** Its edges, by rays through it and a little around it, from where it was seen. */
function refined(wall: InteriorPlane, cluster: readonly Crossing[], send: Sent, random: () => number): Opening | null {
  const rough = rectangleOf(cluster)
  const pointOf = (u: number, v: number): Vec3 => add(add(scale(wall.normal, wall.offset), scale(wall.u, u)), scale(wall.v, v))
  const open: { u: number; v: number }[] = [...cluster]
  const side = Math.floor(Math.sqrt(REFINING_RAYS))
  const along = ([low, high]: [number, number], i: number): number => low - 0.1 + (high - low + 0.2) * ((i + random()) / side)
  let opened = 0
  for (let i = 0; i < side * side; i++) {
    const [u, v] = [along(rough.u, i % side), along(rough.v, Math.floor(i / side))]
    const { from } = cluster[Math.floor(random() * cluster.length)]
    if (send(from, normalize(subtract(pointOf(u, v), from))) !== null) continue
    opened++
    open.push({ u, v })
  }
  // Rays that found a chink, not a window.
  if (opened < 0.05 * side * side) return null
  const { u, v } = rectangleOf(open)
  if (u[1] - u[0] < 0.05 || v[1] - v[0] < 0.05) return null
  const seen = [0, 1, 2].map((axis) => cluster.map(({ from }) => from[axis]))
  const center = pointOf(0.5 * (u[0] + u[1]), 0.5 * (v[0] + v[1]))
  return {
    center, halfU: scale(wall.u, 0.5 * (u[1] - u[0])), halfV: scale(wall.v, 0.5 * (v[1] - v[0])), normal: wall.normal,
    min: seen.map((values) => Math.min(...values) - AROUND) as unknown as Vec3, max: seen.map((values) => Math.max(...values) + AROUND) as unknown as Vec3,
  }
}
