import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Engine } from '../../engine.ts'
import { DEFAULT_SETTINGS, type RenderSettings } from '../../settings.ts'
import { sharedDevice } from '../../headless/headless.ts'
import { createInlineExecutor } from '../../testing/inline-executor.ts'
import { ROOM_CAMERA, testRoom } from '../../testing/room.ts'
import type { CpuExecutor } from '../../twin/executor/cpu-executor.ts'
import { createHeadlessEngine, finishStill, pixelOf, type Still } from '../../headless/still.ts'

const [WIDTH, HEIGHT] = [48, 27]
const room = testRoom()
/** Of an edge: cpu-whitted.gpu.test.ts has all of them. */
const EDGE_SAMPLES = 2
/** It runs the kernels of the GPU several times as fast as a program that plays one. */
const cores = createInlineExecutor()
let device: GPUDevice
let engine: Engine
let plain: Still
let plainByGpu: Still

const finish = (change: Partial<RenderSettings>, cpu?: CpuExecutor) =>
  finishStill(device, engine, { camera: ROOM_CAMERA, settings: { ...DEFAULT_SETTINGS, indirect: false, ...change }, width: WIDTH, height: HEIGHT, cpu, edgeSamples: EDGE_SAMPLES })
const shoot = (change: Partial<RenderSettings> = {}) => finish(change, cores)

beforeAll(async () => {
  device = await sharedDevice()
  engine = await createHeadlessEngine(device)
  engine.setScene(room)
  plain = await shoot()
  plainByGpu = await finish({})
})
afterAll(() => engine.dispose())

/** Share of pixels that differ by more than a few steps. */
function difference(a: Still, b: Still): number {
  let count = 0
  for (let i = 0; i < a.rgba.length; i += 4) if ([0, 1, 2].some((c) => Math.abs(a.rgba[i + c] - b.rgba[i + c]) > 3)) count++
  return count / (WIDTH * HEIGHT)
}

const brightness = ({ rgba }: Still) => rgba.reduce((sum, value, i) => (i % 4 === 3 ? sum : sum + value), 0) / rgba.length

test('the same scene gives the same picture twice, bit by bit', async () => {
  expect((await finish({})).rgba).toEqual(plainByGpu.rgba)
  expect((await shoot()).rgba).toEqual(plain.rgba)
})

// What the processor shows of every other switch is so on the GPU, too.
test.each([
  ['shadows and the environment off', { shadows: false, background: 'green' }],
  ['reflections and the ambient term off, flat', { reflections: false, ambient: false, normals: 'flat' }],
  ['lights off, one bounce', { lights: false, bounces: 1 }],
] as const)('the GPU counts the rays of the processor and shows its picture: %s', async (_, change) => {
  const [byGpu, byCores] = [await finish(change), await shoot(change)]
  expect([byGpu, byCores].map(({ report }) => report.executor.kind)).toEqual(['gpu', 'cpu'])
  expect(byGpu.report.rays).toEqual(byCores.report.rays)
  expect(difference(byGpu, byCores)).toBe(0)
})

test.each(['object-list', 'brute-force'] as const)('%s gives the picture of the über tree', async (mode) => {
  const still = await shoot({ mode })
  expect(still.report.executor.kind).toBe('cpu')
  expect(difference(plainByGpu, still)).toBe(0)
})

test('without shadows the picture is brighter and no shadow ray is traced', async () => {
  const still = await shoot({ shadows: false })
  expect(brightness(still)).toBeGreaterThan(brightness(plain))
  expect(still.report.rays.shadow).toBe(0)
  expect(plain.report.rays.shadow).toBeGreaterThan(0)
})

test('without reflections no mirrored ray is traced, and matte walls stay as they are', async () => {
  const still = await shoot({ reflections: false })
  expect(still.report.rays.reflection).toBe(0)
  expect((await shoot({ bounces: 0 })).rgba).toEqual(still.rgba)
  expect(pixelOf(still, 24, 3)).toEqual(pixelOf(plain, 24, 3))
  expect(difference(plain, still)).toBeGreaterThan(0.05)
})

test('more bounces trace more rays', async () => {
  const [one, two, five] = [await shoot({ bounces: 1 }), await shoot({ bounces: 2 }), await shoot({ bounces: 5 })]
  expect(one.report.rays.reflection).toBeLessThan(two.report.rays.reflection)
  expect(five.report.rays.reflection).toBeGreaterThan(two.report.rays.reflection)
})

test('all lights off leaves the ambient, and ambient off leaves the lights', async () => {
  const [dark, direct, black] = [await shoot({ lights: false }), await shoot({ ambient: false }), await shoot({ lights: false, ambient: false, background: 'black' })]
  expect(dark.report.rays.shadow).toBe(0)
  expect(brightness(dark)).toBeLessThan(brightness(plain))
  expect(brightness(direct)).toBeLessThan(brightness(plain))
  expect(black.rgba.every((value, i) => i % 4 === 3 || value === 0)).toBe(true)
})

test('one light switched off is as if it were not there', async () => {
  engine.setScene({ ...room, lights: room.lights.map((light) => (light.id === 'lamp' ? { ...light, on: false } : light)) })
  const off = await shoot()
  engine.setScene({ ...room, lights: room.lights.filter(({ id }) => id !== 'lamp') })
  expect((await shoot()).rgba).toEqual(off.rgba)
  engine.setScene(room)
  expect(difference(plain, off)).toBeGreaterThan(0.2)
})

test('flat normals change what is curved, the normals view shows directions, epsilon hardly shows', async () => {
  expect(difference(plain, await shoot({ normals: 'flat' }))).toBeGreaterThan(0.002)
  expect(difference(plain, await shoot({ epsilon: 1e-4 }))).toBeLessThan(0.01)
  const normals = await shoot({ view: 'normals' })
  // The back wall faces the camera: +z is half, half, one.
  const [r, g, b] = pixelOf(normals, 24, 6)
  expect([Math.abs(r - 128) <= 1, Math.abs(g - 128) <= 1, b]).toEqual([true, true, 255])
})

test('the background is black, green or the environment', async () => {
  engine.setScene({ ...room, instances: [] })
  const shots = [await shoot({ background: 'black' }), await shoot({ background: 'green' }), await shoot()]
  engine.setScene(room)
  expect(pixelOf(shots[0], 5, 5)).toEqual([0, 0, 0])
  const [r, g, b] = pixelOf(shots[1], 5, 5)
  expect(g).toBeGreaterThan(200)
  expect(Math.max(r, b)).toBeLessThan(100)
  expect(pixelOf(shots[2], 5, 5)[2]).toBeGreaterThan(50)
})

test('exposure and tone curve change the picture but not its rays', async () => {
  const darker = await shoot({ exposureEv: DEFAULT_SETTINGS.exposureEv + 2 })
  expect(brightness(darker)).toBeLessThan(brightness(plain))
  expect(darker.report.rays).toEqual(plain.report.rays)
  const curves = [await shoot({ toneMap: 'agx' }), await shoot({ toneMap: 'aces' }), await shoot({ toneMap: 'none' })]
  for (const curve of curves) expect(difference(plain, curve)).toBeGreaterThan(0.2)
})
