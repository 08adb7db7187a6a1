import { expect, test } from 'vitest'
import { apart } from './apart.ts'

test('labels that would cover each other stand below one another, the first where it belongs; others stay', () => {
  expect(apart([{ at: [100, 50], width: 60 }, { at: [130, 45], width: 60 }, { at: [110, 60], width: 60 }, { at: [300, 50], width: 60 }])).toEqual([[100, 50], [130, 70], [110, 90], [300, 50]])
  expect(apart([{ at: [100, 50], width: 60 }, { at: [100, 70], width: 60 }, { at: [160, 50], width: 60 }])).toEqual([[100, 50], [100, 70], [160, 50]])
  expect(apart([])).toEqual([])
})

test('a label goes past another where a line more and less is not the same place: (y + 20) - y is less than 20', () => {
  const y = 122.85055704858259
  expect(y + 20 - y).toBeLessThan(20)
  expect(apart([{ at: [0, y], width: 50 }, { at: [0, y], width: 50 }])).toEqual([[0, y], [0, y + 20]])
})

test('no two of many labels at random cover each other (seed 12)', () => {
  let seed = 12
  const random = (): number => (seed = (seed * 1103515245 + 12345) % 2 ** 31) / 2 ** 31
  const labels = Array.from({ length: 60 }, () => ({ at: [200 * random(), 100 * random()] as const, width: 30 + 40 * random() }))
  const placed = apart(labels)
  for (let i = 0; i < labels.length; i++) {
    expect(placed[i][0]).toBe(labels[i].at[0])
    for (let j = 0; j < i; j++) expect(Math.abs(placed[i][0] - placed[j][0]) >= (labels[i].width + labels[j].width) / 2 || Math.abs(placed[i][1] - placed[j][1]) >= 19.5).toBe(true)
  }
})
