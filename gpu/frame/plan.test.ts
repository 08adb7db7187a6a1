import { expect, test } from 'vitest'
import { DEFAULT_SETTINGS, INDIRECT_BOUNCES, type RenderSettings } from '../settings.ts'
import type { FrameInput } from './frame.ts'
import { pathLengthOf, samplesOf } from './plan.ts'

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

test('indirect light goes as far while moving and at rest as in a still; without it, and where somebody counts, less far', () => {
  const settings = { reflections: true, bounces: 4, indirect: true }
  expect(pathLengthOf(settings)).toEqual({ bounces: INDIRECT_BOUNCES, mirrors: 4 })
  expect(pathLengthOf({ ...settings, indirect: false })).toEqual({ bounces: 5, mirrors: 4 })
  expect(pathLengthOf({ ...settings, reflections: false, indirect: false })).toEqual({ bounces: 1, mirrors: 0 })
  expect(pathLengthOf(settings, 3)).toEqual({ bounces: 3, mirrors: 3 })
})
