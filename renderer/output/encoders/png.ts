import { crc32, joined, text } from './bytes.ts'
import type { PictureEncoder, PictureFacts, Sink } from './sink.ts'
import { panoramaXmp } from './xmp.ts'

const SIGNATURE = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a)

/**
 * A PNG row by row (W3C, "Portable Network Graphics", third edition): 8 bits per channel, sRGB, each row with the filter that leaves the
 * smallest differences, one zlib stream over all of them. A few rows are in memory at a time, whatever the picture's size.
 */
export async function createPngEncoder(sink: Sink, { width, height, transparent, panorama }: PictureFacts): Promise<PictureEncoder<Uint8Array>> {
  const channels = transparent ? 4 : 3
  const header = new DataView(new ArrayBuffer(13))
  header.setUint32(0, width)
  header.setUint32(4, height)
  header.setUint8(8, 8)
  header.setUint8(9, transparent ? 6 : 2)
  await sink.write(joined(
    SIGNATURE, chunk('IHDR', new Uint8Array(header.buffer)),
    // Perceptual intent.
    chunk('sRGB', Uint8Array.of(0)),
    panorama ? chunk('iTXt', joined(text('XML:com.adobe.xmp\0\0\0\0\0'), panoramaXmp(width, height))) : new Uint8Array(0),
  ))
  const { readable, writable } = new CompressionStream('deflate')
  const writer = writable.getWriter()
  const written = writeAll(readable, sink)
  // Told to whoever waits for the next row; nobody else should hear of it.
  written.catch(() => {})
  const filter = createFilter(width, channels)
  let rows = 0
  return {
    async rows(rgba) {
      const stride = width * 4
      const count = rgba.length / stride
      const filtered = new Uint8Array(count * (1 + width * channels))
      for (let y = 0; y < count; y++) filter(rgba.subarray(y * stride, (y + 1) * stride), filtered.subarray(y * (1 + width * channels), (y + 1) * (1 + width * channels)))
      rows += count
      // A full disk ends the reading side, and then nobody takes what is written.
      await Promise.race([writer.write(filtered), written.then(() => Promise.reject(new Error('The compressor ended early')))])
    },
    async end() {
      if (rows !== height) throw new Error(`${rows} of ${height} rows were written`)
      await Promise.race([writer.close(), written])
      await written
      await sink.write(chunk('IEND', new Uint8Array(0)))
    },
  }
}

/** Each piece of compressed data becomes a chunk of its own. */
async function writeAll(readable: ReadableStream<Uint8Array>, sink: Sink): Promise<void> {
  const reader = readable.getReader()
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return
    await sink.write(chunk('IDAT', value))
  }
}

function chunk(name: string, data: Uint8Array): Uint8Array<ArrayBuffer> {
  const type = text(name)
  const bytes = joined(new Uint8Array(4), type, data, new Uint8Array(4))
  const view = new DataView(bytes.buffer)
  view.setUint32(0, data.length)
  view.setUint32(8 + data.length, crc32(type, data))
  return bytes
}

/** Filters one row after the other: none, sub, up, average or Paeth, whichever's bytes, as signed numbers, sum up to least. */
function createFilter(width: number, channels: number): (rgba: Uint8Array, out: Uint8Array) => void {
  const length = width * channels
  let above = new Uint8Array(length)
  let row = new Uint8Array(length)
  const tried = Array.from({ length: 5 }, () => new Uint8Array(length))
  return (rgba, out) => {
    if (channels === 4) row.set(rgba)
    else for (let x = 0; x < width; x++) [row[3 * x], row[3 * x + 1], row[3 * x + 2]] = [rgba[4 * x], rgba[4 * x + 1], rgba[4 * x + 2]]
    let [none, sub, up, average, paeth] = [0, 0, 0, 0, 0]
    for (let i = 0; i < length; i++) {
      const x = row[i]
      const a = i < channels ? 0 : row[i - channels]
      const b = above[i]
      const c = i < channels ? 0 : above[i - channels]
      const pa = Math.abs(b - c)
      const pb = Math.abs(a - c)
      const pc = Math.abs(a + b - 2 * c)
      none += distance(tried[0][i] = x)
      sub += distance(tried[1][i] = x - a)
      up += distance(tried[2][i] = x - b)
      average += distance(tried[3][i] = x - ((a + b) >> 1))
      paeth += distance(tried[4][i] = x - (pa <= pb && pa <= pc ? a : pb <= pc ? b : c))
    }
    const sums = [none, sub, up, average, paeth]
    const best = sums.indexOf(Math.min(...sums))
    out[0] = best
    out.set(tried[best], 1)
    ;[above, row] = [row, above]
  }
}

/** Of a byte from zero, either way round. */
const distance = (value: number): number => Math.abs((value << 24) >> 24)
