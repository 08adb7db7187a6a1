import type { Vec3 } from '../../../gpu/index.ts'
import { type Area, spread, type Survey } from './area.ts'
import { walkVoxels } from './walk.ts'

/** Where somebody stands in a model, and which way is worth a look. */
export interface Standpoint {
  /** Metres, world space, at the height of the eyes. */
  readonly eye: Vec3
  /** Level, of length 1. */
  readonly towards: Vec3
  /** Metres of free sight in the middle of the picture. */
  readonly sight: number
  /** Radians. */
  readonly verticalFov: number
  /** Of Spaces.spaces. */
  readonly space: number
}

const EYE_HEIGHT = 1.6
/** Radians of a 16:9 picture: as 27 mm of a full frame see it, in small rooms 23 mm. */
const [FOV, WIDE_FOV] = [0.82, 0.95]
const SMALL_ROOM = 6
/** Of the picture that is judged. */
export const ASPECT = 16 / 9
/** Half heights of the picture that its middle lies below the horizon: floors show more than ceilings. */
export const LOOKS_DOWN = 0.2
const [AZIMUTHS, YAWS] = [72, 36]
/** Tangents of the elevations that are looked at. */
const RISES = Array.from({ length: 12 }, (_, i) => -0.66 + 0.1 * i)
const POSITIONS = 48
const SPACES = 6
/** Metres from furniture, while there is a place that has it. */
const ELBOW_ROOM = 0.45
/** What counts as far. */
const FAR = 15

/** How good a look is. */
interface Look {
  readonly score: number
  /** Metres of free sight in the middle of the picture. */
  readonly sight: number
}

/**
 * The look over the most of the best room: of places on its floor and ways to turn there, the one with far sight lines over many things
 * and surfaces, that shows the model and not what lies outside, with nothing close before the eyes.
 *
 * @param areas  in the order of Spaces.spaces
 * @returns null: there is nowhere to stand
 */
export function findStandpoint(areas: readonly Area[], survey: Survey): Standpoint | null {
  let best: { readonly score: number; readonly standpoint: Standpoint } | null = null
  const most = Math.max(...areas.map(({ area }) => area))
  for (const [space, area] of areas.entries()) {
    if (space >= SPACES) break
    const verticalFov = area.area < SMALL_ROOM ? WIDE_FOV : FOV
    const picture = pictureOf(verticalFov)
    const weight = (area.area / most) ** 0.35 * (area.enclosed ? 1 : 0.6)
    for (const eye of positionsIn(area, survey)) {
      const panorama = lookAround(eye, area, survey)
      for (let yaw = 0; yaw < YAWS; yaw++) {
        const look = judge(panorama, (yaw * AZIMUTHS) / YAWS, picture)
        if (best !== null && look.score * weight <= best.score) continue
        const angle = (2 * Math.PI * yaw) / YAWS
        best = { score: look.score * weight, standpoint: { eye, towards: [Math.cos(angle), 0, Math.sin(angle)], sight: look.sight, verticalFov, space } }
      }
    }
  }
  return best?.standpoint ?? null
}

function positionsIn({ cells, floor, ceiling }: Area, { voxels: { origin, size, counts }, columns, elbowRoom }: Survey): readonly Vec3[] {
  const standing = cells.filter((i) => columns.standing[i] === 1)
  const roomy = standing.filter((i) => elbowRoom[i] >= ELBOW_ROOM)
  const y = floor + Math.min(EYE_HEIGHT, (ceiling - floor) * 0.7)
  return spread(roomy.length > 0 ? roomy : standing, POSITIONS).map((i) => [origin[0] + ((i % counts[0]) + 0.5) * size, y, origin[2] + (Math.floor(i / counts[0]) + 0.5) * size])
}

/** By azimuth and rise. */
interface Panorama {
  /** Metres; Infinity: nothing is met. */
  readonly distances: Float32Array
  /** What far sight is worth. */
  readonly reach: Float64Array
  /** Which surface of which part is met, numbered from 0: alike where it goes on. */
  readonly surfaces: Int32Array
  /** The part, numbered from 1; 0: none that is small. */
  readonly things: Int32Array
}

function lookAround(eye: Vec3, { floor }: Area, { voxels, columns, small }: Survey): Panorama {
  const count = AZIMUTHS * RISES.length
  const panorama = { distances: new Float32Array(count).fill(Infinity), reach: new Float64Array(count), surfaces: new Int32Array(count), things: new Int32Array(count) }
  const [surfaces, things] = [new Map<number, number>(), new Map([[0, 0]])]
  const [nx, , nz] = voxels.counts
  for (let azimuth = 0; azimuth < AZIMUTHS; azimuth++) {
    const angle = (2 * Math.PI * azimuth) / AZIMUTHS
    for (let k = 0; k < RISES.length; k++) {
      const at = azimuth * RISES.length + k
      const length = Math.hypot(1, RISES[k])
      const hit = walkVoxels(voxels, eye, [Math.cos(angle) / length, RISES[k] / length, Math.sin(angle) / length])
      if (hit !== null) {
        const column = hit.cube % (nx * nz)
        const layer = Math.floor(hit.cube / (nx * nz))
        const height = voxels.origin[1] + (layer + 0.5) * voxels.size - floor
        const place = [column % nx, layer, Math.floor(column / nx)][hit.axis]
        const isLow = height > 0.2 && height < 1.3 && columns.open[column] === 1
        panorama.distances[at] = hit.distance
        panorama.surfaces[at] = numberIn(surfaces, (hit.owner * 3 + hit.axis) * 2048 + place)
        panorama.things[at] = numberIn(things, small[hit.owner] === 1 || isLow ? hit.owner : 0)
      }
      const distance = panorama.distances[at]
      panorama.reach[at] = Math.log2(1 + (distance === Infinity ? FAR / 3 : Math.min(distance, FAR)))
    }
  }
  return panorama
}

function numberIn(known: Map<number, number>, key: number): number {
  const number = known.get(key) ?? known.size
  known.set(key, number)
  return number
}

/** The directions that a picture holds, from left to right: azimuths from its middle, rises, and shares of its area. */
interface Picture {
  readonly directions: readonly { readonly k: number; readonly row: number; readonly weight: number; readonly isMiddle: boolean }[]
  readonly all: number
}

function pictureOf(verticalFov: number): Picture {
  const half = Math.tan(verticalFov / 2)
  const side = Math.floor((Math.atan(half * ASPECT) * AZIMUTHS) / (2 * Math.PI))
  const directions = Array.from({ length: 2 * side + 1 }, (_, i) => i - side).flatMap((k) => {
    const cosine = Math.cos((2 * Math.PI * k) / AZIMUTHS)
    return RISES.flatMap((rise, row) => (Math.abs(rise / cosine + LOOKS_DOWN * half) > half ? [] : [{ k, row, weight: 1 / cosine ** 3, isMiddle: Math.abs(k) <= 3 && Math.abs(rise + 0.06) < 0.12 }]))
  })
  return { directions, all: directions.reduce((sum, { weight }) => sum + weight, 0) }
}

/** Weights by number, and which numbers have some, in the order in which they were met. */
const [bySurface, byThing] = [new Float64Array(AZIMUTHS * RISES.length), new Float64Array(AZIMUTHS * RISES.length + 1)]

/** @param yaw  in azimuths */
function judge({ distances, reach: reaches, surfaces, things }: Panorama, yaw: number, { directions, all }: Picture): Look {
  const [surfacesMet, thingsMet]: [number[], number[]] = [[], []]
  let [model, near, close, reach, thing, middle, middleWeight] = [0, 0, 0, 0, 0, 0, 0]
  for (const { k, row, weight, isMiddle } of directions) {
    const at = ((yaw + k + AZIMUTHS) % AZIMUTHS) * RISES.length + row
    const distance = distances[at]
    reach += weight * reaches[at]
    if (isMiddle) {
      middle += weight * Math.min(distance, 2 * FAR)
      middleWeight += weight
    }
    if (distance === Infinity) continue
    model += weight
    if (distance < 0.6) near += weight
    if (distance < 1) close += weight
    if (bySurface[surfaces[at]] === 0) surfacesMet.push(surfaces[at])
    bySurface[surfaces[at]] += weight
    if (things[at] === 0) continue
    thing += weight
    if (byThing[things[at]] === 0) thingsMet.push(things[at])
    byThing[things[at]] += weight
  }
  const seen = thingsMet.filter((number) => byThing[number] > 0.003 * all).length
  const variety = entropy(surfacesMet.map((number) => bySurface[number]))
  for (const number of surfacesMet) bySurface[number] = 0
  for (const number of thingsMet) byThing[number] = 0
  const score = (reach / all) * (0.55 + 0.45 * Math.min(1, thing / all / 0.25)) * (1 + 0.15 * Math.log2(1 + seen)) * (1 + 0.2 * variety)
    * atMost(near / all, 0.03, 4) * atMost(close / all, 0.12, 2) * atMost(1 - model / all, 0.08, 4)
  return { score, sight: middle / middleWeight }
}

/** 1 up to a bound, and less the further above it. */
const atMost = (share: number, bound: number, slope: number): number => Math.max(0.02, 1 - slope * Math.max(0, share - bound))

/** Nats. */
function entropy(weights: readonly number[]): number {
  const all = weights.reduce((sum, weight) => sum + weight, 0)
  return weights.reduce((sum, weight) => sum - (weight / all) * Math.log(weight / all), 0)
}
