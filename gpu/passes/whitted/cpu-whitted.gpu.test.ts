import { file as worker } from 'twin-worker:frame-worker'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Engine } from '../../engine.ts'
import type { FrameReport } from '../../frame/frame.ts'
import { createCpuExecutor, type CpuExecutor } from '../../twin/executor/cpu-executor.ts'
import type { SceneSnapshot } from '../../scene.ts'
import { DEFAULT_SETTINGS } from '../../settings.ts'
import { sharedDevice } from '../../headless/headless.ts'
import { startWorker } from '../../headless/cpu-workers.ts'
import { ROOM_CAMERA, testRoom } from '../../testing/room.ts'
import { instance, MIRROR, sphereMesh } from '../../testing/shapes.ts'
import { createHeadlessEngine } from '../../headless/still.ts'

const [WIDTH, HEIGHT] = [48, 32]
let device: GPUDevice
let engine: Engine
let executor: CpuExecutor
beforeAll(async () => {
  device = await sharedDevice()
  ;[engine, executor] = await Promise.all([createHeadlessEngine(device), createCpuExecutor(() => startWorker(worker), 2)])
})
afterAll(() => executor.dispose())

/** The sum of all samples of every pixel, 4 floats each. */
async function render(scene: SceneSnapshot, executor: CpuExecutor | undefined): Promise<{ light: Float32Array; report: FrameReport }> {
  engine.setScene(scene)
  await engine.treesReady()
  const loop = engine.createFrameLoop(await engine.createPrimaryRasterizer())
  loop.update({ camera: ROOM_CAMERA, settings: { ...DEFAULT_SETTINGS, bounces: 3, indirect: false }, width: WIDTH, height: HEIGHT, interacting: false, cpu: executor })
  while (await loop.step() === 'working') { /* until it is final */ }
  const light = await loop.readSums()
  const { report } = loop
  loop.dispose()
  return { light, report }
}

/** Largest difference of a pixel, relative to its light. */
function worst(a: Float32Array, b: Float32Array): number {
  let most = 0
  for (let at = 0; at < a.length; at += 4) {
    const scale = Math.max(a[at], a[at + 1], a[at + 2], 1e-3)
    for (let k = 0; k < 4; k++) most = Math.max(most, Math.abs(a[at + k] - b[at + k]) / (k === 3 ? 1e-9 : scale))
  }
  return most
}

test('two CPU threads draw the picture that the GPU draws, to 1e-4, edges with all their samples, and count the same rays', async () => {
  const room = testRoom()
  const gpu = await render(room, undefined)
  const cpu = await render(room, executor)
  expect([gpu.report.executor, cpu.report.executor]).toEqual([{ kind: 'gpu', threads: 0 }, { kind: 'cpu', threads: 2 }])
  expect(cpu.report.rays).toEqual(gpu.report.rays)
  expect(cpu.report.samples).toBe(8)
  // Some pixels have more samples than others, or nothing was smoothed.
  expect(Math.max(...gpu.light.filter((_, i) => i % 4 === 3))).toBe(8)
  expect(worst(gpu.light, cpu.light)).toBeLessThan(1e-4)
})

test('the threads see every edit: a thing moved, one with a new mesh that makes the arenas grow', async () => {
  const room = testRoom()
  const ball = sphereMesh(120, 'large ball')
  const edited: SceneSnapshot = {
    ...room,
    meshes: new Map([...room.meshes, [ball.key, ball]]),
    instances: [...room.instances.map((each) => (each.id === 'red' ? { ...each, worldFromObject: room.instances[3].worldFromObject } : each)), instance('new', ball, MIRROR, { move: [0, 0.7, 0.9], scale: [0.5, 0.5, 0.5] })],
  }
  const cpu = await render(edited, executor)
  const gpu = await render(edited, undefined)
  expect(cpu.report.triangles).toBeGreaterThan(50_000)
  expect(worst(gpu.light, cpu.light)).toBeLessThan(1e-4)
})
