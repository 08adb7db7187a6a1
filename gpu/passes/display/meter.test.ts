import { expect, test } from 'vitest'
import { adaptedExposure, exposureOf, guardOf, histogramOf } from './meter.ts'

const picture = (luminances: readonly number[]) => Float32Array.from(luminances.flatMap((v) => [v, v, v, 1]))
const meter = (luminances: readonly number[]) => exposureOf(histogramOf(picture(luminances)))!

test('an even picture is shown as middle grey, to the width of a bin, and twice the light is one stop', () => {
  for (const nits of [0.01, 1, 38, 900, 20_000]) {
    const ev = meter(Array.from({ length: 1000 }, () => nits))
    expect(Math.abs(Math.log2(nits / (1.2 * 2 ** ev) / 0.18))).toBeLessThan(0.5 / 6.4 + 1e-6)
    expect(meter(Array.from({ length: 1000 }, () => 2 * nits)) - ev).toBeCloseTo(1, 0)
  }
})

test('a lamp, the sun and a few black corners do not change it', () => {
  const wall = Array.from({ length: 1000 }, (_, i) => 20 + (i % 40))
  const plain = meter(wall)
  expect(meter(wall.map((v, i) => (i < 30 ? 1e9 : v)))).toBeCloseTo(plain, 0.8)
  expect(meter(wall.map((v, i) => (i < 60 ? 1e-4 : v)))).toBeCloseTo(plain, 0.8)
})

test('what was not rendered, is black or no number does not count; nothing at all has no exposure', () => {
  const bins = histogramOf(Float32Array.of(1, 1, 1, 0, 0, 0, 0, 1, NaN, 1, 1, 1, Infinity, 0, 0, 1, 3, 3, 3, 1))
  expect(bins.reduce((sum, count) => sum + count, 0)).toBe(1)
  expect(exposureOf(new Uint32Array(256))).toBeNull()
})

test('guarded, a twentieth of the pixels is brighter than white, to the width of a bin, however dark the rest', () => {
  const half = Array.from({ length: 1000 }, (_, i) => (i < 500 ? 1e-3 : 5000 + 10 * (i - 500)))
  const white = 1.2 * 2 ** guardOf(histogramOf(picture(half)))!
  const clipped = (stops: number) => half.filter((v) => v > white * 2 ** stops).length / half.length
  expect(clipped(0)).toBeLessThanOrEqual(0.05)
  expect(clipped(-1 / 6.4)).toBeGreaterThan(0.05)
  expect(guardOf(new Uint32Array(256))).toBeNull()
})

test('extremes are clamped to what the panel offers', () => {
  expect(meter([1e-20])).toBe(-10)
  expect(meter([1e25])).toBe(20)
})

test('exposure comes nearer with time, never beyond, and at once when it is the first or the last', () => {
  expect(adaptedExposure(null, 7, 0)).toBe(7)
  expect(adaptedExposure(3, 7, Infinity)).toBe(7)
  const [soon, later] = [adaptedExposure(3, 7, 0.1), adaptedExposure(3, 7, 1)]
  expect(soon).toBeGreaterThan(3)
  expect(later).toBeGreaterThan(soon)
  expect(later).toBeLessThan(7)
})
