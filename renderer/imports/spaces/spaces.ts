import type { Vec3 } from '../../../gpu/index.ts'
import { type Box, boxOfPart } from '../pieces/box.ts'
import type { ParsedAsset } from '../types.ts'
import { partsApart } from './apart.ts'
import { type Area, spread, type Survey } from './area.ts'
import { type Columns, readColumns } from './columns.ts'
import { airOf, type Openness, opennessOf, sunBehind, sunFor } from './daylight.ts'
import { hollowAreas } from './hollow.ts'
import { findOutlook, HOLLOW, type Outlook, outlookOn, seenShare } from './outlook.ts'
import { LEAST_PLUMB, plumbShare } from './plumb.ts'
import { findStandpoint, type Standpoint } from './sight.ts'
import { beforeTheStage } from './stage.ts'
import { boundsOfAsset, type Voxels, voxelize } from './voxels.ts'

/** A walled area of a model's main storey. */
export interface Room {
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
}

/** A room, and how it is lit. */
export interface Space extends Room {
  /** Points of the floor, well apart, each in the middle of about as much of it: where lamps would hang. */
  readonly middles: readonly Vec3[]
  /** Nothing overhead is the sky. */
  readonly roofed: boolean
  /** With the sun of Spaces. */
  readonly openness: Openness
}

export interface Spaces {
  /** Of all that counts. */
  readonly bounds: Box
  /** Ids of the few parts that stand far from all others: they do not count. */
  readonly apart: ReadonlySet<string>
  /** Largest first. */
  readonly spaces: readonly Space[]
  /** null: it is looked at from outside. */
  readonly standpoint: Standpoint | null
  /** From where, if nobody stands in it. */
  readonly outlook: Outlook
  /** Unit vector towards a sun that shines into what is looked at. */
  readonly toSun: Vec3
}

/** Doorways are narrower than twice this; it keeps rooms apart, and eyes off the walls. */
const CLEARANCE = 0.55
const SMALLEST_AREA = 0.8
/** Metres: less is furniture. */
const [LOWEST_MODEL, NARROWEST_MODEL] = [2, 1.3]
/** Metres: in larger cubes a head's height is none, and what would be a room is the inside of a hill or of an engine. */
const COARSEST = 0.6
/** Square metres of floor that one lamp lights. */
const AREA_OF_A_LAMP = 22
const MOST_LAMPS = 6
/** Metres: what is larger is no furniture. */
const LARGEST_FURNITURE = 3.6
/** Rooms fill what is built, of which several may stand far apart; hollows inside large things do not. */
const SMALLEST_SHARE = 0.18
/** Without a roof, higher walls are those of a court, not of a room; under one, an empty room is no higher. */
const HIGHEST_ROOM = 5
/** A foundation may be hollow, and what stands on it has rooms: so much of it, or it is a roof. */
const [MOST_STOREYS, ROOMS_SHARE] = [2, 0.25]
/** How far one looks for a wall. */
const SIGHT = 12
const MOST_OPEN = 0.35
/** An area with fewer walls than that is a terrace, or the land around. */
const NOT_A_ROOM = 0.7
const LOWEST_ROOM = 1.9
/** Of what is looked into, under the sky at least. And points in the air of an area. */
const [SKY_SHARE, POINTS] = [0.25, 40]
/** Under a roof with fewer walls than that, all around, one sees the open: a pavilion, a house without its facade. */
const PAVILION = 0.42
/** Square metres clear of walls, all together, of what is no house; and how many times as much lies around it. Of so much more, it is none however large. */
const [LARGEST_HUT, LAND_SHARE, FIELD_SHARE] = [6, 4, 300]

/**
 * Finds the rooms of a model that says nothing about rooms: at the height of the head, how far is the next wall? Then where to stand in
 * the best of them, and how daylight comes in. Approximate by design; its results are only defaults (lights and the first view), which
 * the user can change.
 *
 * @param leftOut  ids of parts that do not count: what lies far away from the rest
 */
export function findSpaces(asset: ParsedAsset, leftOut?: ReadonlySet<string>): Spaces {
  const apart = partsApart(asset, leftOut)
  const uncounted = new Set([...(leftOut ?? []), ...apart])
  const bounds = boundsOfAsset(asset, uncounted)
  const outside = (outlook: Outlook): Spaces => ({ bounds, apart, spaces: [], standpoint: null, outlook, toSun: sunBefore(outlook) })
  const [width, height, depth] = bounds.max.map((value, axis) => value - bounds.min[axis])
  if (!(height >= LOWEST_MODEL && width >= NARROWEST_MODEL && depth >= NARROWEST_MODEL) || plumbShare(asset, uncounted) < LEAST_PLUMB) return outside(outlookOn(asset, bounds, uncounted))
  const voxels = voxelize(asset, bounds, uncounted)
  const outlook = findOutlook(bounds, voxels)
  const storey = voxels.size > COARSEST ? null : readStorey(asset, voxels, uncounted)
  if (storey === null) return outside(outlook)
  const { areas, clearance, survey } = storey
  const isPavilion = areas.every(({ roofed, openShare }) => roofed && openShare > PAVILION)
  const isSeenFromOutside = isPavilion || isOpenPlan(areas) || isDollsHouse(areas, outlook, voxels) || isEmptyHull(areas, survey)
  const standpoint = beforeTheStage(areas, survey) ?? (isSeenFromOutside ? null : findStandpoint(areas, survey))
  const toSun = standpoint === null ? sunBefore(outlook) : sunFor(standpoint, areas[standpoint.space], survey)
  return { bounds, apart, standpoint, outlook, toSun, spaces: areas.map((area) => toSpace(area, clearance, voxels, toSun)) }
}

interface Storey {
  /** Largest first. */
  readonly areas: readonly Area[]
  readonly clearance: Float32Array
  readonly survey: Survey
}

/** The areas of the main storey in which somebody may be. null: there are none, and the model is looked at from outside. */
function readStorey(asset: ParsedAsset, voxels: Voxels, uncounted: ReadonlySet<string>): Storey | null {
  const small = smallParts(asset)
  for (let above = -1, tried = 0; tried < MOST_STOREYS; tried++) {
    const columns = readColumns(voxels, above)
    const clearance = distanceToBlocked(columns.open, voxels)
    const found = connectedAreas(columns, clearance, voxels).flatMap((cells) => toArea(cells, columns, voxels) ?? []).toSorted((a, b) => b.area - a.area)
    const built = columns.top.reduce((count, top) => count + (top >= 0 ? 1 : 0), 0) * voxels.size ** 2
    if (sizeOf(found) / built < SMALLEST_SHARE || isMostlyLand(found)) return null
    const survey: Survey = { voxels, columns, elbowRoom: distanceToBlocked(columns.standing, voxels), parts: asset.parts, small }
    const hollow = hollowAreas(found, survey, asset, uncounted)
    const areas = found.filter((area) => !hollow.has(area))
    // Beside a hull, what is left may be its yard; on one, a terrace behind a parapet.
    const isLivedIn = areas.length > 0 && !isMostlyLand(areas) && (tried === 0 || hasRooms(areas))
    if (isLivedIn) return { areas, clearance, survey }
    above = columns.storey + 1
  }
  return null
}

/** Under the sky, with a wall here and there: a garden, a terrace, a corner of two walls. */
const isLand = ({ roofed, openShare }: Area): boolean => !roofed && openShare >= MOST_OPEN

/** Square metres. */
const sizeOf = (areas: readonly Area[]): number => areas.reduce((sum, { area }) => sum + area, 0)

/** Enough of it under a roof and between walls. */
const hasRooms = (areas: readonly Area[]): boolean => sizeOf(areas.filter(({ roofed, enclosed }) => roofed && enclosed)) > ROOMS_SHARE * sizeOf(areas)

/** A floor without a roof, most of which runs on from room to room: its plan is worth more than any wall of it. */
const isOpenPlan = (areas: readonly Area[]): boolean => areas.every(({ roofed }) => !roofed) && sizeOf(areas.filter(isLand)) > 0.5 * sizeOf(areas)

/** A garden stays one with a hut in it, and a field with a barn. */
function isMostlyLand(areas: readonly Area[]): boolean {
  const [land, rooms] = [sizeOf(areas.filter(isLand)), sizeOf(areas.filter((area) => !isLand(area)))]
  return land > (rooms < LARGEST_HUT ? LAND_SHARE : FIELD_SHARE) * rooms
}

/** Under the sky, at least in part, and open to a side from which most of the air in it is seen: it was made to be looked into. */
function isDollsHouse(areas: readonly Area[], { turn }: Outlook, voxels: Voxels): boolean {
  if (areas.some(({ roofed, enclosed }) => roofed && enclosed) || sizeOf(areas.filter(({ roofed }) => !roofed)) < SKY_SHARE * sizeOf(areas)) return false
  return areas.reduce((sum, area) => sum + area.area * seenShare(airOf(area, voxels, POINTS), turn, voxels), 0) >= HOLLOW * sizeOf(areas)
}

/** Higher than a storey, and nothing stands in it: a house or a tower without its floors, made to be seen from outside. */
const isEmptyHull = (areas: readonly Area[], { columns: { standing } }: Survey): boolean =>
  areas.every(({ roofed, floor, ceiling, cells }) => roofed && ceiling - floor > HIGHEST_ROOM && cells.every((i) => standing[i] === 1))

const sunBefore = ({ turn }: Outlook): Vec3 => sunBehind([-Math.sin(turn), 0, -Math.cos(turn)])

/** By Voxels.owners. */
function smallParts(asset: ParsedAsset): Uint8Array {
  const small = new Uint8Array(65_536)
  for (const [i, part] of asset.parts.entries()) {
    const bounds = boxOfPart(asset, part)
    if (bounds !== null && bounds.max.every((value, axis) => value - bounds.min[axis] < LARGEST_FURNITURE)) small[Math.min(i + 1, 65_535)] = 1
  }
  return small
}

/** Metres to the nearest column that is not open (two passes of a chamfer). */
function distanceToBlocked(open: Uint8Array, { counts: [nx, , nz], size }: Voxels): Float32Array {
  const distance = Float32Array.from(open, (isOpen) => (isOpen === 0 ? 0 : 1e9))
  const relax = (x: number, z: number, dx: number, dz: number, apart: number): void => {
    const i = x + nx * z
    const isInside = x + dx >= 0 && x + dx < nx && z + dz >= 0 && z + dz < nz
    const through = isInside ? distance[i + dx + nx * dz] : 0
    distance[i] = Math.min(distance[i], through + apart)
  }
  const diagonal = Math.SQRT2 * size
  for (let z = 0; z < nz; z++) {
    for (let x = 0; x < nx; x++) {
      relax(x, z, -1, 0, size)
      relax(x, z, 0, -1, size)
      relax(x, z, -1, -1, diagonal)
      relax(x, z, 1, -1, diagonal)
    }
  }
  for (let z = nz - 1; z >= 0; z--) {
    for (let x = nx - 1; x >= 0; x--) {
      relax(x, z, 1, 0, size)
      relax(x, z, 0, 1, size)
      relax(x, z, 1, 1, diagonal)
      relax(x, z, -1, 1, diagonal)
    }
  }
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

function toArea(cells: readonly number[], columns: Columns, voxels: Voxels): Area | null {
  const { size, origin } = voxels
  const roofed = columns.roof[cells[0]] >= 0
  const { openShare, wallTop } = lookAround(cells, roofed, columns, voxels)
  const floor = origin[1] + (columns.storey + 0.5) * size
  const ceiling = roofed ? origin[1] + quantile(cells.map((i) => columns.roof[i]), 0.5) * size : origin[1] + wallTop * size
  const isRoom = cells.some((i) => columns.standing[i] === 1) && openShare < NOT_A_ROOM && ceiling - floor > LOWEST_ROOM
  if (!isRoom) return null
  const enclosed = openShare < MOST_OPEN && (roofed || ceiling - floor < HIGHEST_ROOM)
  return { cells, floor, ceiling, roofed, enclosed, openShare, area: cells.length * size * size }
}

function toSpace(found: Area, clearance: Float32Array, voxels: Voxels, toSun: Vec3): Space {
  const { cells, floor, ceiling, roofed, enclosed, area } = found
  const { size, origin, counts } = voxels
  const at = (i: number): Vec3 => [origin[0] + ((i % counts[0]) + 0.5) * size, floor, origin[2] + (Math.floor(i / counts[0]) + 0.5) * size]
  return {
    enclosed, area, floor, ceiling, roofed,
    center: at(cells.reduce((best, i) => (clearance[i] > clearance[best] ? i : best))),
    middles: middlesOf(cells, Math.min(MOST_LAMPS, Math.max(1, Math.round(area / AREA_OF_A_LAMP))), clearance, counts[0]).map(at),
    openness: opennessOf(found, voxels, toSun),
  }
}

/** Cells in the middle of equal shares of an area (Lloyd 1982, "Least squares quantization in PCM"); of one share the one farthest from all walls. */
function middlesOf(cells: readonly number[], count: number, clearance: Float32Array, nx: number): readonly number[] {
  if (count === 1) return [cells.reduce((best, i) => (clearance[i] > clearance[best] ? i : best))]
  const points = spread(cells, 2000).map((i) => ({ i, x: i % nx, z: Math.floor(i / nx) }))
  const apart = (a: { x: number; z: number }, b: { x: number; z: number }): number => (a.x - b.x) ** 2 + (a.z - b.z) ** 2
  const nearest = <P extends { x: number; z: number }>(list: readonly P[], to: { x: number; z: number }): P => list.reduce((best, point) => (apart(point, to) < apart(best, to) ? point : best))
  let middles: readonly { x: number; z: number }[] = spread(points, count)
  for (let round = 0; round < 8; round++) {
    const sums = new Map(middles.map((middle) => [middle, { x: 0, z: 0, n: 0 }]))
    for (const point of points) {
      const sum = sums.get(nearest(middles, point))!
      sum.x += point.x
      sum.z += point.z
      sum.n += 1
    }
    middles = [...sums].map(([middle, { x, z, n }]) => (n === 0 ? middle : { x: x / n, z: z / n }))
  }
  return middles.map((middle) => nearest(points, middle).i)
}

/**
 * Looks outward from an area's rim at the height of the head, along the grid.
 *
 * @returns the share of looks that meet no wall but the outside (or, from under a roof, the sky), and how high the walls
 *   are that the others meet, in voxels
 */
function lookAround(cells: readonly number[], roofed: boolean, { blocked, roof, storey, top }: Columns, { counts: [nx, , nz], size }: Voxels): { openShare: number; wallTop: number } {
  const own = new Uint8Array(nx * nz)
  for (const cell of cells) own[cell] = 1
  const tops: number[] = []
  let openings = 0
  for (const cell of cells) {
    for (const step of [-1, 1, -nx, nx]) {
      if (own[cell + step] === 1) continue
      let i = cell + step
      let metres = size
      // Over a stair's hole and a floor's edge, too: what hangs above them, as eaves do, is no wall.
      while (blocked[i] === 0 && top[i] >= 0 && own[i] === 0 && metres < SIGHT && !(roofed && roof[i] < 0)) {
        i += step
        metres += size
      }
      if (own[i] === 1) continue
      if (blocked[i] === 1) tops.push(top[i])
      else openings += 1
    }
  }
  const looks = tops.length + openings
  return { openShare: looks === 0 ? 0 : openings / looks, wallTop: tops.length === 0 ? storey : quantile(tops, 0.8) + 1 }
}

/** Tall furniture is lower than the walls behind it; most of what one sees is wall. */
const quantile = (values: readonly number[], share: number): number => values.toSorted((a, b) => a - b)[Math.floor((values.length - 1) * share)]
