import { type Flip, flipMap, PIXELS_PER_DEGREE, type Planes, summarizeFlip } from './flip.ts'

/** Linear Rec. 709, 4 floats per pixel, any scale; w counts for nothing. */
export interface RadiancePicture { readonly width: number; readonly height: number; readonly rgba: Float32Array }

/**
 * HDR-FLIP: the worst that a viewer sees of two pictures of radiance at any exposure that shows something of the reference, from the
 * one that keeps its brightest pixel from burning out to the one that does so for the median.
 *
 * Andersson et al. 2021, "Visualizing Errors in Rendered High Dynamic Range Images", section 4, with ACES (Narkowicz 2015).
 *
 * @throws Error when the pictures differ in size, or the median of the reference is black: no exposure shows that
 */
export function flipHdr(reference: RadiancePicture, test: RadiancePicture, pixelsPerDegree = PIXELS_PER_DEGREE): Flip {
  const { width, height } = reference
  if (test.width !== width || test.height !== height) throw new Error(`The pictures are ${width} x ${height} and ${test.width} x ${test.height} pixels; they must be of one size.`)
  const exposures = exposuresOf(reference)
  const worst = new Float32Array(width * height)
  for (const exposure of exposures) {
    const map = flipMap(width, height, shownAt(reference, exposure), shownAt(test, exposure), pixelsPerDegree)
    for (let i = 0; i < worst.length; i++) worst[i] = Math.max(worst[i], map[i])
  }
  return summarizeFlip(width, height, worst)
}

/** ACES as a fraction of polynomials of 0.6 x, and what of it counts as not burnt out. */
const [UP2, UP1, DOWN2, DOWN1, DOWN0] = [0.36 * 2.51, 0.6 * 0.03, 0.36 * 2.43, 0.6 * 0.59, 0.14]
const NOT_BURNT = 0.85
const aces = (x: number) => Math.min(1, Math.max(0, (x * (UP2 * x + UP1)) / (x * (DOWN2 * x + DOWN1) + DOWN0)))

/** Stops, a step of at most one apart. */
function exposuresOf({ rgba }: RadiancePicture): number[] {
  const luminances = Float32Array.from({ length: rgba.length / 4 }, (_, i) => 0.2126 * rgba[4 * i] + 0.7152 * rgba[4 * i + 1] + 0.0722 * rgba[4 * i + 2]).toSorted()
  const [median, most] = [luminances[luminances.length >> 1], luminances.at(-1)!]
  if (!(median > 0)) throw new Error('Half of the reference is black: there is no exposure to compare it at.')
  const [a, b, c] = [UP2 - NOT_BURNT * DOWN2, UP1 - NOT_BURNT * DOWN1, -NOT_BURNT * DOWN0]
  const brightest = (-b + Math.sqrt(b * b - 4 * a * c)) / (2 * a)
  const [start, stop] = [Math.log2(brightest / most), Math.log2(brightest / median)]
  const count = Math.max(2, Math.ceil(stop - start))
  return Array.from({ length: count }, (_, i) => start + (i * (stop - start)) / (count - 1))
}

function shownAt({ rgba }: RadiancePicture, exposure: number): Planes {
  const plane = (c: number) => Float32Array.from({ length: rgba.length / 4 }, (_, i) => aces(rgba[4 * i + c] * 2 ** exposure))
  return [plane(0), plane(1), plane(2)]
}
