import { expect, test } from 'vitest'
import { exposureOf, histogramOf } from '../../gpu/index.ts'
import { seeded } from '../../gpu/testing/random.ts'
import { BLOCK, inBlocks } from './in-blocks.ts'

/** Of 256 x 144 pixels, brighter from left to right. */
const picture = (noise: () => number): Float32Array => {
  const pixels = new Float32Array(4 * 256 * 144)
  for (let i = 0; i < 256 * 144; i++) pixels.set([100 + (i % 256), 100 + (i % 256), 100 + (i % 256), 1], 4 * i)
  for (let i = 0; i < 256 * 144; i++) {
    const factor = noise()
    for (let k = 0; k < 3; k++) pixels[4 * i + k] *= factor
  }
  return pixels
}
const exposure = (pixels: Float32Array): number => exposureOf(histogramOf(pixels)) as number

test('noise is no darkness: exposure of a noisy picture is that of a clean one (seed 5)', () => {
  const random = seeded(5)
  const clean = exposure(picture(() => 1))
  // One path in eight finds the light.
  const noisy = picture(() => (random() < 1 / 8 ? 7.86 : 0.02))
  expect(Math.abs(exposure(noisy) - clean)).toBeGreaterThan(2)
  expect(Math.abs(exposure(inBlocks(noisy, 256, 144)) - clean)).toBeLessThan(0.4)
})

test('a picture smaller than a block stays, and what does not fill one is left out', () => {
  expect(inBlocks(new Float32Array(4 * 3 * 2).fill(2), 3, 2)).toEqual(new Float32Array(4 * 3 * 2).fill(2))
  expect(inBlocks(new Float32Array(4 * (BLOCK + 1) * BLOCK).fill(2), BLOCK + 1, BLOCK)).toEqual(new Float32Array(4).fill(2))
})
