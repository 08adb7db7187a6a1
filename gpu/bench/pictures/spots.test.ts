import { expect, test } from 'vitest'
import { spotsOf } from './spots.ts'

const [WIDTH, HEIGHT] = [96, 54]
const WHITE = 100

type Planted = readonly [x: number, y: number, nits: number]

/** A wall that is brighter to the right, with what is planted on it. */
function wall(planted: readonly Planted[] = []): Float32Array {
  const radiance = Float32Array.from({ length: 4 * WIDTH * HEIGHT }, (_, i) => (i % 4 === 3 ? 1 : 10 + ((i >> 2) % WIDTH) / 10))
  for (const [x, y, nits] of planted) radiance.fill(nits, 4 * (y * WIDTH + x), 4 * (y * WIDTH + x) + 3)
  return radiance
}

const square = (x: number, y: number, size: number, nits: number): Planted[] => Array.from({ length: size * size }, (_, i) => [x + (i % size), y + Math.floor(i / size), nits])
const spots = (planted: readonly Planted[], truth: readonly [Float32Array, Float32Array] = [wall(), wall()], white = WHITE) => spotsOf({ radiance: wall(planted), width: WIDTH, height: HEIGHT }, truth, white)

test('planted spots are counted with their sizes, at edges and in corners too; an even wall has none', () => {
  expect(spots([])).toEqual([])
  expect(spots([...square(20, 20, 3, 90), [60, 40, 90], [61, 41, 90], [0, 0, 90], [95, 53, 90]])).toEqual([9, 2, 1, 1])
  // Larger than the small ring, within the large one.
  expect(spots(square(40, 20, 9, 90))).toEqual([81])
})

test('the end of a row is not beside the beginning of the next', () => {
  expect(spots([[95, 20, 90], [0, 21, 90]])).toEqual([1, 1])
})

test('four times its surroundings is the bound, whatever the picture is as bright as', () => {
  const there = wall()[4 * (20 * WIDTH + 48)]
  expect(spots([[48, 20, 3.9 * there]])).toEqual([])
  expect(spots([[48, 20, 4.2 * there]])).toEqual([1])
})

test('what the truth shows there or beside it is none, unless it is more than twice as bright; what one half alone shows is noise', () => {
  const lamp: Planted[] = [[48, 20, 90]]
  expect(spots(lamp, [wall(lamp), wall(lamp)])).toEqual([])
  expect(spots([[49, 21, 90]], [wall(lamp), wall(lamp)])).toEqual([])
  expect(spots([[50, 20, 90]], [wall(lamp), wall(lamp)])).toEqual([1])
  expect(spots([[48, 20, 190]], [wall(lamp), wall(lamp)])).toEqual([1])
  expect(spots(lamp, [wall(lamp), wall()])).toEqual([1])
})

test('what the display shows as black is none', () => {
  expect(spots([[48, 20, 90]], [wall(), wall()], 50 * WHITE)).toEqual([])
  expect(spots([[48, 20, 110]], [wall(), wall()], 50 * WHITE)).toEqual([1])
})
