import { expect, test } from 'vitest'
import { readGif } from './gif-in-node.ts'

const u16 = (value: number): number[] => [value & 255, value >> 8]

/** A GIF of 16 x 1 pixels in black and white of which the frame covers 2; `codes` of `bits` each, at most 32 bits together. */
function gif(least: number, codes: readonly (readonly [code: number, bits: number])[], frame: readonly number[] = [0, 0, 2, 1]): Uint8Array {
  let [held, shift] = [0n, 0n]
  for (const [code, bits] of codes) {
    held |= BigInt(code) << shift
    shift += BigInt(bits)
  }
  const data = Array.from({ length: Math.ceil(Number(shift) / 8) }, (_, i) => Number((held >> BigInt(i * 8)) & 255n))
  return Uint8Array.from([...new TextEncoder().encode('GIF89a'), ...u16(16), ...u16(1), 0x80, 0, 0, 0, 0, 0, 255, 255, 255, 0x2c, ...frame.flatMap(u16), 0, least, data.length, ...data, 0, 0x3b])
}

test('two pixels', async () => {
  const { width, height, rgba } = await readGif(gif(2, [[4, 3], [0, 3], [1, 3], [5, 3]]))
  expect([width, height, ...rgba.subarray(0, 12)]).toEqual([16, 1, 0, 0, 0, 255, 255, 255, 255, 255, 0, 0, 0, 0])
})

test('a code may be the one that is just being made', async () => {
  const { rgba } = await readGif(gif(2, [[4, 3], [1, 3], [6, 3], [5, 3]], [0, 0, 3, 1]))
  expect([...rgba.subarray(0, 16)]).toEqual([...Array.from({ length: 12 }, () => 255), 0, 0, 0, 0])
})

// Code 7 comes while 6 is the next, then becomes an entry that refers to itself: the library alone never comes back.
test('a code that refers to itself is refused', async () => {
  await expect(readGif(gif(2, [[4, 3], [0, 3], [7, 3], [6, 3], [7, 4]], [0, 0, 16, 1]))).rejects.toThrow('code before what it refers to')
})

test('a first code that is in no table is refused', async () => {
  await expect(readGif(gif(2, [[4, 3], [6, 3]]))).rejects.toThrow('code before')
})

test.each([0, 9, 12, 31, 32, 255])('codes of %i bits are refused', async (least) => {
  await expect(readGif(gif(least, [[4, 3], [0, 3]]))).rejects.toThrow('size of codes')
})

test('a frame of billions of pixels in a picture of sixteen is refused before there is room for it', async () => {
  await expect(readGif(gif(2, [[4, 3], [0, 3], [1, 3], [5, 3]], [0, 0, 65_535, 65_535]))).rejects.toThrow('frame outside')
})
