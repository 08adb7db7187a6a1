import { OZONE_CROSS_SECTION, WAVELENGTHS } from './spectrum.ts'

/**
 * Clear air around a round earth: molecules, haze and ozone, and what is left of sunlight on its way through them.
 *
 * Molecules and haze thin out exponentially; ozone lies in a layer about 25 km up. Optical depths straight up are Preetham's (Preetham,
 * Shirley and Smits 1999, appendix A.1, after Iqbal), so that `turbidity` means what it means there; the layers and how their columns are
 * tabulated are Bruneton's (Bruneton and Neyret 2008).
 */
export const GROUND = 6_360_000
export const TOP = 6_420_000
const MOLECULES_HEIGHT = 8000
const HAZE_HEIGHT = 1200
/** Share of the light that haze scatters and does not swallow. */
const HAZE_ALBEDO = 0.92
/** Molecules of ozone per square metre: 300 Dobson units. */
const OZONE = 300 * 2.687e20
const OZONE_CENTRE = 25_000
const OZONE_REACH = 15_000

/** The three densities at a height above ground, as shares of a column straight up, per metre. */
export function densitiesAt(height: number, into: Float64Array): void {
  into[0] = Math.exp(-height / MOLECULES_HEIGHT) / MOLECULES_HEIGHT
  into[1] = Math.exp(-height / HAZE_HEIGHT) / HAZE_HEIGHT
  into[2] = Math.max(0, 1 - Math.abs(height - OZONE_CENTRE) / OZONE_REACH) / OZONE_REACH
}

/** Optical depths straight up, per wavelength. */
export interface Air {
  readonly molecules: Float64Array
  /** What haze takes from a ray, and what of it goes elsewhere. */
  readonly haze: Float64Array
  readonly hazeScattered: Float64Array
  readonly ozone: Float64Array
}

/** @param turbidity  1: clean air; 2: a very clear day; 10: hazy */
export function airOf(turbidity: number): Air {
  const micrometres = WAVELENGTHS.map((nm) => nm / 1000)
  const haze = Float64Array.from(micrometres, (um) => Math.max(0, 0.04608 * turbidity - 0.04586) * um ** -1.3)
  return {
    molecules: Float64Array.from(micrometres, (um) => 0.008735 * um ** -4.08),
    haze, hazeScattered: haze.map((depth) => HAZE_ALBEDO * depth),
    ozone: Float64Array.from(OZONE_CROSS_SECTION, (area) => area * OZONE),
  }
}

/** Metres from a distance r to the earth's centre, in a direction whose cosine to the vertical is mu, to the top of the air. */
export const distanceToTop = (r: number, mu: number): number => Math.max(0, -r * mu + Math.sqrt(Math.max(0, r * r * (mu * mu - 1) + TOP * TOP)))

/** Cosine to the vertical of the horizon. */
export const horizonFrom = (r: number): number => -Math.sqrt(Math.max(0, 1 - (GROUND / r) ** 2))

const HEIGHTS = 32
const ANGLES = 128
const STEPS = 64
const LONGEST = Math.sqrt(TOP * TOP - GROUND * GROUND)

/**
 * Columns of molecules, haze and ozone from a place to the top of the air, as multiples of those straight up from the ground. Rays that
 * meet the ground go on as if it were not there: whoever asks knows better.
 */
let table: Float64Array | null = null

function buildTable(): Float64Array {
  const columns = new Float64Array(3 * HEIGHTS * ANGLES)
  const density = new Float64Array(3)
  for (let i = 0; i < HEIGHTS; i++) {
    const toHorizon = (i / (HEIGHTS - 1)) * LONGEST
    const r = Math.max(GROUND, Math.sqrt(toHorizon * toHorizon + GROUND * GROUND))
    for (let j = 0; j < ANGLES; j++) {
      const [least, most] = [TOP - r, toHorizon + LONGEST]
      const d = least + (j / (ANGLES - 1)) * (most - least)
      const mu = d === 0 ? 1 : Math.min(1, Math.max(-1, (LONGEST * LONGEST - toHorizon * toHorizon - d * d) / (2 * r * d)))
      const at = 3 * (i * ANGLES + j)
      for (let k = 0; k < STEPS; k++) {
        // Short steps where the air is dense: towards the start of rays that rise, and at the point nearest to the ground, which is there too.
        const [t0, t1] = [d * (k / STEPS) ** 2, d * ((k + 1) / STEPS) ** 2]
        const t = 0.5 * (t0 + t1)
        densitiesAt(Math.max(0, Math.sqrt(r * r + t * t + 2 * r * t * mu) - GROUND), density)
        for (let c = 0; c < 3; c++) columns[at + c] += density[c] * (t1 - t0)
      }
    }
  }
  return columns
}

/** Columns from a place towards the top. */
export function columnsTo(r: number, mu: number, into: Float64Array): void {
  table ??= buildTable()
  const toHorizon = Math.sqrt(Math.max(0, r * r - GROUND * GROUND))
  const [least, most] = [TOP - r, toHorizon + LONGEST]
  const x = Math.min(HEIGHTS - 1, (toHorizon / LONGEST) * (HEIGHTS - 1))
  const y = Math.min(ANGLES - 1, Math.max(0, ((distanceToTop(r, mu) - least) / Math.max(1, most - least)) * (ANGLES - 1)))
  const [i, j] = [Math.min(HEIGHTS - 2, Math.floor(x)), Math.min(ANGLES - 2, Math.floor(y))]
  const [f, g] = [x - i, y - j]
  const at = 3 * (i * ANGLES + j)
  for (let c = 0; c < 3; c++) {
    const here = table[at + c] * (1 - g) + table[at + 3 + c] * g
    const higher = table[at + 3 * ANGLES + c] * (1 - g) + table[at + 3 * ANGLES + 3 + c] * g
    into[c] = here * (1 - f) + higher * f
  }
}

/** Radians of the sun's disc. */
export const SUN_RADIUS = 0.00465

/**
 * What is left of sunlight at a place, per wavelength: 1 outside the atmosphere, 0 behind the earth; while the disc rises or sets, the part
 * of it that is seen.
 */
export function sunlightAt(air: Air, r: number, mu: number, into: Float64Array): void {
  const above = (mu - horizonFrom(r)) / SUN_RADIUS
  const seen = above >= 1 ? 1 : above <= -1 ? 0 : 0.5 + 0.25 * above * (3 - above * above)
  if (seen === 0) {
    into.fill(0, 0, WAVELENGTHS.length)
    return
  }
  columnsTo(r, Math.max(mu, horizonFrom(r)), columns)
  for (let i = 0; i < WAVELENGTHS.length; i++) into[i] = seen * Math.exp(-(air.molecules[i] * columns[0] + air.haze[i] * columns[1] + air.ozone[i] * columns[2]))
}
const columns = new Float64Array(3)
