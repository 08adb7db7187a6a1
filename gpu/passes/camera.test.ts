import { expect, test } from 'vitest'
import { cameraRays } from './camera.ts'

test('a camera at rest looks along -z with y up and x to the right', () => {
  const rays = cameraRays({ position: [1, 2, 3], orientation: [0, 0, 0, 1], verticalFov: Math.PI / 2, near: 0.1, far: 10 }, 40, 20)
  const through = (x: number, y: number) => [0, 1, 2].map((i) => rays.corner[i] + x * rays.stepX[i] + y * rays.stepY[i])
  expect(through(20, 10).map((v) => Math.round(v * 1e9) / 1e9 + 0)).toEqual([0, 0, -1])
  expect(through(40, 10)[0]).toBeCloseTo(2)
  expect(through(20, 0)[1]).toBeCloseTo(1)
})

test('turns with its quaternion: a quarter turn about y looks along -x', () => {
  const s = Math.SQRT1_2
  const { forward } = cameraRays({ position: [0, 0, 0], orientation: [0, s, 0, s], verticalFov: 1, near: 0.1, far: 10 }, 8, 8)
  expect(forward[0]).toBeCloseTo(-1)
  expect(forward[2]).toBeCloseTo(0)
})
