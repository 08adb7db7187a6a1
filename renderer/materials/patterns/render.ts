import { luminanceOf } from '../../document/temperature.ts'
import type { Rgb } from '../../../gpu/index.ts'
import { type Pattern, texelAt } from './pattern.ts'

/** 8-bit RGBA, rows from top to bottom; each repeats without a seam. */
export interface RenderedPattern {
  readonly width: number
  readonly height: number
  /** sRGB; the mean of its light is that of the pattern's colour. */
  readonly color: Uint8ClampedArray<ArrayBuffer>
  /** Green: share of `roughest`; red and blue are full. */
  readonly roughness: Uint8ClampedArray<ArrayBuffer>
  readonly roughest: number
  /** Tangent space, +y up, as in glTF. */
  readonly normal: Uint8ClampedArray<ArrayBuffer>
}

const encode = (linear: number): number => (linear <= 0.0031308 ? linear * 12.92 : 1.055 * linear ** (1 / 2.4) - 0.055)

/**
 * Draws one repeat.
 *
 * @param aspect  width of the repeat over its height, metres; the pixels are as many on both sides
 */
export function renderPattern(pattern: Pattern, side: number, aspect: number): RenderedPattern {
  const count = side * side
  const colors = new Float32Array(3 * count)
  const roughs = new Float32Array(count)
  const heights = new Float32Array(count)
  for (let y = 0; y < side; y++) {
    for (let x = 0; x < side; x++) {
      const at = y * side + x
      const { color, roughness, height } = texelAt(pattern, (x + 0.5) / side, (y + 0.5) / side, aspect)
      colors.set(color, 3 * at)
      roughs[at] = Math.min(1, Math.max(0.02, roughness))
      heights[at] = height
    }
  }
  const roughest = roughs.reduce((most, value) => Math.max(most, value), 0)
  return { width: side, height: side, color: coloured(colors, pattern.color), roughness: roughened(roughs, roughest), roughest, normal: normals(heights, side, aspect) }
}

const within = (value: number): number => Math.min(1, Math.max(0, value))

/** Brought to the mean that the pattern promises. What passes white is cut, and made up for by the rest. */
function coloured(colors: Float32Array, mean: Rgb): Uint8ClampedArray<ArrayBuffer> {
  const count = colors.length / 3
  const wanted = luminanceOf(mean)
  let factor = 1
  for (let round = 0; round < 6; round++) {
    let sum = 0
    for (let at = 0; at < colors.length; at += 3) sum += luminanceOf([within(factor * colors[at]), within(factor * colors[at + 1]), within(factor * colors[at + 2])])
    factor *= (wanted * count) / sum
  }
  const rgba = new Uint8ClampedArray(4 * count).fill(255)
  for (let at = 0; at < count; at++) for (let k = 0; k < 3; k++) rgba[4 * at + k] = 255 * encode(within(factor * colors[3 * at + k]))
  return rgba
}

function roughened(roughs: Float32Array, roughest: number): Uint8ClampedArray<ArrayBuffer> {
  const rgba = new Uint8ClampedArray(4 * roughs.length).fill(255)
  for (let at = 0; at < roughs.length; at++) rgba[4 * at + 1] = (255 * roughs[at]) / roughest
  return rgba
}

/** Slopes by central differences over the seam. */
function normals(heights: Float32Array, side: number, aspect: number): Uint8ClampedArray<ArrayBuffer> {
  const at = (x: number, y: number): number => heights[((y + side) % side) * side + ((x + side) % side)]
  const rgba = new Uint8ClampedArray(4 * side * side)
  for (let y = 0; y < side; y++) {
    for (let x = 0; x < side; x++) {
      const [dx, dy] = [((at(x + 1, y) - at(x - 1, y)) * side) / 2, ((at(x, y + 1) - at(x, y - 1)) * side * aspect) / 2]
      const length = Math.hypot(dx, dy, 1)
      rgba.set([127.5 + 127.5 * (-dx / length), 127.5 + 127.5 * (dy / length), 127.5 + 127.5 * (1 / length), 255], 4 * (y * side + x))
    }
  }
  return rgba
}
