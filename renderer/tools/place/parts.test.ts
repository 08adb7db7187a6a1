import { expect, test } from 'vitest'
import type { Vec3 } from '../../../gpu/index.ts'
import type { Bounds } from '../../navigation/orbit.ts'
import { partsOf } from './parts.ts'

/** Boxes as one mesh. */
function meshOf(boxes: readonly Bounds[]): Parameters<typeof partsOf>[0] {
  const corners = boxes.flatMap(({ min, max }) => Array.from({ length: 8 }, (_, i): Vec3 => [i & 1 ? max[0] : min[0], i & 2 ? max[1] : min[1], i & 4 ? max[2] : min[2]]))
  const sides = [0, 1, 3, 0, 3, 2, 4, 6, 7, 4, 7, 5, 0, 4, 5, 0, 5, 1, 2, 3, 7, 2, 7, 6, 0, 2, 6, 0, 6, 4, 1, 5, 7, 1, 7, 3]
  const along = (pick: (...values: number[]) => number): Vec3 => [0, 1, 2].map((k) => pick(...corners.map((corner) => corner[k]))) as unknown as Vec3
  return { positions: Float32Array.from(corners.flat()), indices: Uint32Array.from(boxes.flatMap((_, b) => sides.map((i) => 8 * b + i))), bounds: { min: along(Math.min), max: along(Math.max) } }
}
const SEAT: Bounds = { min: [-0.25, 0, -0.25], max: [0.25, 0.45, 0.25] }
const BACK: Bounds = { min: [-0.25, 0.45, -0.25], max: [0.25, 0.9, -0.2] }

test('a chair is a seat and a thinner back, and the two hold every corner', () => {
  const parts = partsOf(meshOf([SEAT, BACK]))
  expect(parts).toHaveLength(2)
  expect(parts[0].max[1]).toBeGreaterThanOrEqual(0.45)
  expect(parts[1].max[2]).toBeCloseTo(-0.2, 6)
  expect(parts[1].min[1]).toBeLessThan(0.56)
})

test('a cone is no more than four boxes, which hold every corner', () => {
  const steps = Array.from({ length: 12 }, (_, i): Bounds => ({ min: [-1 + i / 13, i / 10, -1 + i / 13], max: [1 - i / 13, (i + 1) / 10, 1 - i / 13] }))
  const mesh = meshOf(steps)
  const parts = partsOf(mesh)
  expect(parts).toHaveLength(4)
  for (const step of steps) for (const y of [step.min[1] + 0.02, step.max[1] - 0.02]) {
    expect(parts.some(({ min, max }) => y >= min[1] && y <= max[1] && max[0] >= step.max[0] - 1e-6 && min[2] <= step.min[2] + 1e-6)).toBe(true)
  }
  expect(parts.at(-1)!.max[0]).toBeLessThan(0.6)
})

test('a box is one part, and so is what is flat', () => {
  expect(partsOf(meshOf([SEAT]))).toEqual([{ min: SEAT.min.map((value) => expect.closeTo(value, 6)), max: SEAT.max.map((value) => expect.closeTo(value, 6)) }])
  expect(partsOf(meshOf([{ min: [-1, 0, -1], max: [1, 0.02, 1] }]))).toHaveLength(1)
})
