import { describe, expect, test } from 'vitest'
import type { Mount } from '../../document/types.ts'
import { type Block, queryOfBlocks } from '../../interaction/testing.ts'
import { normalize, sub } from '../../navigation/vector.ts'
import { findSurface } from './surface.ts'
import type { Vec3 } from '../../../gpu/index.ts'

const room: readonly Block[] = [
  { id: 'floor', min: [-4, -0.1, -4], max: [4, 0, 4] },
  { id: 'ceiling', min: [-4, 2.5, -4], max: [4, 2.6, 4] },
  { id: 'wall', min: [-4, 0, -4.1], max: [4, 2.5, -4] },
  { id: 'table', min: [-0.5, 0, -0.5], max: [0.5, 0.75, 0.5] },
  { id: 'sofa', min: [2, 0, -1], max: [3, 0.8, 1] },
]
const query = queryOfBlocks(room)
const eye: Vec3 = [0, 1.6, 3.5]

function under(mount: Mount, at: Vec3, skip: readonly string[] = []) {
  return findSurface(query, { origin: eye, direction: normalize(sub(at, eye)) }, {
    mount, skip: new Set(skip), isFurniture: (id) => id === 'table' || id === 'sofa',
  })
}

describe('the surface under the pointer', () => {
  test('is the table top for a vase and the floor behind the table for a chair', () => {
    expect(under('surface', [0, 0.75, 0])?.position[1]).toBeCloseTo(0.75, 6)
    expect(under('floor', [0, 0.75, 0])?.position[1]).toBeCloseTo(0, 6)
  })

  test('is never the dragged piece itself', () => {
    expect(under('surface', [0, 0.75, 0], ['table'])?.position[1]).toBeCloseTo(0, 6)
  })

  test('is the wall for a mirror, and nothing on the floor', () => {
    expect(under('wall', [1, 1.5, -4])?.normal).toEqual([0, 0, 1])
    expect(under('wall', [1, 0, 2])).toBeNull()
  })

  test('is the floor at the foot of the wall for a chair held over the wall', () => {
    const surface = under('floor', [1, 1.5, -4])
    expect(surface?.position[1]).toBeCloseTo(0, 6)
    expect(surface?.position[2]).toBeCloseTo(-3.98, 6)
  })

  test('is the ceiling above the pointer for a pendant', () => {
    expect(under('ceiling', [1, 0, 1])?.position[1]).toBeCloseTo(2.5, 6)
    expect(under('ceiling', [1, 2.5, 1])?.normal[1]).toBeLessThan(0)
  })

  test('is the ground of an empty room for whatever is dragged there', () => {
    const empty = queryOfBlocks([])
    const on = (mount: Mount) => findSurface(empty, { origin: eye, direction: normalize(sub([0.5, 0, -1], eye)) }, { mount, skip: new Set(), isOpen: true, isFurniture: () => false })
    for (const mount of ['floor', 'surface'] as const) {
      const ground = on(mount)!
      ground.position.forEach((value, k) => expect(value).toBeCloseTo([0.5, 0, -1][k], 9))
      expect(ground.normal).toEqual([0, 1, 0])
    }
    expect(on('ceiling')).toMatchObject({ position: [expect.closeTo(0.5, 9), 2.5, expect.closeTo(-1, 9)], normal: [0, -1, 0] })
    const wall = on('wall')!
    expect(wall.position[1]).toBe(1.5)
    expect([wall.normal[1], Math.hypot(...wall.normal), wall.normal[2] > 0]).toEqual([0, expect.closeTo(1, 9), true])
    // Above the horizon there is no ground; in a house, its own floors are all there is.
    expect(findSurface(empty, { origin: eye, direction: [0, 0.1, -1] }, { mount: 'floor', skip: new Set(), isOpen: true, isFurniture: () => false })).toBeNull()
    expect(findSurface(empty, { origin: eye, direction: [0, -1, -1] }, { mount: 'floor', skip: new Set(), isFurniture: () => false })).toBeNull()
  })
})
