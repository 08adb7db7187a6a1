import { expect, test } from 'vitest'
import { hasGamepad, sticksOf } from './gamepad.ts'

const pad = (axes: readonly number[], pressed: readonly number[] = [], more: object = {}): Gamepad =>
  ({ connected: true, mapping: 'standard', axes, buttons: Array.from({ length: 17 }, (_, i) => ({ pressed: pressed.includes(i) })), ...more }) as unknown as Gamepad
const rest = { along: 0, across: 0, turn: 0, tilt: 0, fast: false }

test('the left stick walks, the right one turns the head, a shoulder makes faster', () => {
  expect(sticksOf([null, pad([0, -1, 0, 0])])).toEqual({ ...rest, along: 1 })
  expect(sticksOf([pad([1, 0, 0, 0], [5])])).toMatchObject({ along: expect.closeTo(0, 9) as number, across: 1, fast: true })
  expect(sticksOf([pad([0, 0, 1, 0])])).toMatchObject({ turn: 1, tilt: 0 })
  expect(sticksOf([pad([0, 0, 0, 1])])).toMatchObject({ turn: 0, tilt: 1 })
})

test('a stick that is let go moves nothing, wherever it comes to rest, and a little more moves a little', () => {
  const still = sticksOf([pad([0.1, -0.1, -0.08, 0.12])])
  for (const value of [still.along, still.across, still.turn, still.tilt]) expect(value).toBeCloseTo(0, 12)
  expect(sticksOf([pad([0, -0.16, 0, 0])]).along).toBeCloseTo(0.0118, 3)
  expect(sticksOf([pad([0, 0, 0.575, 0])]).turn).toBeCloseTo(0.25, 6)
})

test('a diagonal is no faster than a straight line', () => {
  const { along, across } = sticksOf([pad([1, -1, 0, 0])])
  expect(Math.hypot(along, across)).toBeCloseTo(1, 9)
})

test('of several, the one that is used counts; what is no gamepad, or gone, or has no sticks, does not', () => {
  expect(sticksOf([pad([0, 0, 0, 0], [5]), pad([0, -1, 0, 0])])).toEqual({ ...rest, along: 1 })
  const [wheel, gone] = [pad([1, 1, 1, 1], [], { mapping: '' }), pad([1, 1, 1, 1], [], { connected: false })]
  expect([hasGamepad([null, wheel, gone]), sticksOf([null, wheel, gone])]).toEqual([false, rest])
  expect([hasGamepad([pad([])]), sticksOf([pad([])]).along]).toEqual([true, 0])
})
