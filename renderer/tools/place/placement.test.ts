import { describe, expect, test } from 'vitest'
import type { Vec3 } from '../../../gpu/index.ts'
import { quatFromAxisAngle, rotate, UP } from '../../navigation/vector.ts'
import { accepts, anchorOf, type Body, worldPoint, placeOn, worldBounds } from './placement.ts'

const chair: Body = {
  bounds: { min: [-0.3, 0, -0.25], max: [0.3, 0.9, 0.25] },
  transform: { position: [1, 0, 1], rotation: quatFromAxisAngle(UP, 0.7), scale: [1, 1, 1] },
  mount: 'floor',
}
const mirror: Body = {
  bounds: { min: [-0.4, -0.4, 0], max: [0.4, 0.4, 0.08] },
  transform: { position: [0, 0, 0], rotation: [0, 0, 0, 1], scale: [1, 1, 1] },
  mount: 'wall',
}

function expectVec(actual: Vec3, expected: Vec3): void {
  for (const k of [0, 1, 2]) expect(actual[k]).toBeCloseTo(expected[k], 6)
}

describe('placing', () => {
  test('a floor piece stands with its foot on the surface and keeps its turn', () => {
    const moved = placeOn(chair, { position: [2, 0.3, -1], normal: [0, 1, 0] })
    expectVec(moved.position, [2, 0.3, -1])
    expect(moved.rotation).toEqual(chair.transform.rotation)
  })

  test('a piece whose origin is elsewhere still stands on the surface', () => {
    const odd: Body = { ...chair, bounds: { min: [4, 2, 7], max: [5, 3, 8] } }
    const moved = placeOn(odd, { position: [2, 0, -1], normal: [0, 1, 0] })
    expectVec(anchorOf({ ...odd, transform: moved }), [2, 0, -1])
    expect(worldBounds({ ...odd, transform: moved }).min[1]).toBeCloseTo(0, 6)
  })

  test('a mirror hangs flat: its back on the wall, its face into the room, its top up', () => {
    for (const normal of [[1, 0, 0], [0, 0, -1], [-0.6, 0, 0.8]] as const) {
      const hung = placeOn(mirror, { position: [3, 1.6, 2], normal })
      expectVec(rotate(hung.rotation, [0, 0, 1]), normal)
      expectVec(rotate(hung.rotation, [0, 1, 0]), [0, 1, 0])
      expectVec(worldPoint(hung, [0, 0, 0]), [3, 1.6, 2])
    }
  })

  test('a pendant hangs with its top on the ceiling', () => {
    const pendant: Body = { ...chair, mount: 'ceiling', bounds: { min: [-0.2, -1, -0.2], max: [0.2, 0, 0.2] } }
    expectVec(placeOn(pendant, { position: [1, 2.6, 1], normal: [0, -1, 0] }).position, [1, 2.6, 1])
  })

  test('every kind seeks its own surface', () => {
    const surface = (normal: Vec3) => ({ position: [0, 0, 0] as const, normal })
    expect(accepts('floor', surface([0, 1, 0]))).toBe(true)
    expect(accepts('surface', surface([0, 0, 1]))).toBe(false)
    expect(accepts('wall', surface([0, 0, 1]))).toBe(true)
    expect(accepts('wall', surface([0, 1, 0]))).toBe(false)
    expect(accepts('ceiling', surface([0, -1, 0]))).toBe(true)
  })
})
