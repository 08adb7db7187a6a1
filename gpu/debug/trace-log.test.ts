import { expect, test } from 'vitest'
import { countSteps } from './counts.ts'
import { readTrace } from './trace-log.ts'

const bits = (x: number): number => new Uint32Array(Float32Array.of(x).buffer)[0]

/** A log as trace.wgsl writes it, entries of 4 words. */
function logOf(...entries: number[][]): Uint32Array {
  return Uint32Array.from([entries.length, 0, 0, 0, ...entries.flatMap((entry) => [...entry, 0, 0, 0].slice(0, 4))])
}

const PRIMARY = [[1, bits(0), bits(9)], [bits(1), bits(2), bits(3)], [bits(0), bits(0), bits(-1)]]
const SHADOW = [[1 | (1 << 4) | (1 << 8), bits(0.5), bits(7)], [bits(4), bits(5), bits(6)], [bits(1), bits(0), bits(0)]]

test('a log is read back as rays with their steps, what they hit and the light they brought', () => {
  const { rays, missing } = readTrace(logOf(
    ...PRIMARY, [2, 0, bits(0), bits(8)], [2 | 16 | (2 << 8), 5, bits(1), bits(2)], [3 | (2 << 8), 40, bits(1.5), bits(9)], [4, bits(1.5), 2, 40],
    [6], [bits(0.125), bits(0.25), bits(0.5)], ...SHADOW, [2, 0, bits(0.5), bits(7)], [4, bits(7), 0xffffffff, 0xffffffff],
    [5], [bits(0), bits(1), bits(0)], [bits(0.25), bits(0.5), bits(0.75)],
  ))
  expect(missing).toBe(0)
  expect(rays).toEqual([
    {
      kind: 'primary', question: 'closest', origin: [1, 2, 3], direction: [0, 0, -1], tMin: 0, tMax: 9, hit: { t: 1.5, instance: 2, record: 40 },
      steps: [
        { kind: 'node', tree: 'uber', slot: 0, node: 0, tMin: 0, tMax: 8 }, { kind: 'node', tree: 'object', slot: 2, node: 5, tMin: 1, tMax: 2 },
        { kind: 'triangle', slot: 2, record: 40, t: 1.5, limit: 9 },
      ],
      seen: { normal: [0, 1, 0], light: [0.25, 0.5, 0.75] }, offered: null, passed: null, entries: [0, 7],
    },
    {
      kind: 'shadow', question: 'any', origin: [4, 5, 6], direction: [1, 0, 0], tMin: 0.5, tMax: 7, hit: null,
      steps: [{ kind: 'node', tree: 'uber', slot: 0, node: 0, tMin: 0.5, tMax: 7 }], seen: null, offered: [0.125, 0.25, 0.5], passed: null, entries: [9, 14],
    },
  ])
  const scene = { isLeaf: (place: number) => place === 5, nodeOf: () => { throw new Error('no cell is asked for') }, bvhLeavesOf: () => [] }
  expect(countSteps(rays[0], scene)).toEqual({ uberNodes: 1, objectNodes: 1, leaves: 1, triangleTests: 1 })
})

test('a log that was cut off inside a ray gives what it holds', () => {
  const log = logOf(...PRIMARY, [2, 0, bits(0), bits(8)])
  log[0] = 90
  expect(readTrace(log)).toMatchObject({ missing: 86, rays: [{ steps: [{ node: 0 }], hit: null }] })
})
