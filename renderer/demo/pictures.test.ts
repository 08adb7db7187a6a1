import { expect, test } from 'vitest'
import { INDIRECT_BOUNCES } from '../../gpu/index.ts'
import type { Capture } from '../interaction/viewport.ts'
import { absurdityOf, differingShare, largestDifference, STILL, tonesOf } from './pictures.ts'

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

test('a picture is absurd that is nearly black, nearly white or burnt out, and a grey one with a lamp in it is not', () => {
  const of = (...greys: number[]): Capture => picture(...greys.flatMap((grey) => [grey, grey, grey, 255]))
  const many = (grey: number, count: number): number[] => Array.from({ length: count }, () => grey)
  expect(tonesOf(of(...many(51, 99), 255))).toEqual({ mean: expect.closeTo(0.208, 6) as number, clipped: 0.01 })
  expect(absurdityOf(tonesOf(of(...many(51, 99), 255)))).toBeNull()
  expect(absurdityOf(tonesOf(of(...many(20, 100))))).toContain('8 % of white')
  expect(absurdityOf(tonesOf(of(...many(240, 100))))).toContain('94 % of white')
  expect(absurdityOf(tonesOf(of(...many(100, 80), ...many(255, 20))))).toContain('20 % of it are burnt out')
})

test('the still has the light of the window with a card and without and no more paths than two cores have time for', () => {
  for (const { width, height, bounces } of Object.values(STILL)) expect([width / height, bounces]).toEqual([16 / 9, INDIRECT_BOUNCES])
  const { width, height, samples } = STILL.software
  expect(width).toBeGreaterThanOrEqual(320)
  // In the apartment at dusk 160 x 90 of 64 samples and three bounces took 93 s of a processor, and this of twelve samples 94, of one 30.
  expect(width * height * samples).toBeLessThan(320 * 180 * 12)
})
