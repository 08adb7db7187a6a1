import { type Air, densitiesAt, distanceToTop, GROUND, horizonFrom, sunlightAt, TOP } from './atmosphere.ts'
import { WAVELENGTHS } from './spectrum.ts'

const N = WAVELENGTHS.length

/**
 * Light that was scattered twice or more, as if it came from all sides alike (Hillaire 2020, section 5.5): radiance per sunlight outside
 * the air, per wavelength, tabulated over height and the sun's altitude.
 */
export type ManyTimes = (r: number, cosineToSun: number, into: Float64Array) => void

/** Shares of a ray's sunlight that reach its start. */
export interface March {
  /** Scattered once, less the phase functions: by molecules, by haze; then what came by more than one scattering. N each. */
  readonly molecules: Float64Array
  readonly haze: Float64Array
  readonly many: Float64Array
  /** Scattered out of a ray of radiance 1 that comes from everywhere. */
  readonly all: Float64Array
  /** What is left of what lies behind. */
  readonly left: Float64Array
  /** Distance to the earth's centre and cosine to the sun at the end. */
  end: readonly [r: number, cosineToSun: number]
}

export const createMarch = (): March => ({
  molecules: new Float64Array(N), haze: new Float64Array(N), many: new Float64Array(N), all: new Float64Array(N), left: new Float64Array(N), end: [GROUND, 1],
})

const density = new Float64Array(3)
const sun = new Float64Array(N)
const psi = new Float64Array(N)

/**
 * Follows a ray through the air to its top or to the ground.
 *
 * @param r  distance of its start from the earth's centre
 * @param mu  cosine of the ray to the vertical there
 * @param muSun  cosine of the sun to the vertical there
 * @param nu  cosine between ray and sun
 */
export function march(air: Air, r: number, mu: number, muSun: number, nu: number, steps: number, many: ManyTimes | null, into: March): void {
  for (const sums of [into.molecules, into.haze, into.many, into.all]) sums.fill(0)
  into.left.fill(1)
  const meetsGround = mu < horizonFrom(r)
  const length = meetsGround ? Math.max(0, -r * mu - Math.sqrt(Math.max(0, r * r * (mu * mu - 1) + GROUND * GROUND))) : distanceToTop(r, mu)
  for (let k = 0; k < steps; k++) {
    const [t0, t1] = [length * (k / steps) ** 2, length * ((k + 1) / steps) ** 2]
    const [t, dt] = [0.5 * (t0 + t1), t1 - t0]
    const here = Math.sqrt(r * r + t * t + 2 * r * t * mu)
    const cosineToSun = (r * muSun + t * nu) / here
    densitiesAt(Math.max(0, here - GROUND), density)
    sunlightAt(air, here, cosineToSun, sun)
    many?.(here, cosineToSun, psi)
    for (let i = 0; i < N; i++) {
      const byMolecules = air.molecules[i] * density[0]
      const byHaze = air.hazeScattered[i] * density[1]
      const taken = byMolecules + air.haze[i] * density[1] + air.ozone[i] * density[2]
      const through = Math.exp(-taken * dt)
      // The light of this step, dimmed within it too.
      const share = taken > 1e-12 ? (into.left[i] * (1 - through)) / taken : into.left[i] * dt
      into.molecules[i] += share * byMolecules * sun[i]
      into.haze[i] += share * byHaze * sun[i]
      into.all[i] += share * (byMolecules + byHaze)
      if (many !== null) into.many[i] += share * (byMolecules + byHaze) * psi[i]
      into.left[i] *= through
    }
  }
  const end = Math.sqrt(r * r + length * length + 2 * r * length * mu)
  into.end = [end, (r * muSun + length * nu) / end]
}

const HEIGHTS = 8
/** Cosines to the sun, close together where it rises and sets. */
const SUN_COSINES = [-0.4, -0.3, -0.22, -0.16, -0.12, -0.09, -0.065, -0.045, -0.03, -0.015, 0, 0.015, 0.03, 0.05, 0.08, 0.12, 0.2, 0.35, 0.6, 1] as const
const BANDS = 6
const TURNS = 4
const STEPS = 14

const heightAt = (i: number): number => 5 + (TOP - GROUND - 10) * (i / (HEIGHTS - 1)) ** 2

/** @param groundAlbedo  of the earth all around */
export function scatterManyTimes(air: Air, groundAlbedo: number): ManyTimes {
  // Logarithms: in twilight the light changes tenfold from one entry to the next.
  const table = new Float64Array(HEIGHTS * SUN_COSINES.length * N)
  const one = createMarch()
  const twice = new Float64Array(N)
  const back = new Float64Array(N)
  for (let i = 0; i < HEIGHTS; i++) {
    const r = GROUND + heightAt(i)
    for (const [j, muSun] of SUN_COSINES.entries()) {
      twice.fill(0)
      back.fill(0)
      const sine = Math.sqrt(1 - muSun * muSun)
      for (let band = 0; band < BANDS; band++) {
        const mu = ((band + 0.5) / BANDS) * 2 - 1
        for (let turn = 0; turn < TURNS; turn++) {
          const nu = mu * muSun + Math.sqrt(1 - mu * mu) * sine * Math.cos((Math.PI * (turn + 0.5)) / TURNS)
          march(air, r, mu, muSun, nu, STEPS, null, one)
          const [end, cosine] = one.end
          const lit = end < GROUND + 1 && cosine > 0
          if (lit) sunlightAt(air, GROUND, cosine, sun)
          for (let k = 0; k < N; k++) {
            const ground = lit ? (one.left[k] * groundAlbedo * cosine * sun[k]) / Math.PI : 0
            twice[k] += ((one.molecules[k] + one.haze[k]) / (4 * Math.PI) + ground) / (BANDS * TURNS)
            back[k] += one.all[k] / (BANDS * TURNS)
          }
        }
      }
      for (let k = 0; k < N; k++) table[(i * SUN_COSINES.length + j) * N + k] = Math.log(Math.max(twice[k] / (1 - Math.min(0.95, back[k])), 1e-12))
    }
  }
  return (r, cosineToSun, into) => {
    const x = Math.min(HEIGHTS - 1, Math.sqrt(Math.max(0, r - GROUND - 5) / (TOP - GROUND - 10)) * (HEIGHTS - 1))
    const i = Math.min(HEIGHTS - 2, Math.floor(x))
    let j = 0
    while (j < SUN_COSINES.length - 2 && SUN_COSINES[j + 1] < cosineToSun) j++
    const f = x - i
    const g = Math.min(1, Math.max(0, (cosineToSun - SUN_COSINES[j]) / (SUN_COSINES[j + 1] - SUN_COSINES[j])))
    const at = (i * SUN_COSINES.length + j) * N
    const higher = at + SUN_COSINES.length * N
    for (let k = 0; k < N; k++) {
      into[k] = Math.exp((table[at + k] * (1 - g) + table[at + N + k] * g) * (1 - f) + (table[higher + k] * (1 - g) + table[higher + N + k] * g) * f)
    }
  }
}

/** Share per steradian that molecules scatter by an angle. */
export const moleculesPhase = (nu: number): number => (3 / (16 * Math.PI)) * (1 + nu * nu)

const G = 0.76
/** That of haze: mostly onward (Cornette and Shanks 1992). */
export const hazePhase = (nu: number): number =>
  ((3 / (8 * Math.PI)) * ((1 - G * G) * (1 + nu * nu))) / ((2 + G * G) * (1 + G * G - 2 * G * nu) ** 1.5)
