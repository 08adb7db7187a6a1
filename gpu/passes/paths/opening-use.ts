import { cross, dot, type Vec3 } from '../../math.ts'
import type { Opening } from '../../query/openings.ts'
import type { Environment, EnvironmentImage, Light, Rgb } from '../../scene.ts'
import { luminanceOf } from '../../tables/materials.ts'
import type { PathLight } from './path-light.ts'

/** Of the light in rooms, what has to come from the sky for its openings to be worth their rays. */
const LEAST_SKY = 0.15
/** Rows and columns of directions that a sky is summed up by. */
const [ROWS, COLUMNS] = [16, 32]

/**
 * Whether the sky is worth sampling by the openings of rooms: not where the eye looks at a house from outside, nor where little of the light in its
 * rooms is the sky's, as at night. There they only cost: a fifth of the time.
 *
 * @param openings  those of the light
 * @param eye  metres
 */
export const gainsByOpenings = (light: PathLight, openings: readonly Opening[], scene: SkyScene, eye: Vec3): boolean => isInRoom(openings, eye) && isSkyWorth(light, openings, scene)

interface SkyScene { readonly lights: readonly Light[]; readonly environment: Environment }

/** Whether a good part of the light in rooms is the sky's. */
export const isSkyWorth = ({ shine }: PathLight, openings: readonly Opening[], { lights, environment }: SkyScene): boolean =>
  openings.length > 0 && shareOfSky(openings, lights, environment, shine) >= LEAST_SKY

/** Of some opening. */
export const isInRoom = (openings: readonly Opening[], eye: Vec3): boolean => openings.some(({ min, max }) => eye.every((value, axis) => value >= min[axis] && value <= max[axis]))

/** The same light, the sky sampled as if rooms had no openings. */
export const withoutOpenings = (light: PathLight): PathLight => (light.params.opening_count === 0 ? light : { ...light, params: { ...light.params, opening_count: 0 } })

/** Of the lumens that rooms get, about: what comes from the sky through their openings. @param shine  of all shining triangles, nits times square metres */
export function shareOfSky(openings: readonly Opening[], lights: readonly Light[], environment: Environment, shine: number): number {
  const on = lights.filter((light) => light.on)
  const sky = openings.reduce((sum, opening) => sum + areaOf(opening) * irradianceOf(environment, opening.normal), 0)
  const sun = openings.reduce((sum, opening) => sum + areaOf(opening) * on.reduce((lux, light) => lux + sunThrough(light, opening.normal), 0), 0)
  const lamps = on.reduce((sum, light) => sum + fluxOf(light), 0) + 2 * Math.PI * shine
  return sky > 0 ? sky / (sky + sun + lamps) : 0
}

const areaOf = ({ halfU, halfV }: Opening): number => 4 * Math.hypot(...cross(halfU, halfV))

const sunThrough = (light: Light, normal: Vec3): number => (light.kind === 'directional' ? Math.max(0, dot(light.direction, normal)) * light.illuminance * luminanceOf(light.color) : 0)

/** Lumens, without a profile's shape; none of what has no place in a room. */
function fluxOf(light: Light): number {
  const tint = luminanceOf(light.color)
  switch (light.kind) {
    case 'directional': return 0
    case 'point': case 'grid': return 4 * Math.PI * light.intensity * tint
    case 'spot': return 2 * Math.PI * (1 - Math.cos(0.5 * (light.innerAngle + light.outerAngle))) * light.intensity * tint
    case 'sphere': return 4 * Math.PI * Math.PI * light.radius ** 2 * light.radiance * tint
    case 'disc': return Math.PI * Math.PI * light.radius ** 2 * light.radiance * tint
    case 'rectangle': return 4 * Math.PI * Math.hypot(...cross(light.halfU, light.halfV)) * light.radiance * tint
  }
}

/** Lux of what shines from outside on a plane, `normal` being into the room. */
function irradianceOf({ zenith, nadir, image, turn = 0, strength = 1 }: Environment, normal: Vec3): number {
  const means = image === undefined || image === null ? null : meansOf(image)
  let sum = 0
  for (let row = 0; row < ROWS; row++) {
    const theta = (Math.PI * (row + 0.5)) / ROWS
    const [y, sine] = [Math.cos(theta), Math.sin(theta)]
    const solidAngle = ((2 * Math.PI) / COLUMNS) * (Math.PI / ROWS) * sine
    for (let column = 0; column < COLUMNS; column++) {
      const phi = 2 * Math.PI * ((column + 0.5) / COLUMNS - 0.5) - turn
      const cosine = -dot(normal, [sine * Math.cos(phi), y, sine * Math.sin(phi)])
      if (cosine > 0) sum += solidAngle * cosine * (means === null ? luminanceOf(mixed(nadir, zenith, 0.5 + 0.5 * y)) : strength * means[row * COLUMNS + column])
    }
  }
  return sum
}

const mixed = (a: Rgb, b: Rgb, share: number): Rgb => [a[0] + share * (b[0] - a[0]), a[1] + share * (b[1] - a[1]), a[2] + share * (b[2] - a[2])]

const known = new WeakMap<EnvironmentImage, Float64Array>()

/** Mean luminance of the parts of an image, nits. */
function meansOf(image: EnvironmentImage): Float64Array {
  const before = known.get(image)
  if (before !== undefined) return before
  const { width, height, rgb } = image
  const rangeOf = (part: number, parts: number, length: number): [number, number] => [Math.floor((part * length) / parts), Math.ceil(((part + 1) * length) / parts)]
  const means = Float64Array.from({ length: ROWS * COLUMNS }, (_, cell) => {
    const [top, bottom] = rangeOf(Math.floor(cell / COLUMNS), ROWS, height)
    const [left, right] = rangeOf(cell % COLUMNS, COLUMNS, width)
    let sum = 0
    for (let y = top; y < bottom; y++) for (let i = 3 * (y * width + left); i < 3 * (y * width + right); i += 3) sum += 0.2126 * rgb[i] + 0.7152 * rgb[i + 1] + 0.0722 * rgb[i + 2]
    return sum / ((bottom - top) * (right - left))
  })
  known.set(image, means)
  return means
}
