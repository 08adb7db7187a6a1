import { meanLuminance } from './picture-kit.ts'

/** How many times as bright as its surroundings a spot is, */
const TIMES = 4
/** and as the truth beside it: a highlight that is a little too bright is none. */
const TIMES_OF_TRUTH = 2
/** Share of the display's white: what is darker is not seen. */
const LEAST = 0.02
/** Radii of the rings that are a pixel's surroundings, by the picture's width: about small spots, and about large ones. */
const RINGS = [1 / 24, 1 / 11]
/** Pixels of a ring that are asked. */
const TAPS = 24

export interface Picture {
  /** Radiance, nits, 4 floats a pixel. */
  readonly radiance: Float32Array
  readonly width: number
  readonly height: number
}

/**
 * Bright spots of a picture that the truth does not have: connected pixels, corners too, each brighter than four times the median of a ring around it, and than
 * twice what the truth shows there or right beside it.
 *
 * @param truth  the same view converged, in halves: what only one of them shows is its own noise. @param white  what the display shows as 1, nits
 * @returns pixels of each, the largest first
 */
export function spotsOf({ radiance, width, height }: Picture, truth: readonly [Float32Array, Float32Array], white: number): number[] {
  const shown = luminances(radiance)
  const [half, other] = truth.map(luminances)
  const known = half.map((value, i) => Math.min(value, other[i]))
  const marks = new Uint8Array(width * height)
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const own = shown[y * width + x]
      if (own < LEAST * white || own <= TIMES_OF_TRUTH * mostBeside(known, x, y, width, height)) continue
      if (RINGS.some((share) => own > TIMES * medianAround(shown, x, y, width, height, Math.max(2, share * width)))) marks[y * width + x] = 1
    }
  }
  return sizesOf(marks, width)
}

const luminances = (radiance: Float32Array): Float32Array => Float32Array.from({ length: radiance.length / 4 }, (_, i) => meanLuminance(radiance.subarray(4 * i, 4 * i + 4)))

/** Of a pixel and its eight neighbours. */
function mostBeside(values: Float32Array, x: number, y: number, width: number, height: number): number {
  let most = 0
  for (let row = Math.max(0, y - 1); row <= Math.min(height - 1, y + 1); row++) {
    for (let column = Math.max(0, x - 1); column <= Math.min(width - 1, x + 1); column++) most = Math.max(most, values[row * width + column])
  }
  return most
}

/** Of the part of a ring that lies in the picture. */
function medianAround(values: Float32Array, x: number, y: number, width: number, height: number, radius: number): number {
  const ring: number[] = []
  for (let k = 0; k < TAPS; k++) {
    const angle = (2 * Math.PI * k) / TAPS
    const [column, row] = [Math.round(x + radius * Math.cos(angle)), Math.round(y + radius * Math.sin(angle))]
    if (column >= 0 && row >= 0 && column < width && row < height) ring.push(values[row * width + column])
  }
  return ring.toSorted((a, b) => a - b)[ring.length >> 1] ?? Infinity
}

/** Pixels of connected parts, the largest first. @param marks  1 where a pixel belongs to one; left empty */
function sizesOf(marks: Uint8Array, width: number): number[] {
  const sizes: number[] = []
  for (let first = marks.indexOf(1); first >= 0; first = marks.indexOf(1, first)) {
    const waiting = [first]
    marks[first] = 0
    let size = 0
    for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
      size++
      const x = at % width
      for (let row = -1; row <= 1; row++) {
        for (let column = Math.max(-1, -x); column <= Math.min(1, width - 1 - x); column++) {
          const next = at + row * width + column
          if (marks[next] !== 1) continue
          marks[next] = 0
          waiting.push(next)
        }
      }
    }
    sizes.push(size)
  }
  return sizes.toSorted((a, b) => b - a)
}
