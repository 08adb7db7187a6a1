import { expect, test } from 'vitest'
import type { Arrived } from '../../device/readback.ts'
import { DEFAULT_SETTINGS } from '../../settings.ts'
import { cameraAt } from '../../testing/shapes.ts'
import type { Job } from '../job.ts'
import { createPace } from '../pace.ts'
import type { FramePasses } from '../passes/frame-passes.ts'
import type { Tracer } from '../pass.ts'
import type { FrameShared } from '../tracing/shared.ts'
import type { Screen } from './screen.ts'
import { createShowing } from './showing.ts'

function createStage() {
  const pace = createPace()
  let settled = 0
  const shared = { scene: { update: { uberBuildMs: 0, instances: 0, triangles: 0 } }, tracing: { walk: { traversal: 'standard-8' } } }
  const passes = { exposure: { evOf: () => 0 } }
  const showing = createShowing(shared as FrameShared, passes as unknown as FramePasses, { settle() { settled++ } } as unknown as Screen, pace, new AbortController().signal)
  const settings = { ...DEFAULT_SETTINGS, method: 'hybrid', restSamples: 1 } as const
  const job = {
    input: { settings, camera: cameraAt([0, 0, 0]), width: 8, height: 8, interacting: true }, ms: { gbuffer: 1, shade: 2, reflect: 4, irradiance: 8, denoise: 16, edges: 32, tonemap: 64, frame: 127 },
    pixels: 64, sample: 0, stride: 1, shrink: 1, reason: null, region: { x: 0, y: 0, width: 8, height: 8 }, walk: { traversal: 'standard-8' }, gbuffer: { width: 8, height: 8 }, warming: 0,
  }
  const finish = (warming: number, isFinal = false) => showing.finish({ ...job, warming, isFinal } as unknown as Job, { kind: 'gpu' } as Tracer, [], { ms: {}, words: () => null } as Arrived)
  return { pace, showing, finish, get settled() { return settled } }
}

test('whatever a picture takes beside its paths counts as that, edges too: or the next one would have more pixels than there is time for', async () => {
  const { pace, finish } = createStage()
  await finish(0)
  expect(pace.fixedMs).toBe(1 + 8 + 16 + 32 + 64)
})

test('a picture that is kept back is neither shown nor told of, but its time is', async () => {
  const stage = createStage()
  await stage.finish(24)
  expect([stage.settled, stage.showing.report.width, stage.pace.fixedMs]).toEqual([0, 0, 121])
  await stage.finish(0)
  expect([stage.settled, stage.showing.report.width]).toEqual([1, 8])
})

test('what a sample at rest takes says nothing of what moves', async () => {
  const { pace, finish } = createStage()
  await finish(0, true)
  expect(pace.fixedMs).toBe(0)
})
