import type { Light, Rgb, Vec3 } from './scene.ts'

/** LIGHT_* of scene.wgsl. */
const KINDS = { directional: 0, point: 1, spot: 2, sphere: 3, disc: 4, rectangle: 5, grid: 6 } as const

/** One `Light` of scene.wgsl. */
export interface PackedLight {
  readonly [field: string]: number | readonly number[]
  readonly kind: number
  /** Directional: unit vector towards the light; others: their centre. */
  readonly place: Vec3
  readonly intensity: Rgb
}

/** Colour and strength become one; sizes that are no sizes count as none, so that no light has an infinite radiance. */
export function packLight(light: Light): PackedLight {
  const kind = KINDS[light.kind]
  const shared = { kind, size: 0, axis: DOWN, cone_scale: 0, cone_offset: 1, half_u: NOTHING, half_v: NOTHING, area: 0, counts: [1, 1] }
  const times = (strength: number): Rgb => [light.color[0] * strength, light.color[1] * strength, light.color[2] * strength]
  switch (light.kind) {
    case 'directional': {
      const { direction: [x, y, z], angularRadius = 0, illuminance } = light
      // 1 - cos(a), without losing the smallest angles.
      const half = Math.sin(Math.min(Math.max(angularRadius, 0), 1.5) / 2)
      return { ...shared, place: [-x, -y, -z], intensity: times(illuminance), size: angularRadius < 1e-4 ? 0 : 2 * half * half }
    }
    case 'point': return { ...shared, place: light.position, intensity: times(light.intensity), size: sizeOf(light.radius) }
    case 'spot': {
      const inner = Math.cos(Math.min(light.innerAngle, light.outerAngle))
      const outer = Math.cos(light.outerAngle)
      const scale = 1 / Math.max(1e-3, inner - outer)
      return {
        ...shared, place: light.position, intensity: times(light.intensity), size: sizeOf(light.radius), axis: unit(light.direction),
        cone_scale: scale, cone_offset: -outer * scale,
      }
    }
    case 'sphere': return { ...shared, place: light.position, intensity: times(light.radiance), size: Math.max(light.radius, MIN_SIZE) }
    case 'disc': {
      const size = Math.max(light.radius, MIN_SIZE)
      return { ...shared, place: light.position, intensity: times(light.radiance), size, axis: unit(light.direction), area: Math.PI * size * size }
    }
    case 'rectangle': {
      const [u, v] = [light.halfU, light.halfV]
      const axis: Vec3 = [u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]]
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

function unit([x, y, z]: Vec3): Vec3 {
  const length = Math.hypot(x, y, z)
  return length > 0 ? [x / length, y / length, z / length] : DOWN
}
