import { expect, test } from 'vitest'
import { SAMPLE_BLOCK } from '../../../gpu/index.ts'
import { encodeSums, openSums, type SumsFacts, type SumsFile, vectorsIn } from './sums.ts'
import { createTilePicture } from './tile-picture.ts'

const [WIDTH, HEIGHT, SAMPLES] = [640, 320, 2 * SAMPLE_BLOCK]
/** Radiance of a pixel: as far right as it is, as far down as it is, one. */
const lightAt = (x: number, y: number): readonly number[] => [x, y, 1, 1]
let bytesRead = 0

/** A tile whose every sample saw the same light. */
function tileOf(region: SumsFacts['region'], firstSample = 0, samples = SAMPLES): Promise<SumsFile> {
  const facts: SumsFacts = { width: WIDTH, height: HEIGHT, panorama: false, transparent: false, shown: { toneMap: 'agx', exposureEv: 3, whiteBalance: 6500 }, picture: 'a room', adapter: 'threads', region, firstSample, samples, layered: true }
  const blocks = firstSample === 0 ? [samples] : Array.from({ length: Math.ceil(samples / SAMPLE_BLOCK) }, (_, i) => Math.min(SAMPLE_BLOCK, samples - i * SAMPLE_BLOCK))
  const bytes = encodeSums(facts, blocks.map((count) => {
    const sum = new Float32Array(4 * region.width * region.height * vectorsIn(facts))
    for (let i = 0; i < region.width * region.height; i++) for (let c = 0; c < 4; c++) sum[4 * i + c] = count * lightAt(region.x + (i % region.width), region.y + Math.floor(i / region.width))[c]
    return sum
  }))
  return openSums({ name: 'tile', sizeBytes: bytes.length, read: (at, count) => { bytesRead += count; return Promise.resolve(bytes.slice(at, at + count)) } })
}

/** Instead of a tone curve: what it is given. */
let given: Float32Array = new Float32Array()
const tone = (radiance: Float32Array): Uint8Array<ArrayBuffer> => {
  given = radiance
  return new Uint8Array(radiance.length).fill(255)
}

test('tiles take their places in a small picture, whatever their cut; the rest stays empty, and few of their bytes are read', async () => {
  const picture = createTilePicture(WIDTH, HEIGHT, 64)
  expect([picture.width, picture.height]).toEqual([64, 32])
  expect(picture.paint(tone)).toBeNull()
  const tile = await tileOf({ x: 0, y: 0, width: 325, height: 160 })
  bytesRead = 0
  await picture.add(tile)
  expect(bytesRead).toBe(16 * 325 * 16)
  const first = picture.paint(tone)!
  const alphaAt = (bytes: Uint8ClampedArray, x: number, y: number): number => bytes[4 * (y * 64 + x) + 3]
  expect([alphaAt(first, 0, 0), alphaAt(first, 32, 15), alphaAt(first, 33, 0), alphaAt(first, 0, 16)]).toEqual([255, 255, 0, 0])
  // The mean of the ten pixels of a row that lie in it.
  expect([...given.subarray(4 * (5 * 64 + 7), 4 * (5 * 64 + 8))]).toEqual([74.5, 55, 1, 1])

  await picture.add(await tileOf({ x: 325, y: 0, width: 315, height: 160 }))
  await picture.add(await tileOf({ x: 0, y: 160, width: 640, height: 160 }, SAMPLE_BLOCK, SAMPLES))
  const all = picture.paint(tone)!
  expect(all.filter((_, i) => i % 4 === 3).every((alpha) => alpha === 255)).toBe(true)
  // One whose pixels lie in two tiles, and one of later samples.
  expect([...given.subarray(4 * 32, 4 * 33)]).toEqual([324.5, 5, 1, 1])
  expect([...given.subarray(4 * (31 * 64 + 63), 4 * (31 * 64 + 64))]).toEqual([634.5, 315, 1, 1])
})

test('a picture that is small already keeps its pixels, and a tile of another one is refused', async () => {
  const picture = createTilePicture(WIDTH, HEIGHT, 4000)
  expect([picture.width, picture.height]).toEqual([WIDTH, HEIGHT])
  await picture.add(await tileOf({ x: 8, y: 3, width: 2, height: 1 }))
  const painted = picture.paint(tone)!
  expect([...given.subarray(4 * (3 * WIDTH + 9), 4 * (3 * WIDTH + 10))]).toEqual([9, 3, 1, 1])
  expect(painted.filter((value) => value > 0)).toHaveLength(8 + 3 * (WIDTH * HEIGHT - 2))
  await expect(createTilePicture(WIDTH, HEIGHT + 1, 64).add(await tileOf({ x: 0, y: 0, width: 1, height: 1 }))).rejects.toThrow('640 x 320')
})
