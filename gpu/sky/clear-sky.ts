import type { Environment, Rgb, Vec3 } from '../scene.ts'
import { type Air, airOf, GROUND, sunlightAt } from './atmosphere.ts'
import { createMarch, hazePhase, march, type ManyTimes, moleculesPhase, scatterManyTimes } from './scattering.ts'
import { colorOf, WAVELENGTHS } from './spectrum.ts'

export interface SkyOptions {
  /** Haze: 1 clean air, 2 a very clear day (the default), 3 clear, 6 hazy; 1..10. */
  readonly turbidity?: number
  /** What the ground around sends back of the light it gets, per channel: 0.2 when left out. */
  readonly groundAlbedo?: Rgb
  /** What the air sends back of lamps on the ground, nits, beside the night's own light; none when left out. */
  readonly glow?: Rgb
  /** Columns of the picture of the sky; it has half as many rows. A multiple of 4 from 16 to 512; 128 when left out. */
  readonly width?: number
}

/** Daylight under a clear sky. */
export interface ClearSky {
  /** The sky without the sun's disc, the lit ground below the horizon, and a gradient that lights level surfaces alike. */
  readonly environment: Environment
  /** Direct light on a surface that faces the sun; black when it has set. `color` has luminance 1. */
  readonly sun: { readonly color: Rgb; readonly illuminance: number }
  /** Lux on level ground from the sky alone. */
  readonly skyIlluminance: number
}

const N = WAVELENGTHS.length
/** Metres above ground. */
const EYE = 2
const STEPS = 20
const AZIMUTHS = 32
const CLOSER = 1.5
/** Air that glows and stars, nits: 6e-4 lux on the ground, as in a moonless night. */
const NIGHT: Rgb = [1.7e-4, 2e-4, 2.6e-4]
const DEFAULT_ALBEDO: Rgb = [0.2, 0.2, 0.2]

/**
 * Light of a clear sky and of the sun, from noon to night, as a function of where the sun is.
 *
 * Single scattering by molecules and haze along each direction, absorption by ozone, and all further scattering by Hillaire's closed
 * sum, for eight wavelengths: Bruneton and Neyret 2008, Hillaire 2020 ("A scalable and production ready sky and atmosphere rendering
 * technique"). The ground is level, of one colour, and lit by sun and sky. About 30 ms for the first sky of a turbidity, 15 for others.
 *
 * @param toSun  unit vector towards the sun, y up
 */
export function clearSky(toSun: Vec3, options: SkyOptions = {}): ClearSky {
  const turbidity = clamp(options.turbidity, 1, 10, 2)
  const albedo = (options.groundAlbedo ?? DEFAULT_ALBEDO).map((value) => clamp(value, 0, 1, 0.2)) as unknown as Rgb
  const glow = (options.glow ?? [0, 0, 0]).map((value) => clamp(value, 0, 1e3, 0))
  const width = 4 * Math.round(clamp(options.width, 16, 512, 128) / 4)
  const length = Math.hypot(...toSun)
  const [x, y, z] = length > 0 && Number.isFinite(length) ? toSun.map((v) => v / length) : [0, 1, 0]
  const { air, many } = airFor(turbidity, 0.2126 * albedo[0] + 0.7152 * albedo[1] + 0.0722 * albedo[2])

  sunlightAt(air, GROUND + EYE, y, shares)
  const direct = colorOf(shares)
  const illuminance = luminance(direct)

  const height = width / 2
  const rgb = new Float32Array(3 * width * height)
  const sky: [number, number, number] = [0, 0, 0]
  const azimuth = Math.atan2(z, x)
  for (let row = 0; row < height / 2; row++) {
    const half = halfCircle((Math.PI * (row + 0.5)) / height, y, air, many)
    const solid = (2 * Math.PI * (Math.cos((Math.PI * row) / height) - Math.cos((Math.PI * (row + 1)) / height))) / width
    const mu = Math.cos((Math.PI * (row + 0.5)) / height)
    for (let column = 0; column < width; column++) {
      const away = (Math.abs(wrapped((2 * Math.PI * (column + 0.5)) / width - Math.PI - azimuth)) / Math.PI) ** (1 / CLOSER) * AZIMUTHS
      const i = Math.min(AZIMUTHS - 1, Math.floor(away))
      for (let c = 0; c < 3; c++) {
        const value = half[3 * i + c] * (1 - (away - i)) + half[3 * i + 3 + c] * (away - i) + glow[c]
        rgb[3 * (row * width + column) + c] = value
        sky[c] += value * solid * mu
      }
    }
  }
  const ground = sky.map((value, c) => (albedo[c] * (value + Math.max(0, y) * direct[c])) / Math.PI) as unknown as Rgb
  for (let i = (width * height) / 2; i < width * height; i++) rgb.set(ground, 3 * i)

  // Level surfaces get from the gradient what they get from the sky and from the ground.
  const up = sky.map((value) => value / Math.PI)
  const key = `clear sky ${[x, y, z, turbidity, ...albedo, ...glow].map((v) => v.toPrecision(6)).join(' ')} ${width}`
  return {
    environment: {
      zenith: up.map((value, c) => Math.max(0, (5 * value - ground[c]) / 4)) as unknown as Rgb,
      nadir: up.map((value, c) => Math.max(0, (5 * ground[c] - value) / 4)) as unknown as Rgb,
      image: { key, width, height, rgb },
    },
    sun: { color: illuminance > 0 ? (direct.map((value) => value / illuminance) as unknown as Rgb) : [1, 1, 1], illuminance },
    skyIlluminance: luminance(sky),
  }
}

const one = createMarch()
const shares = new Float64Array(N)

/** Colours from the sun's azimuth to the opposite one, closer together towards the sun: the sky is the same on both its sides. */
function halfCircle(theta: number, sunY: number, air: Air, many: ManyTimes): Float64Array {
  const half = new Float64Array(3 * (AZIMUTHS + 1))
  const [mu, sine] = [Math.cos(theta), Math.sin(theta)]
  for (let i = 0; i <= AZIMUTHS; i++) {
    const nu = mu * sunY + sine * Math.sqrt(Math.max(0, 1 - sunY * sunY)) * Math.cos(Math.PI * (i / AZIMUTHS) ** CLOSER)
    march(air, GROUND + EYE, mu, sunY, nu, STEPS, many, one)
    for (let k = 0; k < N; k++) shares[k] = one.molecules[k] * moleculesPhase(nu) + one.haze[k] * hazePhase(nu) + one.many[k]
    colorOf(shares).forEach((value, c) => { half[3 * i + c] = value + NIGHT[c] })
  }
  return half
}

const luminance = ([r, g, b]: Rgb): number => 0.2126 * r + 0.7152 * g + 0.0722 * b

const clamp = (value: number | undefined, least: number, most: number, other: number): number =>
  (value === undefined || Number.isNaN(value) ? other : Math.min(most, Math.max(least, value)))

/** To -pi..pi. */
const wrapped = (angle: number): number => angle - 2 * Math.PI * Math.round(angle / (2 * Math.PI))

/** The last air, for a sun that moves. */
let known: { readonly key: string; readonly air: Air; readonly many: ManyTimes } | null = null

function airFor(turbidity: number, albedo: number): { readonly air: Air; readonly many: ManyTimes } {
  const key = `${turbidity} ${albedo}`
  if (known?.key === key) return known
  const air = airOf(turbidity)
  known = { key, air, many: scatterManyTimes(air, albedo) }
  return known
}
