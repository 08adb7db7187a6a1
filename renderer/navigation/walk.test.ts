import { describe, expect, test } from 'vitest'
import { type Block, queryOfBlocks } from '../interaction/testing.ts'
import { createWalkClock } from './walk-clock.ts'
import { BODY_RADIUS, EYE_HEIGHT, isAtRest, startWalk, STEP_SECONDS, stepWalk, type WalkInput, type WalkState } from './walk.ts'

const floor: Block = { id: 'floor', min: [-10, -1, -10], max: [10, 0, 10] }
const still: WalkInput = { direction: [0, 0, 0], fast: false }
const east: WalkInput = { direction: [1, 0, 0], fast: false }

function walk(blocks: readonly Block[], state: WalkState, input: WalkInput, seconds: number): WalkState {
  const scene = queryOfBlocks(blocks)
  for (let step = 0; step < seconds / STEP_SECONDS; step++) state = stepWalk(state, input, scene)
  return state
}
const standing = (blocks: readonly Block[]): WalkState => walk(blocks, startWalk([0, 1.65, 0], queryOfBlocks(blocks)), still, 0.5)

describe('walking', () => {
  test('the body falls to the floor and its eyes come to rest 1.65 m above it', () => {
    const end = walk([floor], startWalk([0, 4, 0], queryOfBlocks([floor])), still, 3)
    expect(end.feet[1]).toBe(0)
    expect(end.eyeY).toBe(EYE_HEIGHT)
    expect(isAtRest(end)).toBe(true)
  })

  test('a camera below eye height is lifted, not buried', () => {
    const start = startWalk([0, 0.4, 0], queryOfBlocks([floor]))
    expect(start.feet[1]).toBeCloseTo(0, 9)
    expect(walk([floor], start, still, 1).eyeY).toBeCloseTo(EYE_HEIGHT, 3)
  })

  test('Shift walks faster, and a diagonal is no faster than a straight line', () => {
    const far = (input: WalkInput): number => Math.hypot(...walk([floor], standing([floor]), input, 1).feet)
    expect(far(east)).toBeCloseTo(1.5, 1)
    expect(far({ ...east, fast: true })).toBeGreaterThan(3.5)
    expect(far({ direction: [1, 0, 1], fast: false })).toBeCloseTo(far(east), 6)
  })

  test('a wall stops the body at its radius, at any speed', () => {
    const wall: Block = { id: 'wall', min: [2, 0, -5], max: [2.1, 3, 5] }
    const end = walk([floor, wall], standing([floor, wall]), { ...east, fast: true }, 4)
    expect(end.feet[0]).toBeCloseTo(2 - BODY_RADIUS, 3)
  })

  test('against a wall at an angle the body slides along it', () => {
    const wall: Block = { id: 'wall', min: [1, 0, -9], max: [1.1, 3, 9] }
    const end = walk([floor, wall], standing([floor, wall]), { direction: [1, 0, 1], fast: false }, 3)
    expect(end.feet[0]).toBeLessThan(1)
    expect(end.feet[2]).toBeGreaterThan(2.5)
  })

  test('a corner holds the body without trembling through', () => {
    const corner: Block[] = [{ id: 'a', min: [1, 0, -9], max: [1.1, 3, 9] }, { id: 'b', min: [-9, 0, 1], max: [9, 3, 1.1] }]
    const end = walk([floor, ...corner], standing([floor, ...corner]), { direction: [1, 0, 1], fast: true }, 3)
    expect(end.feet[0]).toBeCloseTo(1 - BODY_RADIUS, 2)
    expect(end.feet[2]).toBeCloseTo(1 - BODY_RADIUS, 2)
  })

  test('furniture of table height stops the body', () => {
    const table: Block = { id: 'table', min: [1, 0, -1], max: [2, 0.75, 1] }
    expect(walk([floor, table], standing([floor, table]), east, 3).feet[0]).toBeLessThan(1)
  })

  test('a step of 0.2 m is climbed, one of 0.25 m is not', () => {
    const step = (height: number): Block => ({ id: 'step', min: [1, 0, -5], max: [9, height, 5] })
    for (const fast of [false, true]) {
      const up = walk([floor, step(0.2)], standing([floor, step(0.2)]), { ...east, fast }, 2)
      expect(up.feet[0]).toBeGreaterThan(1.5)
      expect(up.feet[1]).toBeCloseTo(0.2, 6)
      const blocked = walk([floor, step(0.25)], standing([floor, step(0.25)]), { ...east, fast }, 2)
      expect(blocked.feet[0]).toBeLessThan(1)
      expect(blocked.feet[1]).toBe(0)
    }
  })

  test('a flight of stairs is climbed and descended', () => {
    const stairs = Array.from({ length: 8 }, (_, i): Block => ({ id: `s${i}`, min: [1 + i * 0.28, 0, -1], max: [9, (i + 1) * 0.18, 1] }))
    const up = walk([floor, ...stairs], standing([floor, ...stairs]), east, 4)
    expect(up.feet[1]).toBeCloseTo(8 * 0.18, 6)
    const down = walk([floor, ...stairs], up, { direction: [-1, 0, 0], fast: false }, 5)
    expect(down.feet[1]).toBe(0)
  })

  test('beyond the last floor the body stays at its height', () => {
    const end = walk([], startWalk([0, 2, 0], queryOfBlocks([])), east, 1)
    expect(end.feet[1]).toBeCloseTo(2 - EYE_HEIGHT, 9)
  })
})

describe('the walk clock', () => {
  test('uneven frames take the same steps as even ones', () => {
    const scene = queryOfBlocks([floor])
    const run = (times: readonly number[]): WalkState => {
      let time = 0
      const clock = createWalkClock(() => time)
      let state = standing([floor])
      for (time of times) state = clock.advance(state, east, scene)
      return state
    }
    const even = Array.from({ length: 10 }, (_, i) => (i + 1) / 10)
    expect(run([0.013, 0.05, 0.21, 0.22, 0.4, 0.61, 0.79, 0.8, 1])).toEqual(run(even))
  })

  test('after a stall the body does not leap', () => {
    let time = 0
    const clock = createWalkClock(() => time)
    time = 60
    expect(clock.advance(standing([floor]), east, queryOfBlocks([floor])).feet[0]).toBeLessThan(0.5)
  })
})
