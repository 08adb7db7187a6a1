import { beforeAll, expect, test } from 'vitest'
import type { Engine } from '../../engine.ts'
import { DEFAULT_SETTINGS, type SecondaryRays } from '../../settings.ts'
import { sharedDevice } from '../../headless/headless.ts'
import { expectFinite, watchRadiance } from '../../testing/radiance.ts'
import { ROOM_CAMERA, testRoom } from '../../testing/room.ts'
import { createHeadlessEngine, finishStill } from '../../headless/still.ts'

let device: GPUDevice
let engine: Engine
let radiance: ReturnType<typeof watchRadiance>
beforeAll(async () => {
  device = await sharedDevice()
  radiance = watchRadiance(device)
  engine = await createHeadlessEngine(device)
  engine.setScene(testRoom())
})

async function trace(secondaryRays: SecondaryRays, bounces: number) {
  const { report } = await finishStill(device, engine, {
    camera: ROOM_CAMERA, settings: { ...DEFAULT_SETTINGS, secondaryRays, bounces }, width: 48, height: 32,
  })
  const values = await radiance.read()
  expectFinite(values)
  return { rays: report.rays, words: new Uint32Array(values.buffer) }
}

// Most of its time goes into compiling three ways of the largest kernels.
test.each([1, 6])('compaction, a loop and a work queue give every pixel the same light, bit for bit, and trace the same rays: %i bounces', async (bounces) => {
  const compacted = await trace('compacted', bounces)
  expect(compacted.rays.reflection).toBeGreaterThan(bounces === 1 ? 300 : 600)
  for (const other of ['loop', 'work-queue'] as const) {
    const { rays, words } = await trace(other, bounces)
    expect(rays).toEqual(compacted.rays)
    expect(words.findIndex((word, i) => word !== compacted.words[i])).toBe(-1)
  }
})
