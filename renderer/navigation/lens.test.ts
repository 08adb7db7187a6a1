import { expect, test } from 'vitest'
import { focalLengthOf, horizontalFovOf, straightenedShare, thinLens, verticalFovOf } from './lens.ts'

const DEGREES = Math.PI / 180

test('focal lengths of the full frame have the angles that their makers print', () => {
  // Vertical angle of 24 mm, horizontal of 36 mm: as in the tables of lens makers.
  for (const [focal, vertical, horizontal] of [[17, 70.4, 93.3], [24, 53.1, 73.7], [35, 37.8, 54.4], [50, 27.0, 39.6], [85, 16.1, 23.9]]) {
    const fov = verticalFovOf(focal / 1000)
    expect(Math.abs(fov / DEGREES - vertical)).toBeLessThan(0.06)
    expect(Math.abs(horizontalFovOf(fov, 36 / 24) / DEGREES - horizontal)).toBeLessThan(0.06)
  }
})

test('field of view and focal length are each other, exactly', () => {
  for (const fov of [0.05, 0.4, 0.9, 1.4, 2.2]) expect(Math.abs(verticalFovOf(focalLengthOf(fov)) - fov)).toBeLessThan(1e-14)
  expect(focalLengthOf(verticalFovOf(0.035))).toBeCloseTo(0.035, 15)
})

test('a lens opens by its focal length over its f-number, and not at all when it is off', () => {
  const verticalFov = verticalFovOf(0.05)
  expect(thinLens({ verticalFov, lens: { on: true, fNumber: 2, focusDistance: 3 } })?.radius).toBeCloseTo(0.0125, 12)
  expect(thinLens({ verticalFov, lens: { on: false, fNumber: 2, focusDistance: 3 } })).toBeUndefined()
  expect(thinLens({ verticalFov })).toBeUndefined()
})

test('the share of the pitch that the shift takes falls from all to nothing', () => {
  expect(straightenedShare(0)).toBe(1)
  expect(straightenedShare(-34 * DEGREES)).toBe(1)
  expect(straightenedShare(60 * DEGREES)).toBe(0)
  expect(straightenedShare(47.5 * DEGREES)).toBeCloseTo(0.5, 9)
})
