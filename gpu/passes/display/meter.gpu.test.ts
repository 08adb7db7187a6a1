import { afterAll, beforeAll, expect, test } from 'vitest'
import { createStorageBuffer } from '../../buffers/buffer.ts'
import { sharedDevice } from '../../headless/headless.ts'
import { seeded } from '../../testing/random.ts'
import { createMeter, exposureOf, histogramOf, type Meter } from './meter.ts'

let device: GPUDevice
let meter: Meter
beforeAll(async () => {
  device = await sharedDevice()
  meter = await createMeter(device)
})
afterAll(() => meter.dispose())

const SIZE = { width: 125, height: 40 }

/** Each zone in the middle of a bin, so that no rounding of a mean or its logarithm moves it. */
function picture(seed: number, change: (pixel: number[], i: number) => readonly number[] = (pixel) => pixel): Float32Array {
  const random = seeded(seed)
  const zones = Array.from({ length: 32 * 10 }, () => 2 ** (-4 + (Math.floor(90 * random() ** 2) + 0.5) / 6.4))
  return Float32Array.from(Array.from({ length: SIZE.width * SIZE.height }, (_, i) => {
    const [column, row] = [Array.from({ length: 32 }, (_, c) => Math.floor(((c + 1) * SIZE.width) / 32)).findIndex((right) => i % SIZE.width < right), Math.floor(i / SIZE.width / 4)]
    const luminance = zones[32 * row + column]
    const samples = 1 + Math.floor(8 * random())
    return change([luminance * samples, luminance * samples, luminance * samples, samples], i)
  }).flat())
}

test.each([
  ['an ordinary picture', picture(1)],
  ['a picture half of which was not rendered', picture(2, (pixel, i) => (i % 2 === 0 ? pixel : [pixel[0], pixel[1], pixel[2], 0]))],
  ['black, endless and impossible pixels among others', picture(3, (pixel, i) => [pixel, [0, 0, 0, 1], [NaN, 1, 1, 1], [Infinity, 0, 0, 1], [-3, -3, -3, 1]][i % 5])],
  ['what is darker and brighter than any bin', picture(4, (pixel, i) => [pixel, [1e-20, 1e-20, 1e-20, 1], [1e20, 1e20, 1e20, 1]][i % 3])],
])('the GPU meters %s as the CPU does', async (_, rgba) => {
  const buffer = createStorageBuffer(device, 'metered', rgba)
  const expected = exposureOf(histogramOf({ rgba, ...SIZE }))!
  expect(expected).not.toBeNull()
  expect(exposureOf(await meter.read(buffer, SIZE))).toBeCloseTo(expected, 6)
  // Of fewer rows, those alone.
  const above = { ...SIZE, height: 8 }
  expect(exposureOf(await meter.read(buffer, above))).toBeCloseTo(exposureOf(histogramOf({ rgba, ...above }))!, 6)
  buffer.destroy()
})

test('a black picture has no exposure', async () => {
  const black = createStorageBuffer(device, 'metered', new Float32Array(400))
  expect(exposureOf(await meter.read(black, { width: 10, height: 10 }))).toBeNull()
  black.destroy()
})
