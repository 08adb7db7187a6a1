import { expect, test } from 'vitest'
import { noisyPicture, plainDenoise, randomWeights, writeTza } from '../testing/plain-denoiser.ts'
import { seeded } from '../testing/random.ts'
import { createCpuNetwork } from './cpu-network.ts'
import { cutPicture, partsOfBand } from './cut.ts'
import { createDenoiseThreads, inlineDenoisePort } from './denoise-threads.ts'
import { createRowDenoiser, denoisePicture, joinedRows } from './denoise-rows.ts'
import { createLightKeeper, tileEdges } from './light.ts'
import type { GuidedRows, Network } from './network.ts'
import { createExposureMeter, decode, encode, exposureScale, luminanceOf } from './transfer.ts'
import { parseUnet } from './unet.ts'

const onProcessor = (seed: number, mostPixels?: number): Promise<Network> =>
  createCpuNetwork(parseUnet(writeTza(randomWeights(seed))), createDenoiseThreads(inlineDenoisePort, 1), mostPixels)

/** Largest difference, relative to a thousandth of the picture's mean and more. */
function differenceOf(a: Float32Array, b: Float32Array): number {
  const floor = 1e-3 * b.reduce((sum, value) => sum + Math.abs(value), 0) / b.length
  return a.reduce((most, value, i) => Math.max(most, Math.abs(value - b[i]) / (Math.abs(b[i]) + floor)), 0)
}

test.each([[48, 32, 1], [37, 21, 2], [5, 3, 3]])('the processor’s network gives what straight loops give: %i x %i, seed %i', async (width, height, seed) => {
  const picture = noisyPicture(width, height, seed)
  const network = await onProcessor(seed)
  const denoised = await network.run(picture, width, { x: 0, y: 0, width, height }, 0.01)
  const plain = plainDenoise(picture, randomWeights(seed), 0.01)
  expect(differenceOf(denoised, plain)).toBeLessThan(1e-4)
  // It is a picture that something can be told by.
  expect(new Set(plain).size).toBeGreaterThan(width * height)
  // What is around a part is not looked at, and the memory of the part before is not either.
  const [w, h] = [Math.ceil(width / 2), Math.ceil(height / 2)]
  const part = await network.run(picture, width, { x: 2, y: 1, width: w, height: h }, 0.01)
  const alone = cutOut(picture, width, { x: 2, y: 1, width: w, height: h })
  expect(differenceOf(part, plainDenoise({ ...alone, width: w, height: h }, randomWeights(seed), 0.01))).toBeLessThan(1e-4)
})

const cutOut = (rows: GuidedRows, width: number, part: { x: number; y: number; width: number; height: number }): GuidedRows => {
  const cut = (values: Float32Array): Float32Array => Float32Array.from({ length: 4 * part.width * part.height }, (_, i) =>
    values[4 * ((part.y + Math.floor((i >> 2) / part.width)) * width + part.x + (i >> 2) % part.width) + i % 4])
  return { radiance: cut(rows.radiance), albedo: cut(rows.albedo), normal: cut(rows.normal) }
}

/** @param counts  rows, as they are pushed */
async function expectCutAlike(width: number, height: number, mostPixels: number, counts: readonly number[]): Promise<void> {
  const picture = noisyPicture(width, height, 4)
  const whole = await denoisePicture(await onProcessor(4), picture, { width, height })
  const shares: number[] = []
  const denoiser = createRowDenoiser(await onProcessor(4, mostPixels), { width, height, scale: exposureScale(picture.radiance, width, height), onProgress: (share) => shares.push(share) })
  const finished: number[] = []
  let y = 0
  for (const count of counts) {
    const part = cutOut(picture, width, { x: 0, y, width, height: count })
    for (const value of await denoiser.push(part)) finished.push(value)
    y += count
  }
  expect(y).toBe(height)
  expect(differenceOf(Float32Array.from(finished), whole)).toBeLessThan(1e-6)
  expect(shares.at(-1)).toBe(1)
  expect(shares).toEqual(shares.toSorted((a, b) => a - b))
}

// Strips: what lies around a part is much larger than the part, and this way it is so in one direction alone.
test('a wide picture in parts is that of one piece', async () => {
  expect(cutPicture(416, 32, 9728)).toMatchObject({ rows: 32, columns: 112 })
  await expectCutAlike(416, 32, 9728, [1, 20, 0, 11])
})

test('a tall picture in bands is that of one piece, however its rows come', async () => {
  expect(cutPicture(32, 416, 9728)).toMatchObject({ rows: 112, columns: 32 })
  await expectCutAlike(32, 416, 9728, [1, 63, 101, 0, 30, 221])
})

test('a picture in bands and parts is that of one piece, however its rows come', { tags: 'proof' }, async () => {
  const { rows, columns } = cutPicture(416, 416, 90_000)
  expect(rows < 416 && columns < 416).toBe(true)
  await expectCutAlike(416, 416, 90_000, [1, 63, 101, 0, 30, 221])
})

test('in light that changes smoothly neither bands, parts nor tiles leave a seam of more than a thousandth', async () => {
  const [width, height, mostPixels] = [416, 416, 90_000]
  const { rows, columns } = cutPicture(width, height, mostPixels)
  expect(rows < height && columns < width).toBe(true)
  // From a tenth of a nit to a thousand.
  const radiance = Float32Array.from({ length: 4 * width * height }, (_, i) => 10 * 10 ** (1.2 * Math.sin((i >> 2) % width / 150) + 0.8 * Math.cos(Math.floor((i >> 2) / width) / 130)))
  // As the network does it, whose own seams are held above: a per cent is lost, here more and there less.
  const lost = (value: number): number => value * (0.985 + 0.01 * Math.sin(3 * Math.log(value)))
  const losing: Network = { mostPixels, run: ({ radiance: all }, stride, { x, y, ...part }) => Promise.resolve(Float32Array.from({ length: 4 * part.width * part.height }, (_, i) => lost(all[4 * ((y + Math.floor((i >> 2) / part.width)) * stride + x + (i >> 2) % part.width)]))), dispose() {} }
  const denoised = await denoisePicture(losing, { radiance, albedo: radiance, normal: radiance }, { width, height })
  // What light that is given back multiplies by, which is all that could show edges.
  const factors = Float64Array.from({ length: width * height }, (_, i) => denoised[4 * i] / lost(radiance[4 * i]))
  const steps = [1, width].flatMap((apart) => Array.from(factors, (factor, i) => (i < apart || (apart === 1 && i % width === 0) ? 0 : Math.abs(factor - factors[i - apart]))))
  expect(steps.reduce((most, step) => Math.max(most, step))).toBeLessThan(1e-3)
  expect(factors.reduce((most, factor) => Math.max(most, factor))).toBeGreaterThan(1.02)
})

test('every tile keeps its light, and no edge of a tile is seen', () => {
  const [width, height] = [209, 150]
  const { radiance } = noisyPicture(width, height, 5)
  // Lost here, gained there, and strongly: 0.8 to 1.25.
  const wrong = radiance.map((value, i) => (i % 4 === 3 ? value : value * 1.25 ** Math.sin((i >> 2) % width / 31 + Math.floor((i >> 2) / width) / 17)))
  const keeper = createLightKeeper(width, height)
  keeper.add(radiance, wrong)
  expect(keeper.known).toBe(height)
  const mended = wrong.slice()
  keeper.apply(0, mended)
  const [columns, rows] = [tileEdges(width), tileEdges(height)]
  for (let j = 0; j + 1 < rows.length; j++) {
    for (let i = 0; i + 1 < columns.length; i++) {
      const meanOf = (values: Float32Array): number => {
        let sum = 0
        for (let y = rows[j]; y < rows[j + 1]; y++) for (let x = columns[i]; x < columns[i + 1]; x++) sum += luminanceOf(values[4 * (y * width + x)], values[4 * (y * width + x) + 1], values[4 * (y * width + x) + 2])
        return sum
      }
      expect(Math.abs(meanOf(mended) / meanOf(radiance) - 1)).toBeLessThan(5e-3)
    }
  }
  // What it multiplied by changes from pixel to pixel by little.
  let steepest = 0
  for (let y = 0; y < height; y++) {
    for (let x = 1; x < width; x++) {
      const at = 4 * (y * width + x)
      steepest = Math.max(steepest, Math.abs(mended[at] / wrong[at] - mended[at - 4] / wrong[at - 4]))
    }
  }
  expect(steepest).toBeLessThan(0.03)
})

/** Even light with a little noise, of which one pixel in 4,000 has as much as rare paths bring; w: 1. */
function strayPicture(width: number, height: number): Float32Array {
  const random = seeded(9)
  const picture = new Float32Array(4 * width * height).fill(1)
  for (let i = 0; i < picture.length; i += 4) picture.fill(random() < 1 / 4000 ? 80 + 120 * random() : 0.5 + random(), i, i + 3)
  return picture
}
const lightOf = (values: Float32Array): number => values.reduce((sum, value, i) => (i % 4 === 1 ? sum + value : sum), 0) / (values.length / 4)

test('stray bright pixels are light: what they bring goes to all that is around, none is lost, and it is seen nowhere', () => {
  const [width, height] = [448, 700]
  const noisy = strayPicture(width, height)
  const denoised = new Float32Array(noisy.length).fill(0.95)
  const keeper = createLightKeeper(width, height)
  keeper.add(noisy, denoised)
  const mended = denoised.slice()
  keeper.apply(0, mended)
  // A thirtieth of all light is in strays; it is there again, and evenly: by itself a tile that has three would be a tenth too bright.
  expect(lightOf(noisy)).toBeGreaterThan(1.03)
  expect(Math.abs(lightOf(mended) / lightOf(noisy) - 1)).toBeLessThan(1e-3)
  const all = lightOf(noisy)
  let [farthest, steepest] = [0, 0]
  for (let i = 0; i < mended.length; i += 4) {
    farthest = Math.max(farthest, Math.abs(mended[i] / all - 1))
    if (i % (4 * width) > 0) steepest = Math.max(steepest, Math.abs(mended[i] - mended[i - 4]))
  }
  expect(farthest).toBeLessThan(0.045)
  expect(steepest).toBeLessThan(2e-3)
  // Rows that come and go one after the other are the same.
  const streamed = createLightKeeper(width, height)
  const finished = denoised.slice()
  let given = 0
  for (let y = 0; y < height; y += 20) {
    streamed.add(noisy.subarray(4 * width * y, 4 * width * (y + 20)), denoised.subarray(4 * width * y, 4 * width * (y + 20)))
    const { known } = streamed
    streamed.apply(given, finished.subarray(4 * width * given, 4 * width * known))
    given = known
    if (y === 620) expect(known).toBeGreaterThan(0)
  }
  expect(finished.every((value, i) => value === mended[i])).toBe(true)
})

test('a stray pixel that is brighter than a room lights no room, and one that is no number is none', () => {
  const [width, height] = [64, 64]
  const noisy = new Float32Array(4 * width * height).fill(1)
  noisy.fill(5e6, 400, 403)
  noisy.fill(Infinity, 800, 803)
  noisy.fill(NaN, 1200, 1203)
  const denoised = new Float32Array(4 * width * height).fill(0.9)
  const keeper = createLightKeeper(width, height)
  keeper.add(noisy, denoised)
  keeper.apply(0, denoised)
  expect(denoised[0]).toBeGreaterThan(1)
  expect(denoised[0]).toBeLessThan(1.07)
})

test('a picture that is black, or whose numbers are none, stays a picture', async () => {
  const [width, height] = [20, 20]
  const network = await onProcessor(6)
  for (const value of [0, NaN, Infinity, -1]) {
    const rows = { radiance: new Float32Array(4 * width * height).fill(value), albedo: new Float32Array(4 * width * height).fill(value), normal: new Float32Array(4 * width * height).fill(value) }
    const denoised = await denoisePicture(network, rows, { width, height })
    expect(denoised.every((each, i) => i % 4 === 3 || (Number.isFinite(each) && each >= 0))).toBe(true)
  }
})

test('the curve and its inverse meet, over twelve magnitudes', () => {
  for (let y = 1e-7; y < 6e4; y *= 1.3) expect(decode(encode(y)) / y).toBeCloseTo(1, 4)
  expect([encode(NaN), encode(-1), encode(0)]).toEqual([0, 0, 0])
})

test('the exposure of a picture is the same in pieces, and brings its middle to 0.18', () => {
  const [width, height] = [50, 37]
  const even = new Float32Array(4 * width * height).fill(40)
  expect(exposureScale(even, width, height) * 40).toBeCloseTo(0.18, 5)
  const { radiance } = noisyPicture(width, height, 7)
  const meter = createExposureMeter(width, height)
  for (let y = 0; y < height; y++) meter.add(radiance.subarray(4 * width * y, 4 * width * (y + 1)))
  expect(meter.scale()).toBe(exposureScale(radiance, width, height))
  expect(exposureScale(new Float32Array(4 * width * height), width, height)).toBe(1)
})

test('a picture of any size is cut into parts that fit, and wide ones into bands that fit memory', () => {
  for (const [width, height] of [[640, 360], [1920, 1080], [16_384, 9216], [9216, 16_384], [17, 4000], [20_000, 10]]) {
    for (const most of [60_000, 450_000, 700_000]) {
      const { rows, columns } = cutPicture(width, height, most)
      const up = (value: number): number => Math.ceil(value / 16) * 16
      const [around, high] = [columns < width ? columns + 192 : up(width), rows < height ? rows + 192 : up(height)]
      expect(Math.min(around, up(width)) * Math.min(high, up(height))).toBeLessThanOrEqual(most)
      expect(high * width).toBeLessThanOrEqual(6_000_000 + 288 * width)
      expect([rows % 16, columns % 16]).toEqual([0, 0])
      const parts = Array.from({ length: Math.ceil(height / rows) }, (_, band) => partsOfBand(width, height, band * rows, { rows, columns })).flat()
      // Of one size, or a card has memory for two; each sees what it must.
      expect(new Set(parts.map(({ around }) => `${up(around.width)}x${up(around.height)}`)).size, `${width}x${height}`).toBe(1)
      expect(parts.every(({ around, kept }) => around.x <= Math.max(0, kept.x - 96) && around.y <= Math.max(0, kept.y - 96)
        && around.x + around.width >= Math.min(width, kept.x + kept.width + 96) && around.y + around.height >= Math.min(height, kept.y + kept.height + 96))).toBe(true)
    }
  }
})

test('work that was called off stops, and the network serves the next picture', async () => {
  const picture = noisyPicture(48, 32, 8)
  const network = await onProcessor(8)
  const stop = new AbortController()
  stop.abort(new Error('enough'))
  await expect(denoisePicture(network, picture, { width: 48, height: 32, signal: stop.signal })).rejects.toThrow('enough')
  const again = await network.run(picture, 48, { x: 0, y: 0, width: 48, height: 32 }, 0.01)
  expect(differenceOf(again, plainDenoise(picture, randomWeights(8), 0.01))).toBeLessThan(1e-4)
})

test('rows and those below them come into one piece, and are not copied where there is nothing to join', () => {
  const [none, two, three] = [new Float32Array(), Float32Array.of(1, 2), Float32Array.of(3, 4, 5)]
  expect([...joinedRows(two, three)]).toEqual([1, 2, 3, 4, 5])
  expect(joinedRows(none, three)).toBe(three)
  expect(joinedRows(two, none)).toBe(two)
})
