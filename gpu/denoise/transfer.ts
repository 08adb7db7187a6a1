/*
 * How radiance becomes what the network was trained on: an exposure that brings the picture's middle to 0.18, then a curve that gives dark
 * and bright about equal room (both as Open Image Denoise has them: core/autoexposure, core/color; Apache 2.0).
 */

const [A, B, C, D, E, F, G] = [1.41283765e+03, 1.64593172, 4.31384981e-01, -2.94139609e-03, 1.92653254e-01, 6.26026094e-03, 9.98620152e-01]
const [Y0, Y1, X0, X1] = [1.5794576e-06, 3.22087631e-02, 2.23151711e-03, 3.70974749e-01]

const curve = (y: number): number => (y <= Y0 ? A * y : y <= Y1 ? B * y ** C + D : E * Math.log(y + F) + G)
const inverse = (x: number): number => (x <= X0 ? x / A : x <= X1 ? ((x - D) / B) ** (1 / C) : Math.exp((x - G) / E) - F)

/** What the largest half float becomes is 1. */
export const CURVE_SCALE = 1 / curve(65504)
const MOST = 3.4e38

/** 0..1 for exposed radiance from 0 to that of the largest half float. What is no number, or below 0, becomes 0. */
export const encode = (y: number): number => (y > 0 ? curve(Math.min(y, MOST)) * CURVE_SCALE : 0)
/** Of at most 1.5, which is some hundred million: no answer of a network is infinite. */
export const decode = (x: number): number => inverse(Math.min(1.5, Math.max(0, x)) / CURVE_SCALE)

/** Rec. 709; what everything here calls bright. */
export const luminanceOf = (r: number, g: number, b: number): number => 0.212671 * r + 0.71516 * g + 0.072169 * b

const BIN = 16
const KEY = 0.18
const DARKEST = 1e-8

/** Takes a picture from top to bottom and says how it is to be exposed: equal bins of at most 16 x 16 pixels, the mean of their logarithms becomes 0.18. */
export interface ExposureMeter {
  /** Whole rows, 4 floats per pixel. */
  add(rows: Float32Array): void
  /** What radiance is multiplied by. 1 for a picture that is black. */
  scale(): number
}

export function createExposureMeter(width: number, height: number): ExposureMeter {
  const [across, down] = [Math.ceil(width / BIN), Math.ceil(height / BIN)]
  const edge = (i: number): number => Math.floor((i * width) / across)
  const sums = new Float64Array(across)
  let [row, y, top] = [0, 0, 0]
  let [logs, count] = [0, 0]
  function endBins(): void {
    for (let i = 0; i < across; i++) {
      const mean = sums[i] / ((edge(i + 1) - edge(i)) * (y - top))
      if (mean > DARKEST && mean < MOST) {
        logs += Math.log2(mean)
        count++
      }
    }
    sums.fill(0)
    top = y
    row++
  }
  return {
    add(rows) {
      for (let from = 0; from < rows.length && y < height; from += 4 * width) {
        for (let i = 0, at = from; i < across; i++) {
          for (const end = from + 4 * edge(i + 1); at < end; at += 4) {
            const light = luminanceOf(rows[at], rows[at + 1], rows[at + 2])
            if (light > 0) sums[i] += light
          }
        }
        y++
        if (y === Math.floor(((row + 1) * height) / down)) endBins()
      }
    },
    scale: () => (count === 0 ? 1 : KEY / 2 ** (logs / count)),
  }
}

/** Of a whole picture, 4 floats per pixel. */
export function exposureScale(picture: Float32Array, width: number, height: number): number {
  const meter = createExposureMeter(width, height)
  meter.add(picture)
  return meter.scale()
}
