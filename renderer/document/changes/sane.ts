import type { Quat, Rgb, Vec3 } from '../../../gpu/index.ts'
import { isDate } from '../moment.ts'
import { clampKelvin } from '../temperature.ts'
import { normalizeQuat } from '../transform.ts'
import type { SunMoment } from '../types.ts'

/* What a project file may hold. Typed and dragged values pass here, so whatever can be made can be saved and opened again. */

/** Metres from the origin. */
export const FARTHEST = 1e6
const [SMALLEST, LARGEST] = [1e-6, 1e6]
const BRIGHTEST = 1e9
export const LONGEST_NAME = 200

/** A position that can be kept, or undefined: then the former one stays. */
export const sanePosition = (position: Vec3 | undefined): Vec3 | undefined =>
  position?.every((value) => Math.abs(value) <= FARTHEST) === true ? position : undefined

export const saneScale = (scale: Vec3 | undefined): Vec3 | undefined =>
  scale?.every((value) => Math.abs(value) >= SMALLEST && Math.abs(value) <= LARGEST) === true ? scale : undefined

/** Length 1 again after many small turns. */
export function saneRotation(rotation: Quat | undefined): Quat | undefined {
  if (rotation === undefined) return undefined
  const length = Math.hypot(...rotation)
  if (!(length > 1e-9) || !Number.isFinite(length)) return undefined
  return Math.abs(length - 1) < 1e-6 ? rotation : normalizeQuat(rotation)
}

export const saneDirection = (direction: Vec3 | undefined): Vec3 | undefined => {
  const length = direction === undefined ? 0 : Math.hypot(...direction)
  if (direction === undefined || !(length > 1e-9) || !Number.isFinite(length)) return undefined
  return Math.abs(length - 1) < 1e-6 ? direction : [direction[0] / length, direction[1] / length, direction[2] / length]
}

/** Candela, lux or nits. */
export const saneAmount = (amount: number | undefined): number | undefined =>
  amount !== undefined && amount >= 0 && amount <= BRIGHTEST ? amount : undefined

/** Clamped; undefined for what is no number. */
export const saneWithin = (value: number | undefined, from: number, to: number): number | undefined =>
  value === undefined || Number.isNaN(value) ? undefined : Math.min(to, Math.max(from, value))

/** Light points along an edge. */
export const MOST_POINTS = 16
export const saneCount = (count: number | undefined): number | undefined => {
  const value = saneWithin(count, 1, MOST_POINTS)
  return value === undefined ? undefined : Math.round(value)
}

export const saneKelvin = (kelvin: number | null | undefined): number | undefined =>
  kelvin === null || kelvin === undefined || !Number.isFinite(kelvin) ? undefined : clampKelvin(kelvin)

export const saneMoment = (moment: SunMoment | null | undefined): SunMoment | undefined => {
  if (moment === null || moment === undefined || !isDate(moment.date)) return undefined
  const minutes = saneWithin(moment.minutes, 0, 24 * 60 - 1)
  return minutes === undefined ? undefined : { date: moment.date, minutes: Math.round(minutes) }
}

export const saneColor = (color: Rgb | undefined): Rgb | undefined => (color?.every((value) => value >= 0 && value <= BRIGHTEST) === true ? color : undefined)

export const saneName = (name: string): string => name.trim().slice(0, LONGEST_NAME).trim()
