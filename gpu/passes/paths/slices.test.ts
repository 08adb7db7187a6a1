import { afterEach, expect, test, vi } from 'vitest'
import { SLICE_MS } from '../../kernels/slice-cost.ts'
import { boxMesh, cameraAt, instance, material, PLAIN, sceneOf } from '../../testing/shapes.ts'
import { createPathTracer, type PathRunner } from './path-trace.ts'
import { planStep, slicesOf } from './slices.ts'

afterEach(() => { vi.restoreAllMocks() })

test('slices trace every block of every sample once, as many samples together as a queue holds, and each pixel has its samples in their order', () => {
  for (const [blocks, samples, room] of [[4, 1, 64], [4, 7, 64], [4, 7, 13], [4, 7, 4], [4, 2, 3], [100, 3, 1], [1, 64, 10]]) {
    const slices = slicesOf(blocks, samples, room)
    const seen: number[][] = Array.from({ length: blocks }, () => [])
    for (const { firstBlock, count, firstSample, samples: together } of slices) {
      expect(count * together).toBeLessThanOrEqual(room)
      // The numbers of paths in a slice of several samples are those of all blocks.
      if (together > 1) expect([firstBlock, count]).toEqual([0, blocks])
      for (let block = firstBlock; block < firstBlock + count; block++) for (let i = 0; i < together; i++) seen[block].push(firstSample + i)
    }
    expect(seen).toEqual(Array.from({ length: blocks }, () => Array.from({ length: samples }, (_, i) => i)))
    expect(slices.length).toBe(room >= blocks ? Math.ceil(samples / Math.floor(room / blocks)) : samples * Math.ceil(blocks / room))
  }
})

test('a step takes as many blocks or samples as it has time for, and a slice of it a quarter of that', () => {
  expect(planStep(null, 1000, 1000, 8)).toEqual({ count: 16, samples: 1, room: 16 })
  expect(planStep(0.5, 1000, 1000, 8)).toEqual({ count: 240, samples: 1, room: 60 })
  expect(planStep(0.5, 1000, 100, 8)).toEqual({ count: 100, samples: 1, room: 60 })
  expect(planStep(0.5, 50, 50, 8)).toEqual({ count: 50, samples: 4, room: 60 })
  expect(planStep(0.5, 50, 50, 2)).toEqual({ count: 50, samples: 2, room: 60 })
  expect(planStep(500, 50, 50, 8)).toEqual({ count: 1, samples: 1, room: 1 })
})

/** Slices of the first so many steps, milliseconds, on a card that takes so long for a block. */
async function slicesTraced(steps: number, blockMs: () => number, { waitMs = 0, size = 1920, bounces = 0, most = 1 } = {}) {
  let now = 0
  vi.spyOn(performance, 'now').mockImplementation(() => now)
  const slices: number[] = []
  const none = () => Promise.resolve(new Float32Array())
  const done = () => Promise.resolve()
  const runner: PathRunner = {
    lit: { write() {}, give() {}, trace: done, found: none }, mostBytes: 1e9, begin: done, prepare: done, read: none, dispose() {},
    dispatch(_, blocks, __, ___, samples = 1, room = Infinity) {
      for (const slice of slicesOf(blocks, samples, room)) {
        const ms = slice.count * slice.samples * blockMs()
        slices.push(ms)
        now += waitMs + ms
      }
      return Promise.resolve()
    },
  }
  const box = boxMesh()
  const snapshot = sceneOf([box], [instance('box', box, material({}))])
  const tracer = createPathTracer({ snapshot, slotOf: () => 0, luminaires: { find: () => null } }, runner)
  const begin = (next: number) => tracer.begin({ camera: cameraAt([0, 0, 3]), width: size, height: size, settings: PLAIN, bounces: next, seed: 1 })
  await begin(bounces)
  for (let i = 0; i < steps; i++) await tracer.step(most)
  return { slices, begin, step: () => tracer.step(most) }
}

test.each([1e-4, 3e-3, 0.03, 1, 5, 20, 200])('no slice of a picture without bounces takes longer than 30 ms, from the first on, whatever the card: %f ms a block', async (blockMs) => {
  for (const waitMs of [0, 3, 100]) {
    const { slices } = await slicesTraced(60, () => blockMs, { waitMs })
    // Sixteen blocks are tried where nothing is known, and now and then two where one takes too long: does it work, or wait?
    expect(Math.max(...slices.slice(16 * blockMs > SLICE_MS ? 1 : 0)), `after ${waitMs} ms`).toBeLessThan(1.001 * Math.max(SLICE_MS, 2 * blockMs))
    // Nor is it cut into crumbs.
    expect(slices.slice(-40).reduce((sum, ms) => sum + ms, 0) / 40).toBeGreaterThan(Math.min(0.5 * SLICE_MS, 0.3 * 57_600 * blockMs))
  }
})

test.each([[0.05, 0.2], [4, 16]])('where blocks get dearer slices of the step that meets them are longer by as much, those of the next by half, and no others: from %f to %f ms a block', async (before, after) => {
  for (const at of [0, 1, 2, 3]) {
    let slices = 0
    const traced = await slicesTraced(60, () => (slices++ < 120 + at ? before : after))
    const works = traced.slices.slice(120 + at)
    expect(Math.max(...works)).toBeLessThan(1.001 * (after / before) * SLICE_MS)
    // A step has four of them, five with the end of a sample, and tells of their mean.
    expect(Math.max(...works.slice(4))).toBeLessThan(1.001 * 0.5 * (after / before) * SLICE_MS)
    expect(Math.max(...works.slice(9))).toBeLessThan(1.001 * Math.max(SLICE_MS, 2 * after))
    expect(works.slice(-40).reduce((sum, ms) => sum + ms, 0) / 40).toBeGreaterThan(0.5 * SLICE_MS)
  }
})

test('nor does a slice of several samples of a small one', async () => {
  const { slices } = await slicesTraced(60, () => 0.05, { size: 64, most: 64 })
  expect(Math.max(...slices)).toBeLessThan(1.001 * SLICE_MS)
  expect(Math.max(...slices)).toBeGreaterThan(0.6 * SLICE_MS)
})

test('a picture of longer paths begins carefully again', async () => {
  let blockMs = 1e-3
  const { slices, begin, step } = await slicesTraced(40, () => blockMs)
  blockMs = 0.5
  slices.length = 0
  await begin(16)
  await step()
  expect(slices).toEqual([16 * blockMs])
})
