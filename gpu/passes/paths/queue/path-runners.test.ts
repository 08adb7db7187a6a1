import { expect, test } from 'vitest'
import { slicesOf } from './path-runners.ts'

test('slices trace every block of every sample once, as many samples together as a queue holds, and each pixel has its samples in their order', () => {
  for (const [blocks, samples, room] of [[4, 1, 64], [4, 7, 64], [4, 7, 13], [4, 7, 4], [4, 2, 3], [100, 3, 1], [1, 64, 10]]) {
    const slices = slicesOf(blocks, samples, room)
    const seen: number[][] = Array.from({ length: blocks }, () => [])
    for (const { firstBlock, count, firstSample, samples: together } of slices) {
      expect(count * together).toBeLessThanOrEqual(room)
      // The numbers of paths in a slice of several samples are those of all blocks.
      if (together > 1) expect([firstBlock, count]).toEqual([0, blocks])
      for (let block = firstBlock; block < firstBlock + count; block++) for (let i = 0; i < together; i++) seen[block].push(firstSample + i)
    }
    expect(seen).toEqual(Array.from({ length: blocks }, () => Array.from({ length: samples }, (_, i) => i)))
    expect(slices.length).toBe(room >= blocks ? Math.ceil(samples / Math.floor(room / blocks)) : samples * Math.ceil(blocks / room))
  }
})
