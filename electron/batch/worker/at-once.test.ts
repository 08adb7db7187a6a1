import { expect, test } from 'vitest'
import { tilesAtOnce } from './at-once.ts'

const GB = 2 ** 30

test('a computer of few cores traces one tile at a time, one of many as many as its cores and its memory are good for', () => {
  expect([1, 2, 4, 8, 15, 16, 32, 64, 384].map((cores) => tilesAtOnce(cores, 256 * GB))).toEqual([1, 1, 1, 1, 1, 2, 4, 8, 16])
  expect([1, 4, 8, 16, 31].map((memory) => tilesAtOnce(64, memory * GB))).toEqual([1, 1, 2, 4, 7])
})
