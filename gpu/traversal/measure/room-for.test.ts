import { expect, test } from 'vitest'
import { withRoom } from './room-for.ts'

const limits = (gigabytes: number) => ({ maxStorageBufferBindingSize: gigabytes * 2 ** 30, maxBufferSize: gigabytes * 2 ** 30 })

test('trees that would not fit into one buffer give way to the smallest, and only these', () => {
  expect(withRoom('ropes-plus-plus', 262_000, limits(2))).toBe('ropes-plus-plus')
  expect(withRoom('bvh', 2_000_000, limits(2))).toBe('bvh')
  for (const traversal of ['ropes', 'ropes-plus-plus', 'backtrack', 'bvh'] as const) expect(withRoom(traversal, 20_000_000, limits(2)), traversal).toBe('standard-8')
  expect(withRoom('bvh', 20_000_000, limits(4))).toBe('bvh')
  expect(withRoom('havran', 20_000_000, limits(2))).toBe('havran')
})
