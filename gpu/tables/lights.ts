import { cross, dot } from '../math.ts'
import { NONE } from '../kdtree/pack.ts'
import { isMeasured } from './luminaires.ts'
import { luminanceOf } from './materials.ts'
import type { IesProfile, Light, PointLight, Rgb, SpotLight, Vec3 } from '../scene.ts'

/** LIGHT_* of scene.wgsl. */
const KINDS = { directional: 0, point: 1, spot: 2, sphere: 3, disc: 4, rectangle: 5, grid: 6 } as const

/** One `Light` of scene.wgsl. */
export interface PackedLight {
  readonly [field: string]: number | readonly number[]
  readonly kind: number
  /** Directional: unit vector towards the light; others: their centre. */
  readonly place: Vec3
  readonly intensity: Rgb
  readonly size: number
  readonly axis: Vec3
  readonly area: number
  readonly half_u: Vec3
  readonly half_v: Vec3
  readonly counts: readonly [number, number]
}

/** Where real-time shading takes a light to shine from: light_point() of lights.wgsl. */
export function placesOf({ kind, place, half_u: u, half_v: v, counts }: PackedLight): Vec3[] {
  if (kind !== KINDS.grid) return [place]
  const [n, m] = counts.map((count) => Math.min(count, 4))
  const at = (k: number, count: number) => ((k + 0.5) / count) * 2 - 1
  return Array.from({ length: n * m }, (_, k) => {
    const [p, q] = [at(k % n, n), at(Math.floor(k / n), m)]
    return [place[0] + p * u[0] + q * v[0], place[1] + p * u[1] + q * v[1], place[2] + p * u[2] + q * v[2]]
  })
}

export const isInSky = ({ kind }: Pick<PackedLight, 'kind'>): boolean => kind === KINDS.directional

/** It has extent: rays may meet it. */
export const isSeen = ({ kind, size, area }: PackedLight): boolean => kind !== KINDS.grid && (size > 0 || area > 0)

/** How much a light in the room gives at most at a metre: candela, about, in its brightest direction. */
export function powerOf({ kind, intensity, size, area }: PackedLight): number {
  return luminanceOf(intensity) * (kind === KINDS.disc || kind === KINDS.rectangle ? area : kind === KINDS.sphere ? Math.PI * size * size : 1)
}

/** How far a light in the room reaches from its place along each axis, metres. */
export function reachOf({ kind, size, axis, half_u: u, half_v: v }: PackedLight): Vec3 {
  if (kind === KINDS.rectangle || kind === KINDS.grid) return [Math.abs(u[0]) + Math.abs(v[0]), Math.abs(u[1]) + Math.abs(v[1]), Math.abs(u[2]) + Math.abs(v[2])]
  const along = (cosine: number): number => (kind === KINDS.disc ? size * Math.sqrt(Math.max(0, 1 - cosine * cosine)) : size)
  return [along(axis[0]), along(axis[1]), along(axis[2])]
}

/**
 * The lights that a quick picture loops over: those in the sky, and of the room the ones that may bring most light to the eye. So where there
 * are more than `most`, what another one would bring is less there than any of these may. What does not depend on the eye is looked up once:
 * every frame asks.
 *
 * @returns of an eye, lights in the sky first, else in the order given
 */
export function createStrongest<L extends { readonly packed: PackedLight }>(lights: readonly L[], most: number): (eye: Vec3) => readonly L[] {
  const sky = lights.filter(({ packed }) => isInSky(packed))
  const lamps = lights.filter(({ packed }) => !isInSky(packed))
  const all = [...sky, ...lamps]
  if (lights.length <= most) return () => all
  const room = Math.max(0, most - sky.length)
  // Place, reach, its square, power.
  const table = Float64Array.from(lamps.flatMap(({ packed }) => {
    const [a, b, c] = reachOf(packed)
    return [...packed.place, a, b, c, Math.max(a * a + b * b + c * c, 1e-6), powerOf(packed)]
  }))
  const atEye = new Float64Array(lamps.length)
  return ([x, y, z]) => {
    for (let i = 0, k = 0; i < lamps.length; i++, k += 8) {
      const dx = Math.max(0, Math.abs(table[k] - x) - table[k + 3])
      const dy = Math.max(0, Math.abs(table[k + 1] - y) - table[k + 4])
      const dz = Math.max(0, Math.abs(table[k + 2] - z) - table[k + 5])
      atEye[i] = table[k + 7] / Math.max(dx * dx + dy * dy + dz * dz, table[k + 6])
    }
    const least = room === 0 ? Infinity : atEye.toSorted()[lamps.length - room]
    let equal = room - atEye.reduce((count, each) => count + Number(each > least), 0)
    return [...sky, ...lamps.filter((_, i) => atEye[i] > least || (atEye[i] === least && equal-- > 0))]
  }
}

/**
 * Colour and strength become one; sizes that are no sizes count as none, so that no light has an infinite radiance.
 *
 * @param placeOf  of a profile in the luminaire table; null: it is not there, the light shines evenly
 */
export function packLight(light: Light, placeOf: (profile: IesProfile) => number | null = () => null): PackedLight {
  const kind = KINDS[light.kind]
  const shared = {
    kind, size: 0, axis: DOWN, cone_scale: 0, cone_offset: 1, half_u: NOTHING, half_v: NOTHING, area: 0, counts: [1, 1] as const, profile: NONE, profile_from: 0, profile_scale: 0,
  }
  const times = (strength: number): Rgb => [light.color[0] * strength, light.color[1] * strength, light.color[2] * strength]
  switch (light.kind) {
    case 'directional': {
      const { direction: [x, y, z], angularRadius = 0, illuminance } = light
      // 1 - cos(a), without losing the smallest angles.
      const half = Math.sin(Math.min(Math.max(angularRadius, 0), 1.5) / 2)
      return { ...shared, place: [-x, -y, -z], intensity: times(illuminance), size: angularRadius < 1e-4 ? 0 : 2 * half * half }
    }
    case 'point':
      return { ...shared, place: light.position, intensity: times(light.intensity), size: sizeOf(light.radius), ...luminaireOf(light, light.direction ?? DOWN, placeOf) }
    case 'spot': {
      const inner = Math.cos(Math.min(light.innerAngle, light.outerAngle))
      const outer = Math.cos(light.outerAngle)
      const scale = 1 / Math.max(1e-3, inner - outer)
      return {
        ...shared, place: light.position, intensity: times(light.intensity), size: sizeOf(light.radius), axis: unit(light.direction),
        cone_scale: scale, cone_offset: -outer * scale, ...luminaireOf(light, light.direction, placeOf),
      }
    }
    case 'sphere': return { ...shared, place: light.position, intensity: times(light.radiance), size: Math.max(light.radius, MIN_SIZE) }
    case 'disc': {
      const size = Math.max(light.radius, MIN_SIZE)
      return { ...shared, place: light.position, intensity: times(light.radiance), size, axis: unit(light.direction), area: Math.PI * size * size }
    }
    case 'rectangle': {
      const [u, v] = [light.halfU, light.halfV]
      const axis = cross(u, v)
      return { ...shared, place: light.position, intensity: times(light.radiance), axis: unit(axis), half_u: u, half_v: v, area: 4 * Math.hypot(...axis) }
    }
    case 'grid': return {
      ...shared, place: light.position, intensity: times(light.intensity), half_u: light.halfU, half_v: light.halfV, counts: [pointsOf(light.countU), pointsOf(light.countV)],
    }
  }
}

/** Metres below which a light counts as a point. */
const MIN_SIZE = 1e-4
/** Points along an edge of a grid. */
export const MOST_GRID_POINTS = 16
const DOWN: Vec3 = [0, -1, 0]
const NOTHING: Vec3 = [0, 0, 0]

const sizeOf = (radius = 0): number => (radius < MIN_SIZE ? 0 : radius)

const pointsOf = (count: number): number => (count >= 1 ? Math.min(Math.floor(count), MOST_GRID_POINTS) : 1)

/** The frame in which a profile's angles count: the axis, C0 and C90. */
function luminaireOf(light: PointLight | SpotLight, direction: Vec3, placeOf: (profile: IesProfile) => number | null): Partial<PackedLight> {
  const place = isMeasured(light) ? placeOf(light.profile) : null
  if (!isMeasured(light) || place === null) return {}
  const { profile: { width, height, verticalFrom, verticalTo } } = light
  const axis = unit(direction)
  const c0 = across(light.c0 ?? [1, 0, 0], axis) ?? across([0, 0, -1], axis) ?? across([1, 0, 0], axis)!
  return {
    axis, half_u: c0, half_v: cross(c0, axis), counts: [width, height], profile: place,
    profile_from: verticalFrom, profile_scale: (height - 1) / (verticalTo - verticalFrom),
  }
}

/** The part of v perpendicular to a unit axis, as a unit vector; null: there is next to none. */
function across(v: Vec3, axis: Vec3): Vec3 | null {
  const along = dot(v, axis)
  const rest: Vec3 = [v[0] - along * axis[0], v[1] - along * axis[1], v[2] - along * axis[2]]
  const length = Math.hypot(...rest)
  return length > 1e-3 ? [rest[0] / length, rest[1] / length, rest[2] / length] : null
}

function unit([x, y, z]: Vec3): Vec3 {
  const length = Math.hypot(x, y, z)
  return length > 0 ? [x / length, y / length, z / length] : DOWN
}
