import { expect, test } from 'vitest'
import { DEFAULT_SETTINGS, type RenderSettings } from '../settings.ts'
import type { FrameInput } from './frame.ts'
import { samplesOf } from './plan.ts'

const camera: FrameInput['camera'] = { position: [0, 1, 0], orientation: [0, 0, 0, 1], verticalFov: 1, near: 0.01, far: 100 }
const count = (settings: Partial<RenderSettings>, more: Partial<FrameInput> = {}): number =>
  samplesOf({ camera, settings: { ...DEFAULT_SETTINGS, ...settings }, width: 64, height: 36, interacting: false, ...more })

test('an edge has eight samples at rest, or as many as were asked for; normals have two, counts one', () => {
  expect(count({})).toBe(8)
  expect(count({}, { edgeSamples: 2 })).toBe(2)
  for (const edgeSamples of [undefined, 3]) {
    expect(count({ view: 'normals' }, { edgeSamples })).toBe(2)
    expect(count({ view: 'nodes' }, { edgeSamples })).toBe(1)
  }
})

test('what has noise, and what a lens blurs, has samples of its own, whatever an edge has', () => {
  expect(count({ method: 'hybrid', restSamples: 40 }, { edgeSamples: 2 })).toBe(40)
  expect(count({}, { edgeSamples: 2, camera: { ...camera, lens: { radius: 0.01, focusDistance: 2 } } })).toBe(128)
})
