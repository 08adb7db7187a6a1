import { expect, test } from 'vitest'
import type { Capture } from '../interaction/viewport.ts'
import { differingShare, largestDifference } from './pictures.ts'

const picture = (...rgba: number[]): Capture => ({ width: rgba.length / 4, height: 1, rgba: new Uint8ClampedArray(rgba) })

test('equal pictures differ by nothing', () => {
  const a = picture(10, 20, 30, 255, 40, 50, 60, 255)
  expect(largestDifference(a, picture(...a.rgba))).toBe(0)
  expect(differingShare(a, picture(...a.rgba))).toBe(0)
})

test('the largest difference is that of the worst channel, the share that of the visibly different pixels', () => {
  const a = picture(10, 20, 30, 255, 40, 50, 60, 255)
  const b = picture(10, 24, 30, 255, 40, 50, 90, 255)
  expect(largestDifference(a, b)).toBe(30)
  expect(differingShare(a, b)).toBe(0.5)
})

test('pictures of different size differ everywhere', () => {
  expect(largestDifference(picture(0, 0, 0, 0), picture(0, 0, 0, 0, 0, 0, 0, 0))).toBe(255)
  expect(differingShare(picture(0, 0, 0, 0), picture(0, 0, 0, 0, 0, 0, 0, 0))).toBe(1)
})
