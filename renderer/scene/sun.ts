import { Body, Equator, Horizon, Observer } from 'astronomy-engine'
import type { Vec3 } from '../../gpu/index.ts'
import { type Instant, instantOf } from '../document/moment.ts'
import { directionOf } from '../document/sun-angles.ts'
import type { DirectionalLight, PlaceRecord, SunMoment } from '../document/types.ts'

/** Half of what the sun spans in the sky at its mean distance, radians. */
export const SUN_RADIUS = 0.004654
/** Of the sun on a clear day whose sky has strength 1, lux. */
export const SUN_LUX = 90_000

export interface SunPosition extends Instant {
  /** Above the horizon as it is seen, bent by the air, radians. */
  readonly altitude: number
  /** Clockwise from north, radians. */
  readonly azimuth: number
}

/** The middle of the sun as seen from a place, at sea level in standard air; good to a minute of arc (astronomy-engine, VSOP87). */
export function sunPosition(place: PlaceRecord, moment: SunMoment): SunPosition {
  const instant = instantOf(moment, place.timeZone)
  const observer = new Observer(place.latitudeDegrees, place.longitudeDegrees, 0)
  const date = new Date(instant.utcMs)
  const { ra, dec } = Equator(Body.Sun, date, observer, true, true)
  const { altitude, azimuth } = Horizon(date, observer, ra, dec, 'normal')
  return { ...instant, altitude: (altitude * Math.PI) / 180, azimuth: (azimuth * Math.PI) / 180 }
}

/** Where a sun's light goes: as its moment has it where the project has a place, else as it was set. Unit vector into the scene. */
export function sunDirection({ moment, direction }: Pick<DirectionalLight, 'moment' | 'direction'>, place: PlaceRecord | undefined): Vec3 {
  if (moment === undefined || place === undefined) return direction
  const { altitude, azimuth } = sunPosition(place, moment)
  return directionOf({ altitude, azimuth: azimuth + place.north })
}
