import type { Vec3 } from '../../../gpu/index.ts'
import { composeMatrix } from '../../document/transform.ts'
import type { ParsedAsset, ParsedPart } from '../types.ts'
import { type Area, type Survey } from './area.ts'
import { isClear, type Voxels } from './voxels.ts'
import { walkVoxels } from './walk.ts'

const LOOKS = 128
/** So many of the largest areas are looked at, and, where all of them are hollow, twice as many of the next. */
const FIRST_AREAS = 6
/** Metres above the floor: what is lower is the floor, whose front is seen wherever one stands. */
const LOWEST = 0.3
/** Share of the fronts among what is seen. Of rooms 0.6 at least in those tried, of hulls 0.17 at most: pilasters of a facade stand through its wall. */
const MOST_FRONTS = 0.3
/** Cubes that a triangle is looked up in; a larger one is tried against all looks. */
const MOST_CUBES = 64

/** Metres between two surfaces of one place. */
const SAME_PLACE = 0.02
/** Metres: what is thinner is a window or a door in a hull, or hangs on its wall. */
const FLAT = 0.1

/** Evenly over the sphere (a Fibonacci lattice). */
const DIRECTIONS: readonly Vec3[] = Array.from({ length: LOOKS }, (_, i) => {
  const y = 1 - (2 * i + 1) / LOOKS
  const angle = i * Math.PI * (3 - Math.sqrt(5))
  const radius = Math.sqrt(1 - y * y)
  return [radius * Math.cos(angle), y, radius * Math.sin(angle)]
})

/** From the middle of an area to the cube that ends it, and the triangle nearest to there. */
interface Look {
  readonly area: number
  readonly eye: Vec3
  readonly direction: Vec3
  /** Metres to the cube. */
  readonly distance: number
  readonly cube: number
  /** A part small enough to be furniture, and not flat. */
  readonly small: boolean
  /** Metres to the triangle; Infinity: there is none near the cube. */
  hit: number
  /** Of the parts whose surface is there: whether it shows its front. */
  readonly fronts: Map<ParsedPart, boolean>
}

/** One that abuts on another shows its front in the place of the other's back: one looks out of the other, as from a block of land at the next one. */
const isFront = ({ fronts }: Look): boolean => [...fronts.values()].every((front) => front)

/**
 * Areas inside a hull that was made to be seen from outside: from within, walls and roof show their backs, and nothing stands there whose front is
 * seen. Nobody lives in them. Of several surfaces of a part in one place it counts if one is a front, as where a sheet is written twice.
 *
 * @param areas  largest first
 * @param leftOut  ids of parts that do not count
 * O(triangles + looks), and for a triangle larger than 64 cubes the looks that end in its columns; for n hollow areas log n times.
 */
export function hollowAreas(areas: readonly Area[], survey: Survey, asset: ParsedAsset, leftOut: ReadonlySet<string>): ReadonlySet<Area> {
  const roofed = areas.filter((area) => area.roofed)
  const hollow = new Set<Area>()
  for (let [from, count] = [0, FIRST_AREAS]; from === hollow.size && from < roofed.length; [from, count] = [from + count, 2 * count]) {
    for (const area of hollowOf(roofed.slice(from, from + count), survey, asset, leftOut)) hollow.add(area)
  }
  return hollow
}

function hollowOf(tried: readonly Area[], survey: Survey, asset: ParsedAsset, leftOut: ReadonlySet<string>): readonly Area[] {
  const looks = tried.flatMap((area, i) => looksIn(area, i, survey, asset))
  if (looks.length > 0) meetTriangles(looks, survey.voxels, asset, leftOut)
  return tried.filter((_, i) => {
    const met = looks.filter(({ area, hit }) => area === i && hit < Infinity)
    const fronts = met.filter(isFront)
    return met.length > 0 && fronts.length <= MOST_FRONTS * met.length && !fronts.some(({ small }) => small)
  })
}

function looksIn({ cells, floor, ceiling }: Area, area: number, { voxels, elbowRoom, small }: Survey, asset: ParsedAsset): readonly Look[] {
  const { origin, size, counts: [nx, , nz] } = voxels
  const middle = cells.reduce((best, i) => (elbowRoom[i] > elbowRoom[best] ? i : best))
  const eye: Vec3 = [origin[0] + ((middle % nx) + 0.5) * size, floor + 0.6 * Math.min(2.6, ceiling - floor), origin[2] + (Math.floor(middle / nx) + 0.5) * size]
  return DIRECTIONS.flatMap((direction): Look[] => {
    const met = walkVoxels(voxels, eye, direction)
    if (met === null || origin[1] + (Math.floor(met.cube / (nx * nz)) + 0.5) * size < floor + LOWEST) return []
    return [{ area, eye, direction, distance: met.distance, cube: met.cube, small: small[met.owner] === 1 && !isFlat(asset.parts[met.owner - 1], asset), hit: Infinity, fronts: new Map() }]
  })
}

const isFlat = ({ mesh, scale }: ParsedPart, { meshes }: ParsedAsset): boolean => {
  const bounds = meshes.get(mesh)?.bounds
  return bounds !== undefined && bounds.max.some((value, axis) => (value - bounds.min[axis]) * Math.abs(scale[axis]) < FLAT)
}

/** Cubes along x, and along z, of the columns by which looks are found that a large triangle may meet. */
const COLUMN = 16
/** Cubes between a triangle and where a look ends that meets it (`meet`), and one for rounding. */
const REACH = 4

/** The first and the last column that cubes reach into. @param count  of cubes along the axis */
const columnsOf = (low: number, high: number, count: number): readonly [number, number] =>
  [Math.floor(Math.max(low - REACH, 0) / COLUMN), Math.floor(Math.min(high + REACH, count - 1) / COLUMN)]

/** Sets what each look meets. */
function meetTriangles(looks: readonly Look[], { origin, size, counts: [nx, , nz] }: Voxels, { parts, meshes }: ParsedAsset, leftOut: ReadonlySet<string>): void {
  const near = new Map<number, Look[]>()
  for (const look of looks) {
    for (let k = 0; k < 27; k++) {
      const cube = look.cube + (k % 3) - 1 + nx * ((Math.floor(k / 3) % 3) - 1) + nx * nz * (Math.floor(k / 9) - 1)
      near.set(cube, [...(near.get(cube) ?? []), look])
    }
  }
  const across = Math.ceil(nx / COLUMN)
  const columns = new Map<number, Look[]>()
  for (const look of looks) {
    const column = Math.floor((look.cube % nx) / COLUMN) + across * Math.floor((Math.floor(look.cube / nx) % nz) / COLUMN)
    const there = columns.get(column)
    if (there === undefined) columns.set(column, [look])
    else there.push(look)
  }
  const corners = new Float64Array(9)
  const [from, to] = [[0, 0, 0], [0, 0, 0]]
  for (const part of parts) {
    const mesh = leftOut.has(part.id) ? undefined : meshes.get(part.mesh)
    if (mesh === undefined) continue
    const m = composeMatrix(part)
    const turned = part.scale[0] * part.scale[1] * part.scale[2] < 0
    for (let at = 0; at < mesh.indices.length; at += 3) {
      const material = part.materials[mesh.materialSlots?.[at / 3] ?? 0]
      if (material !== undefined && isClear(material)) continue
      for (let k = 0; k < 3; k++) {
        const i = 3 * mesh.indices[at + k]
        for (let axis = 0; axis < 3; axis++) corners[3 * k + axis] = m[axis] * mesh.positions[i] + m[4 + axis] * mesh.positions[i + 1] + m[8 + axis] * mesh.positions[i + 2] + m[12 + axis]
      }
      for (let axis = 0; axis < 3; axis++) {
        from[axis] = Math.floor((Math.min(corners[axis], corners[3 + axis], corners[6 + axis]) - origin[axis]) / size)
        to[axis] = Math.floor((Math.max(corners[axis], corners[3 + axis], corners[6 + axis]) - origin[axis]) / size)
      }
      const cubes = (to[0] - from[0] + 1) * (to[1] - from[1] + 1) * (to[2] - from[2] + 1)
      if (!(cubes <= MOST_CUBES)) {
        const [[left, right], [back, front]] = [columnsOf(from[0], to[0], nx), columnsOf(from[2], to[2], nz)]
        for (let z = back; z <= front; z++) for (let x = left; x <= right; x++) for (const look of columns.get(x + across * z) ?? []) meet(look, part, corners, turned, size)
      } else for (let y = from[1]; y <= to[1]; y++) for (let z = from[2]; z <= to[2]; z++) for (let x = from[0]; x <= to[0]; x++) for (const look of near.get(x + nx * (z + nz * y)) ?? []) meet(look, part, corners, turned, size)
    }
  }
}

/** Takes a triangle that lies about where the look ends, if none lies before it (Möller and Trumbore 1997). */
function meet(look: Look, part: ParsedPart, c: Float64Array, turned: boolean, size: number): void {
  const { eye, direction: [dx, dy, dz], distance } = look
  const [ux, uy, uz, vx, vy, vz] = [c[3] - c[0], c[4] - c[1], c[5] - c[2], c[6] - c[0], c[7] - c[1], c[8] - c[2]]
  const [px, py, pz] = [dy * vz - dz * vy, dz * vx - dx * vz, dx * vy - dy * vx]
  const determinant = ux * px + uy * py + uz * pz
  if (determinant === 0) return
  const [tx, ty, tz] = [eye[0] - c[0], eye[1] - c[1], eye[2] - c[2]]
  const u = (tx * px + ty * py + tz * pz) / determinant
  if (!(u >= 0 && u <= 1)) return
  const [qx, qy, qz] = [ty * uz - tz * uy, tz * ux - tx * uz, tx * uy - ty * ux]
  const v = (dx * qx + dy * qy + dz * qz) / determinant
  if (!(v >= 0 && u + v <= 1)) return
  const t = (vx * qx + vy * qy + vz * qz) / determinant
  const isThere = t > 0 && Math.abs(t - distance) < 2.5 * size
  if (!isThere || t > look.hit + SAME_PLACE) return
  if (t < look.hit - SAME_PLACE) look.fronts.clear()
  look.fronts.set(part, look.fronts.get(part) === true || determinant > 0 !== turned)
  look.hit = Math.min(look.hit, t)
}
