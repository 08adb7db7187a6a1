import { expect, test } from 'vitest'
import { planSimpler } from './plan.ts'

const built = (meshes: Parameters<typeof planSimpler>[0], kept: readonly number[] | null): number => (kept ?? []).reduce((sum, triangles, i) => sum + triangles * meshes[i].uses, 0)

test('what is small and dense becomes simpler, what is large or coarse stays', () => {
  const meshes = [{ triangles: 4000, uses: 1, size: 10 }, { triangles: 9000, uses: 1, size: 0.1 }, { triangles: 9000, uses: 1, size: 1 }, { triangles: 12, uses: 50, size: 0.5 }]
  const kept = planSimpler(meshes, 20_000)!
  expect([kept[0], kept[2], kept[3]]).toEqual([4000, 9000, 12])
  // As little as it takes: nine tenths of what may be.
  expect(built(meshes, kept)).toBeGreaterThan(17_900)
  expect(built(meshes, kept)).toBeLessThanOrEqual(18_000)
})

test('a mesh that is built often counts as often, and dense ones are brought down to one density', () => {
  const meshes = [{ triangles: 5000, uses: 10, size: 1 }, { triangles: 20_000, uses: 1, size: 2 }]
  const kept = planSimpler(meshes, 20_000)!
  expect(built(meshes, kept)).toBeLessThanOrEqual(18_000)
  expect(kept[1] / 4 / kept[0]).toBeCloseTo(1, 1)
})

test('where even the simplest would be too much, there is no plan', () => {
  expect(planSimpler([{ triangles: 2_000_000, uses: 1, size: 1 }], 20_000)).toBeNull()
  expect(planSimpler([{ triangles: 100, uses: 1000, size: 0.01 }], 20_000)).not.toBeNull()
  expect(planSimpler([{ triangles: 10, uses: 10_000, size: 0.01 }], 20_000)).toBeNull()
  // Nobody knows how large they are: coarse, then, and not dense enough to help.
  expect(planSimpler([{ triangles: 30_000, uses: 1, size: Infinity }], 20_000)).toBeNull()
})
