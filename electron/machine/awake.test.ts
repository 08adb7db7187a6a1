import { expect, test, vi } from 'vitest'
import { Awake } from './awake.ts'

const blockers = vi.hoisted(() => ({ last: 0, open: new Map<number, string>() }))
vi.mock('electron', () => ({
  powerSaveBlocker: {
    start: (kind: string) => { blockers.open.set(++blockers.last, kind); return blockers.last },
    stop: (id: number) => blockers.open.delete(id),
  },
}))

test('a computer is kept awake once, however often that is asked, and its screen may go dark; then it may sleep', () => {
  const awake = new Awake()
  awake.keep(false)
  expect(blockers.last).toBe(0)
  awake.keep(true)
  awake.keep(true)
  expect([...blockers.open.values()]).toEqual(['prevent-app-suspension'])
  awake.keep(false)
  awake.keep(false)
  expect(blockers.open.size).toBe(0)
  awake.keep(true)
  expect([...blockers.open.keys()]).toEqual([2])
})
