import type { Vec3 } from '../../../gpu/index.ts'
import type { Box } from '../gltf/merge.ts'
import type { ParsedAsset } from '../types.ts'
import { type Columns, readColumns } from './columns.ts'
import { boundsOfAsset, type Voxels, voxelize } from './voxels.ts'

/** A room of a model: a walled area of its main storey. */
export interface Space {
  /** Walls around most of it, and a ceiling or, where the roof was left off, walls of a room's height. */
  readonly enclosed: boolean
  /** Square metres that are clear of walls. */
  readonly area: number
  /** Metres, world y. */
  readonly floor: number
  /** Metres, world y: of the ceiling, or of the walls' tops where there is none. */
  readonly ceiling: number
  /** The point of the floor that is farthest from all walls. */
  readonly center: Vec3
  /** Points of the floor near the two ends of its long side, where one can stand. */
  readonly ends: readonly [Vec3, Vec3]
}

export interface Spaces {
  readonly bounds: Box
  /** Largest first. */
  readonly spaces: readonly Space[]
}

/** Doorways are narrower than twice this; it keeps rooms apart, and eyes off the walls. */
const CLEARANCE = 0.55
const SMALLEST_AREA = 2.5
/** Rooms fill a building; hollows inside large things do not. */
const SMALLEST_SHARE = 0.18
/** Without a roof, higher walls are those of a court, not of a room. */
const HIGHEST_ROOM = 5
/** How far one looks for a wall. */
const SIGHT = 12
const MOST_OPEN = 0.35
/** An area with fewer walls than that is a terrace, or the land around. */
const NOT_A_ROOM = 0.7
const LOWEST_ROOM = 1.9

/**
 * Finds the rooms of a model that says nothing about rooms: at the height of the head, how far is the next wall? Approximate
 * by design; its results are only defaults (lights and the first view), which the user can change.
 */
export function findSpaces(asset: ParsedAsset): Spaces {
  const bounds = boundsOfAsset(asset)
  const [width, height, depth] = bounds.max.map((value, axis) => value - bounds.min[axis])
  if (height < 2 || width < 2 || depth < 2) return { bounds, spaces: [] }
  const voxels = voxelize(asset, bounds)
  const columns = readColumns(voxels)
  const clearance = distanceToBlocked(columns.open, voxels)
  const areas = connectedAreas(columns, clearance, voxels)
  const spaces = areas.flatMap((cells) => toSpace(cells, columns, clearance, voxels) ?? [])
  const share = spaces.reduce((sum, { area }) => sum + area, 0) / (width * depth)
  return { bounds, spaces: share < SMALLEST_SHARE ? [] : spaces.toSorted((a, b) => b.area - a.area) }
}

/** Metres to the nearest column that is not open (two passes of a chamfer). */
function distanceToBlocked(open: Uint8Array, { counts: [nx, , nz], size }: Voxels): Float32Array {
  const distance = Float32Array.from(open, (isOpen) => (isOpen === 0 ? 0 : 1e9))
  const relax = (x: number, z: number, dx: number, dz: number): void => {
    const i = x + nx * z
    const isInside = x + dx >= 0 && x + dx < nx && z + dz >= 0 && z + dz < nz
    const through = isInside ? distance[i + dx + nx * dz] : 0
    distance[i] = Math.min(distance[i], through + Math.hypot(dx, dz) * size)
  }
  for (let z = 0; z < nz; z++) for (let x = 0; x < nx; x++) for (const [dx, dz] of [[-1, 0], [0, -1], [-1, -1], [1, -1]]) relax(x, z, dx, dz)
  for (let z = nz - 1; z >= 0; z--) for (let x = nx - 1; x >= 0; x--) for (const [dx, dz] of [[1, 0], [0, 1], [1, 1], [-1, 1]]) relax(x, z, dx, dz)
  return distance
}

/** Connected columns that are clear of walls and alike in having a roof. */
function connectedAreas({ roof }: Columns, clearance: Float32Array, { counts: [nx, , nz], size }: Voxels): number[][] {
  const seen = new Uint8Array(nx * nz)
  const areas: number[][] = []
  for (let start = 0; start < seen.length; start++) {
    if (seen[start] === 1 || clearance[start] < CLEARANCE) continue
    const cells = [start]
    seen[start] = 1
    for (let k = 0; k < cells.length; k++) {
      for (const next of [cells[k] - 1, cells[k] + 1, cells[k] - nx, cells[k] + nx]) {
        if (seen[next] !== 0 || !(clearance[next] >= CLEARANCE) || roof[next] < 0 !== roof[cells[k]] < 0) continue
        seen[next] = 1
        cells.push(next)
      }
    }
    if (cells.length * size * size >= SMALLEST_AREA) areas.push(cells)
  }
  return areas
}

function toSpace(cells: readonly number[], columns: Columns, clearance: Float32Array, voxels: Voxels): Space | null {
  const { size, origin, counts } = voxels
  const roofed = columns.roof[cells[0]] >= 0
  const { openShare, wallTop } = lookAround(cells, roofed, columns, voxels)
  const floor = origin[1] + (columns.storey + 0.5) * size
  const ceiling = roofed ? origin[1] + quantile(cells.map((i) => columns.roof[i]), 0.5) * size : origin[1] + wallTop * size
  const at = (i: number): Vec3 => [origin[0] + ((i % counts[0]) + 0.5) * size, floor, origin[2] + (Math.floor(i / counts[0]) + 0.5) * size]
  const standing = cells.filter((i) => columns.standing[i] === 1)
  const isRoom = standing.length > 0 && openShare < NOT_A_ROOM && ceiling - floor > LOWEST_ROOM
  if (!isRoom) return null
  return {
    enclosed: openShare < MOST_OPEN && (roofed || ceiling - floor < HIGHEST_ROOM),
    area: cells.length * size * size,
    floor,
    ceiling,
    center: at(cells.reduce((best, i) => (clearance[i] > clearance[best] ? i : best))),
    ends: longSide(standing, counts[0]).map(at) as [Vec3, Vec3],
  }
}

/**
 * Looks outward from an area's rim at the height of the head, along the grid.
 *
 * @returns the share of looks that meet no wall but the outside (or, from under a roof, the sky), and how high the walls
 *   are that the others meet, in voxels
 */
function lookAround(cells: readonly number[], roofed: boolean, { open, roof, storey, top }: Columns, { counts: [nx, , nz], size }: Voxels): { openShare: number; wallTop: number } {
  const own = new Uint8Array(nx * nz)
  for (const cell of cells) own[cell] = 1
  const tops: number[] = []
  let openings = 0
  for (const cell of cells) {
    for (const step of [-1, 1, -nx, nx]) {
      if (own[cell + step] === 1) continue
      let i = cell + step
      let metres = size
      while (open[i] === 1 && own[i] === 0 && metres < SIGHT && !(roofed && roof[i] < 0)) {
        i += step
        metres += size
      }
      if (own[i] === 1) continue
      if (open[i] === 0 && top[i] > storey) tops.push(top[i])
      else openings += 1
    }
  }
  const looks = tops.length + openings
  return { openShare: looks === 0 ? 0 : openings / looks, wallTop: tops.length === 0 ? storey : quantile(tops, 0.8) + 1 }
}

/** Tall furniture is lower than the walls behind it; most of what one sees is wall. */
const quantile = (values: readonly number[], share: number): number => values.toSorted((a, b) => a - b)[Math.floor((values.length - 1) * share)]

/** The two cells of an area that lie farthest apart along its main direction. */
function longSide(cells: readonly number[], nx: number): readonly [number, number] {
  const points = cells.map((i) => [i % nx, Math.floor(i / nx)] as const)
  const [mx, mz] = [0, 1].map((k) => points.reduce((sum, point) => sum + point[k], 0) / points.length)
  let [xx, xz, zz] = [0, 0, 0]
  for (const [x, z] of points) {
    xx += (x - mx) ** 2
    xz += (x - mx) * (z - mz)
    zz += (z - mz) ** 2
  }
  const angle = Math.atan2(2 * xz, xx - zz) / 2
  const along = points.map(([x, z]) => x * Math.cos(angle) + z * Math.sin(angle))
  return [cells[along.indexOf(min(along))], cells[along.indexOf(max(along))]]
}

const min = (values: readonly number[]): number => values.reduce((best, value) => Math.min(best, value))
const max = (values: readonly number[]): number => values.reduce((best, value) => Math.max(best, value))
