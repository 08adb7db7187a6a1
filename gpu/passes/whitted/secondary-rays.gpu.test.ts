import { beforeAll, expect, test } from 'vitest'
import type { Engine } from '../../engine.ts'
import { DEFAULT_SETTINGS, type SecondaryRays } from '../../settings.ts'
import { sharedDevice } from '../../headless/headless.ts'
import { glassRoom, ROOM_CAMERA, testRoom } from '../../testing/room.ts'
import { createHeadlessEngine } from '../../headless/still.ts'
import { withLimits } from '../../testing/limits.ts'

let device: GPUDevice
let engine: Engine
beforeAll(async () => {
  device = await sharedDevice()
  engine = await createHeadlessEngine(device)
  engine.setScene(testRoom())
  await engine.treesReady()
})

async function trace(secondaryRays: SecondaryRays, bounces: number, by = engine) {
  const loop = by.createFrameLoop(await by.createPrimaryRasterizer())
  loop.update({ camera: ROOM_CAMERA, settings: { ...DEFAULT_SETTINGS, indirect: false, secondaryRays, bounces }, width: 48, height: 32, interacting: false })
  while (await loop.step() === 'working') { /* until it is final */ }
  const [sums, { rays }] = [await loop.readSums(), loop.report]
  loop.dispose()
  expect(sums.every(Number.isFinite)).toBe(true)
  return { rays, words: new Uint32Array(sums.buffer) }
}

// Most of its time goes into compiling four ways of the largest kernels.
test.each([1, 6])('compaction, a loop, stages and a work queue give every pixel the same light, bit for bit, and trace the same rays: %i bounces', { tags: 'proof' }, async (bounces) => {
  const compacted = await trace('compacted', bounces)
  expect(compacted.rays.reflection).toBeGreaterThan(bounces === 1 ? 300 : 600)
  for (const other of ['loop', 'stages', 'work-queue'] as const) {
    const { rays, words } = await trace(other, bounces)
    expect(rays).toEqual(compacted.rays)
    expect(words.findIndex((word, i) => word !== compacted.words[i])).toBe(-1)
  }
})

// Stages know nothing of rays that go on through glass.
test('where something lets light through, stages give what the loop gives', { tags: 'proof' }, async () => {
  engine.setScene(glassRoom())
  await engine.treesReady()
  const [loop, stages] = [await trace('loop', 3), await trace('stages', 3)]
  engine.setScene(testRoom())
  expect(stages.rays).toEqual(loop.rays)
  expect(stages.words.findIndex((word, i) => word !== loop.words[i])).toBe(-1)
})

test('stages with fewer workgroups than blocks give the same picture, in strides', { tags: 'proof' }, async () => {
  const narrow = await createHeadlessEngine(withLimits(device, { maxComputeWorkgroupsPerDimension: 5 }))
  narrow.setScene(testRoom())
  await narrow.treesReady()
  const [whole, strides] = [await trace('stages', 3), await trace('stages', 3, narrow)]
  narrow.dispose()
  expect(strides.rays).toEqual(whole.rays)
  expect(strides.words.findIndex((word, i) => word !== whole.words[i])).toBe(-1)
})
