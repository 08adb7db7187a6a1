import { describe, expect, test } from 'vitest'
import type { Vec3 } from '../../../gpu/index.ts'
import type { Mount } from '../../document/types.ts'
import { type Block, queryOfBlocks } from '../../interaction/testing.ts'
import { add } from '../../navigation/vector.ts'
import { alongMount, createFreeTest, passable, shareOfWay, wayToCopies } from './keep-out.ts'
import type { Body } from './placement.ts'

const room: readonly Block[] = [
  { id: 'floor', min: [-4, -0.1, -4], max: [4, 0, 4] },
  { id: 'back wall', min: [-4, 0, -4.1], max: [4, 2.5, -4] },
  { id: 'right wall', min: [4, 0, -4], max: [4.1, 2.5, 4] },
]
const body = (mount: Mount, position: Vec3, [w, h, d]: Vec3): Body => ({
  bounds: mount === 'wall' ? { min: [-w / 2, -h / 2, 0], max: [w / 2, h / 2, d] } : { min: [-w / 2, 0, -d / 2], max: [w / 2, h, d / 2] },
  transform: { position, rotation: [0, 0, 0, 1], scale: [1, 1, 1] }, mount,
})
const blockOf = (id: string, { bounds: { min, max }, transform: { position } }: Body): Block => ({ id, min: add(min, position), max: add(max, position) })
/** A unit in the corner and a picture beside it. */
const unit = body('floor', [3.7, 0, -3.7], [0.6, 0.9, 0.6])
const picture = body('wall', [3.5, 1.6, -4], [0.8, 0.6, 0.03])
const query = queryOfBlocks([...room, blockOf('unit', unit), blockOf('picture', picture)])
const loose = new Set(['unit', 'picture'])

describe('keys and typed numbers', () => {
  test('bring a piece up to a wall and no further, however long the way', () => {
    const chair = body('floor', [0, 0, 0], [0.5, 0.9, 0.5])
    expect(shareOfWay(query, [chair], [1, 0, 0], loose)).toBe(1)
    for (const metres of [4, 8, 50]) expect(metres * shareOfWay(query, [chair], [metres, 0, 0], loose)).toBeCloseTo(3.75, 1)
  })

  test('keep several together: the first that meets a wall stops all', () => {
    const chairs = [0, 2].map((x) => body('floor', [x, 0, 0], [0.5, 0.9, 0.5]))
    expect(4 * shareOfWay(query, chairs, [4, 0, 0], loose)).toBeCloseTo(1.75, 1)
  })

  test('move what stands in a wall already wherever they say', () => {
    expect(shareOfWay(query, [body('floor', [4, 0, 0], [0.5, 0.9, 0.5])], [0.01, 0, 0], loose)).toBe(1)
  })

  test('slide a picture along its wall, not off it', () => {
    expect(alongMount(picture, [0.1, 0.2, 0.3])).toEqual([0.1, 0.2, 0])
    expect(alongMount(unit, [0.1, 0.2, 0.3])).toEqual([0.1, 0.2, 0.3])
  })
})

describe('other pieces', () => {
  const sofa: Block = { id: 'sofa', min: [1, 0, -0.5], max: [3, 0.8, 0.5] }
  const rug: Block = { id: 'rug', min: [-1, 0, -1], max: [3, 0.02, 1] }
  const furnished = queryOfBlocks([...room, sofa, rug])
  const all = { ids: new Set(['chair', 'sofa', 'rug']), low: new Set(['rug']) }
  const chair = body('floor', [0, 0, 0], [0.5, 0.9, 0.5])

  test('stop a nudge as walls do; rugs do not', () => {
    const skip = passable(furnished, [chair], new Set(['chair']), all)
    expect(4 * shareOfWay(furnished, [chair], [4, 0, 0], skip)).toBeCloseTo(0.75, 1)
  })

  test('are gone through by what is in them already', () => {
    const inside = body('floor', [1, 0, 0], [0.5, 0.9, 0.5])
    expect(passable(furnished, [inside], new Set(['chair']), all).has('sofa')).toBe(true)
    expect(shareOfWay(furnished, [inside], [0.5, 0, 0], passable(furnished, [inside], new Set(['chair']), all))).toBe(1)
  })

  test('are no way for a picture that meets another', () => {
    const skip = passable(query, [picture], new Set(['picture']), { ids: loose, low: new Set() })
    const other = queryOfBlocks([...room, { id: 'other', min: [1, 1.3, -4], max: [2, 1.9, -3.97] }])
    expect(3 * shareOfWay(other, [picture], [-3, 0, 0], skip)).toBeCloseTo(1.1, 1)
  })
})

describe('a copy', () => {
  test('of a unit in a corner stands beside it, in no wall and in no other piece', () => {
    const way = wayToCopies(query, [unit], loose)!
    expect(way).toEqual([-0.62, 0, 0].map((value) => expect.closeTo(value, 6)))
    expect(createFreeTest(query, unit, new Set())(add(unit.transform.position, way))).toBe(true)
  })

  test('of a picture hangs on the same wall', () => {
    expect(wayToCopies(query, [picture], loose)).toEqual([-0.82, 0, 0].map((value) => expect.closeTo(value, 6)))
  })

  test('of a vase at the end of a table stands on the table', () => {
    const table: Block = { id: 'table', min: [-1, 0, -0.2], max: [0.1, 0.75, 0.2] }
    const vase = body('surface', [0, 0.75, 0], [0.2, 0.4, 0.2])
    const way = wayToCopies(queryOfBlocks([...room, table]), [vase], new Set(['table']))
    expect(way).toEqual([-0.22, 0, 0].map((value) => expect.closeTo(value, 6)))
  })

  test('of several keeps them as they stand', () => {
    const pair = [body('floor', [3.7, 0, 0], [0.6, 0.9, 0.6]), body('floor', [2.7, 0, 0], [0.6, 0.9, 0.6])]
    expect(wayToCopies(query, pair, loose)![0]).toBeCloseTo(-1.62, 6)
  })

  test('has no place where walls are on all sides', () => {
    const shaft: Block[] = [[-0.5, 0], [0.4, 0], [0, -0.5], [0, 0.4]].map(([x, z], i) => ({ id: `wall ${i}`, min: [x === 0 ? -0.5 : x, 0, z === 0 ? -0.5 : z], max: [x === 0 ? 0.5 : x + 0.1, 2.5, z === 0 ? 0.5 : z + 0.1] }))
    expect(wayToCopies(queryOfBlocks(shaft), [body('floor', [0, 0, 0], [0.6, 0.9, 0.6])], new Set())).toBeNull()
  })
})
