import { describe, expect, test } from 'vitest'
import type { Vec3 } from '../../../gpu/index.ts'
import type { Bounds } from '../../navigation/orbit.ts'
import { type GuideQuestion, shiftTo, snapToGuides } from './guides.ts'

/** A room of 8 by 6 metres. */
const WALLS = [[-4, 4], [-Infinity, Infinity], [-3, 3]] as const
const box = ([x, y, z]: Vec3, [w, h, d]: Vec3): Bounds => ({ min: [x - w / 2, y, z - d / 2], max: [x + w / 2, y + h, z + d / 2] })
const listOf = (boxes: readonly Bounds[]): Float64Array => Float64Array.from(boxes.flatMap(({ min, max }) => [...min, ...max]))
const CHAIR: Vec3 = [0.5, 0.9, 0.5]
const ask = (at: Bounds, others: readonly Bounds[] = [], more: Partial<GuideQuestion> = {}) =>
  snapToGuides({ box: at, axes: [0, 2], others: listOf(others), walls: WALLS, reach: 0.05, grid: 0, ...more })
const metres = (value: number): unknown => expect.closeTo(value, 9)

describe('a dragged piece', () => {
  test('stands flush with a wall that it comes near, and in the middle between two', () => {
    const flush = ask(box([-3.72, 0, 0.97], CHAIR))
    expect(flush.shift).toEqual([metres(-0.03), 0, 0])
    expect(flush.guides.map(({ kind, axis }) => [kind, axis])).toEqual([['wall', 0]])
    const middle = ask(box([0.04, 0, 2], CHAIR))
    expect([middle.shift[0], middle.guides[0].kind]).toEqual([metres(-0.04), 'middle'])
  })

  test('lines up with the nearer of centre and edges of another piece, and the line joins both', () => {
    const table = box([1, 0, -1], [1.6, 0.75, 0.9])
    const centred = ask(box([1.03, 0, 1], CHAIR), [table])
    expect(centred.shift[0]).toBeCloseTo(-0.03, 9)
    expect(centred.guides[0]).toMatchObject({ kind: 'centre', axis: 0, lines: [[[1, metres(0.01), metres(-1.45)], [1, metres(0.01), metres(1.25)]]] })
    const edge = ask(box([1.57, 0, 1], CHAIR), [table])
    expect([edge.shift[0], edge.guides[0].kind]).toEqual([metres(-0.02), 'edge'])
  })

  test('keeps equal gaps: between two, and going on with a row', () => {
    const [a, b] = [box([-2, 0, 1], CHAIR), box([1, 0, 1], CHAIR)]
    const between = ask(box([-0.52, 0, 1], CHAIR), [a, b])
    expect([between.shift[0], between.guides[0].kind, between.guides[0].gaps.map((gap) => gap.metres)]).toEqual([metres(0.02), 'gap', [metres(1), metres(1)]])
    const row = ask(box([1.73, 0, 1], CHAIR), [box([-0.2, 0, 1], CHAIR), box([0.75, 0, 1], CHAIR)])
    expect([row.shift[0], row.guides[0].gaps.map((gap) => gap.metres)]).toEqual([metres(-0.03), [metres(0.45), metres(0.45)]])
  })

  test('falls on the grid only where nothing else is near and the grid is on', () => {
    const at = box([1.23, 0, 0.52], CHAIR)
    expect(ask(at).shift).toEqual([0, 0, 0])
    expect(ask(at, [], { grid: 0.25 }).shift).toEqual([metres(0.02), 0, metres(-0.02)])
    expect(ask(box([-3.72, 0, 0.52], CHAIR), [], { grid: 0.25 }).shift[0]).toBeCloseTo(-0.03, 9)
  })

  test('goes where the pointer says when nothing is within reach', () => {
    expect(ask(box([1.3, 0, 0.6], CHAIR), [box([0, 0, -1], CHAIR)])).toMatchObject({ shift: [0, 0, 0], guides: [] })
  })

  test('heeds nothing behind a wall', () => {
    expect(ask(box([1.3, 0, 0.6], CHAIR), [box([5, 0, 0.62], CHAIR)]).guides).toEqual([])
  })
})

test('a picture lines up with the sofa under it, but not with the table in the room', () => {
  const picture: Bounds = { min: [-0.4, 1.5, -3], max: [0.4, 2.1, -2.97] }
  const question = { axes: [0, 1] as const, walls: [[-4, 3], [0, 2.5], [-3, 3]] as const }
  const sofa = box([0.03, 0, -2.5], [2, 0.8, 0.9])
  expect(ask(picture, [sofa, box([-0.01, 0, 0], [1, 0.75, 1])], question)).toMatchObject({ shift: [metres(0.03), 0, 0], guides: [{ kind: 'centre', axis: 0 }] })
})

describe('distances', () => {
  test('lead to what is next on each side, nearest first', () => {
    const { dimensions } = ask(box([-3, 0, 1], CHAIR), [box([-1, 0, 1.1], CHAIR)])
    expect(dimensions.map(({ axis, side, metres: way }) => [axis, side, way])).toEqual([[0, -1, metres(0.75)], [0, 1, metres(1.5)], [2, 1, metres(1.75)], [2, -1, metres(3.75)]])
    expect(dimensions[0]).toMatchObject({ from: [metres(-3.25), metres(0.01), 1], to: [-4, metres(0.01), 1] })
  })

  test('that are typed come true', () => {
    const at = box([-3, 0, 1], CHAIR)
    for (const dimension of ask(at).dimensions) {
      const by = shiftTo(dimension, 0.45)
      const moved: Bounds = { min: at.min.map((value, k) => value + by[k]) as unknown as Vec3, max: at.max.map((value, k) => value + by[k]) as unknown as Vec3 }
      expect(ask(moved, [], { reach: 0 }).dimensions.find(({ axis, side }) => axis === dimension.axis && side === dimension.side)?.metres).toBeCloseTo(0.45, 9)
    }
  })
})

/** Brute force, seed 7: whatever is said to line up really does, among many. */
test('among 10,000 pieces every guide is true', () => {
  let state = 7
  const random = (): number => (state = (state * 1103515245 + 12345) % 2147483648) / 2147483648
  const others = Array.from({ length: 10_000 }, () => box([200 * random() - 100, 0, 200 * random() - 100], [0.3 + random(), 0.8, 0.3 + random()]))
  const far = [[-100, 100], [-Infinity, Infinity], [-100, 100]] as const
  const list = listOf(others)
  let found = 0
  for (let i = 0; i < 16; i++) {
    const at = box([180 * random() - 90, 0, 180 * random() - 90], CHAIR)
    const { shift, guides } = snapToGuides({ box: at, axes: [0, 2], others: list, walls: far, reach: 0.05, grid: 0 })
    for (const { kind, axis } of guides) {
      if (kind !== 'edge' && kind !== 'centre') continue
      found++
      const marks = kind === 'edge' ? [at.min[axis], at.max[axis]] : [(at.min[axis] + at.max[axis]) / 2]
      const lines = others.flatMap(({ min, max }) => (kind === 'edge' ? [min[axis], max[axis]] : [(min[axis] + max[axis]) / 2]))
      expect(Math.min(...marks.flatMap((mark) => lines.map((line) => Math.abs(mark + shift[axis] - line))))).toBeLessThan(1e-9)
    }
  }
  expect(found).toBeGreaterThan(5)
})
