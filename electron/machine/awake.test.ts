import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Awake } from './awake.ts'

const blockers = vi.hoisted(() => ({ last: 0, open: new Map<number, string>() }))
vi.mock('electron', () => ({
  powerSaveBlocker: {
    start: (kind: string) => { blockers.open.set(++blockers.last, kind); return blockers.last },
    stop: (id: number) => blockers.open.delete(id),
  },
}))

beforeEach(() => {
  vi.useFakeTimers()
  blockers.last = 0
  blockers.open.clear()
})
afterEach(() => vi.useRealTimers())

test('a computer is kept awake once, however often that is asked, and its screen may go dark; then it may sleep', () => {
  const awake = new Awake()
  awake.keepForTiles(false)
  expect(blockers.last).toBe(0)
  awake.keepForTiles(true)
  awake.keepForTiles(true)
  expect([...blockers.open.values()]).toEqual(['prevent-app-suspension'])
  awake.keepForTiles(false)
  awake.keepForTiles(false)
  expect(blockers.open.size).toBe(0)
  awake.keepForTiles(true)
  expect([...blockers.open.keys()]).toEqual([2])
})

test('while a window renders its pictures a computer is kept awake, from one to the next as well, and a minute after the last it may sleep', () => {
  const awake = new Awake()
  const [one, other] = [{}, {}]
  awake.keepForExports(one, true)
  awake.keepForExports(one, false)
  vi.advanceTimersByTime(59_000)
  awake.keepForExports(one, true)
  vi.advanceTimersByTime(3_600_000)
  awake.keepForExports(other, true)
  awake.keepForExports(one, false)
  vi.advanceTimersByTime(3_600_000)
  expect([...blockers.open.values()]).toEqual(['prevent-app-suspension'])
  awake.keepForExports(other, false)
  awake.keepForTiles(true)
  vi.advanceTimersByTime(60_000)
  expect(blockers.open.size).toBe(1)
  awake.keepForTiles(false)
  expect(blockers.open.size).toBe(0)
  expect(blockers.last).toBe(1)
})
