import { expect, test } from 'vitest'
import type { CameraPose } from '../interaction/store.ts'
import { isStill, orbitBySpaceMouse, readReport, scaled, sticksOfSpaceMouse, STILL } from './space-mouse.ts'

const report = (...numbers: readonly number[]): DataView => {
  const data = new DataView(new ArrayBuffer(numbers.length * 2))
  numbers.forEach((number, i) => data.setInt16(2 * i, number, true))
  return data
}
const bytes = (...values: readonly number[]): DataView => new DataView(Uint8Array.from(values).buffer)
const pose: CameraPose = { position: [0, 1, 4], target: [0, 1, 0], orientation: [0, 0, 0, 1], verticalFov: 1 }
const size = { width: 800, height: 400 }

test('ways and turns come in two reports of six bytes, or in one of twelve, and buttons in a third', () => {
  // A SpaceNavigator's: pushed to the right as far as it goes, 350 = 0x015e; the low byte first.
  expect(readReport(1, bytes(0x5e, 0x01, 0, 0, 0, 0))).toEqual({ move: [1, 0, 0] })
  expect(readReport(2, bytes(0, 0, 0, 0, 0x5e, 0x01))).toEqual({ turn: [0, -1, 0] })
  // A SpaceMouse Wireless'.
  expect(readReport(1, report(0, 350, -350, 350, 0, 0))).toEqual({ move: [0, 1, 1], turn: [1, 0, 0] })
  expect(readReport(3, bytes(0b10, 0))).toEqual({ buttons: 2 })
  expect(readReport(3, bytes(1))).toEqual({ buttons: 1 })
})

test('a cap that is let go moves nothing, a little moves a little, and beyond its way there is no farther', () => {
  expect(readReport(1, report(10, -10, 9))).toEqual({ move: [0, 0, 0] })
  const [x] = readReport(1, report(175, 0, 0))!.move!
  expect(x).toBeCloseTo(((0.5 - 0.03) / 0.97) ** 2, 9)
  expect(readReport(1, report(32767, -32768, -32768))!.move).toEqual([1, 1, -1])
})

test('what is no report of a Space Mouse is none, whatever its length and id', () => {
  for (const id of [0, 4, 0x17, 255, -1, Number.NaN]) expect(readReport(id, report(350, 350, 350, 350, 350, 350))).toBeNull()
  for (const length of [0, 1, 2, 5]) expect(readReport(1, new DataView(new ArrayBuffer(length)))).toBeNull()
  expect(readReport(2, bytes(1, 2, 3))).toBeNull()
  expect(readReport(3, bytes())).toBeNull()
  // Seed 1: every length to 64 and every id, of noise.
  let state = 1
  for (let length = 0; length <= 64; length++) {
    const noise = Uint8Array.from({ length }, () => (state = (state * 1103515245 + 12345) & 0x7fffffff) >> 16)
    for (let id = 0; id < 256; id++) {
      const read = readReport(id, new DataView(noise.buffer))
      for (const value of [...(read?.move ?? []), ...(read?.turn ?? [])]) expect(Math.abs(value)).toBeLessThanOrEqual(1)
    }
  }
})

test('in orbit the room follows the cap: to the right, up, closer; twisted to the left it turns to the left', () => {
  const moved = (move: [number, number, number], turn: [number, number, number] = [0, 0, 0]) => orbitBySpaceMouse(pose, { move, turn }, 0.1, size)
  // What is shifted to the right is seen from farther left.
  expect(moved([1, 0, 0]).position[0]).toBeLessThan(0)
  expect(moved([0, 1, 0]).position[1]).toBeLessThan(1)
  expect(moved([0, 0, 1]).position[2]).toBeLessThan(4)
  expect(moved([0, 0, 1]).target).toEqual([0, 1, 0])
  // Counterclockwise from above, about y: the camera goes the other way about its target, at the same distance.
  const turned = moved([0, 0, 0], [0, 1, 0])
  expect(turned.position[0]).toBeLessThan(0)
  expect(Math.hypot(turned.position[0], turned.position[2])).toBeCloseTo(4, 9)
  // Tilted towards the user, the room's top comes closer: it is seen from above.
  expect(moved([0, 0, 0], [1, 0, 0]).position[1]).toBeGreaterThan(1)
  expect(moved([0, 0, 0], [0, 0, 1])).toBe(pose)
})

test('two short steps lead where one long one does', () => {
  const motion = { move: [0, 0, 0.5], turn: [0, 0.4, 0] } as const
  const once = orbitBySpaceMouse(pose, motion, 0.2, size)
  const twice = orbitBySpaceMouse(orbitBySpaceMouse(pose, motion, 0.1, size), motion, 0.1, size)
  for (let i = 0; i < 3; i++) expect(twice.position[i]).toBeCloseTo(once.position[i], 9)
})

test('on foot the cap is who walks: pushed ahead she goes, twisted to the right she turns, tilted ahead she looks down', () => {
  const { move, turn } = { move: readReport(1, report(0, -350, 0))!.move!, turn: readReport(2, report(-350, 0, 350))!.turn! }
  expect(sticksOfSpaceMouse({ move, turn })).toEqual({ along: 1, across: 0, turn: 1, tilt: 1, fast: false })
  expect([isStill(STILL), isStill({ move, turn }), isStill(scaled({ move, turn }, 0))]).toEqual([true, false, true])
})
