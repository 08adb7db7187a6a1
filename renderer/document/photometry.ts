import { luminanceOf } from './temperature.ts'
import type { DocumentLight, PhotometricUnit } from './types.ts'

/* A light's strength in the units of an architect. Each kind keeps one number, and every unit is that number times a factor of its shape. */

/** Metres: what has no size to speak of is reckoned with this one, so that no number becomes infinite. */
export const SMALLEST_EXTENT = 1e-3
export const extentOf = (metres: number): number => Math.max(metres, SMALLEST_EXTENT)

/** Steradians by which the candela of an IES file's brightest direction become lumens. */
export type ProfileFlux = (profile: string) => number | undefined

/**
 * How many of each unit a light of strength 1 and luminance 1 gives.
 *
 * Isotropic point: 4 π lm per cd. Spot: the cone's integral. Lambertian surfaces: π A lm and, along the axis, A cd per nit (a
 * sphere shows a disc to every side and sends from all of its surface). Grid: its points are isotropic. Sun: lux.
 *
 * @param profileFlux  of measured luminaires; without it they have candela only
 */
export function unitFactors(light: DocumentLight, profileFlux?: ProfileFlux): Partial<Readonly<Record<PhotometricUnit, number>>> {
  switch (light.kind) {
    case 'directional': return { lx: 1 }
    case 'point': {
      if (light.profile === undefined) return { lm: 4 * Math.PI, cd: 1 }
      const steradians = profileFlux?.(light.profile)
      return steradians === undefined || steradians <= 0 ? { cd: 1 } : { lm: steradians, cd: 1 }
    }
    // What the cone leaves of a measured luminaire's light its file does not say.
    case 'spot': return light.profile === undefined ? { lm: coneSteradians(light.innerAngle, light.outerAngle), cd: 1 } : { cd: 1 }
    case 'grid': return { lm: 4 * Math.PI, cd: 1 }
    case 'sphere': {
      const disc = Math.PI * extentOf(light.radius) ** 2
      return { lm: 4 * Math.PI * disc, cd: disc, nt: 1 }
    }
    case 'disc': return lambertian(Math.PI * extentOf(light.radius) ** 2)
    case 'rectangle': return lambertian(extentOf(light.width) * extentOf(light.length))
  }
}

const lambertian = (area: number): { lm: number; cd: number; nt: number } => ({ lm: Math.PI * area, cd: area, nt: 1 })

/**
 * The integral over all directions of the spot's falloff: 1 up to the inner angle, then the square of a ramp in the cosine
 * (KHR_lights_punctual, as the engine shades it).
 */
export function coneSteradians(innerAngle: number, outerAngle: number): number {
  const [inner, outer] = [Math.cos(Math.min(innerAngle, outerAngle)), Math.cos(outerAngle)]
  return 2 * Math.PI * (1 - inner + (inner - outer) / 3)
}

/** The unit in which a kind of light keeps its strength. */
export function keptUnit({ kind }: DocumentLight): PhotometricUnit {
  if (kind === 'directional') return 'lx'
  return kind === 'point' || kind === 'spot' || kind === 'grid' ? 'cd' : 'nt'
}

/** Candela, lux or nits, as the light keeps it. */
export function strengthOf(light: DocumentLight): number {
  switch (light.kind) {
    case 'directional': return light.illuminance
    case 'point': case 'spot': case 'grid': return light.intensity
    default: return light.radiance
  }
}

/** The unit in which the light is shown. */
export function shownUnit(light: DocumentLight, profileFlux?: ProfileFlux): PhotometricUnit {
  const { unit } = light
  return unit !== undefined && unitFactors(light, profileFlux)[unit] !== undefined ? unit : keptUnit(light)
}

/** What the light gives, colour included; null: it cannot be told in this unit. */
export function amountIn(light: DocumentLight, unit: PhotometricUnit, profileFlux?: ProfileFlux): number | null {
  const factor = unitFactors(light, profileFlux)[unit]
  return factor === undefined ? null : strengthOf(light) * luminanceOf(light.color) * factor
}

/** The strength that gives so much; null: not in this unit, or the light is black. */
export function strengthFor(light: DocumentLight, amount: number, unit: PhotometricUnit, profileFlux?: ProfileFlux): number | null {
  const perStrength = (unitFactors(light, profileFlux)[unit] ?? 0) * luminanceOf(light.color)
  return perStrength > 1e-12 ? amount / perStrength : null
}

/** The light with another strength. */
export function withStrength<L extends DocumentLight>(light: L, strength: number): L {
  switch (light.kind) {
    case 'directional': return { ...light, illuminance: strength }
    case 'point': case 'spot': case 'grid': return { ...light, intensity: strength }
    default: return { ...light, radiance: strength }
  }
}
