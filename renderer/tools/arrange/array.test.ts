import { expect, test } from 'vitest'
import type { Vec3 } from '../../../gpu/index.ts'
import { rotate } from '../../navigation/vector.ts'
import { placesOf } from './array.ts'

const CHAIR = { position: [1, 0, 0] as Vec3, rotation: [0, 0, 0, 1] as const }
const close = (values: readonly number[]): unknown[] => values.map((value) => expect.closeTo(value, 9))

test('a row goes on by the same distance', () => {
  expect(placesOf({ kind: 'row', count: 4, direction: [0, 0, -1], distance: 0.5 }, CHAIR).map(({ position }) => position)).toEqual([[1, 0, -0.5], [1, 0, -1], [1, 0, -1.5]])
  expect(placesOf({ kind: 'row', count: 1, direction: [1, 0, 0], distance: 1 }, CHAIR)).toEqual([])
})

test('a grid goes on row by row, each as long as the first', () => {
  const places = placesOf({ kind: 'grid', count: 3, direction: [1, 0, 0], distance: 2, rows: 2, across: [0, 0, 1], rowDistance: 0.5 }, CHAIR)
  expect(places.map(({ position }) => position)).toEqual([[3, 0, 0], [5, 0, 0], [1, 0, 0.5], [3, 0, 0.5], [5, 0, 0.5]])
})

test('a closed round leaves no place twice, an open one ends at its angle, and each turns with it', () => {
  const closed = placesOf({ kind: 'round', count: 4, middle: [0, 0, 0], angle: 2 * Math.PI }, CHAIR)
  expect(closed.map(({ position }) => position)).toEqual([close([0, 0, -1]), close([-1, 0, 0]), close([0, 0, 1])])
  const open = placesOf({ kind: 'round', count: 3, middle: [0, 0, 0], angle: Math.PI }, CHAIR)
  expect(open.map(({ position }) => position)).toEqual([close([0, 0, -1]), close([-1, 0, 0])])
  // What looked away from the middle goes on doing so.
  for (const { position, rotation } of closed) expect(rotate(rotation, [1, 0, 0])).toEqual(close(position))
})
