import { afterAll, beforeAll, expect, test } from 'vitest'
import { readTexture } from '../buffers/buffer.ts'
import type { Engine } from '../engine.ts'
import type { FrameInput, FrameLoop } from './frame.ts'
import { DEFAULT_SETTINGS, type RenderSettings } from '../settings.ts'
import { sharedDevice } from '../headless/headless.ts'
import { createInlineExecutor } from '../testing/inline-executor.ts'
import { ROOM_CAMERA, testRoom } from '../testing/room.ts'
import { createHeadlessEngine, finishStill } from '../headless/still.ts'
import type { Camera, SceneSnapshot } from '../scene.ts'
import { MIRROR } from '../testing/shapes.ts'

const room = testRoom()
/** Equal frames are equal pictures but for indirect light, which is learned. */
const SETTINGS: RenderSettings = { ...DEFAULT_SETTINGS, indirect: false }
/** The cores run the kernels of the GPU, several times as fast as a program that plays one. */
const INPUT: FrameInput = { camera: ROOM_CAMERA, settings: SETTINGS, width: 48, height: 30, interacting: false, cpu: createInlineExecutor() }
let device: GPUDevice
let engine: Engine
let loop: FrameLoop
let rasterized = 0
let lastSeen: Camera

beforeAll(async () => {
  device = await sharedDevice()
  engine = await createHeadlessEngine(device)
  engine.setScene(room)
  await engine.treesReady()
  const primary = await engine.createPrimaryRasterizer()
  loop = engine.createFrameLoop({
    rasterize(...view) {
      rasterized++
      lastSeen = view[0]
      return primary.rasterize(...view)
    },
  })
})
afterAll(() => engine.dispose())

async function finish(): Promise<number> {
  let steps = 1
  while (await loop.step() === 'working') steps++
  return steps
}

const turned = (angle: number) => ({ ...ROOM_CAMERA, orientation: [0, Math.sin(angle / 2), 0, Math.cos(angle / 2)] as const })

test('is idle without input', async () => {
  expect(await loop.step()).toBe('idle')
})

test('at rest it ends with eight samples at full resolution, then does nothing', async () => {
  loop.update(INPUT)
  await finish()
  expect(loop.report).toMatchObject({ width: 48, height: 30, samples: 8, samplesWanted: 8, region: null, instances: room.instances.length })
  expect([loop.output.width, loop.output.height]).toEqual([48, 30])
  const before = rasterized
  loop.update({ ...INPUT })
  expect(await loop.step()).toBe('idle')
  expect(rasterized).toBe(before)
})

test('edges get cleaner with samples and the rest of the picture stays', async () => {
  const finished = await readTexture(device, loop.output, 4)
  loop.update({ ...INPUT, camera: { ...ROOM_CAMERA } })
  expect(await loop.step()).toBe('idle')
  const first = await firstSample()
  let [changed, kept] = [0, 0]
  for (let i = 0; i < finished.length; i += 4) {
    if (Math.abs(first[i] - finished[i]) > 8) changed++
    else kept++
  }
  expect(changed).toBeGreaterThan(20)
  expect(kept).toBeGreaterThan(changed)
  await finish()
  expect(await readTexture(device, loop.output, 4)).toEqual(finished)
})

/** The picture as it is when full resolution is complete for the first time. */
async function firstSample(): Promise<Uint8Array> {
  loop.update({ ...INPUT, settings: { ...SETTINGS, bounces: 3 } })
  await loop.step()
  loop.update(INPUT)
  await loop.step()
  while (loop.report.samples !== 1) await loop.step()
  return readTexture(device, loop.output, 4)
}

test('while input arrives it stops after the quick picture and refines when input rests', async () => {
  loop.update({ ...INPUT, camera: turned(0.1), interacting: true })
  await finish()
  expect(loop.report.samples).toBeLessThanOrEqual(1)
  loop.update({ ...INPUT, camera: turned(0.1), interacting: false })
  await finish()
  expect(loop.report.samples).toBe(8)
})

test('newer input abandons a refinement between two slices', async () => {
  loop.update({ ...INPUT, width: 96, height: 64, camera: turned(0.2) })
  const steps = await finish()
  expect(steps).toBeGreaterThan(3)
  loop.update({ ...INPUT, width: 96, height: 64, camera: turned(0.3) })
  for (let i = 0; i < 3; i++) expect(await loop.step()).toBe('working')
  loop.update({ ...INPUT, width: 96, height: 64, camera: turned(0.4), interacting: true })
  // Slices that were left are not traced first.
  await loop.step()
  expect(lastSeen.orientation).toEqual(turned(0.4).orientation)
  expect(await finish()).toBeLessThan(steps)
})

test('a changed scene is in the very next picture', async () => {
  loop.update(INPUT)
  await finish()
  const before = await readTexture(device, loop.output, 4)
  const update = engine.setScene({ ...room, instances: room.instances.filter(({ id }) => id !== 'ball') })
  expect(update.instances).toBe(room.instances.length - 1)
  loop.update({ ...INPUT, interacting: true })
  await finish()
  const after = await readTexture(device, loop.output, 4)
  engine.setScene(room)
  // The middle of the ball.
  const at = 4 * (16 * 48 + 18)
  expect([0, 1, 2].some((c) => Math.abs(before[at + c] - after[at + c]) > 10)).toBe(true)
})

test('exposure changes a finished picture without tracing again', async () => {
  loop.update(INPUT)
  await finish()
  const [before, count] = [await readTexture(device, loop.output, 4), rasterized]
  loop.update({ ...INPUT, settings: { ...SETTINGS, exposureEv: SETTINGS.exposureEv + 1 } })
  await finish()
  expect(rasterized).toBe(count)
  const after = await readTexture(device, loop.output, 4)
  expect(after.reduce((sum, v) => sum + v, 0)).toBeLessThan(before.reduce((sum, v) => sum + v, 0))
})

test('what is brushed or under a film is drawn by kernels of its own, from the first picture of the scene that has it', { tags: 'proof' }, async () => {
  const rare: SceneSnapshot = {
    ...room,
    instances: room.instances.map((each) => (each.id === 'ball' ? { ...each, materials: [{ ...MIRROR, roughness: 0.3, anisotropy: { strength: 0.8, rotation: 0, texture: null }, film: { factor: 1, ior: 1.5, thickness: [300, 400], factorTexture: null, thicknessTexture: null } }] } : each)),
  }
  const settings: RenderSettings = { ...SETTINGS, method: 'hybrid', restSamples: 2 }
  const show = async (shown: Engine): Promise<Float32Array> => (await finishStill(device, shown, { camera: ROOM_CAMERA, settings, width: 48, height: 30 })).radiance
  engine.setScene(room)
  const plain = await show(engine)
  engine.setScene(rare)
  const changed = await show(engine)
  const fresh = await createHeadlessEngine(device)
  fresh.setScene(rare)
  expect(changed).toEqual(await show(fresh))
  fresh.dispose()
  expect(changed).not.toEqual(plain)
  engine.setScene(room)
  expect(await show(engine)).toEqual(plain)
})
