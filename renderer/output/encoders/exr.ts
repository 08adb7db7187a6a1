import { deflate, joined, text } from './bytes.ts'
import type { PictureEncoder, PictureFacts, Sink } from './sink.ts'

const MAGIC = Uint8Array.of(0x76, 0x2f, 0x31, 0x01, 2, 0, 0, 0)
/** Of one compressed block, by the format's rule for ZIP. */
const BLOCK_ROWS = 16
const FLOAT = 2

/** What stands behind color and coverage: colors of surfaces, 0..1; metres along the ray, 0 where nothing was met; which thing it is, whole numbers from 1, 0 for none; normals in the world, -1..1. */
const LAYERS = [['albedo.B', 6], ['albedo.G', 5], ['albedo.R', 4], ['depth.Z', 7], ['id.X', 11], ['normal.X', 8], ['normal.Y', 9], ['normal.Z', 10]] as const
export const LAYERED_VALUES = 12
/** Behind those, of a denoised picture: what it was made of, in nits. Names stand in the alphabet's order. */
const WITH_NOISY = [...LAYERS.slice(0, 5), ['noisy.B', 14], ['noisy.G', 13], ['noisy.R', 12], ...LAYERS.slice(5)] as const
export const DENOISED_VALUES = 15
const LAYERS_BY_NAME = { none: [[], 4], guides: [LAYERS, LAYERED_VALUES], denoised: [WITH_NOISY, DENOISED_VALUES] } as const

/**
 * A scanline OpenEXR row by row: R, G, B and A as 32-bit floats, linear Rec. 709, 1 = 1 nit, ZIP ("OpenEXR file layout", Academy Software
 * Foundation). Color is premultiplied by coverage, as the format has it. Blocks' offsets stand before them: they are filled in at the end.
 *
 * @param layers  'guides': pixels have LAYERED_VALUES values, behind red, green, blue and coverage those of the layers albedo, depth, normal and id; 'denoised':
 *   DENOISED_VALUES, the noisy colors last
 */
export async function createExrEncoder(sink: Sink, { width, height, transparent, panorama, things }: PictureFacts, layers: keyof typeof LAYERS_BY_NAME = 'none'): Promise<PictureEncoder<Float32Array>> {
  const [more, values] = LAYERS_BY_NAME[layers]
  // Alphabetical, as the format wants it; with the place of each in a pixel.
  const channels = [...(transparent ? [['A', 3] as const] : []), ['B', 2] as const, ['G', 1] as const, ['R', 0] as const, ...more]
  const header = headerOf(width, height, channels.map(([name]) => name), panorama, layers === 'none' ? undefined : things)
  const blocks = Math.ceil(height / BLOCK_ROWS)
  const offsets = new DataView(new ArrayBuffer(8 * blocks))
  await sink.write(joined(header, new Uint8Array(8 * blocks)))
  let at = header.length + 8 * blocks
  let block = 0
  const waiting = new Float32Array(width * BLOCK_ROWS * values)
  let waitingRows = 0
  let rows = 0

  async function writeBlock(): Promise<void> {
    const raw = new DataView(new ArrayBuffer(width * waitingRows * channels.length * 4))
    let to = 0
    for (let y = 0; y < waitingRows; y++) {
      for (const [, channel] of channels) {
        for (let x = 0; x < width; x++, to += 4) raw.setFloat32(to, waiting[(y * width + x) * values + channel], true)
      }
    }
    const packed = await deflate(predicted(new Uint8Array(raw.buffer)))
    // What does not get smaller is stored as it is.
    const data = packed.length < raw.byteLength ? packed : new Uint8Array(raw.buffer)
    const start = new DataView(new ArrayBuffer(8))
    start.setInt32(0, block * BLOCK_ROWS, true)
    start.setInt32(4, data.length, true)
    offsets.setBigUint64(8 * block, BigInt(at), true)
    await sink.write(joined(new Uint8Array(start.buffer), data))
    at += 8 + data.length
    block++
    waitingRows = 0
  }

  return {
    async rows(rgba) {
      const stride = width * values
      for (let y = 0; y * stride < rgba.length; y++) {
        waiting.set(rgba.subarray(y * stride, (y + 1) * stride), waitingRows * stride)
        rows++
        if (++waitingRows === BLOCK_ROWS) await writeBlock()
      }
    },
    async end() {
      if (rows !== height) throw new Error(`${rows} of ${height} rows were written`)
      if (waitingRows > 0) await writeBlock()
      await sink.patch(header.length, new Uint8Array(offsets.buffer))
    },
  }
}

function headerOf(width: number, height: number, channels: readonly string[], panorama: boolean, things: readonly string[] | undefined): Uint8Array {
  const ints = (...values: readonly number[]) => new Uint8Array(Int32Array.from(values).buffer)
  const floats = (...values: readonly number[]) => new Uint8Array(Float32Array.from(values).buffer)
  const attribute = (name: string, type: string, value: Uint8Array) => joined(text(`${name}\0${type}\0`), ints(value.length), value)
  const window = ints(0, 0, width - 1, height - 1)
  return joined(
    MAGIC,
    attribute('channels', 'chlist', joined(...channels.map((name) => joined(text(`${name}\0`), ints(FLOAT, 0, 1, 1))), Uint8Array.of(0))),
    // ZIP, 16 rows a block; rows from top to bottom.
    attribute('compression', 'compression', Uint8Array.of(3)),
    attribute('dataWindow', 'box2i', window),
    attribute('displayWindow', 'box2i', window),
    attribute('lineOrder', 'lineOrder', Uint8Array.of(0)),
    attribute('pixelAspectRatio', 'float', floats(1)),
    attribute('screenWindowCenter', 'v2f', floats(0, 0)),
    attribute('screenWindowWidth', 'float', floats(1)),
    attribute('chromaticities', 'chromaticities', floats(0.64, 0.33, 0.3, 0.6, 0.15, 0.06, 0.3127, 0.329)),
    // Nits of (1, 1, 1).
    attribute('whiteLuminance', 'float', floats(1)),
    // As Cryptomatte has its manifest.
    things === undefined ? new Uint8Array(0) : attribute('idNames', 'string', text(JSON.stringify(Object.fromEntries(things.map((name, i) => [i + 1, name]))))),
    panorama ? attribute('envmap', 'envmap', Uint8Array.of(0)) : new Uint8Array(0),
    Uint8Array.of(0),
  )
}

/** Bytes of even places, then of odd ones, each as the difference from the one before it. */
function predicted(raw: Uint8Array): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(raw.length)
  const half = Math.ceil(raw.length / 2)
  for (let i = 0; i < raw.length; i++) bytes[(i & 1) === 0 ? i >> 1 : half + (i >> 1)] = raw[i]
  for (let i = bytes.length - 1; i > 0; i--) bytes[i] = bytes[i] - bytes[i - 1] + 128
  return bytes
}
