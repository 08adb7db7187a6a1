import { expect, test } from 'vitest'
import { spanOf } from './history.ts'

test('what the first frames with indirect light showed is forgotten while more of it is known, and later means are long', () => {
  const frames = Array.from({ length: 200 }, (_, i) => i)
  const first = frames.map((now) => now - spanOf(now, true))
  // Of frames that still count the oldest is never older than before, from the sixth on it is none of the first few, and two thirds of all are forgotten.
  for (const now of frames.slice(1)) expect(first[now]).toBeGreaterThanOrEqual(first[now - 1])
  for (const now of frames.slice(6)) expect(first[now] / now).toBeGreaterThanOrEqual(0.5)
  for (const now of frames.slice(60)) expect(first[now] / now).toBeCloseTo(2 / 3, 1)
  expect(spanOf(199, true)).toBeGreaterThan(32)
  // Whoever begins has something to take a mean of.
  expect(spanOf(0, true)).toBeGreaterThan(1)
  expect(spanOf(0, false)).toBe(Infinity)
})
