import { expect, test } from 'vitest'
import { pickTraversal } from './measure.ts'
import { bytesOfTrees } from './room-for.ts'

test('the default stays where nothing is clearly faster', () => {
  expect(pickTraversal({ 'standard-8': 10, 'ropes-plus-plus': 10.4 })).toBe('standard-8')
  expect(pickTraversal({ 'standard-8': 10, 'ropes-plus-plus': 10.6, 'push-down-short-stack': 9 })).toBe('ropes-plus-plus')
})

test('trees that no buffer of the adapter could hold take more memory than there is', () => {
  const limits = { maxStorageBufferBindingSize: 2 ** 30, maxBufferSize: 2 ** 31 }
  expect(bytesOfTrees('ropes', 1e6, limits)).toBeLessThan(1e9)
  expect(bytesOfTrees('ropes', 20e6, limits)).toBe(Infinity)
  expect(bytesOfTrees('plain', 20e6, limits)).toBeLessThan(3e9)
})
