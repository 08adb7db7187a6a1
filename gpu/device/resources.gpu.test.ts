import { afterAll, beforeAll, expect, test } from 'vitest'
import { createHeadlessDevice, sharedDevice } from '../headless/headless.ts'
import { ROOM_CAMERA, testRoom } from '../testing/room.ts'
import { createHeadlessEngine, finishStill } from '../headless/still.ts'
import type { SceneSnapshot } from '../scene.ts'
import { DEFAULT_SETTINGS } from '../settings.ts'
import { instance, material, paint, sceneOf, squareMesh } from '../testing/shapes.ts'
import type { Engine } from '../engine.ts'
import { leakReport, type LiveResource, type Resources, resourcesOf, textureBytes } from './resources.ts'

let device: GPUDevice
let resources: Resources
beforeAll(async () => {
  device = await createHeadlessDevice()
  resources = resourcesOf(device)!
})
afterAll(() => device.destroy())

test('counts bytes until they are destroyed, and says where they were made', () => {
  const [mark, before] = [resources.mark(), resources.bytes]
  const buffer = device.createBuffer({ label: 'left behind', size: 1024, usage: GPUBufferUsage.STORAGE })
  const texture = device.createTexture({ label: 'layers', size: [8, 4, 3], format: 'rgba16float', mipLevelCount: 2, usage: GPUTextureUsage.TEXTURE_BINDING })
  expect(resources.bytes - before).toBe(1024 + (8 * 4 + 4 * 2) * 3 * 8)
  expect(resources.bytesByLabel()).toMatchObject({ 'left behind': 1024, layers: 960 })
  texture.destroy()
  expect(leakReport(resources.since(mark))).toMatch(/^1 GPU objects are still alive, 1024 bytes:\n {2}buffer "left behind", 1024 bytes, made at .*resources\.gpu\.test/)
  buffer.destroy()
  buffer.destroy()
  expect([resources.bytes, leakReport(resources.since(mark))]).toEqual([before, ''])
})

test.each<[GPUTextureDescriptor, number]>([
  [{ size: [5, 5], format: 'bc1-rgba-unorm', usage: 0 }, 32],
  [{ size: [8, 8], format: 'depth32float', sampleCount: 4, usage: 0 }, 1024],
  [{ size: [4, 4, 4], dimension: '3d', format: 'r8unorm', mipLevelCount: 3, usage: 0 }, 64 + 8 + 1],
  [{ size: { width: 10 }, dimension: '1d', format: 'rg32float', usage: 0 }, 80],
  [{ size: [10, 10], format: 'astc-6x6-unorm', usage: 0 }, 64],
])('knows the bytes of %o', (descriptor, bytes) => expect(textureBytes(descriptor)).toBe(bytes))

/** Of the device whose kernels are compiled already; what others let go there meanwhile is older than any mark. */
async function createMarked(): Promise<{ engine: Engine; made: () => readonly LiveResource[]; show: (scene: SceneSnapshot) => Promise<unknown> }> {
  const shared = await sharedDevice()
  const of = resourcesOf(shared)!
  const mark = of.mark()
  const engine = await createHeadlessEngine(shared)
  return {
    engine,
    made: () => of.since(mark),
    show(scene) {
      engine.setScene(scene)
      return finishStill(shared, engine, { camera: ROOM_CAMERA, settings: { ...DEFAULT_SETTINGS, bounces: 1 }, width: 16, height: 8 })
    },
  }
}

test('an engine that is disposed leaves nothing on its device', async () => {
  const { engine, made, show } = await createMarked()
  await show(testRoom())
  expect(made().length).toBeGreaterThan(10)
  engine.dispose()
  await (await sharedDevice()).queue.onSubmittedWorkDone()
  expect(leakReport(made())).toBe('')
})

test('a scene that is closed gives back the textures that it brought', async () => {
  const { engine, made, show } = await createMarked()
  const textureBytesOf = async (scene: SceneSnapshot): Promise<number> => {
    await show(scene)
    return made().reduce((sum, { label, bytes }) => (label.startsWith('textures ') ? sum + bytes : sum), 0)
  }
  const square = squareMesh()
  const images = [4, 300, 600].map((size) => paint(`${size} texels`, size, size, () => [255, 128, 0, 255]))
  const painted = material({ baseColorTexture: { texture: images[0].key, wrapS: 'repeat', wrapT: 'repeat', offset: [0, 0], scale: [1, 1], rotation: 0 } })
  const [empty, bottle] = [sceneOf([], []), sceneOf([square], [instance('bottle', square, painted)], { images })]
  const before = await textureBytesOf(empty)
  expect(await textureBytesOf(bottle)).toBeGreaterThan(before + 600 * 600 * 4)
  expect(await textureBytesOf(empty)).toBe(before)
  engine.dispose()
})
