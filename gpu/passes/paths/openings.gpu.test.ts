import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Engine } from '../../engine.ts'
import { sharedDevice } from '../../headless/headless.ts'
import { createHeadlessEngine } from '../../headless/still.ts'
import type { Opening } from '../../query/openings.ts'
import type { Camera, Environment, SceneSnapshot } from '../../scene.ts'
import { createInlineExecutor } from '../../testing/inline-executor.ts'
import { boxMesh, cameraAt, instance, material, PLAIN, sceneOf, squareMesh } from '../../testing/shapes.ts'
import type { PathTracer, PathView } from './path-trace.ts'

let device: GPUDevice
let engine: Engine
let cpu: PathTracer
const uncaptured: string[] = []
beforeAll(async () => {
  device = await sharedDevice()
  device.addEventListener('uncapturederror', ({ error }) => uncaptured.push(error.message))
  engine = await createHeadlessEngine(device)
  cpu = await engine.createPathTracer(createInlineExecutor())
})
afterAll(() => {
  engine.dispose()
  expect(uncaptured).toEqual([])
})

const [square, box] = [squareMesh(), boxMesh()]
const ALBEDO = 0.5
const matte = material({ baseColor: [ALBEDO, ALBEDO, ALBEDO], specular: 0 })
const black = material({ baseColor: [0, 0, 0], specular: 0 })
const SKY = 2
const EVEN: Environment = { zenith: [SKY, SKY, SKY], nadir: [SKY, SKY, SKY], image: { key: 'even', width: 32, height: 16, rgb: new Float32Array(32 * 16 * 3).fill(SKY) } }
const GRADIENT: Environment = { zenith: [SKY, SKY, SKY], nadir: [SKY, SKY, SKY] }

/** A room 5 m wide, 4 deep, 2.6 high, from x = 0, z = -4; its window in the plane z = 0 from (1.5, 0.9) to (3.1, 2.1). Of a floor that reflects, and walls that may. */
function room(environment: Environment, walls = black): SceneSnapshot {
  const half = Math.PI / 2
  const front = (id: string, x0: number, y0: number, x1: number, y1: number) =>
    instance(id, square, walls, { move: [(x0 + x1) / 2, (y0 + y1) / 2, 0], scale: [(x1 - x0) / 2, 1, (y1 - y0) / 2], turn: [half, 0, 0] })
  return sceneOf([square, box], [
    instance('floor', square, matte, { move: [2.5, 0, -2], scale: [2.5, 1, 2] }), instance('ceiling', square, walls, { move: [2.5, 2.6, -2], scale: [2.5, 1, 2] }),
    instance('back', square, walls, { move: [2.5, 1.3, -4], scale: [2.5, 1, 1.3], turn: [half, 0, 0] }),
    instance('west', square, walls, { move: [0, 1.3, -2], scale: [1.3, 1, 2], turn: [0, 0, half] }), instance('east', square, walls, { move: [5, 1.3, -2], scale: [1.3, 1, 2], turn: [0, 0, half] }),
    front('under', 0, 0, 5, 0.9), front('over', 0, 2.1, 5, 2.6), front('left', 0, 0.9, 1.5, 2.1), front('right', 3.1, 0.9, 5, 2.1),
  ], { environment })
}

/** Irradiance at (x, 0, z) through the window under an even sky: a sum over its area. */
function exactAt(x: number, z: number): number {
  const steps = 400
  let sum = 0
  for (let i = 0; i < steps; i++) {
    for (let j = 0; j < steps; j++) {
      const [dx, dy] = [1.5 + (1.6 * (i + 0.5)) / steps - x, 0.9 + (1.2 * (j + 0.5)) / steps]
      const square = dx * dx + dy * dy + z * z
      sum += (dy * -z) / (square * square)
    }
  }
  return (SKY * sum * 1.6 * 1.2) / (steps * steps)
}

const box3 = { min: [-1, -1, -5], max: [6, 3, 1] } as const
/** In the wall: it never shows the sky. Half of the window: the rest is missed. Askew before the window: it shows sky and wall. */
const WRONG: readonly Opening[] = [
  { center: [0, 1.3, -2], halfU: [0, 0, 1.5], halfV: [0, 1, 0], normal: [1, 0, 0], ...box3 },
  { center: [1.9, 1.5, 0], halfU: [-0.4, 0, 0], halfV: [0, 0.6, 0], normal: [0, 0, -1], ...box3 },
  { center: [2.6, 1.4, -0.4], halfU: [-0.8, 0, 0.3], halfV: [0, 0.7, 0], normal: [-0.3511, 0, -0.9363], ...box3 },
]

async function meanOf(scene: SceneSnapshot, samples: number, change: Partial<PathView>, camera: Camera, size = 4): Promise<number> {
  engine.setScene(scene)
  await engine.treesReady()
  await cpu.begin({ camera, width: size, height: size, settings: PLAIN, bounces: 1, seed: 3, ...change })
  while (cpu.samples < samples) await cpu.step()
  const pixels = await cpu.read()
  expect(pixels.every(Number.isFinite)).toBe(true)
  return pixels.reduce((sum, v, i) => (i % 4 === 1 ? sum + v : sum), 0) / (pixels.length / 4)
}

/** Straight down on (2, 0, -1.2) from 1 m; the picture is 2 cm wide. */
const DOWN = cameraAt([2, 1, -1.2], { orientation: [-Math.SQRT1_2, 0, 0, Math.SQRT1_2], verticalFov: 2 * Math.atan(0.01) })
const EXACT = (ALBEDO * exactAt(2, -1.2)) / Math.PI

test.each([['an image', EVEN], ['a gradient', GRADIENT]] as const)('a floor under a window has the light of the closed form, the sky being %s, whatever openings are sampled', async (_, environment) => {
  expect(Math.abs(await meanOf(room(environment), 64, {}, DOWN) / EXACT - 1)).toBeLessThan(0.006)
  expect(Math.abs(await meanOf(room(environment), 256, { openings: WRONG }, DOWN) / EXACT - 1)).toBeLessThan(0.03)
})

test.each([['an image', EVEN], ['a gradient', GRADIENT]] as const)('openings that are found, left out or wrong give one light to three thousandths, the sky being %s', { tags: 'proof' }, async (_, environment) => {
  for (const [openings, samples] of [[undefined, 1024], [[], 32768], [WRONG, 16384]] as const) {
    expect(Math.abs(await meanOf(room(environment), samples, { openings }, DOWN) / EXACT - 1)).toBeLessThan(0.003)
  }
})

test('the same after some bounces, with gloss', { tags: 'proof' }, async () => {
  const satin = material({ baseColor: [0.7, 0.7, 0.7], roughness: 0.2 })
  const camera = cameraAt([2.5, 1.3, -3.8], { orientation: [0, 1, 0, 0], verticalFov: 1.4 })
  const means: number[] = []
  for (const [openings, samples] of [[undefined, 512], [[], 2048], [WRONG, 2048]] as const) means.push(await meanOf(room(EVEN, satin), samples, { openings, bounces: 4 }, camera, 8))
  // 131,072 paths each: half of this is chance.
  for (const mean of means.slice(1)) expect(Math.abs(mean / means[0] - 1)).toBeLessThan(0.01)
})

test('a white furnace stays white with openings in it that are none', async () => {
  // Every wall sends what it gets: inside a box that shines all around and reflects half, 1 + 1/2 + 1/4.
  const shining = material({ baseColor: [0.5, 0.5, 0.5], specular: 0, emissive: [1, 1, 1] })
  const scene = sceneOf([box], [instance('box', box, shining, { move: [2.5, 1.3, -2], scale: [2.5, 1.3, 2] })], { environment: EVEN })
  expect(Math.abs(await meanOf(scene, 64, { openings: WRONG, bounces: 2 }, cameraAt([2.5, 1.3, -2]), 8) / 1.75 - 1)).toBeLessThan(0.006)
})

test('a window found by rays takes most of the noise', async () => {
  const spread = async (openings?: readonly Opening[]): Promise<number> => {
    const means: number[] = []
    for (let seed = 1; seed <= 24; seed++) means.push(await meanOf(room(EVEN), 8, { openings, seed }, DOWN, 2))
    const mean = means.reduce((sum, v) => sum + v) / means.length
    return means.reduce((sum, v) => sum + (v - mean) ** 2, 0) / means.length
  }
  expect(await spread()).toBeLessThan(0.05 * await spread([]))
})
