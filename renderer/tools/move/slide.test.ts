import { describe, expect, test } from 'vitest'
import type { Vec3 } from '../../../gpu/index.ts'
import { backOff, slide } from './slide.ts'

const axes: readonly Vec3[] = [[1, 0, 0], [0, 0, 1]]
/** A wall at x = 2: the piece is 1 m wide. */
const isFree = ([x]: Vec3): boolean => x < 1.5

describe('sliding', () => {
  test('a free way is taken as it is', () => {
    expect(slide([0, 0, 0], [1, 0, 3], axes, isFree)).toEqual([1, 0, 3])
  })

  test('at a wall the piece stops before it and follows the pointer along it', () => {
    const [x, , z] = slide([0, 0, 0], [4, 0, 3], axes, isFree)
    expect(x).toBeLessThan(1.5)
    expect(x).toBeGreaterThan(1.3)
    expect(z).toBeCloseTo(3, 6)
  })

  test('in a corner it stays', () => {
    const inCorner = ([x, , z]: Vec3): boolean => x < 1.5 && z < 1.5
    const [x, , z] = slide([1.4, 0, 1.4], [5, 0, 5], axes, inCorner)
    expect(Math.max(x, z)).toBeLessThan(1.5)
  })

  test('a piece that stands in a wall already can be taken out', () => {
    expect(slide([3, 0, 0], [2.5, 0, 0], axes, isFree)).toEqual([2.5, 0, 0])
  })

  test('a new piece backs off from the wall towards the viewer', () => {
    const [x] = backOff([1.9, 0, 0], [-3, 1.6, 0], isFree)
    expect(x).toBeLessThan(1.5)
    expect(x).toBeGreaterThan(1.4)
  })
})
