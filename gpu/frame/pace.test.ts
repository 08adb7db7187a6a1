import { expect, test } from 'vitest'
import { createSliceCost, SLICE_MS } from '../kernels/slice-cost.ts'
import { advance, centredRegion, createOutlook, createPace, createRasterCost, FLUID_MS, INTERACTIVE_MS, jitterOf, nextSlice, phaseOf, pickStride, slicesOfStep, STEP_MS } from './pace.ts'

test('traces every pixel when there is time, and an eighth in each direction when there is none', () => {
  expect(pickStride(640, 360, INTERACTIVE_MS, (pixels) => 1e-5 * pixels, 5)).toBe(1)
  expect(pickStride(640, 360, INTERACTIVE_MS, (pixels) => pixels, 5)).toBe(8)
  expect(pickStride(640, 360, INTERACTIVE_MS, null, 0)).toBe(8)
})

test.each([[INTERACTIVE_MS, 0.01, 20], [FLUID_MS, 1e-3, 6]])('a frame at the chosen stride fits %d ms, and the next closer one would not', (frameMs, pixelMs, fixedMs) => {
  const stride = pickStride(640, 360, frameMs, (pixels) => pixels * pixelMs, fixedMs)
  const cost = (s: number) => Math.ceil(640 / s) * Math.ceil(360 / s) * pixelMs
  expect(cost(stride) + fixedMs).toBeLessThanOrEqual(frameMs)
  expect(cost(stride - 1) + fixedMs).toBeGreaterThan(0.8 * frameMs)
})

/** The spacing of each of so many pictures of 1920 x 1080, where tracing a picture takes so long. */
function stridesOf(isSoftware: boolean, pictures: number, ms: (pixels: number, picture: number) => number, byThreads = false): number[] {
  const pace = createPace(isSoftware)
  return Array.from({ length: pictures }, (_, picture) => {
    const { stride } = pace.resolution('hybrid', byThreads, 1920, 1080)
    const pixels = Math.ceil(1920 / stride) * Math.ceil(1080 / stride)
    pace.frameTook('hybrid', pixels, ms(pixels, picture), 5)
    return stride
  })
}

test('a card that waits for its driver has all pixels from the third picture on, a slow one what it can pay for', () => {
  const waiting = (picture: number) => (picture === 0 ? 200 : 0)
  expect(stridesOf(false, 4, (pixels, picture) => 5 + 6e-6 * pixels + waiting(picture))).toEqual([2, 2, 1, 1])
  expect(stridesOf(false, 4, (pixels, picture) => 50 + 3e-4 * pixels + waiting(picture)).slice(2).every((stride) => stride > 2)).toBe(true)
  expect(stridesOf(true, 1, (pixels) => 0.01 * pixels)).toEqual([8])
})

test('a card shows thirty pictures a second, in fewer pixels where it must; the processor may take longer', () => {
  const whole = (ms: number) => (pixels: number) => (ms * pixels) / (1920 * 1080)
  expect(stridesOf(false, 12, whole(20)).at(-1)).toBe(1)
  expect(stridesOf(false, 12, whole(60)).at(-1)).toBe(2)
  expect(stridesOf(false, 12, whole(150)).at(-1)).toBe(3)
  expect(stridesOf(false, 12, whole(60), true).at(-1)).toBe(1)
  expect(stridesOf(true, 12, whole(60)).at(-1)).toBe(1)
})

const changesOf = (strides: readonly number[]): number[] => strides.filter((stride, i) => i > 0 && stride !== strides[i - 1])

test('a card stays with a size: one that takes too long is tried less and less often, however much faster fewer pixels are', () => {
  for (const [whole, quarter] of [[25, 5.2], [30, 3.5]]) {
    const strides = stridesOf(false, 4000, (pixels) => (pixels > 1e6 ? whole : quarter))
    // In four thousand pictures, two minutes.
    expect(changesOf(strides).length).toBeLessThan(16)
    expect(changesOf(strides.slice(0, 60)).length).toBeLessThan(5)
    expect(strides.filter((stride) => stride === 1).length).toBeLessThan(20)
  }
})

test('where all pixels have time a card has them again soon, whatever made pictures wait', () => {
  const steady = (slow: (picture: number) => number) => stridesOf(false, 400, (pixels, picture) => 16 * (pixels / (1920 * 1080)) ** 0.6 + slow(picture))
  expect(steady((picture) => (picture === 10 ? 200 : 0)).slice(2)).toEqual(Array.from({ length: 398 }, () => 1))
  expect(steady((picture) => (picture === 10 || picture === 11 ? 24 : 0)).slice(200)).toEqual(Array.from({ length: 200 }, () => 1))
  // What was too much for all of them is none any more; what is none becomes too much.
  expect(stridesOf(false, 40, (pixels, picture) => 7e-6 * pixels * (picture < 20 ? 4 : 1)).at(-1)).toBe(1)
  expect(stridesOf(false, 30, (pixels, picture) => 7e-6 * pixels * (picture < 10 ? 1 : 4)).at(-1)).toBe(2)
})

test('a clock that calls a picture nothing takes no pixels away', () => {
  expect(stridesOf(false, 12, () => 0).slice(2)).toEqual(Array.from({ length: 10 }, () => 1))
})

/** The spacing of each of so many frames, on a machine where rasterizing takes so long. */
function shrinksOf(frames: number, ms: (shrink: number, frame: number) => number): number[] {
  const cost = createRasterCost()
  return Array.from({ length: frames }, (_, frame) => {
    const { shrink } = cost
    cost.add(shrink, ms(shrink, frame))
    return shrink
  })
}

test('makes a slow raster coarser, and fine again where that gains little', () => {
  expect(shrinksOf(8, () => 30).at(-1)).toBe(1)
  expect(shrinksOf(8, (shrink) => 200 / shrink ** 2).at(-1)).toBe(2)
  expect(shrinksOf(8, (shrink) => 900 / shrink ** 1.2).at(-1)).toBe(8)
  // Triangles cost.
  expect(shrinksOf(8, () => 200).at(-1)).toBe(1)
})

test('a raster that was slow for a while is fine again soon: at the start, or while something else had the machine', () => {
  for (const until of [1, 4]) {
    const shrinks = shrinksOf(20, (shrink, frame) => (frame < until ? 900 : 4 / shrink ** 2))
    expect(shrinks.slice(-8), `slow up to ${until}`).toEqual(Array.from({ length: 8 }, () => 1))
  }
  // And not on trial every other frame where it stays slow.
  expect(shrinksOf(40, (shrink, frame) => (frame === 0 ? 900 : 120 / shrink ** 2)).slice(4).filter((shrink) => shrink === 1)).toEqual([])
})

test('slices cover every pixel of every block once, at any speed', () => {
  for (const pixelMs of [null, 1e-4, 0.1, 1.3, 30]) {
    const seen = new Uint8Array(10 * 64)
    const progress = { block: 0, lane: 0 }
    while (progress.block < 10) {
      const slice = nextSlice(progress, 10, pixelMs, 40, 4)
      for (let b = 0; b < slice.blockCount; b++) {
        for (let lane = slice.firstLane; lane < slice.firstLane + slice.laneCount; lane++) seen[(slice.firstBlock + b) * 64 + lane]++
      }
      advance(progress, slice)
    }
    expect(seen.every((count) => count === 1), `at ${pixelMs} ms`).toBe(true)
  }
})

test('slices find their size, also where each waits longer for its turn than it works', () => {
  /** Pixels of the last slices, when a slice takes so long. */
  const sizes = (ms: (pixels: number) => number) => {
    const cost = createSliceCost()
    return Array.from({ length: 60 }, (_, i) => {
      const { blockCount, laneCount } = nextSlice({ block: 0, lane: 0 }, 1e6, cost.eachMs, SLICE_MS, 1e6)
      const pixels = blockCount * laneCount
      // The driver compiles before the first.
      cost.add(pixels, ms(pixels) + (i === 0 ? 3000 : 0))
      return pixels
    }).slice(-20)
  }
  // A slice of pixels, whatever the wait; less when sizes are tried, and never more.
  for (const [wait, pixelMs] of [[0, 0.02], [5, 0.02], [300, 0.02], [300, 0.5], [0, 0.5]]) {
    const found = sizes((pixels) => wait + pixels * pixelMs)
    expect(Math.min(...found), `${wait} ms and ${pixelMs} ms per pixel`).toBeGreaterThan(0.4 * SLICE_MS / pixelMs)
    expect(Math.max(...found), `${wait} ms and ${pixelMs} ms per pixel`).toBeLessThanOrEqual(SLICE_MS / pixelMs)
  }
  expect(Math.max(...sizes((pixels) => pixels * 30))).toBeLessThanOrEqual(8)
})

test('the slices of a picture grow until a step is full, also at rest', () => {
  /** Steps of a picture, and milliseconds of the longest, when a slice waits so long and a pixel takes so long. */
  const stepsOf = (waitMs: number, pixelMs: number, blocks: number) => {
    const cost = createSliceCost()
    const progress = { block: 0, lane: 0 }
    let [steps, longest] = [0, 0]
    while (progress.block < blocks && steps < 1e4) {
      const slices = slicesOfStep(progress, blocks, { pixelMs: cost.eachMs, budgetMs: STEP_MS, plannedMs: 0, maxBlocks: 1e4 })
      for (const slice of slices) advance(progress, slice)
      const pixels = slices.map(({ blockCount, laneCount }) => blockCount * laneCount)
      const mean = pixels.reduce((sum, count) => sum + count, 0) / slices.length
      cost.add(mean, waitMs + mean * pixelMs, Math.max(...pixels))
      if (steps++ > 20) longest = Math.max(longest, slices.length * waitMs + mean * slices.length * pixelMs)
    }
    return { steps, longest }
  }
  // 1920 x 1080 by a card: some microseconds a block.
  expect(stepsOf(0.5, 1e-5, 32_400).steps).toBeLessThan(25)
  expect(stepsOf(0.05, 2e-6, 32_400).steps).toBeLessThan(25)
  const slow = stepsOf(0.5, 0.5, 400)
  expect(slow.steps).toBeLessThan(500)
  expect(slow.longest).toBeLessThan(2.5 * STEP_MS)
})

test('an outlook takes a quarter of the patience, and one slice that waited does not change it', () => {
  const outlook = createOutlook()
  outlook.add(16, 4000)
  for (let slice = 0; slice < 12; slice++) {
    expect(outlook.pixelMs(5000)).toBeNull()
    outlook.add(100, 100)
  }
  outlook.add(100, 100)
  expect(outlook.pixelMs(5000)).toBe(1)
  outlook.add(100, 6000)
  // The one before counts now: two of them are no accident.
  expect(outlook.pixelMs(5000)).toBeCloseTo(5300 / 1316, 6)
  expect(outlook.pixelMs(Infinity)).toBeNull()
})

test('a region is centred, made of whole blocks and no larger than asked', () => {
  const region = centredRegion(640, 360, 10_000)
  expect(region.width * region.height).toBeLessThanOrEqual(10_000)
  expect(region.x % 8 + region.y % 8 + region.width % 8).toBe(0)
  expect(Math.abs(region.x + region.width / 2 - 320)).toBeLessThanOrEqual(8)
  expect(centredRegion(64, 36, 1e9)).toEqual({ x: 0, y: 0, width: 64, height: 36 })
})

test('samples stay within their pixel and their mean is near its centre', () => {
  const samples = Array.from({ length: 8 }, (_, i) => jitterOf(i))
  for (const [x, y] of samples) expect(Math.max(Math.abs(x), Math.abs(y))).toBeLessThan(0.5)
  expect(Math.abs(samples.reduce((sum, [x]) => sum + x, 0) / 8)).toBeLessThan(0.1)
})

test.each([1, 2, 3, 5, 8])('pictures of every so many pixels look through the middle first, and soon through each of them: %i', (stride) => {
  expect(phaseOf(stride, 0)).toEqual([Math.floor(stride / 2), Math.floor(stride / 2)])
  const phases = Array.from({ length: 3 * stride ** 2 }, (_, turn) => phaseOf(stride, turn))
  for (const phase of phases) for (const value of phase) expect(Number.isInteger(value) && value >= 0 && value < stride).toBe(true)
  expect(new Set(phases.map(String)).size).toBe(stride ** 2)
})
