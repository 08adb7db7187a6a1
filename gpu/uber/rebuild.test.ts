import { expect, test } from 'vitest'
import { seeded } from '../testing/random.ts'
import { buildUber, type UberTree } from './build.ts'
import { changedSpan, createUberBuilder } from './rebuild.ts'

interface Boxes { bounds: Float32Array; slots: Uint32Array }

/** Slabs and furniture on a coarse grid, so that many faces share a place, -0 and 0 among them. */
function furnished(count: number, random: () => number): Boxes {
  const bounds = new Float32Array(6 * count)
  for (let i = 0; i < count; i++) bounds.set(box(random), 6 * i)
  return { bounds, slots: Uint32Array.from({ length: count }, (_, i) => 3 * i) }
}

function box(random: () => number): number[] {
  const low = [0, 1, 2].map((k) => (k === 1 ? Math.floor(3 * random()) : Math.round(20 * (2 * random() - 1)) / (random() < 0.5 ? 2 : -2)))
  const size = random() < 0.1 ? [8, 0.25, 8] : [0.25, 0.5, 1].map((s) => s * Math.ceil(3 * random()))
  return [...low, ...low.map((v, k) => v + size[k])]
}

/** A tree's arrays as text: comparing those is quicker. */
const flat = ({ nodes, references, bounds, depths, ...numbers }: UberTree) => ({ nodes: nodes.join(), references: references.join(), bounds: bounds.join(), depths: depths.join(), ...numbers })

test.each([1, 2, 3, 4])('a tree rebuilt edit by edit is the tree built from nothing, bit by bit (seed %i)', (seed) => {
  const random = seeded(seed)
  const rebuild = createUberBuilder()
  let { bounds, slots } = furnished(300, random)
  rebuild(bounds, slots)
  for (let edit = 0; edit < 120; edit++) {
    const kind = random()
    const some = 1 + Math.floor(random() * (random() < 0.1 ? 80 : 3))
    const numbers = [...slots]
    const boxes = numbers.map((_, i) => [...bounds.subarray(6 * i, 6 * i + 6)])
    for (let n = 0; n < some; n++) {
      const i = Math.floor(random() * numbers.length)
      if (kind < 0.6) boxes[i] = random() < 0.5 ? box(random) : boxes[i].map((v, k) => (k % 3 === 0 ? v + 0.25 : v))
      else if (kind < 0.75 && numbers.length > 20) { numbers.splice(i, 1); boxes.splice(i, 1) }
      else if (kind < 0.95) { numbers.push(10_000 + 300 * edit + n); boxes.push(box(random)) }
      else { numbers.push(numbers.splice(i, 1)[0]); boxes.push(boxes.splice(i, 1)[0]) }
    }
    bounds = Float32Array.from(boxes.flat())
    slots = Uint32Array.from(numbers)
    expect(flat(rebuild(bounds, slots))).toEqual(flat(buildUber(bounds, slots)))
  }
})

test('a tree is rebuilt after everything went, and came back, seed 9', () => {
  const { bounds, slots } = furnished(40, seeded(9))
  const rebuild = createUberBuilder()
  rebuild(bounds, slots)
  expect(rebuild(new Float32Array(0), new Uint32Array(0)).references).toHaveLength(0)
  expect(rebuild(bounds, slots)).toEqual(buildUber(bounds, slots))
})

test('only what changed is sent, in whole nodes', () => {
  const words = (...list: number[]) => Uint32Array.from(list)
  const before = words(1, 2, 3, 4, 5, 6, 7, 8)
  expect(changedSpan(undefined, before, 2)).toEqual({ begin: 0, end: 8 })
  expect(changedSpan(before, words(1, 2, 3, 9, 5, 6, 7, 8), 2)).toEqual({ begin: 2, end: 4 })
  expect(changedSpan(before, words(1, 2, 3, 4, 5, 6, 7, 8, 9, 9), 2)).toEqual({ begin: 8, end: 10 })
  expect(changedSpan(before, words(1, 2, 3, 4), 2)).toEqual({ begin: 4, end: 4 })
  expect(changedSpan(before, before.slice(), 1).begin).toBe(changedSpan(before, before.slice(), 1).end)
})
