import { expect, test } from 'vitest'
import { seeded } from '../../testing/random.ts'
import { greyOf } from '../../settings.ts'
import { adaptedExposure, exposureOf, guardOf, histogramOf } from './meter.ts'

/** A picture each pixel of which is a zone. */
const zones = (luminances: readonly number[]): Uint32Array => {
  const bins = new Uint32Array(256)
  // A picture of no more pixels a side than there are zones.
  for (let from = 0; from < luminances.length; from += 32) {
    const part = luminances.slice(from, from + 32)
    histogramOf({ rgba: Float32Array.from(part.flatMap((v) => [v, v, v, 1])), width: part.length, height: 1 }).forEach((count, bin) => { bins[bin] += count })
  }
  return bins
}
const meter = (luminances: readonly number[]) => exposureOf(zones(luminances))!

test('an even picture is shown as middle grey, a day outdoors brighter, to the width of a bin, and twice the light is about one stop', () => {
  expect([1, 200, 4000, 1e5].map(greyOf)).toEqual([0.18, 0.18, 0.28, 0.28])
  for (const nits of [0.01, 1, 38, 900, 20_000]) {
    const ev = meter(Array.from({ length: 1000 }, () => nits))
    expect(Math.abs(Math.log2(nits / (1.2 * 2 ** ev) / greyOf(nits)))).toBeLessThan(0.5 / 6.4 + 1e-6)
    expect(meter(Array.from({ length: 1000 }, () => 2 * nits)) - ev).toBeCloseTo(1, 0)
  }
})

test('a lamp, the sun and a few black corners do not change it', () => {
  const wall = Array.from({ length: 1000 }, (_, i) => 20 + (i % 40))
  const plain = meter(wall)
  expect(meter(wall.map((v, i) => (i < 30 ? 1e9 : v)))).toBeCloseTo(plain, 0.8)
  expect(meter(wall.map((v, i) => (i < 60 ? 1e-4 : v)))).toBeCloseTo(plain, 0.8)
})

test('windows and the sun on the floor leave the walls of a bare room as bright as they are without them', () => {
  const walls = Array.from({ length: 1000 }, (_, i) => 90 + (i % 40))
  const bare = meter(walls)
  expect(meter(walls.map((v, i) => (i % 4 === 0 ? 100 * v : v)))).toBeCloseTo(bare, 0.8)
  // What is only brighter than the rest counts.
  expect(meter(walls.map((v, i) => (i % 4 === 0 ? 4 * v : v)))).toBeGreaterThan(bare + 0.2)
})

test('what was not rendered, is black or no number does not count; nothing at all has no exposure', () => {
  const bins = histogramOf({ rgba: Float32Array.of(1, 1, 1, 0, 0, 0, 0, 1, NaN, 1, 1, 1, Infinity, 0, 0, 1, 3, 3, 3, 1), width: 5, height: 1 })
  expect(bins.reduce((sum, count) => sum + count, 0)).toBe(1)
  expect(exposureOf(new Uint32Array(256))).toBeNull()
})

test('guarded, a twentieth of the zones is brighter than white, to the width of a bin, however dark the rest', () => {
  const half = Array.from({ length: 1000 }, (_, i) => (i < 500 ? 1e-3 : 5000 + 10 * (i - 500)))
  const white = 1.2 * 2 ** guardOf(zones(half))!
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

test('a noisy picture is exposed as a clean one, however large it is: one path in eight finds the light (seed 5)', () => {
  const random = seeded(5)
  const exposed = (width: number, noise: () => number): number => {
    const height = (width * 9) / 16
    // Brighter from left to right.
    const rgba = Float32Array.from(Array.from({ length: width * height }, (_, i) => (100 + (256 * (i % width)) / width) * noise()).flatMap((v) => [v, v, v, 1]))
    return exposureOf(histogramOf({ rgba, width, height }))!
  }
  const clean = exposed(256, () => 1)
  expect(exposed(1024, () => 1)).toBeCloseTo(clean, 1)
  expect(Math.abs(exposed(256, () => (random() < 1 / 8 ? 7.86 : 0.02)) - clean)).toBeLessThan(0.15)
})

test.each([[640, 32], [32, 640], [7, 3], [1, 1], [3000, 2]])('the zones of a picture of %i x %i are all of its pixels', (width, height) => {
  const rgba = new Float32Array(4 * width * height)
  for (let i = 0; i < width * height; i++) rgba.set([1, 1, 1, 1], 4 * i)
  const bins = (): Uint32Array => histogramOf({ rgba, width, height })
  const before = bins()
  expect([...before].filter((count) => count > 0)).toHaveLength(1)
  // Each pixel counts: by the first, the last and one in the middle a zone leaves its bin.
  for (const pixel of new Set([0, Math.floor((width * height) / 2), width * height - 1])) {
    rgba.set([1e20, 1e20, 1e20, 1], 4 * pixel)
    expect(bins()[255], `pixel ${pixel}`).toBe(1)
    rgba.set([1, 1, 1, 1], 4 * pixel)
  }
})
