import { expect, test } from 'vitest'
import { radianceImage } from '../../../assets/generators/kit/hdr.ts'
import { createExrEncoder } from '../../output/encoders/exr.ts'
import { memorySink } from '../../output/encoders/sink.ts'
import { decodeSphere, decodeSurroundings } from './decode.ts'

const image = (width = 16, height = 8): Uint8Array<ArrayBuffer> => radianceImage(width, height, ([x, y, z]) => [1 + x, 20 * (1 + y), 0.5 + 0.5 * z])
const patched = (bytes: Uint8Array<ArrayBuffer>, from: string, to: string): Uint8Array<ArrayBuffer> => {
  const text = new TextDecoder('latin1').decode(bytes.subarray(0, 80)).replace(from, to)
  const head = new TextEncoder().encode(text)
  return Uint8Array.from([...head, ...bytes.subarray(80)])
}

async function exr(width: number, height: number, value: number): Promise<Uint8Array<ArrayBuffer>> {
  const sink = memorySink()
  const encoder = await createExrEncoder(sink, { width, height, transparent: false, panorama: true })
  await encoder.rows(new Float32Array(width * height * 4).fill(value))
  await encoder.end()
  return sink.bytes()
}

/** The attribute after these names claims so many bytes. */
function sized(bytes: Uint8Array<ArrayBuffer>, names: string, size: number): Uint8Array<ArrayBuffer> {
  const at = new TextDecoder('latin1').decode(bytes).indexOf(names) + names.length
  new DataView(bytes.buffer).setUint32(at, size, true)
  return bytes
}

/** The letters are zeros. */
function without(bytes: Uint8Array<ArrayBuffer>, letters: string): Uint8Array<ArrayBuffer> {
  const at = new TextDecoder('latin1').decode(bytes).indexOf(letters)
  return bytes.fill(0, at, at + letters.length)
}

/** Says that more headers follow the first, whose last attribute is of one byte, and ends there. */
function severalParts(bytes: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  bytes[5] |= 16
  const last = 'envmap\0envmap\0'
  return bytes.slice(0, new TextDecoder('latin1').decode(bytes).indexOf(last) + last.length + 4 + 1 + 1)
}

test('a Radiance image keeps its light within the eight bits of its mantissas, whatever the file is called', () => {
  const { width, height, rgb } = decodeSphere(image(), 'k')
  expect([width, height]).toEqual([16, 8])
  for (let y = 0; y < 8; y++) {
    const up = Math.cos((Math.PI * (y + 0.5)) / 8)
    for (let x = 0; x < 16; x++) expect(Math.abs(rgb[3 * (16 * y + x) + 1] - 20 * (1 + up))).toBeLessThan(40 / 128)
  }
})

test('a large image is thinned out, and its light stays', () => {
  const [whole, thin] = [decodeSurroundings(image(64, 32), 'k'), decodeSurroundings(image(64, 32), 'k', 16)]
  expect([thin.width, thin.height]).toEqual([16, 8])
  const mean = (values: Float32Array): number => values.reduce((sum, value) => sum + value, 0) / values.length
  expect(mean(thin.rgb)).toBeCloseTo(mean(whole.rgb), 4)
})

test('pixels of an OpenEXR image that are no numbers, or less than nothing, are black', async () => {
  const rgba = Float32Array.from([NaN, -1, Infinity, 1, 2, 3, 4, 1])
  const sink = memorySink()
  const encoder = await createExrEncoder(sink, { width: 2, height: 1, transparent: false, panorama: true })
  await encoder.rows(rgba)
  await encoder.end()
  expect([...decodeSphere(sink.bytes(), 'k').rgb]).toEqual([0, 0, 1e9, 2, 3, 4])
})

test.each<[string, () => Uint8Array<ArrayBuffer> | Promise<Uint8Array<ArrayBuffer>>, string]>([
  ['is no image', () => new TextEncoder().encode('hello'), 'neither a Radiance'],
  ['is empty', () => new Uint8Array(0), 'neither a Radiance'],
  ['ends in its header', () => image().slice(0, 30), 'its size is missing'],
  ['ends in its pixels', () => image().slice(0, -5), 'its end is missing'],
  ['says that it has no pixels', () => patched(image(), '-Y 8', '-Y 0'), '16 x 0'],
  ['says that it has billions of pixels', () => patched(image(), '-Y 8 +X 16', '-Y 100000 +X 200000'), '200000 x 100000 pixels'],
  ['is as wide as high', () => image(8, 8), 'twice as wide'],
  ['is black', () => radianceImage(8, 4, () => [0, 0, 0]), 'black'],
  ['holds nothing but what is no number', () => exr(8, 4, NaN), 'black'],
  ['is an OpenEXR image whose order of lines has no byte', async () => sized(await exr(8, 4, 1), 'lineOrder\0lineOrder\0', 0), 'its header is damaged'],
  ['is an OpenEXR image with a channel that has no name', async () => without(await exr(8, 4, 1), 'G\0'), 'its header is damaged'],
  ['is an OpenEXR image of several parts that ends after the first header', async () => severalParts(await exr(8, 4, 1)), 'its header is damaged'],
  ['is an OpenEXR image that ends in its header', async () => (await exr(8, 4, 1)).slice(0, 60), 'its header is damaged'],
  ['is an OpenEXR image that ends in its pixels', async () => (await exr(64, 32, 1)).slice(0, -8), 'its pixels cannot be decoded'],
])('a file that %s is refused with a sentence', async (_, make, words) => {
  const bytes = await make()
  let detail = ''
  try {
    decodeSphere(bytes, 'k')
  } catch (error) {
    expect(error).toMatchObject({ code: 'surroundings-invalid' })
    detail = (error as { detail: string }).detail
  }
  expect(detail).toContain(words)
})
