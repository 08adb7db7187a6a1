import { expect, test } from 'vitest'
import { piece } from '../document/testing.ts'
import type { ParsedAsset } from '../imports/types.ts'
import { footOf } from './foot.ts'

const CHAIR = { parts: [{ id: 'all', mesh: 'chair' }], meshes: new Map([['chair', { bounds: { min: [-0.5, 0.125, -0.5], max: [0.5, 1.125, 0.5] } }]]) } as unknown as ParsedAsset
const PARSED = new Map([['chair', CHAIR]])
const chair = (id: string, position: readonly [number, number, number]) => piece(id, { asset: 'chair', part: 'all', position })

test('several pieces stand where the middle of the foot of all of them is; without their model they stand nowhere', () => {
  expect(footOf([chair('a', [0, 0, 0]), chair('b', [4, 1, -2])], PARSED)).toEqual([2, 0.125, -1])
  expect(footOf([chair('a', [1, 2, 3]), piece('gone', { asset: 'none', position: [9, 9, 9] })], PARSED)).toEqual([1, 2.125, 3])
  expect([footOf([], PARSED), footOf([chair('a', [0, 0, 0])], new Map())]).toEqual([null, null])
})
