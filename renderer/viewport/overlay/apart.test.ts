import { expect, test } from 'vitest'
import { apart } from './apart.ts'

test('labels that would cover each other stand below one another, the first where it belongs; others stay', () => {
  expect(apart([{ at: [100, 50], width: 60 }, { at: [130, 45], width: 60 }, { at: [110, 60], width: 60 }, { at: [300, 50], width: 60 }])).toEqual([[100, 50], [130, 70], [110, 90], [300, 50]])
  expect(apart([{ at: [100, 50], width: 60 }, { at: [100, 70], width: 60 }, { at: [160, 50], width: 60 }])).toEqual([[100, 50], [100, 70], [160, 50]])
  expect(apart([])).toEqual([])
})

test('no two of many labels at random cover each other (seed 12)', () => {
  let seed = 12
  const random = (): number => (seed = (seed * 1103515245 + 12345) % 2 ** 31) / 2 ** 31
  const labels = Array.from({ length: 60 }, () => ({ at: [200 * random(), 100 * random()] as const, width: 30 + 40 * random() }))
  const placed = apart(labels)
  for (let i = 0; i < labels.length; i++) {
    expect(placed[i][0]).toBe(labels[i].at[0])
    for (let j = 0; j < i; j++) expect(Math.abs(placed[i][0] - placed[j][0]) >= (labels[i].width + labels[j].width) / 2 || Math.abs(placed[i][1] - placed[j][1]) >= 20).toBe(true)
  }
})
