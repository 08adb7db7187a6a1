import type { IesProfile, Light, Vec3 } from '../../gpu/index.ts'
import { lightFrame } from '../document/light-frame.ts'
import { extentOf } from '../document/photometry.ts'
import type { AssetKey, DocumentLight, Piece, PlaceRecord } from '../document/types.ts'
import type { Daylight } from './daylight.ts'
import { sunDirection } from './sun.ts'

/** Measured luminaires by their asset. */
export type Profiles = ReadonlyMap<AssetKey, { readonly profile: IesProfile }>

/** What a light depends on beside itself. */
export interface LightContext {
  readonly carrier: Piece | null
  /** The carrier is hidden. */
  readonly isOut: boolean
  readonly place: PlaceRecord | undefined
  readonly profile: IesProfile | undefined
  /** Of the sky's own sun. */
  readonly daylight: Daylight['sun'] | undefined
}

/** A document's light as the engine takes it. A lamp's light moves with the lamp, and is out while the lamp is hidden. */
export function toLight(light: DocumentLight, { carrier, isOut, place, profile, daylight }: LightContext): Light {
  const { id, color } = light
  const base = { id, color, on: light.on && !isOut }
  if (light.kind === 'directional') {
    const direction = sunDirection(light, place)
    const radius = light.angularRadius === undefined ? {} : { angularRadius: light.angularRadius }
    if (light.natural === true && daylight !== undefined) return { ...base, kind: 'directional', direction, ...daylight, ...radius }
    // A sun that follows the date has set below the horizon; one that was set freely may shine from anywhere.
    const isUp = light.moment === undefined || place === undefined || direction[1] < 0
    return { ...base, kind: 'directional', direction, illuminance: light.illuminance, on: base.on && isUp, ...radius }
  }
  const { position, across, along, axis } = lightFrame(light, carrier)
  const radius = 'radius' in light && light.radius !== undefined ? { radius: light.radius } : {}
  const half = (vector: Vec3, length: number): Vec3 => [(vector[0] * length) / 2, (vector[1] * length) / 2, (vector[2] * length) / 2]
  switch (light.kind) {
    case 'point': {
      const measured = profile === undefined ? {} : { profile, direction: axis, c0: across }
      return { ...base, kind: 'point', position, intensity: light.intensity, ...radius, ...measured }
    }
    case 'spot': {
      const measured = profile === undefined ? {} : { profile, c0: across }
      return { ...base, kind: 'spot', position, direction: axis, intensity: light.intensity, innerAngle: light.innerAngle, outerAngle: light.outerAngle, ...radius, ...measured }
    }
    case 'sphere': return { ...base, kind: 'sphere', position, radius: extentOf(light.radius), radiance: light.radiance }
    case 'disc': return { ...base, kind: 'disc', position, direction: axis, radius: extentOf(light.radius), radiance: light.radiance }
    case 'rectangle': case 'grid': {
      const edges = { halfU: half(across, extentOf(light.width)), halfV: half(along, extentOf(light.length)) }
      return light.kind === 'rectangle'
        ? { ...base, kind: 'rectangle', position, ...edges, radiance: light.radiance }
        : { ...base, kind: 'grid', position, ...edges, countU: light.columns, countV: light.rows, intensity: light.intensity }
    }
  }
}
