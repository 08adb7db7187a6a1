import { expect, test } from 'vitest'
import type { PathRegion, PathTracer } from '../../gpu/index.ts'
import { bandsOf, type Shot, writeLayers } from './picture.ts'

/** What WebGPU promises of one binding, bytes; and what a pixel takes with its guides. */
const [LARGEST_BINDING, GUIDED_BYTES] = [128 << 20, 48]

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
    readGuides: () => Promise.resolve({ albedo: new Float32Array(), normal: new Float32Array() }),
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
