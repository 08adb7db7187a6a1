import { expect, test } from 'vitest'
import type { Network, PathRegion, PathTracer, PathView } from '../../../gpu/index.ts'
import { DENOISED_VALUES } from '../encoders/exr.ts'
import { bandsOf, denoisedLayers, type Shot, writeDenoised, writeLayers } from './picture.ts'

/** What WebGPU promises of one binding, bytes; and what a pixel takes with its guides. */
const [LARGEST_BINDING, GUIDED_BYTES] = [128 << 20, 64]

test.each([[4096, 4096], [16_384, 16_384], [2048, 2047]])('bands of a layered picture of %i x %i fit every adapter and make the whole picture', async (width, height) => {
  const regions: PathRegion[] = []
  const tracer = {
    samples: 1,
    begin: ({ region, guides }: { region: PathRegion; guides: boolean }) => {
      expect(guides).toBe(true)
      regions.push(region)
      return Promise.resolve()
    },
    read: () => Promise.resolve(new Float32Array()),
    readGuides: () => Promise.resolve({ albedo: new Float32Array(), normal: new Float32Array(), ids: new Float32Array() }),
  } as unknown as PathTracer
  const encoder = { rows: () => Promise.resolve(), end: () => Promise.resolve() }
  const shot = { projection: 'perspective', width, height } as Shot
  await writeLayers(tracer, shot, { samples: 1, bounces: 1, seed: 1, transparent: false, glossFloor: 0 }, encoder, () => undefined)
  for (const region of regions) expect(GUIDED_BYTES * region.width * region.height).toBeLessThanOrEqual(LARGEST_BINDING)
  expect(regions.reduce((sum, region) => sum + region.height, 0)).toBe(height)
})

test('a picture of four megapixels without layers is one band', () => {
  expect(bandsOf(2048, 2048)).toEqual([{ y: 0, rows: 2048 }])
})

test('a denoised picture of many bands has every row in its place, beside the noisy one and its layers', async () => {
  const [width, height] = [1024, 96]
  const bands = [{ y: 0, rows: 48 }, { y: 48, rows: 32 }, { y: 80, rows: 16 }]
  let region: PathRegion = { x: 0, y: 0, width, height }
  /** A number that says which pixel, colour and kind it is of. */
  const numberOf = (pixel: number, color: number, kind: number): number => 1 + pixel % 4093 + 0.25 * color + kind
  const numbersOf = (kind: number): Float32Array => {
    const numbers = new Float32Array(4 * region.width * region.height)
    for (let i = 0; i < numbers.length; i++) numbers[i] = numberOf(region.y * region.width + (i >> 2), i % 4, kind)
    return numbers
  }
  const tracer = {
    samples: 1000,
    begin: (view: PathView) => {
      region = view.region!
      return Promise.resolve()
    },
    read: () => Promise.resolve(numbersOf(0)),
    readGuides: () => Promise.resolve({ albedo: numbersOf(10), normal: numbersOf(20), ids: numbersOf(30).filter((_, i) => i % 4 === 0) }),
  } as unknown as PathTracer
  // One that changes nothing but the half of all light, which is given back.
  const network: Network = {
    mostPixels: 60_000,
    run({ radiance, albedo, normal }, rowWidth, part) {
      const seen = new Float32Array(4 * part.width * part.height)
      for (let i = 0; i < seen.length; i++) {
        const at = 4 * ((part.y + Math.floor((i >> 2) / part.width)) * rowWidth + part.x + (i >> 2) % part.width) + i % 4
        if (albedo[at] !== radiance[at] + 10 || normal[at] !== radiance[at] + 20) throw new Error(`guides of another pixel at ${at}`)
        seen[i] = i % 4 === 3 ? radiance[at] : radiance[at] * 0.75
      }
      return Promise.resolve(seen)
    },
    dispose() {},
  }
  let y = 0
  let worst = 0
  const encoder = {
    rows(values: Float32Array) {
      const height = values.length / (DENOISED_VALUES * width)
      for (let i = 0; i < width * height; i += 7) {
        const of = (kind: number, ...colors: number[]) => colors.map((color) => numberOf(y * width + i, color, kind))
        const expected = [...of(0, 0, 1, 2, 3), ...of(10, 0, 1, 2, 3), ...of(20, 0, 1, 2), ...of(30, 0), ...of(0, 0, 1, 2)]
        for (const [k, value] of expected.entries()) worst = Math.max(worst, Math.abs(values[DENOISED_VALUES * i + k] / value - 1))
      }
      y += height
      return Promise.resolve()
    },
    end: () => Promise.resolve(),
  }
  const shares: number[] = []
  await writeDenoised(tracer, { projection: 'perspective', width, height } as Shot, { samples: 1, bounces: 1, seed: 1, transparent: false, glossFloor: 0 }, { network, onProgress: (share) => shares.push(share) }, denoisedLayers, encoder, () => undefined, undefined, bands)
  expect(y).toBe(height)
  expect(worst).toBeLessThan(5e-3)
  expect(shares.at(-1)).toBe(1)
})
