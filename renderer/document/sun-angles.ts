import type { Vec3 } from '../../gpu/index.ts'

/** Where the sun stands. Radians; azimuth clockwise from -z (north at the top of the plan), 0..2π. */
export interface SunAngles {
  readonly altitude: number
  readonly azimuth: number
}

/** @param direction  unit vector from the sun into the scene */
export function sunAngles([x, y, z]: Vec3): SunAngles {
  const azimuth = Math.atan2(-x, z)
  return { altitude: Math.asin(Math.min(1, Math.max(-1, -y))), azimuth: azimuth < 0 ? azimuth + 2 * Math.PI : azimuth }
}

export function directionOf({ altitude, azimuth }: SunAngles): Vec3 {
  const flat = Math.cos(altitude)
  return [-Math.sin(azimuth) * flat, -Math.sin(altitude), Math.cos(azimuth) * flat]
}
