import { expect, test } from 'vitest'
import { boxMesh, instance, material, sceneOf } from '../testing/shapes.ts'
import { hasOverlaps } from './overlaps.ts'

test('bodies of glass overlap where their boxes do; panes, matte things and what is hidden do not count', () => {
  const box = boxMesh()
  const glass = material({ transmission: 1, volume: { attenuationColor: [1, 1, 1], attenuationDistance: 1 } })
  const at = (id: string, x: number, wears = glass, visible = true) => instance(id, box, wears, { move: [x, 0, 0], turn: [0, 0.5, 0] }, visible)
  const overlap = (...things: readonly ReturnType<typeof at>[]): boolean => hasOverlaps(sceneOf([box], things))
  expect(overlap(at('a', 0), at('b', 4))).toBe(false)
  expect(overlap(at('a', 0), at('b', 2.2))).toBe(true)
  expect(overlap(at('a', 0), at('b', 1, material({ transmission: 1 })))).toBe(false)
  expect(overlap(at('a', 0), at('b', 1, material()))).toBe(false)
  expect(overlap(at('a', 0), at('b', 1, glass, false))).toBe(false)
  expect(overlap({ ...at('a', 0), materials: [glass, glass] })).toBe(true)
})
