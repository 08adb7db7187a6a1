import type { Rgb } from '../../gpu/index.ts'

/* Colour temperature: kelvin ↔ chromaticity ↔ linear Rec. 709 of luminance 1. */

export const COLDEST_KELVIN = 1000
export const HOTTEST_KELVIN = 25_000

/** CIE 1960 chromaticity. */
type Uv = readonly [u: number, v: number]

/**
 * The blackbody of a temperature. Krystek 1985, "An algorithm to calculate correlated colour temperature", Color Research &
 * Application 10(1): rational approximation in CIE 1960 uv, 1000..15000 K, within 9e-5.
 */
export function planckianUv(kelvin: number): Uv {
  const t = kelvin
  return [
    (0.860117757 + 1.54118254e-4 * t + 1.28641212e-7 * t * t) / (1 + 8.42420235e-4 * t + 7.08145163e-7 * t * t),
    (0.317398726 + 4.22806245e-5 * t + 4.20481691e-8 * t * t) / (1 - 2.89741816e-5 * t + 1.61456053e-7 * t * t),
  ]
}

/** A phase of daylight, 4000..25000 K. CIE 15:2004, section 3.1: D65 is that of 6504 K. */
export function daylightXy(kelvin: number): readonly [x: number, y: number] {
  const i = 1000 / kelvin
  const x = kelvin <= 7000
    ? 0.244063 + 0.09911 * i + 2.9678 * i ** 2 - 4.607 * i ** 3
    : 0.23704 + 0.24748 * i + 1.9018 * i ** 2 - 2.0064 * i ** 3
  return [x, -3 * x * x + 2.87 * x - 0.275]
}

/**
 * Where lamps of a temperature lie: warm ones on the blackbody's locus, cool ones on daylight's, in between on the way from one
 * to the other, as the reference light of ANSI/IES TM-30-18 (4000..5000 K).
 */
function locusUv(kelvin: number): Uv {
  const share = Math.min(1, Math.max(0, (kelvin - 4000) / 1000))
  const warm = share < 1 ? planckianUv(kelvin) : null
  const cool = share > 0 ? uvOfXy(daylightXy(kelvin)) : null
  if (cool === null) return warm as Uv
  if (warm === null) return cool
  return [warm[0] + share * (cool[0] - warm[0]), warm[1] + share * (cool[1] - warm[1])]
}

/**
 * Linear Rec. 709 of a lamp of this temperature, of luminance 1: a light's lumens do not depend on it. Deep reds that Rec. 709
 * does not hold lose the negative share.
 *
 * @param kelvin  clamped to 1000..25000
 */
export function colorOfTemperature(kelvin: number): Rgb {
  const [u, v] = locusUv(clampKelvin(kelvin))
  const divisor = 2 * u - 8 * v + 4
  return withLuminance(rgbOfXy((3 * u) / divisor, (2 * v) / divisor), 1)
}

export const clampKelvin = (kelvin: number): number =>
  (Number.isFinite(kelvin) ? Math.min(HOTTEST_KELVIN, Math.max(COLDEST_KELVIN, kelvin)) : 6504)

export interface CorrelatedTemperature {
  readonly kelvin: number
  /** How far the colour lies from what lamps of this temperature have, CIE 1960 uv; white lamps stay below 0.006 (ANSI C78.377). */
  readonly distance: number
}

/** The temperature whose colour comes nearest (the least distance in CIE 1960 uv); null for black. */
export function correlatedTemperature(color: Rgb): CorrelatedTemperature | null {
  const uv = uvOfRgb(color)
  if (uv === null) return null
  const distanceAt = (mired: number): number => {
    const [u, v] = locusUv(1e6 / mired)
    return Math.hypot(u - uv[0], v - uv[1])
  }
  // Evenly in mireds, where equal steps look alike; then the best interval is halved.
  const [from, to, steps] = [1e6 / HOTTEST_KELVIN, 1e6 / COLDEST_KELVIN, 96]
  const step = (to - from) / steps
  let best = from
  for (let i = 1; i <= steps; i++) if (distanceAt(from + i * step) < distanceAt(best)) best = from + i * step
  let [low, high] = [Math.max(from, best - step), Math.min(to, best + step)]
  for (let i = 0; i < 50; i++) {
    const [a, b] = [low + (high - low) / 3, high - (high - low) / 3]
    if (distanceAt(a) < distanceAt(b)) high = b
    else low = a
  }
  const mired = (low + high) / 2
  return { kelvin: 1e6 / mired, distance: distanceAt(mired) }
}

/** Of linear Rec. 709 (ITU-R BT.709, item 3.2). */
export const luminanceOf = ([r, g, b]: Rgb): number => 0.2126 * r + 0.7152 * g + 0.0722 * b

/** The same hue at another luminance; white in place of black. */
export function withLuminance(color: Rgb, luminance: number): Rgb {
  const now = luminanceOf(color)
  if (!(now > 1e-9)) return [luminance, luminance, luminance]
  const factor = luminance / now
  return [color[0] * factor, color[1] * factor, color[2] * factor]
}

const uvOfXy = ([x, y]: readonly [number, number]): Uv => {
  const divisor = -2 * x + 12 * y + 3
  return [(4 * x) / divisor, (6 * y) / divisor]
}

/** Primaries of Rec. 709, white point D65 (0.3127, 0.3290). */
function rgbOfXy(x: number, y: number): Rgb {
  const [X, Y, Z] = [x / y, 1, (1 - x - y) / y]
  const rgb = [
    3.2404542 * X - 1.5371385 * Y - 0.4985314 * Z,
    -0.969266 * X + 1.8760108 * Y + 0.041556 * Z,
    0.0556434 * X - 0.2040259 * Y + 1.0572252 * Z,
  ].map((value) => Math.max(0, value))
  return [rgb[0], rgb[1], rgb[2]]
}

function uvOfRgb([r, g, b]: Rgb): Uv | null {
  const X = 0.4124564 * r + 0.3575761 * g + 0.1804375 * b
  const Y = 0.2126729 * r + 0.7151522 * g + 0.072175 * b
  const Z = 0.0193339 * r + 0.119192 * g + 0.9503041 * b
  const divisor = X + 15 * Y + 3 * Z
  return divisor > 1e-12 ? [(4 * X) / divisor, (6 * Y) / divisor] : null
}
