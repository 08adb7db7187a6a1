import type { Vec3 } from '../../gpu/index.ts'
import type { Box } from '../catalogue/merge.ts'
import type { ParsedAsset } from '../catalogue/types.ts'
import { boundsOfAsset, type Voxels, voxelize } from './voxels.ts'

/** A room of a model: an area that is roofed, or open to the sky but walled. */
export interface Space {
  /** Has a ceiling nearly everywhere, and walls around most of it. */
  readonly enclosed: boolean
  /** Square metres. */
  readonly area: number
  /** Metres, world y. */
  readonly floor: number
  readonly ceiling: number
  /** The point of the floor that is farthest from all walls. */
  readonly center: Vec3
  /** Points of the floor near the two ends of its long side, clear of walls. */
  readonly ends: readonly [Vec3, Vec3]
}

export interface Spaces {
  readonly bounds: Box
  /** Largest first. */
  readonly spaces: readonly Space[]
}

/** Head room that makes a floor. */
const HEADROOM = 1.9
/** Doorways are narrower than twice this; it keeps rooms apart, and walkers off the walls. */
const CLEARANCE = 0.55
/** At this height above the ground one looks whether a wall is there. */
const EYE = 1.4
const SMALLEST_AREA = 2.5
/** A floor in this share of the height above the lowest one still counts: thresholds, rugs, low platforms. */
const STEP = 0.35

/**
 * Finds the rooms of a model that says nothing about rooms, by filling a grid of columns: where a person can stand, and
 * how far the next wall is. Approximate by design; its results are only defaults.
 */
export function findSpaces(asset: ParsedAsset): Spaces {
  const bounds = boundsOfAsset(asset)
  const height = bounds.max[1] - bounds.min[1]
  const isRoomSized = height >= HEADROOM && bounds.max[0] - bounds.min[0] > 2 && bounds.max[2] - bounds.min[2] > 2
  if (!isRoomSized) return { bounds, spaces: [] }
  const voxels = voxelize(asset, bounds)
  const columns = readColumns(voxels)
  const clearance = distanceToBlocked(columns, voxels)
  const labels = label(columns, clearance, voxels)
  return { bounds, spaces: measure(columns, clearance, labels, voxels) }
}

interface Columns {
  /** Height of the ground in voxels, or -1 where nobody can stand. */
  readonly floor: Int32Array
  /** Voxel of the ceiling, or -1 for open sky. */
  readonly ceiling: Int32Array
}

/** The storey of the model: the height at which most columns have ground with head room. */
function readColumns({ counts: [nx, ny, nz], solid, size }: Voxels): Columns {
  const head = Math.ceil(HEADROOM / size)
  const gaps: { column: number; floor: number; ceiling: number }[] = []
  const grounds = new Uint32Array(ny)
  for (let column = 0; column < nx * nz; column++) {
    let ground = -1
    for (let y = 0; y <= ny; y++) {
      const isSolid = y < ny && solid[column + nx * nz * y] === 1
      if (!isSolid && y < ny) continue
      if (ground >= 0 && (y - ground - 1 >= head || y === ny)) {
        gaps.push({ column, floor: ground, ceiling: y === ny ? -1 : y })
        // Open sky counts for less: a roof's top is ground, too.
        grounds[ground] += y === ny ? 1 : 4
      }
      ground = y
    }
  }
  const step = Math.max(1, Math.round(STEP / size))
  let storey = 0
  let best = 0
  for (let y = 0; y < ny; y++) {
    let near = 0
    for (let k = y; k <= Math.min(ny - 1, y + step); k++) near += grounds[k]
    if (near > best) [storey, best] = [y, near]
  }
  const floor = new Int32Array(nx * nz).fill(-1)
  const ceiling = new Int32Array(nx * nz).fill(-1)
  for (const gap of gaps) {
    if (gap.floor < storey || gap.floor > storey + step || floor[gap.column] >= 0) continue
    floor[gap.column] = gap.floor
    ceiling[gap.column] = gap.ceiling
  }
  return { floor, ceiling }
}

/** Metres to the nearest column where nobody can stand (two passes of a chamfer). */
function distanceToBlocked({ floor }: Columns, { counts: [nx, , nz], size }: Voxels): Float32Array {
  const distance = Float32Array.from(floor, (height) => (height < 0 ? 0 : 1e9))
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

/** Numbers the connected areas, from 1, of columns that are clear of walls and alike in having a roof. */
function label({ ceiling }: Columns, clearance: Float32Array, { counts: [nx, , nz] }: Voxels): Int32Array {
  const labels = new Int32Array(nx * nz)
  let count = 0
  const stack: number[] = []
  for (let start = 0; start < labels.length; start++) {
    if (labels[start] !== 0 || clearance[start] < CLEARANCE) continue
    labels[start] = ++count
    stack.push(start)
    for (let i = stack.pop(); i !== undefined; i = stack.pop()) {
      for (const next of [i - 1, i + 1, i - nx, i + nx]) {
        if (labels[next] !== 0 || !(clearance[next] >= CLEARANCE) || ceiling[next] < 0 !== ceiling[i] < 0) continue
        labels[next] = count
        stack.push(next)
      }
    }
  }
  return labels
}

function measure({ floor, ceiling }: Columns, clearance: Float32Array, labels: Int32Array, { counts: [nx, ny], size, origin, solid, counts }: Voxels): Space[] {
  const areas = new Map<number, number[]>()
  labels.forEach((number, i) => {
    if (number === 0) return
    if (!areas.has(number)) areas.set(number, [])
    areas.get(number)?.push(i)
  })
  const at = (i: number): Vec3 => [origin[0] + ((i % nx) + 0.5) * size, origin[1] + (floor[i] + 1) * size, origin[2] + (Math.floor(i / nx) + 0.5) * size]
  return [...areas.values()]
    .filter((cells) => cells.length * size * size >= SMALLEST_AREA)
    .map((cells) => {
      const roofed = ceiling[cells[0]] >= 0
      const heights = cells.map((i) => (roofed ? ceiling[i] : ny)).toSorted((a, b) => a - b)
      const grounds = cells.map((i) => floor[i]).toSorted((a, b) => a - b)
      const middle = Math.floor(cells.length / 2)
      const center = cells.reduce((best, i) => (clearance[i] > clearance[best] ? i : best))
      return {
        enclosed: roofed && openShare(cells, labels, { floor, ceiling }, counts, solid, Math.round(EYE / size)) < 0.3,
        area: cells.length * size * size,
        floor: origin[1] + (grounds[middle] + 1) * size,
        ceiling: origin[1] + heights[middle] * size,
        center: at(center),
        ends: longSide(cells, nx).map(at) as [Vec3, Vec3],
      }
    })
    .toSorted((a, b) => b.area - a.area)
}

/** The share of an area's rim that looks into the open: columns under the sky, or beyond the ground, with no wall before. */
function openShare(cells: readonly number[], labels: Int32Array, { floor, ceiling }: Columns, [nx, ny, nz]: readonly number[], solid: Uint8Array, eyeVoxels: number): number {
  let rim = 0
  let open = 0
  const own = labels[cells[0]]
  for (const cell of cells) {
    for (const step of [-1, 1, -nx, nx]) {
      if (labels[cell + step] === own) continue
      rim += 1
      const eye = Math.min(ny - 1, floor[cell] + eyeVoxels)
      let i = cell + step
      for (let k = 0; k < 40; k++, i += step) {
        if (i < 0 || i >= nx * nz) break
        if (solid[i + nx * nz * eye] === 1) break
        if (labels[i] !== 0 && labels[i] !== own && ceiling[i] >= 0) break
        if (ceiling[i] < 0 && (floor[i] < 0 || labels[i] > 0)) {
          open += 1
          break
        }
      }
    }
  }
  return rim === 0 ? 0 : open / rim
}

/** The two cells of an area that lie farthest apart along its main direction. */
function longSide(cells: readonly number[], nx: number): readonly [number, number] {
  const points = cells.map((i) => [i % nx, Math.floor(i / nx)] as const)
  const mean = [0, 1].map((k) => points.reduce((sum, point) => sum + point[k], 0) / points.length)
  let [xx, xz, zz] = [0, 0, 0]
  for (const [x, z] of points) {
    xx += (x - mean[0]) ** 2
    xz += (x - mean[0]) * (z - mean[1])
    zz += (z - mean[1]) ** 2
  }
  const angle = Math.atan2(2 * xz, xx - zz) / 2
  const along = (k: number): number => points[k][0] * Math.cos(angle) + points[k][1] * Math.sin(angle)
  let [first, last] = [0, 0]
  points.forEach((_, k) => {
    if (along(k) < along(first)) first = k
    if (along(k) > along(last)) last = k
  })
  return [cells[first], cells[last]]
}
