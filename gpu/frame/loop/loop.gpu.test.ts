import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { readTexture } from '../../buffers/buffer.ts'
import { createHeadlessDevice } from '../../headless/headless.ts'
import { createHeadlessEngine } from '../../headless/still.ts'
import type { Engine } from '../../engine.ts'
import type { FrameInput, FrameLoop } from '../frame.ts'
import { DEFAULT_SETTINGS, type RenderSettings } from '../../settings.ts'
import { createInlineExecutor } from '../../testing/inline-executor.ts'
import { ROOM_CAMERA, testRoom } from '../../testing/room.ts'
import type { CpuExecutor } from '../../twin/executor/cpu-executor.ts'

/** Equal frames are equal pictures but for indirect light, which is learned. */
const SETTINGS: RenderSettings = { ...DEFAULT_SETTINGS, indirect: false }
const INPUT: FrameInput = { camera: ROOM_CAMERA, settings: SETTINGS, width: 64, height: 40, interacting: false }
const BRUTE = { ...SETTINGS, mode: 'brute-force' } as const
let device: GPUDevice
let engine: Engine
let loop: FrameLoop

beforeAll(async () => {
  device = await createHeadlessDevice()
  engine = await createHeadlessEngine(device)
  engine.setScene(testRoom())
  await engine.treesReady()
})
afterAll(() => {
  engine.dispose()
  device.destroy()
})
afterEach(() => {
  vi.restoreAllMocks()
  loop.dispose()
})

async function startLoop(): Promise<void> {
  loop = engine.createFrameLoop(await engine.createPrimaryRasterizer())
}

async function finish(input: FrameInput): Promise<Uint8Array> {
  loop.update(input)
  while (await loop.step() === 'working') { /* until the picture is final */ }
  return readTexture(device, loop.output, 4)
}

/** Threads by a clock of their own, whatever the machine is busy with: 5 ms for each dispatch, and what it is kept waiting, milliseconds. */
function delayedThreads(waitOf: (dispatch: number) => number): CpuExecutor {
  const threads = createInlineExecutor()
  let [clock, dispatches] = [0, 0]
  vi.spyOn(performance, 'now').mockImplementation(() => clock)
  return {
    ...threads,
    async kernel(name) {
      const kernel = await threads.kernel(name)
      return {
        async dispatch(...args) {
          await kernel.dispatch(...args)
          clock += 5 + waitOf(dispatches++)
        },
      }
    },
  }
}

test('brute force is not cut short because one slice waited for its turn', { tags: 'proof' }, async () => {
  await startLoop()
  const whole = await finish(INPUT)
  for (const late of [0, 1, 4]) {
    const brute = await finish({ ...INPUT, settings: BRUTE, cpu: delayedThreads((dispatch) => (dispatch === late ? 2000 : 0)) })
    expect(loop.report.region, `slice ${late}`).toBeNull()
    expect(loop.report.samples).toBe(8)
    expect(Math.max(...brute.map((value, i) => Math.abs(value - whole[i])))).toBeLessThanOrEqual(1)
  }
})

test('brute force that takes long shows its middle, and everything for who has the patience', { tags: 'proof' }, async () => {
  await startLoop()
  const input = { ...INPUT, settings: BRUTE, cpu: delayedThreads(() => 500) }
  await finish(input)
  expect(loop.report.region?.reason).toContain('Brute force')
  await finish({ ...input, patienceMs: Infinity })
  expect(loop.report).toMatchObject({ region: null, samples: 8 })
})

test('what is asked for while kernels are compiled is traced by its own kernels', { tags: 'proof' }, async () => {
  await startLoop()
  const expected = await finish(INPUT)
  // Another picture, that this one begins anew.
  await finish({ ...INPUT, settings: { ...SETTINGS, shadows: false } })
  loop.update({ ...INPUT, settings: { ...SETTINGS, view: 'nodes' } })
  const step = loop.step()
  loop.update(INPUT)
  await step
  expect(await finish(INPUT)).toEqual(expected)
})
