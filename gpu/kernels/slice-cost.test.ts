import { expect, test } from 'vitest'
import { createSliceCost, SLICE_MS } from './slice-cost.ts'

/** Milliseconds of work of each of so many slices, where one waits so long, its first for the driver too, and each of its count takes so long. */
function worksOf(slices: number, waitMs: number, eachMs: number, sliceMs = SLICE_MS): number[] {
  const cost = createSliceCost(sliceMs)
  return Array.from({ length: slices }, (_, i) => {
    const count = cost.eachMs === null ? 16 : Math.max(1, Math.floor(sliceMs / cost.eachMs))
    cost.add(count, waitMs + count * eachMs + (i === 0 ? 1000 : 0))
    return count * eachMs
  })
}

test.each([[0, 1e-5], [0, 0.02], [0, 2], [5, 0.02], [300, 0.02], [300, 0.5]])('no slice works longer than it should, from the first on, and most as long as they may: after a wait of %f ms, %f ms each', (waitMs, eachMs) => {
  for (const sliceMs of [SLICE_MS, 15]) {
    const works = worksOf(80, waitMs, eachMs, sliceMs)
    // Sixteen are tried where nothing is known.
    expect(Math.max(...works)).toBeLessThan(1.001 * Math.max(sliceMs, 16 * eachMs))
    const last = works.slice(-20)
    expect(last.reduce((sum, ms) => sum + ms, 0) / last.length).toBeGreaterThan(0.6 * sliceMs)
  }
})

test('a slice of which there is no smaller one grows again where it only waited', () => {
  const cost = createSliceCost()
  for (let i = 0; i < 5; i++) cost.add(4, 200)
  expect(SLICE_MS / cost.eachMs!).toBeGreaterThan(4)
})

test.each([1, 4])('of what takes too long however little it is, twice as much is tried at most: steps of %i', (least) => {
  for (const eachMs of [8, 20, 200]) {
    const cost = createSliceCost()
    const counts = Array.from({ length: 60 }, () => {
      const count = cost.eachMs === null ? 16 : Math.max(least, least * Math.floor(SLICE_MS / cost.eachMs / least))
      cost.add(count, count * eachMs)
      return count
    })
    expect(Math.max(...counts.slice(1)), `${eachMs} ms each`).toBeLessThanOrEqual(Math.max(2 * least, SLICE_MS / eachMs))
  }
})

/** Milliseconds of work of each of so many slices, and of those from which on each costs something else. */
function worksAcross(before: number, after: number, waitMs: (slice: number) => number): number[] {
  const cost = createSliceCost()
  return Array.from({ length: 60 }, (_, i) => {
    const count = cost.eachMs === null ? 16 : Math.max(1, Math.floor(SLICE_MS / cost.eachMs))
    const ms = count * (i < 30 ? before : after)
    cost.add(count, waitMs(i) + ms)
    return ms
  }).slice(30)
}

test.each([[0.05, 0.2], [4, 16], [0.05, 0.1], [0.2, 0.05]])('where the cost changes two slices may be longer, the second by less, and none after: from %f to %f ms each', (before, after) => {
  for (const waitMs of [0, 3]) {
    const [first, second, ...others] = worksAcross(before, after, () => waitMs)
    const change = Math.max(1, after / before)
    expect(first, `after ${waitMs} ms`).toBeLessThan(1.001 * change * SLICE_MS)
    expect(second, `after ${waitMs} ms`).toBeLessThan(Math.max(1.001 * SLICE_MS, 0.6 * change * SLICE_MS))
    expect(Math.max(...others), `after ${waitMs} ms`).toBeLessThan(1.001 * SLICE_MS)
    expect(others.reduce((sum, ms) => sum + ms, 0) / others.length).toBeGreaterThan(0.5 * SLICE_MS)
  }
})

test('a slice that waits for long now and then makes the others neither longer nor crumbs', () => {
  const works = worksAcross(0.02, 0.02, (slice) => (slice % 7 === 0 ? 300 : 2))
  expect(Math.max(...works)).toBeLessThan(1.001 * SLICE_MS)
  expect(works.reduce((sum, ms) => sum + ms, 0) / works.length).toBeGreaterThan(0.5 * SLICE_MS)
})

test('the rest of a picture does not make the slices of the next one small', () => {
  const cost = createSliceCost()
  for (const count of [1000, 1000, 1000, 10]) cost.add(count, 0.02 * count)
  expect(SLICE_MS / cost.eachMs!).toBeGreaterThan(1400)
})

test('slices that were on their way when a smaller one was asked for do not say that there is none', () => {
  const cost = createSliceCost(15, 8)
  for (let i = 0; i < 8; i++) cost.add(1000, 20)
  expect(15 / cost.eachMs!).toBeLessThan(600)
  cost.add(1000, 20)
  expect(15 / cost.eachMs!).toBeGreaterThan(1000)
})
