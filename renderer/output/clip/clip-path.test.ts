import { expect, test } from 'vitest'
import type { CameraPose } from '../../interaction/store.ts'
import { quatLookingAt } from '../../document/transform.ts'
import { createClipPath, frameTimes } from './clip-path.ts'

const pose = (position: CameraPose['position'], target: CameraPose['target'], verticalFov = 0.9): CameraPose => ({ position, target, verticalFov, orientation: quatLookingAt(position, target) })
const POSES = [pose([0, 1.6, 4], [0, 1.2, 0]), pose([2, 1.6, 1], [0, 1.2, 0], 1.1), pose([2, 1.6, -2], [-3, 1.4, -2]), pose([-1, 1.6, -3], [-3, 1.4, -2], 0.7)]
const distance = (a: readonly number[], b: readonly number[]): number => Math.hypot(...a.map((v, i) => v - b[i]))

test('a clip begins and ends exactly at its views and passes through every other', () => {
  const at = createClipPath(POSES)
  expect([at(0), at(1), at(-1), at(2)]).toEqual([POSES[0], POSES[3], POSES[0], POSES[3]])
  for (const wanted of POSES) {
    const nearest = Math.min(...Array.from({ length: 4001 }, (_, i) => distance(at(i / 4000).position, wanted.position) + distance(at(i / 4000).orientation.map(Math.abs), wanted.orientation.map(Math.abs))))
    expect(nearest).toBeLessThan(0.006)
  }
})

test('it starts and stops gently and jerks nowhere', () => {
  const at = createClipPath(POSES)
  const steps = Array.from({ length: 400 }, (_, i) => [distance(at(i / 400).position, at((i + 1) / 400).position), distance(at(i / 400).orientation, at((i + 1) / 400).orientation)])
  const most = [0, 1].map((k) => Math.max(...steps.map((step) => step[k])))
  for (const k of [0, 1]) {
    expect(steps[0][k]).toBeLessThan(0.001 * most[k])
    expect(steps[399][k]).toBeLessThan(0.001 * most[k])
    for (let i = 1; i < 400; i++) expect(Math.abs(steps[i][k] - steps[i - 1][k])).toBeLessThan(0.1 * most[k])
  }
})

test('every pose on the way can be seen from: a unit quaternion, the same at every call', () => {
  const at = createClipPath([...POSES, { ...POSES[0], orientation: POSES[0].orientation.map((v) => -v) as unknown as CameraPose['orientation'] }])
  for (let i = 0; i <= 100; i++) {
    expect(Math.hypot(...at(i / 100).orientation)).toBeCloseTo(1, 9)
    expect(at(i / 100)).toEqual(at(i / 100))
  }
})

test('views at one place, and a single one, are no trouble', () => {
  for (const poses of [[POSES[0]], [POSES[0], POSES[0]], [POSES[0], POSES[0], POSES[1]]]) {
    const { position, orientation } = createClipPath(poses)(0.37)
    expect([...position, ...orientation].every(Number.isFinite)).toBe(true)
  }
})

test('frames spread over the clip, exposures over half a frame around each', () => {
  expect(frameTimes(3, 1)).toEqual([[0], [0.5], [1]])
  const [first, second] = frameTimes(5, 4)
  expect(first).toEqual([0, 0, 0.015625, 0.046875])
  expect(second.reduce((sum, t) => sum + t, 0) / 4).toBeCloseTo(0.25, 12)
  expect(second[3] - second[0]).toBeCloseTo(0.25 * 0.5 * 0.75, 12)
  expect(frameTimes(1, 1)).toEqual([[0]])
})
