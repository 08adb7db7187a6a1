import { expect, test } from 'vitest'
import type { Camera } from '../../scene.ts'
import { cameraAt } from '../../testing/shapes.ts'
import { cameraRays } from '../raster/camera.ts'
import { isSameView, type TracedView } from './accumulate.ts'

const CAMERA = cameraAt([0, 1.6, 0], { verticalFov: 0.9 })
function view(change: Partial<Camera> = {}, { width = 64, height = 48, stride = 1 } = {}): TracedView {
  const camera = { ...CAMERA, ...change }
  return { rays: cameraRays(camera, width, height), stride, width: Math.ceil(width / stride), height: Math.ceil(height / stride), rasterWidth: width, rasterHeight: height, jitter: [0, 0] }
}

test('a picture shows what another one did where it is seen from the same place by the same lens, in as many pixels', () => {
  expect(isSameView(view(), view())).toBe(true)
  expect(isSameView(view(), { ...view(), jitter: [0.3, -0.2] })).toBe(true)
})

test.each<[string, TracedView]>([
  ['a step aside', view({ position: [0.001, 1.6, 0] })], ['a turn', view({ orientation: [0, Math.sin(5e-4), 0, Math.cos(5e-4)] })], ['a longer lens', view({ verticalFov: 0.89 })],
  ['a shifted lens', view({ shift: [0, 0.1] })], ['a wide lens', view({ lens: { radius: 0.01, focusDistance: 2 } })],
  ['a wider canvas', view({}, { width: 80 })], ['a larger one of the same proportions', view({}, { width: 128, height: 96 })], ['fewer traced pixels', view({}, { stride: 2 })],
])('and not after %s', (_, other) => {
  expect(isSameView(view(), other)).toBe(false)
  expect(isSameView(other, view())).toBe(false)
})
