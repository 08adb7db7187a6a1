import { afterAll, beforeAll, expect, test } from 'vitest'
import { showRadiance } from '../../bench/pictures/picture-kit.ts'
import type { Engine } from '../../engine.ts'
import { sharedDevice } from '../../headless/headless.ts'
import { createHeadlessEngine } from '../../headless/still.ts'
import type { Camera } from '../../scene.ts'
import { DEFAULT_SETTINGS, type RenderSettings } from '../../settings.ts'
import { flipOf } from '../../testing/flip.ts'
import { createInlineExecutor } from '../../testing/inline-executor.ts'
import { cameraAt, glowing, instance, material, sceneOf, squareMesh } from '../../testing/shapes.ts'
import type { OpenLoop } from '../frame.ts'
import { createPace } from '../pace.ts'

/* What a moving picture shows where fewer pixels are traced than it has. */

const SIZE = { width: 48, height: 36 }
/** Enough for what is no edge. */
const SMALL = { width: 32, height: 24 }
const cpu = createInlineExecutor()
const settings: RenderSettings = { ...DEFAULT_SETTINGS, method: 'hybrid', indirect: false, denoise: true }
const TURN = Math.PI / 2
const square = squareMesh()
let engine: Engine
beforeAll(async () => { engine = await createHeadlessEngine(await sharedDevice()) })
afterAll(() => engine.dispose())

/** Frames of a fresh loop, traced every so many pixels each, the eye a hair's breadth beside the last. */
async function frames(strides: readonly number[], size = SIZE): Promise<Float32Array[]> {
  let stride = 1
  const pace = createPace()
  const loop: OpenLoop = engine.createFrameLoop(await engine.createPrimaryRasterizer(), { ...pace, get fixedMs() { return pace.fixedMs }, resolution: () => ({ shrink: 1, stride }) })
  const pictures: Float32Array[] = []
  for (const [k, next] of strides.entries()) {
    stride = next
    const camera: Camera = { ...cameraAt([0, 1, 1]), verticalFov: 0.9 + 1e-6 * k }
    loop.update({ camera, settings, ...size, interacting: true, cpu })
    while (await loop.step() === 'working') { /* until it is whole */ }
    expect(loop.report.width).toBe(Math.ceil(size.width / stride))
    pictures.push((await loop.readSums()).slice(0, 4 * size.width * size.height).map((value, i, all) => value / Math.max(1, all[i | 3])))
  }
  loop.dispose()
  return pictures
}

const greens = (picture: Float32Array): number[] => Array.from({ length: picture.length / 4 }, (_, i) => picture[4 * i + 1])
const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length

test.each([2, 3])('where every pixel in %i is traced edges are whole: each pixel shows what lies in it, as where all are', async (stride) => {
  // Slanted stripes of three to nine pixels before a wall.
  const stripes = [[-0.7, 0.12], [-0.1, 0.2], [0.6, 0.35]].map(([x, half], i) =>
    instance(`stripe ${i}`, square, glowing([60, 60, 60]), { move: [x, 1, -2], turn: [TURN, 0.3, 0.2], scale: [half, 1, 0.8] }))
  engine.setScene(sceneOf([square], [...stripes, instance('wall', square, glowing([2, 2, 2]), { move: [0, 1, -3], turn: [TURN, 0, 0], scale: [4, 1, 4] })]))
  await engine.treesReady()
  const [[all], [few]] = [await frames([1]), await frames([stride])]
  const [wanted, found] = [all, few].map((picture) => greens(picture).map((value) => (value > 30 ? 'stripe' : value < 4 ? 'wall' : 'neither')))
  // At least as long as they are wide: all three are there.
  expect(wanted.filter((kind) => kind === 'stripe').length).toBeGreaterThan(100)
  expect(wanted).not.toContain('neither')
  // Corners alone may lie between all that is traced.
  expect(found.filter((kind, i) => kind !== wanted[i]).length).toBeLessThanOrEqual(4)
})

test('from one resolution to another and back nothing flickers: brightness stays, and so does the picture', async () => {
  const grey = material({ baseColor: [0.6, 0.6, 0.6], specular: 0 })
  engine.setScene(sceneOf([square], [
    instance('wall', square, grey, { move: [0, 1, -3], turn: [TURN, 0, 0], scale: [4, 1, 4] }), instance('floor', square, grey, { scale: [4, 1, 4] }),
    instance('board', square, material({ baseColor: [0.1, 0.2, 0.5], specular: 0 }), { move: [0.3, 1, -2], turn: [TURN, 0.4, 0.1], scale: [0.5, 1, 0.4] }),
  ], { lights: [{ id: 'lamp', kind: 'point', position: [-1, 2.2, 0.5], color: [1, 1, 1], intensity: 100, on: true }] }))
  await engine.treesReady()
  const still = (await frames(Array.from({ length: 12 }, () => 1), SMALL)).at(-1)!
  const shown = await frames([1, 1, 1, 2, 2, 3, 2, 1, 3, 1, 2], SMALL)
  const display = (picture: Float32Array) => showRadiance(picture, { ...SMALL, settings })
  for (const [k, picture] of shown.entries()) {
    expect.soft(Math.abs(mean(greens(picture)) / mean(greens(still)) - 1), `brightness of frame ${k}`).toBeLessThan(0.01)
    if (k > 2) expect.soft(flipOf(display(still), display(picture)).mean, `frame ${k}`).toBeLessThan(0.03)
  }
})
