import { expect, test } from 'vitest'
import { type Axis, beyondTruth } from './beyond-truth.ts'

const AXES: readonly Axis[] = [{ count: 9, at: (i) => i / 8 }, { count: 12, at: (i) => (i / 11) ** 2 }]

/** Bilinear at the share (s, t) of a cell. */
function between(values: Float32Array, row: number, column: number, s: number, t: number): number {
  const at = (r: number, c: number) => values[r * AXES[1].count + c]
  return (1 - s) * ((1 - t) * at(row, column) + t * at(row, column + 1)) + s * ((1 - t) * at(row + 1, column) + t * at(row + 1, column + 1))
}

test.each([['above', 1], ['below', -1]] as const)('what is read between nodes lies %s the truth, and near it', (side, sign) => {
  // Arched along both axes the way that chords miss.
  const truth = (x: number, y: number) => sign * (2 - x * x - (y - 0.3) ** 2)
  const grid = Float32Array.from({ length: AXES[0].count * AXES[1].count }, (_, i) => truth(AXES[0].at(Math.floor(i / AXES[1].count)), AXES[1].at(i % AXES[1].count)))
  const leaning = beyondTruth(grid, AXES, side)
  let wrongBefore = 0
  for (let row = 0; row + 1 < AXES[0].count; row++) {
    for (let column = 0; column + 1 < AXES[1].count; column++) {
      for (const [s, t] of [[0.5, 0.5], [0.5, 0], [0, 0.5], [0, 0]]) {
        const exact = truth(AXES[0].at(row + s), AXES[1].at(column) * (1 - t) + AXES[1].at(column + 1) * t)
        const over = sign * (between(leaning, row, column, s, t) - exact)
        expect(over).toBeGreaterThan(-1e-6)
        expect(over).toBeLessThan(0.02)
        if (sign * (between(grid, row, column, s, t) - exact) < -1e-4) wrongBefore++
      }
    }
  }
  expect(wrongBefore).toBeGreaterThan(100)
  // Bent the other way, chords are on the right side as they are.
  const bowl = grid.map((v) => -v)
  expect(beyondTruth(bowl, AXES, side)).toEqual(bowl)
})
