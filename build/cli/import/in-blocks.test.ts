import { expect, test } from 'vitest'
import { seeded } from '../../../gpu/testing/random.ts'
import { BLOCK, inBlocks } from './in-blocks.ts'

test('noise is neither black nor white: blocks of a noisy wall are as bright as the wall (seed 5)', () => {
  const random = seeded(5)
  // One path in eight finds the light.
  const noisy = Float32Array.from(Array.from({ length: 256 * 144 }, () => (random() < 1 / 8 ? 8 : 0)).flatMap((value) => [value, value, value, 1]))
  const blocks = inBlocks(noisy, 256, 144)
  const luminances = Array.from({ length: blocks.length / 4 }, (_, i) => blocks[4 * i])
  expect(luminances.filter((value) => value > 4).length / luminances.length).toBeLessThan(0.01)
  expect(luminances.reduce((sum, value) => sum + value, 0) / luminances.length).toBeCloseTo(1, 1)
})

test('a picture smaller than a block stays, and what does not fill one is left out', () => {
  expect(inBlocks(new Float32Array(4 * 3 * 2).fill(2), 3, 2)).toEqual(new Float32Array(4 * 3 * 2).fill(2))
  expect(inBlocks(new Float32Array(4 * (BLOCK + 1) * BLOCK).fill(2), BLOCK + 1, BLOCK)).toEqual(new Float32Array(4).fill(2))
})
