import { afterAll, beforeAll, expect, test } from 'vitest'
import { resourcesOf } from '../device/resources.ts'
import { createHeadlessDevice } from '../headless/headless.ts'
import { seeded } from '../testing/random.ts'
import { append } from './append.ts'
import { arrays } from './arrays.ts'
import { survive } from './device-loss.ts'
import { errorScope } from './error-scope.ts'
import { indirect } from './indirect.ts'
import { findLeaks } from './leak-report.ts'
import { mappedMemory } from './mapped-memory.ts'
import { prefixSum } from './prefix-sum.ts'
import { reduction } from './reduction.ts'
import { sharedBuffers } from './shared-buffers.ts'
import { sharedTextures } from './shared-textures.ts'
import { streams } from './streams.ts'
import { structs } from './structs.ts'
import { textures1d } from './textures-1d.ts'
import { textures2d } from './textures-2d.ts'
import { textures3d } from './textures-3d.ts'
import { timers } from './timers.ts'
import { workgroupMemory } from './workgroup-memory.ts'

const SEED = 3
const random = seeded(SEED)
const floats = (length: number, scale = 1) => Float32Array.from({ length }, () => random() * scale)
const words = (length: number, below: number) => Uint32Array.from({ length }, () => random() * below)

let device: GPUDevice
let bytesBefore: number
beforeAll(async () => {
  device = await createHeadlessDevice()
  bytesBefore = resourcesOf(device)!.bytes
})
afterAll(() => device.destroy())

test(`arrays, seed ${SEED}`, async () => {
  const [x, y] = [floats(1000), floats(1000)]
  const sum = await arrays(device, 2.5, x, y)
  for (const [i, value] of sum.entries()) expect(value).toBeCloseTo(2.5 * x[i] + y[i], 5)
})

test('structs', async () => {
  const particles = Array.from({ length: 100 }, () => ({ position: [...floats(3)], velocity: [...floats(3)], mass: 1 }))
  const moved = await structs(device, particles, [0, -9.81, 0], 0.1)
  for (const [i, { position, velocity }] of particles.entries()) {
    for (let k = 0; k < 3; k++) expect(moved[i][k]).toBeCloseTo(position[k] + (velocity[k] + (k === 1 ? -0.981 : 0)) * 0.1, 5)
  }
})

test('workgroup memory', async () => {
  const [width, height] = [19, 30]
  const matrix = floats(width * height)
  const transposed = await workgroupMemory(device, matrix, width, height)
  expect(transposed).toEqual(Float32Array.from(matrix, (_, i) => matrix[(i % height) * width + Math.floor(i / height)]))
})

test.each([1, 128, 129, 40_000])('reduction of %i', async (count) => {
  const numbers = floats(count, -100)
  expect(await reduction(device, numbers)).toBe(Math.max(...numbers))
})

test.each([1, 256, 257, 65_536])('prefix sum of %i', async (count) => {
  const numbers = words(count, 100)
  let sum = 0
  expect(await prefixSum(device, numbers)).toEqual(numbers.map((value) => (sum += value) - value))
})

test.each([2000, 50])('append, room for %i', async (capacity) => {
  const numbers = words(1000, 1000)
  const above = numbers.filter((value) => value > 600).toSorted((a, b) => a - b)
  const { count, kept } = await append(device, numbers, 600, capacity)
  expect(count).toBe(above.length)
  if (capacity > count) expect([...kept].toSorted((a, b) => a - b)).toEqual([...above])
  else expect([kept.length, kept.every((value) => value > 600)]).toEqual([capacity, true])
})

test.each([[130, 192], [0, 0], [1e9, 64_000]])('indirect dispatch for %i threads', async (threads, started) => {
  expect(await indirect(device, threads)).toBe(started)
})

test('textures 1D', async () => {
  const [table, at] = [floats(16), floats(100, 1.2)]
  const values = await textures1d(device, table, at)
  for (const [i, value] of values.entries()) {
    const place = Math.min(at[i], 1) * 15
    const below = Math.floor(place)
    expect(value).toBeCloseTo(table[below] + (table[Math.min(15, below + 1)] - table[below]) * (place - below), 4)
  }
})

test('textures 2D', async () => {
  const [width, height] = [21, 13]
  const picture = Uint8Array.from(words(width * height * 4, 256))
  const blurred = await textures2d(device, picture, width, height)
  const at = (x: number, y: number, c: number) => picture[4 * (Math.min(height - 1, Math.max(0, y)) * width + Math.min(width - 1, Math.max(0, x))) + c]
  for (const [i, value] of blurred.entries()) {
    const [x, y] = [Math.floor(i / 4) % width, Math.floor(i / 4 / width)]
    const sum = [-1, 0, 1].flatMap((dy) => [-1, 0, 1].map((dx) => at(x + dx, y + dy, i % 4))).reduce((a, b) => a + b)
    expect(Math.abs(value - sum / 9)).toBeLessThanOrEqual(0.51)
  }
})

test('textures 3D', async () => {
  const voxels = floats(9 * 7 * 5)
  const brightest = await textures3d(device, voxels, [9, 7, 5])
  expect(brightest).toEqual(Float32Array.from({ length: 63 }, (_, i) => Math.max(...[0, 1, 2, 3, 4].map((z) => voxels[z * 63 + i]))))
})

test('timers', async () => {
  const numbers = Uint32Array.from({ length: 4096 }, (_, i) => i + 1)
  const { steps, milliseconds, isSupported } = await timers(device, numbers)
  expect([steps[6], steps[26]]).toEqual([16, 111])
  // Which one took longer is the machine's business.
  expect(Object.keys(milliseconds).toSorted()).toEqual(isSupported ? ['all steps', 'one step'] : [])
  for (const took of Object.values(milliseconds)) expect(took).toBeGreaterThanOrEqual(0)
})

test('streams', async () => {
  const batches = Array.from({ length: 10 }, (_, i) => words(100 + 37 * i, 60_000))
  const squares = new Map<number, Uint32Array>()
  await streams(device, batches, (index, result) => squares.set(index, result))
  expect(batches.every((batch, i) => squares.get(i)?.every((value, at) => value === batch[at] ** 2))).toBe(true)
  expect(squares.size).toBe(10)
})

test('shared buffers', () => {
  expect(sharedBuffers(device, floats(64))).toEqual({ isSame: true, bytes: { once: 256, twice: 256, released: 256, freed: 0 } })
})

test('shared textures', async () => {
  // A triangle of half the square's width and all of its height: a quarter of the pixels, but for its edge.
  const pixels = await sharedTextures(device, 64)
  expect(Math.abs(pixels - 64 * 64 / 4)).toBeLessThanOrEqual(32)
})

test('mapped memory', async () => {
  expect(await mappedMemory(device, 100, (target) => target.forEach((_, i) => { target[i] = i * i }))).toEqual(Float32Array.from({ length: 100 }, (_, i) => i * i))
})

test('error scope', async () => {
  const [size, copy, broken] = await errorScope(device)
  expect(size).toMatch(/^gpu-(?:kernel|memory) night sky: .*1048576/s)
  expect(copy).toMatch(/^gpu-kernel copy of a list onto itself: .*"list"/s)
  expect(broken).toMatch(/^gpu-kernel broken\.wgsl:4:\d+: /)
})

test('leak report', () => {
  expect(findLeaks(device)).toMatch(/^1 GPU objects are still alive, 4096 bytes:\n {2}buffer "forgotten", 4096 bytes, made at createStorageBuffer/)
  for (const { label } of resourcesOf(device)!.list()) expect(label).toBe('forgotten')
})

test('device loss', async () => {
  const { losses, doubled } = await survive(() => createHeadlessDevice(), (lost) => lost.destroy(), Uint32Array.of(1, 2, 3))
  expect([losses, ...doubled]).toEqual([1, 2, 4, 6])
})

test('none of them leaves anything behind but the leak', () => {
  expect(resourcesOf(device)!.bytes - bytesBefore).toBe(4096)
})
