import { add, cross, dot, normalize, scale, type Vec3 } from '../math.ts'
import type { Instance, InstanceId, Material, MeshData, MeshKey } from '../scene.ts'
import type { QueryHit, SceneQuery } from './question.ts'

/** A ray from indoors that met nothing. */
export interface Escape { readonly from: Vec3; readonly direction: Vec3 }

/** A plane that rays from indoors met, and the rectangle in which they did. */
export interface InteriorPlane {
  /** Unit, towards where the rays came from. */
  readonly normal: Vec3
  readonly offset: number
  /** Unit: with the normal a right-handed frame, v up where it can be. */
  readonly u: Vec3
  readonly v: Vec3
  /** Along u and v. */
  readonly low: readonly [number, number]
  readonly high: readonly [number, number]
  readonly count: number
}

/** A ray through panes: what it meets; null: nothing. */
export type Sent = (from: Vec3, direction: Vec3) => QueryHit | null

/** Points indoors that rays start from, points that are tried for it, and rays from each. */
const [POINTS, TRIES, RAYS] = [512, 2048, 32]
/** Rays that are asked first: most points outdoors need no more. */
const FIRST_RAYS = 8
/** Panes that one ray passes. */
const MOST_PANES = 12
/** Metres: in a wall or a cupboard, most is nearer. */
const NARROW = 0.25

/** Metres, of the largest and the second largest extent: what is smaller opens and closes nothing; a door does, and what is over a window. */
const BULK = [1.2, 0.45] as const
/** Metres: what is thicker than a wall and no longer than a wardrobe stands about in a room. */
const [THIN, LONG] = [0.45, 3.2]

/** Whatever makes rooms. */
export function bulky(instances: readonly Instance[], meshes: ReadonlyMap<MeshKey, MeshData>): Instance[] {
  return instances.filter((instance) => {
    const mesh = meshes.get(instance.mesh)
    if (!instance.visible || mesh === undefined) return false
    const { min, max } = boundsOf(instance, mesh)
    const extents = [0, 1, 2].map((axis) => max[axis] - min[axis]).toSorted((a, b) => b - a)
    return extents[0] >= BULK[0] && extents[1] >= BULK[1] && (extents[2] <= THIN || extents[0] >= LONG)
  })
}

const known = new WeakMap<Instance, { readonly min: Vec3; readonly max: Vec3 }>()

/** In the world. */
function boundsOf(instance: Instance, { bounds }: MeshData): { readonly min: Vec3; readonly max: Vec3 } {
  const before = known.get(instance)
  if (before !== undefined) return before
  const m = instance.worldFromObject
  const [min, max]: [number[], number[]] = [[], []]
  for (let row = 0; row < 3; row++) {
    const middle = [0, 1, 2].reduce((sum, axis) => sum + m[4 * axis + row] * 0.5 * (bounds.min[axis] + bounds.max[axis]), m[12 + row])
    const reach = [0, 1, 2].reduce((sum, axis) => sum + Math.abs(m[4 * axis + row]) * 0.5 * (bounds.max[axis] - bounds.min[axis]), 0)
    min.push(middle - reach)
    max.push(middle + reach)
  }
  const made = { min: min as unknown as Vec3, max: max as unknown as Vec3 }
  known.set(instance, made)
  return made
}

/** Light goes straight through. */
export const isPane = ({ transmission = 0, volume = null }: Material): boolean => transmission > 0 && volume === null

/** Sends rays about the inside of rooms. @param skip  what stands in nobody's way */
export function createInterior(instances: readonly Instance[], meshes: ReadonlyMap<MeshKey, MeshData>, query: Pick<SceneQuery, 'closestHit'>, skip: ReadonlySet<InstanceId>) {
  const random = createRandom()
  const byId = new Map(instances.map((instance) => [instance.id, instance]))
  const boxes = instances.map((instance) => boundsOf(instance, meshes.get(instance.mesh)!))

  const meetsPane = ({ instance: id, triangle }: QueryHit): boolean => {
    const instance = byId.get(id)
    const material = instance?.materials[meshes.get(instance.mesh)?.materialSlots?.[triangle] ?? 0]
    return material !== undefined && isPane(material)
  }
  const send: Sent = (from, direction) => {
    let origin = from
    for (let panes = 0; panes <= MOST_PANES; panes++) {
      const hit = query.closestHit(origin, direction, { skip })
      if (hit === null || !meetsPane(hit)) return hit
      origin = add(hit.position, scale(direction, 1e-4))
    }
    return null
  }

  /** Somewhere near one of the instances, or on the way of a ray that met something: so rooms lead to rooms. */
  function somewhere(ways: readonly (readonly [Vec3, Vec3])[]): Vec3 {
    if (ways.length > 0 && random() < 0.6) {
      const [from, to] = ways[Math.floor(random() * ways.length)]
      const share = 0.1 + 0.8 * random()
      return [0, 1, 2].map((axis) => from[axis] + share * (to[axis] - from[axis])) as unknown as Vec3
    }
    const { min, max } = boxes[Math.floor(random() * boxes.length)]
    return [0, 1, 2].map((axis) => min[axis] - 0.3 + random() * (max[axis] - min[axis] + 0.6)) as unknown as Vec3
  }

  function explore(): { escapes: Escape[]; planes: InteriorPlane[]; hits: number } {
    const escapes: Escape[] = []
    const planes = new Map<string, PlaneHits>()
    const ways: [Vec3, Vec3][] = []
    let hits = 0
    for (let tried = 0, points = 0; tried < TRIES && points < POINTS; tried++) {
      const from = somewhere(ways)
      const sent = lookAround(from, send, random)
      if (sent === null) continue
      points++
      for (const { direction, hit } of sent) {
        if (hit === null) {
          escapes.push({ from, direction })
          continue
        }
        hits++
        addHit(planes, hit)
        if (ways.length < 8 * POINTS) ways.push([from, hit.position])
      }
    }
    return { escapes, planes: planesOf([...planes.values()]), hits }
  }

  return { send, random, explore }
}

interface Look { readonly direction: Vec3; readonly hit: QueryHit | null }

/** Rays in all directions; null: the point is not indoors, for it lacks a ceiling or most of its walls, or lies in something. */
function lookAround(from: Vec3, send: Sent, random: () => number): Look[] | null {
  const turn = 2 * Math.PI * random()
  const looks: Look[] = []
  // Of a Fibonacci sphere, the first ones spread over all of it.
  for (let i = 0; i < RAYS; i++) {
    const k = (i % FIRST_RAYS) * (RAYS / FIRST_RAYS) + Math.floor(i / FIRST_RAYS)
    const y = 1 - (2 * k + 1) / RAYS
    const r = Math.sqrt(1 - y * y)
    const phi = turn + k * 2.399963229728653
    const direction: Vec3 = [r * Math.cos(phi), y, r * Math.sin(phi)]
    looks.push({ direction, hit: send(from, direction) })
    if (i === FIRST_RAYS - 1 && looks.filter(({ hit }) => hit === null).length > FIRST_RAYS / 2) return null
  }
  const above = looks.filter(({ direction }) => direction[1] > 0.5)
  const met = (some: readonly Look[]) => some.filter(({ hit }) => hit !== null).length
  if (met(above) < 0.75 * above.length || met(looks) < 0.5 * looks.length) return null
  const distances = looks.flatMap(({ hit }) => (hit === null ? [] : [hit.t])).toSorted((a, b) => a - b)
  return distances[Math.floor(distances.length / 2)] < NARROW ? null : looks
}

interface PlaneHits { readonly normal: Vec3; offset: number; readonly points: Vec3[] }

/** Steps of a normal's coordinates, and metres, within which planes are one. */
const [FACING_STEP, OFFSET_STEP] = [1 / 32, 0.05]

function addHit(planes: Map<string, PlaneHits>, { normal, position }: QueryHit): void {
  const offset = dot(normal, position)
  // Not at round numbers, where walls like to stand.
  const key = [...normal.map((value) => Math.round(value / FACING_STEP)), Math.floor((offset + 0.0173) / OFFSET_STEP)].join()
  const plane = planes.get(key)
  if (plane === undefined) planes.set(key, { normal, offset, points: [position] })
  else {
    plane.offset += (offset - plane.offset) / (plane.points.length + 1)
    plane.points.push(position)
  }
}

function planesOf(found: readonly PlaneHits[]): InteriorPlane[] {
  const uprights = found.filter(({ normal }) => Math.abs(normal[1]) < 0.1)
  // Holes in roofs lie as the walls do.
  const along = uprights.reduce<PlaneHits | null>((most, plane) => (most === null || plane.points.length > most.points.length ? plane : most), null)?.normal ?? [1, 0, 0]
  return found.map(({ normal, offset, points }) => {
    const v = Math.abs(normal[1]) > 0.9 ? normalize(cross(normal, cross(along, normal))) : normalize(cross(normal, cross([0, 1, 0], normal)))
    const u = cross(v, normal)
    const range = (axis: Vec3) => points.map((p) => dot(p, axis))
    const [us, vs] = [range(u), range(v)]
    const edge = (values: readonly number[], of: (...some: number[]) => number) => values.reduce((best, value) => of(best, value))
    return { normal, offset, u, v, low: [edge(us, Math.min), edge(vs, Math.min)], high: [edge(us, Math.max), edge(vs, Math.max)], count: points.length }
  })
}

/** Always the same numbers in [0, 1): Marsaglia 2003, "Xorshift RNGs". */
function createRandom(): () => number {
  let state = 0x9e3779b9
  return () => {
    state ^= state << 13
    state ^= state >>> 17
    state ^= state << 5
    return (state >>> 0) / 2 ** 32
  }
}
