import { expect, test } from 'vitest'
import { createTimeLeft } from './time-left.ts'

test('says nothing until there is something to extrapolate from, and never counts what was done before the first report', () => {
  const timeLeft = createTimeLeft()
  // Kernels and trees took a minute; the first tile is a ten-thousandth of the picture.
  expect(timeLeft(0, 60_000)).toBeNull()
  expect(timeLeft(0.0001, 61_000)).toBeNull()
  expect(timeLeft(0.0002, 62_000)).toBeNull()
  expect(timeLeft(0.015, 70_000)).toBeNull()
  expect(timeLeft(0.5001, 111_000)).toBeCloseTo(50, 1)
  expect(timeLeft(1, 161_000)).toBe(0)
})
