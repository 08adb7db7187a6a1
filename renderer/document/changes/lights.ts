import type { Quat, Rgb, Vec3 } from '../../../gpu/index.ts'
import { hasRoomFor } from '../capacity.ts'
import { rotationOf } from '../light-frame.ts'
import { amountIn, type ProfileFlux, shownUnit, strengthFor, strengthOf, withStrength } from '../photometry.ts'
import { usedAssets } from '../selectors.ts'
import { luminanceOf } from '../temperature.ts'
import type { AssetRecord, Change, DocumentLight, PhotometricUnit, PointLight, SpotLight, SunMoment } from '../types.ts'
import { mapIds, withFields, withLists } from './each.ts'
import { saneAmount, saneColor, saneCount, saneDirection, saneKelvin, saneMoment, sanePosition, saneRotation, saneWithin } from './sane.ts'

/** @param asset  the IES file of a measured luminaire, when the light brings one */
export const addLight =
  (light: DocumentLight, asset: AssetRecord | null = null): Change =>
  (document) =>
    !hasRoomFor(document, { lights: 1, assets: asset === null ? 0 : 1 }) ? document : {
      ...document,
      lights: [...document.lights, light],
      assets: asset === null || document.assets.some(({ key }) => key === asset.key) ? document.assets : [...document.assets, asset],
    }

/**
 * Makes a point or a spotlight shine as a luminaire was measured, or evenly again; other kinds stay as they are.
 *
 * @param luminaire  its IES file, and the candela of its brightest direction, which the light gives from then on; null: none
 */
export const setProfile =
  (id: string, luminaire: { readonly asset: AssetRecord; readonly peakCandela: number } | null): Change =>
  (document) => {
    const lights = mapIds(document.lights, [id], (light) => {
      if (light.kind !== 'point' && light.kind !== 'spot') return light
      if (luminaire === null) {
        const { profile, ...even } = light
        return profile === undefined ? light : even
      }
      return withFields<PointLight | SpotLight>(light, { profile: luminaire.asset.key, intensity: saneAmount(luminaire.peakCandela) })
    })
    if (lights === document.lights) return document
    const used = usedAssets({ ...document, lights })
    const isNew = luminaire !== null && !document.assets.some(({ key }) => key === luminaire.asset.key)
    const assets = [...document.assets.filter(({ kind, key }) => kind !== 'ies' || used.has(key)), ...(isNew ? [luminaire.asset] : [])]
    return { ...document, lights, assets }
  }

/** Every field of every kind of light; null takes an optional one away. */
export interface LightFields {
  readonly on?: boolean
  readonly color?: Rgb
  readonly temperature?: number | null
  readonly unit?: PhotometricUnit
  readonly position?: Vec3
  readonly rotation?: Quat
  /** Candela; lux; nits. */
  readonly intensity?: number
  readonly illuminance?: number
  readonly radiance?: number
  /** Unit vector into the scene; the sun. */
  readonly direction?: Vec3
  readonly angularRadius?: number
  readonly moment?: SunMoment | null
  readonly natural?: boolean
  readonly radius?: number
  readonly innerAngle?: number
  readonly outerAngle?: number
  readonly width?: number
  readonly length?: number
  readonly columns?: number
  readonly rows?: number
}

/** Metres. */
const LARGEST_LIGHT = 100
/** Radians: a veil before the sun, at its widest. */
const WIDEST_SUN = 0.5
const NARROWEST_CONE = 0.01

/**
 * Sets what the light has; fields of other kinds, and values that no light has, are ignored. Where the size changes, the light
 * keeps what it is shown to give (800 lm stay 800 lm).
 */
export const setLight =
  (id: string, fields: LightFields, profileFlux?: ProfileFlux): Change =>
  (document) =>
    withLists(document, {
      lights: mapIds(document.lights, [id], (light) => {
        const next = withNulls(withFields(light, fieldsOf(light, fields) as Partial<DocumentLight>), fields)
        const isResized = SIZES.some((size) => fields[size] !== undefined) && next !== light
        return isResized ? asBright(next, light, profileFlux) : next
      }),
    })

const SIZES = ['radius', 'innerAngle', 'outerAngle', 'width', 'length'] as const satisfies readonly (keyof LightFields)[]

function fieldsOf(light: DocumentLight, fields: LightFields): LightFields {
  const { on, unit } = fields
  const shared = { on, unit, color: saneColor(fields.color), temperature: saneKelvin(fields.temperature) } as LightFields
  if (light.kind === 'directional') {
    return {
      ...shared, illuminance: saneAmount(fields.illuminance), direction: saneDirection(fields.direction), natural: fields.natural,
      angularRadius: saneWithin(fields.angularRadius, 0, WIDEST_SUN), moment: saneMoment(fields.moment),
    }
  }
  const placed = { ...shared, position: sanePosition(fields.position), ...(rotationOf(light) === null ? {} : { rotation: saneRotation(fields.rotation) }) }
  const size = (value: number | undefined): number | undefined => saneWithin(value, 0, LARGEST_LIGHT)
  const intensity = saneAmount(fields.intensity)
  const radiance = saneAmount(fields.radiance)
  switch (light.kind) {
    case 'point': return { ...placed, intensity, radius: size(fields.radius) }
    case 'spot': return { ...placed, intensity, radius: size(fields.radius), ...cone(light, fields) }
    case 'sphere': case 'disc': return { ...placed, radiance, radius: size(fields.radius) }
    case 'rectangle': return { ...placed, radiance, width: size(fields.width), length: size(fields.length) }
    case 'grid': return { ...placed, intensity, width: size(fields.width), length: size(fields.length), columns: saneCount(fields.columns), rows: saneCount(fields.rows) }
  }
}

/** The inner angle never passes the outer one: the one that is set pushes the other. */
function cone(light: { readonly innerAngle: number; readonly outerAngle: number }, fields: LightFields): LightFields {
  const inner = saneWithin(fields.innerAngle, 0, Math.PI / 2)
  const outer = saneWithin(fields.outerAngle, NARROWEST_CONE, Math.PI / 2)
  if (outer !== undefined) return { outerAngle: outer, innerAngle: Math.min(inner ?? light.innerAngle, outer) }
  return inner === undefined ? {} : { innerAngle: inner, outerAngle: Math.max(inner, light.outerAngle) }
}

/** A colour or a direction that is set freely is no longer that of a temperature or a moment. */
function withNulls(light: DocumentLight, { color, temperature, direction, moment }: LightFields): DocumentLight {
  const isFree = (value: unknown, source: unknown): boolean => source === null || (source === undefined && value !== undefined)
  const gone = [...(isFree(color, temperature) ? ['temperature'] : []), ...(isFree(direction, moment) ? ['moment'] : [])].filter((field) => field in light)
  if (gone.length === 0) return light
  return Object.fromEntries(Object.entries(light).filter(([field]) => !gone.includes(field))) as unknown as DocumentLight
}

function asBright(next: DocumentLight, before: DocumentLight, profileFlux?: ProfileFlux): DocumentLight {
  const unit = shownUnit(before, profileFlux)
  const amount = amountIn(before, unit, profileFlux)
  const strength = amount === null ? null : saneAmount(strengthFor(next, amount, unit, profileFlux) ?? undefined)
  return strength === null || strength === undefined || strength === strengthOf(next) ? next : withStrength(next, strength)
}

/** Makes a light give so much, in a unit that it is shown in from now on; what no light gives is ignored. */
export const setAmount =
  (id: string, amount: number, unit: PhotometricUnit, profileFlux?: ProfileFlux): Change =>
  (document) =>
    withLists(document, {
      lights: mapIds(document.lights, [id], (light) => {
        // A black lamp gives nothing, however strong: it becomes white.
        const seen = luminanceOf(light.color) > 1e-9 ? light : { ...light, color: [1, 1, 1] as const }
        const strength = saneAmount(strengthFor(seen, amount, unit, profileFlux) ?? undefined)
        if (strength === undefined || (light.unit === unit && strength === strengthOf(light))) return light
        return { ...withStrength(seen, strength), unit }
      }),
    })

export const setLightsOn =
  (ids: Iterable<string>, on: boolean): Change =>
  (document) =>
    withLists(document, { lights: mapIds(document.lights, ids, (light) => withFields(light, { on })) })

export const removeLight =
  (id: string): Change =>
  (document) => {
    const lights = document.lights.filter((light) => light.id !== id)
    return lights.length === document.lights.length ? document : { ...document, lights }
  }
