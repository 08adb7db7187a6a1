import { expect, test, vi } from 'vitest'
import { idsOfSeen, numberSlots, numbersOfSlots } from './seen-ids.ts'

const seenOf = (...pixels: readonly (readonly number[])[]) => Float32Array.from(pixels.flat())

test('a pixel shows what most of its first samples saw, of several as many the first, and never a number in between', () => {
  const seen = seenOf([7, 7, 7, 7], [2, 9, 9, 2], [9, 2, 2, 5], [1, 2, 3, 4], [0, 6, 6, 0], [6, 0, 0, 0])
  expect([...idsOfSeen(seen, 64)]).toEqual([7, 2, 2, 1, 0, 0])
})

test('of fewer samples than four those that are there count, and what is missing is not nothing', () => {
  const seen = seenOf([5, 0, 0, 0], [5, 3, 0, 0], [5, 3, 3, 0])
  expect([1, 2, 3].map((samples) => [...idsOfSeen(seen, samples)])).toEqual([[5, 5, 5], [5, 5, 5], [0, 5, 3]])
})

test('slots become places in the scene, whatever the engine held before; those of nothing stay, and hidden things have none', () => {
  const slots: Readonly<Record<string, number | null>> = { sofa: 12, lamp: 0, hidden: null, vase: 3 }
  const numbers = numbersOfSlots({ instances: ['sofa', 'hidden', 'lamp', 'vase'].map((id) => ({ id })) as never }, (id) => slots[id])
  expect([...numberSlots(seenOf([13, 1, 4, 0], [99, 0, 0, 0]), numbers)]).toEqual([1, 3, 4, 0, 0, 0, 0, 0])
})

test('numbers of a picture take no object for each of its pixels: millions of them took seconds', () => {
  const typed = Object.getPrototypeOf(Float32Array.prototype) as Float32Array
  const made = [vi.spyOn(typed, 'subarray'), vi.spyOn(typed, 'filter'), vi.spyOn(typed, 'slice')]
  try {
    idsOfSeen(new Float32Array(4 * 1000).fill(3), 64)
    expect(made.map(({ mock }) => mock.calls.length)).toEqual([0, 0, 0])
  } finally {
    vi.restoreAllMocks()
  }
})
