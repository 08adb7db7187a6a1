import { brotliCompressSync, brotliDecompressSync, constants } from 'node:zlib'

/** Bits of a float's fraction that are kept: within 1/8192 of itself. With one bit less, mean FLIP of what is shown is above 0.001. */
const FRACTION_BITS = 12
const SHIFT = 23 - FRACTION_BITS

/**
 * A picture's radiance as a small file. Floats are cut to FRACTION_BITS; their bits then rise with their logarithm, so green, red less green and blue
 * less green change little from pixel to pixel. Each is told from its neighbours (the median edge detector of JPEG-LS, Weinberger, Seroussi and
 * Sapiro 2000), low bytes before high ones, and what is left is packed.
 *
 * @param radiance  4 floats per pixel, finite, not negative; the fourth is not kept
 */
export function packRadiance(radiance: Float32Array, width: number): Uint8Array {
  const codes = channelsOf(codesOf(radiance))
  const count = radiance.length / 4
  const bytes = new Uint8Array(9 * count)
  for (const [c, channel] of codes.entries()) {
    for (let i = 0; i < count; i++) {
      const rest = channel[i] - told(channel, i, width)
      const folded = rest < 0 ? -2 * rest - 1 : 2 * rest
      for (let plane = 0; plane < 3; plane++) bytes[(3 * c + plane) * count + i] = folded >>> (8 * plane)
    }
  }
  return brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_LGWIN]: constants.BROTLI_MAX_WINDOW_BITS, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length } })
}

/** @returns 4 floats per pixel, the fourth 1  @throws Error for bytes that are no picture of that size */
export function unpackRadiance(packed: Uint8Array, width: number, height: number): Float32Array {
  const count = width * height
  const bytes = brotliDecompressSync(packed)
  if (bytes.length !== 9 * count) throw new Error(`It holds ${bytes.length / 9} pixels in place of ${count}.`)
  const channels = Array.from({ length: 3 }, (_, c) => {
    const channel = new Int32Array(count)
    for (let i = 0; i < count; i++) {
      let folded = 0
      for (let plane = 0; plane < 3; plane++) folded |= bytes[(3 * c + plane) * count + i] << (8 * plane)
      channel[i] = told(channel, i, width) + ((folded & 1) === 0 ? folded >>> 1 : -((folded + 1) >>> 1))
    }
    return channel
  })
  const [green, red, blue] = channels
  const radiance = new Float32Array(4 * count)
  const bits = new Uint32Array(radiance.buffer)
  for (let i = 0; i < count; i++) {
    bits[4 * i] = (green[i] + red[i]) << SHIFT
    bits[4 * i + 1] = green[i] << SHIFT
    bits[4 * i + 2] = (green[i] + blue[i]) << SHIFT
    radiance[4 * i + 3] = 1
  }
  return radiance
}

/** The upper bits of floats, rounded: not negative, they rise with their floats. */
function codesOf(radiance: Float32Array): Uint32Array {
  return new Uint32Array(radiance.slice().buffer).map((bits) => (bits + (1 << (SHIFT - 1))) >>> SHIFT)
}

/** Green, red less green, blue less green. */
function channelsOf(codes: Uint32Array): Int32Array[] {
  const channel = (value: (at: number) => number) => Int32Array.from({ length: codes.length / 4 }, (_, i) => value(4 * i))
  return [channel((at) => codes[at + 1]), channel((at) => codes[at] - codes[at + 1]), channel((at) => codes[at + 2] - codes[at + 1])]
}

/** What a value is told as from those to the left, above and to the left above. */
function told(channel: Int32Array, i: number, width: number): number {
  const left = i % width === 0 ? undefined : channel[i - 1]
  const above = i < width ? undefined : channel[i - width]
  if (left === undefined || above === undefined) return left ?? above ?? 0
  const corner = channel[i - width - 1]
  const [least, most] = left < above ? [left, above] : [above, left]
  return corner >= most ? least : corner <= least ? most : left + above - corner
}
