import { inflateSync } from 'node:zlib'
import jpeg from 'jpeg-js'
import { PNG } from 'pngjs'
import { FloatType } from 'three'
import { EXRLoader } from 'three/examples/jsm/loaders/EXRLoader.js'
import { expect, test } from 'vitest'
import { createExrEncoder, LAYERED_VALUES } from './exr.ts'
import { createJpegEncoder } from './jpeg.ts'
import { createPngEncoder } from './png.ts'
import { memorySink, type PictureEncoder, type PictureFacts, type Sink } from './sink.ts'

/** Photographs are smooth here and noisy there; so is this. */
function picture(width: number, height: number, seed = 1): Uint8Array<ArrayBuffer> {
  let state = seed
  return Uint8Array.from({ length: width * height * 4 }, (_, i) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    const [x, y] = [(i >> 2) % width, Math.floor((i >> 2) / width)]
    return 128 + 90 * Math.sin((x + 3 * (i & 3)) / 9) * Math.cos(y / 7) + (y > height / 2 ? (state >>> 28) : 0)
  })
}

/** In uneven pieces of whole rows. */
async function feed<V extends Uint8Array | Float32Array>(encoder: PictureEncoder<V>, values: V, width: number): Promise<void> {
  const stride = width * 4
  for (let y = 0, count = 1; y * stride < values.length; y += count, count = (count % 5) + 1) await encoder.rows(values.subarray(y * stride, (y + count) * stride) as V)
  await encoder.end()
}

const facts = (width: number, height: number, more: Partial<PictureFacts> = {}): PictureFacts => ({ width, height, transparent: false, panorama: false, ...more })

test.each([[1, 1], [5, 3], [64, 40], [33, 50]])('a PNG of %i x %i reads as it was written, with and without coverage', async (width, height) => {
  for (const transparent of [false, true]) {
    const rgba = picture(width, height)
    const sink = memorySink()
    await feed(await createPngEncoder(sink, facts(width, height, { transparent })), rgba, width)
    const read = PNG.sync.read(Buffer.from(sink.bytes()), { checkCRC: true } as object)
    expect([read.width, read.height]).toEqual([width, height])
    const expected = rgba.map((value, i) => (transparent || i % 4 < 3 ? value : 255))
    expect(Buffer.compare(read.data, Buffer.from(expected))).toBe(0)
  }
})

test('filters make a PNG of a smooth picture smaller than its bytes', async () => {
  const rgba = picture(200, 100).map((_, i) => (i % 4 === 3 ? 255 : (i >> 2) % 200))
  const sink = memorySink()
  await feed(await createPngEncoder(sink, facts(200, 100)), rgba, 200)
  expect(sink.bytes().length).toBeLessThan(2000)
})

test.each([[8, 8], [1, 1], [37, 21], [64, 16]])('a JPEG of %i x %i reads as what was written, but for its losses', async (width, height) => {
  const rgba = picture(width, height)
  const sink = memorySink()
  await feed(await createJpegEncoder(sink, facts(width, height)), rgba, width)
  const read = jpeg.decode(sink.bytes(), { useTArray: true })
  expect([read.width, read.height]).toEqual([width, height])
  let squares = 0
  rgba.forEach((value, i) => { if (i % 4 < 3) squares += (value - read.data[i]) ** 2 })
  expect(Math.sqrt(squares / (width * height * 3))).toBeLessThan(3)
})

test.each([[7, 40], [16, 16], [1, 1]])('an EXR of %i x %i keeps every number and stands upright', async (width, height) => {
  const rgba = Float32Array.from({ length: width * height * 4 }, (_, i) => (i % 7) * 1234.5 + i * 1e-3)
  const sink = memorySink()
  await feed(await createExrEncoder(sink, facts(width, height, { transparent: true })), rgba, width)
  const read = new EXRLoader().setDataType(FloatType).parse(sink.bytes().buffer) as unknown as { width: number; height: number; data: Float32Array }
  expect([read.width, read.height]).toEqual([width, height])
  // three's rows go up.
  for (let y = 0; y < height; y++) expect(read.data.subarray((height - 1 - y) * width * 4, (height - y) * width * 4)).toEqual(rgba.subarray(y * width * 4, (y + 1) * width * 4))
})

test('layers of an EXR stand behind its colors, which read as without them', async () => {
  const [width, height] = [5, 3]
  const pixels = Float32Array.from({ length: width * height * LAYERED_VALUES }, (_, i) => i * 1.5)
  const sink = memorySink()
  const encoder = await createExrEncoder(sink, facts(width, height, { things: ['Sofa', 'Tür "links"'] }), 'guides')
  await encoder.rows(pixels)
  await encoder.end()
  const bytes = sink.bytes()
  const read = new EXRLoader().setDataType(FloatType).parse(bytes.buffer) as unknown as { data: Float32Array }
  expect([...read.data.subarray(2 * width * 4, 2 * width * 4 + 3)]).toEqual([...pixels.subarray(0, 3)])
  const names = [...Buffer.from(bytes).toString('latin1').matchAll(/(?:albedo|depth|id|normal)\.[A-Z]/g)].map(([name]) => name)
  expect(names).toEqual(['albedo.B', 'albedo.G', 'albedo.R', 'depth.Z', 'id.X', 'normal.X', 'normal.Y', 'normal.Z'])
  // One block: its rows hold every channel's, one after the other.
  const raw = unpacked(bytes.subarray(bytes.length - new DataView(bytes.buffer).getInt32(blockAt(bytes) + 4, true)), width * height * 44)
  const rows = new Float32Array(raw.buffer)
  ;[2, 1, 0, 6, 5, 4, 7, 11, 8, 9, 10].forEach((place, channel) => {
    for (let x = 0; x < width; x++) expect(rows[(1 * 11 + channel) * width + x]).toBe(pixels[(width + x) * LAYERED_VALUES + place])
  })
  expect(JSON.parse(stringOf(bytes, 'idNames'))).toEqual({ 1: 'Sofa', 2: 'Tür "links"' })
})

/** An attribute of the header that is text. */
function stringOf(bytes: Uint8Array, name: string): string {
  const start = Buffer.from(bytes).indexOf(`${name}\0string\0`) + name.length + 8
  return Buffer.from(bytes.subarray(start + 4, start + 4 + new DataView(bytes.buffer).getInt32(start, true))).toString('utf8')
}

/** Where the only block begins: the offset of it stands just before it. */
function blockAt(bytes: Uint8Array): number {
  const view = new DataView(bytes.buffer)
  for (let at = 8; ; at++) if (view.getUint32(at, true) === at + 8 && view.getUint32(at + 4, true) === 0) return at + 8
}

/** ZIP's bytes as they were: differences added up, even and odd places back where they belong. */
function unpacked(data: Uint8Array, size: number): Uint8Array {
  if (data.length === size) return data.slice()
  const parts = new Uint8Array(inflateSync(data))
  for (let i = 1; i < parts.length; i++) parts[i] += parts[i - 1] - 128
  return Uint8Array.from(parts, (_, i) => parts[(i & 1) === 0 ? i >> 1 : Math.ceil(parts.length / 2) + (i >> 1)])
}

test('panoramas say so where viewers look', async () => {
  const [png, jpg] = [memorySink(), memorySink()]
  await feed(await createPngEncoder(png, facts(8, 4, { panorama: true })), picture(8, 4), 8)
  await feed(await createJpegEncoder(jpg, facts(8, 4, { panorama: true })), picture(8, 4), 8)
  for (const sink of [png, jpg]) {
    const words = Buffer.from(sink.bytes()).toString('latin1')
    expect(words).toContain('GPano:ProjectionType="equirectangular"')
    expect(words).toContain('GPano:FullPanoWidthPixels="8"')
  }
  expect(PNG.sync.read(Buffer.from(png.bytes()), { checkCRC: true } as object).width).toBe(8)
  expect(jpeg.decode(jpg.bytes(), { useTArray: true }).height).toBe(4)
})

test('a picture that is 16,384 wide is written a few rows at a time', async () => {
  const [width, height] = [16_384, 32]
  let most = 0
  const counting: Sink = { write: (bytes) => { most = Math.max(most, bytes.length); return Promise.resolve() }, patch: () => Promise.resolve() }
  const values = new Float32Array(width * 16 * 4).map((_, i) => Math.sin(i))
  for (const encoder of [await createExrEncoder(counting, facts(width, height))]) {
    for (let y = 0; y < height; y += 16) await encoder.rows(values)
    await encoder.end()
  }
  for (const encoder of [await createPngEncoder(counting, facts(width, height)), await createJpegEncoder(counting, facts(width, height))]) {
    const bytes = new Uint8Array(width * 16 * 4).map((_, i) => i >> 8)
    for (let y = 0; y < height; y += 16) await encoder.rows(bytes)
    await encoder.end()
  }
  // No piece is larger than a block of sixteen rows of floats.
  expect(most).toBeLessThanOrEqual(width * 16 * 3 * 4 + 8)
})

test('a picture with rows missing is never called complete', async () => {
  const png = await createPngEncoder(memorySink(), facts(4, 4))
  await png.rows(picture(4, 3))
  await expect(png.end()).rejects.toThrow('3 of 4 rows')
})

test('what the disk refuses reaches whoever writes rows', async () => {
  let left = 2
  const full: Sink = { write: () => (left-- > 0 ? Promise.resolve() : Promise.reject(new Error('disk full'))), patch: () => Promise.resolve() }
  const noise = Uint8Array.from({ length: 4096 * 4 * 16 }, (_, i) => Math.imul(i, 2654435761) >>> 24)
  const write = async (encoder: PictureEncoder<Uint8Array>) => {
    for (let y = 0; y < 64; y++) await encoder.rows(noise.subarray(0, 4096 * 4))
    await encoder.end()
  }
  await expect(createPngEncoder(full, facts(4096, 64)).then(write)).rejects.toThrow('disk full')
  left = 2
  await expect(createJpegEncoder(full, facts(4096, 64)).then(write)).rejects.toThrow('disk full')
})
