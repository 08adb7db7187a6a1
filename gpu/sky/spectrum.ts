import type { Rgb } from '../scene.ts'

/**
 * A dozen numbers in place of a spectrum: what air does to light is smooth, so it is followed at a few wavelengths only, as a share of
 * the sun's light outside the atmosphere; sums over the eye's response take the sun's own spectrum in steps of 10 nm.
 */

/** Nanometres; in between linear, outside as at the end. */
export const WAVELENGTHS = [400, 440, 480, 520, 560, 600, 640, 680] as const

/** W / (m^2 nm) outside the atmosphere in 10 nm from 360 nm on: ASTM G-173, as averaged by Bruneton 2017, "Precomputed atmospheric scattering". */
const SOLAR = [
  1.11776, 1.14259, 1.01249, 1.14716, 1.72765, 1.73054, 1.6887, 1.61253, 1.91198, 2.03474, 2.02042, 2.02212, 1.93377, 1.95809, 1.91686, 1.8298, 1.8685, 1.8931,
  1.85149, 1.8504, 1.8341, 1.8345, 1.8147, 1.78158, 1.7533, 1.6965, 1.68194, 1.64654, 1.6048, 1.52143, 1.55622, 1.5113, 1.474, 1.4482, 1.41018, 1.36775, 1.34188,
  1.31429, 1.28303, 1.26758, 1.2367, 1.2082, 1.18737, 1.14683, 1.12362, 1.1058, 1.07124, 1.04992,
] as const

/** Absorption cross section of ozone at 233 K at `WAVELENGTHS`, m^2: Serdyuchenko et al. 2014, averaged over 10 nm. */
export const OZONE_CROSS_SECTION = [1.527e-27, 1.582e-26, 7.752e-26, 2.139e-25, 4.266e-25, 5.019e-25, 2.662e-25, 1.209e-25] as const

/** Lobes of the CIE 1931 colour matching functions: height, centre, widths below and above it (Wyman, Sloan and Shirley 2013, equations 4). */
const LOBES = {
  x: [[1.056, 599.8, 37.9, 31], [0.362, 442, 16, 26.7], [-0.065, 501.1, 20.4, 26.2]],
  y: [[0.821, 568.8, 46.9, 40.5], [0.286, 530.9, 16.3, 31.1]],
  z: [[1.217, 437, 11.8, 36], [0.681, 459, 26, 13.8]],
} as const

const matched = (lobes: readonly (readonly [number, number, number, number])[], nm: number): number =>
  lobes.reduce((sum, [height, centre, below, above]) => sum + height * Math.exp(-0.5 * ((nm - centre) / (nm < centre ? below : above)) ** 2), 0)

/** Linear Rec. 709 with luminance in candela or lux: what one wavelength's share of sunlight is worth, 3 per wavelength. */
const WEIGHTS = weights()

function weights(): Float64Array {
  const sums = new Float64Array(3 * WAVELENGTHS.length)
  SOLAR.forEach((irradiance, i) => {
    const nm = 365 + 10 * i
    const [x, y, z] = [LOBES.x, LOBES.y, LOBES.z].map((lobes) => 683 * 10 * irradiance * matched(lobes, nm))
    const rgb = [3.2404542 * x - 1.5371385 * y - 0.4985314 * z, -0.969266 * x + 1.8760108 * y + 0.041556 * z, 0.0556434 * x - 0.2040259 * y + 1.0572252 * z]
    const at = Math.min(WAVELENGTHS.length - 1, Math.max(0, (nm - WAVELENGTHS[0]) / 40))
    const below = Math.min(WAVELENGTHS.length - 2, Math.floor(at))
    rgb.forEach((value, c) => {
      sums[3 * below + c] += value * (1 - (at - below))
      sums[3 * below + 3 + c] += value * (at - below)
    })
  })
  return sums
}

/** Colour of shares of sunlight: lux from irradiances, nits from radiances. Colours that no screen has lose what they lack. */
export function colorOf(shares: ArrayLike<number>, from = 0): Rgb {
  const rgb = [0, 0, 0]
  for (let i = 0; i < WAVELENGTHS.length; i++) for (let c = 0; c < 3; c++) rgb[c] += shares[from + i] * WEIGHTS[3 * i + c]
  return [Math.max(0, rgb[0]), Math.max(0, rgb[1]), Math.max(0, rgb[2])]
}
