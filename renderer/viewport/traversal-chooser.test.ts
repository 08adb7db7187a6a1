import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { useInteraction } from '../interaction/store.ts'
import { useShell } from '../shell/shell.ts'
import { measuredText } from '../shell/traversal.ts'
import { createTraversalChooser, measureAdapters } from './traversal-chooser.ts'

const { reportError } = vi.hoisted(() => ({ reportError: vi.fn() }))
vi.mock('../platform.ts', () => ({ request: () => Promise.resolve() }))
vi.mock('../errors/notices.ts', () => ({ reportError }))

const settingsBefore = useShell.getState().settings
const measureTraversals = vi.fn()
let setTraversal = vi.fn(() => Promise.resolve())
let chooser: { dispose(): void }
/** What is remembered of this room: nine pieces of some 200,000 triangles. */
const HERE = 'Card 9000 | pieces, 10^5 triangles'
const roomOf = (triangles: number, instances = 9) => useInteraction.setState({ report: { width: 640, triangles, instances } as never })
const settle = (settled: boolean) => useInteraction.setState({ settled })

beforeEach(() => {
  vi.useFakeTimers()
  measureTraversals.mockReset()
  reportError.mockReset()
  setTraversal = vi.fn(() => Promise.resolve())
  useInteraction.setState({ adapter: { name: 'Card 9000', software: false }, settled: false })
  roomOf(200_000)
  useShell.setState({ settings: settingsBefore })
  measureAdapters()
  chooser = createTraversalChooser({ setTraversal, measureTraversals })
})
afterEach(() => {
  chooser.dispose()
  vi.useRealTimers()
})

const FOUND = { traversal: 'ropes-plus-plus', mrays: { 'standard-8': 812.4, 'ropes-plus-plus': 1234.5 }, leftOut: ['bvh'] } as const

test('a new adapter is measured once its picture is final, and what suits it is remembered and used', async () => {
  measureTraversals.mockResolvedValue(FOUND)
  await vi.advanceTimersByTimeAsync(10_000)
  expect(measureTraversals).not.toHaveBeenCalled()
  settle(true)
  await vi.advanceTimersByTimeAsync(10_000)
  expect(measureTraversals).toHaveBeenCalledTimes(1)
  expect(useShell.getState().settings.measuredRooms).toEqual({ [HERE]: FOUND })
  expect(setTraversal).toHaveBeenLastCalledWith('ropes-plus-plus')
  settle(false)
  settle(true)
  await vi.advanceTimersByTimeAsync(10_000)
  expect(measureTraversals).toHaveBeenCalledTimes(1)
})

test('input ends a comparison, and the next final picture begins it again', async () => {
  measureTraversals.mockImplementation(({ signal }: { signal: AbortSignal }) => new Promise((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason as Error))
  }))
  settle(true)
  await vi.advanceTimersByTimeAsync(2000)
  settle(false)
  await vi.advanceTimersByTimeAsync(10)
  expect(useShell.getState().settings.measuredRooms).toBeUndefined()
  settle(true)
  await vi.advanceTimersByTimeAsync(2000)
  expect(measureTraversals).toHaveBeenCalledTimes(2)
})

test('the user\'s own choice comes before what was measured, and nothing is measured then', async () => {
  useShell.setState({ settings: { ...settingsBefore, traversal: 'havran', measuredRooms: { [HERE]: { ...FOUND, traversal: 'ropes' } } } })
  expect(setTraversal).toHaveBeenLastCalledWith('havran')
  settle(true)
  await vi.advanceTimersByTimeAsync(10_000)
  expect(measureTraversals).not.toHaveBeenCalled()
  useShell.setState({ settings: { ...settingsBefore, measuredRooms: { [HERE]: { ...FOUND, traversal: 'ropes' } } } })
  expect(setTraversal).toHaveBeenLastCalledWith('ropes')
})

test('where nothing could be compared it is tried again once the next picture is final, however often, and not before', async () => {
  measureTraversals.mockResolvedValue(null)
  for (let pictures = 1; pictures < 6; pictures++) {
    settle(true)
    await vi.advanceTimersByTimeAsync(60_000)
    expect(measureTraversals).toHaveBeenCalledTimes(pictures)
    settle(false)
  }
  expect(useShell.getState().settings.measuredRooms).toBeUndefined()
})

test('what failed is told once, and not tried again in such a room', async () => {
  measureTraversals.mockRejectedValue(new Error('it does not compile'))
  for (let pictures = 0; pictures < 3; pictures++) {
    settle(true)
    await vi.advanceTimersByTimeAsync(60_000)
    settle(false)
  }
  expect(measureTraversals).toHaveBeenCalledTimes(1)
  expect(reportError).toHaveBeenCalledTimes(1)
})

test('who leaves the choice to Atrium again is measured, though the picture stays as it is', async () => {
  useShell.setState({ settings: { ...settingsBefore, traversal: 'standard-8' } })
  settle(true)
  await vi.advanceTimersByTimeAsync(10_000)
  measureTraversals.mockResolvedValue(FOUND)
  useShell.setState({ settings: settingsBefore })
  await vi.advanceTimersByTimeAsync(10_000)
  expect(useShell.getState().settings.measuredRooms).toEqual({ [HERE]: FOUND })
})

test('a room of another kind is measured by itself; until then it is walked as the last one was', async () => {
  measureTraversals.mockResolvedValueOnce(FOUND).mockResolvedValueOnce({ ...FOUND, traversal: 'bvh' })
  settle(true)
  await vi.advanceTimersByTimeAsync(10_000)
  settle(false)
  roomOf(3_000_000)
  settle(true)
  expect(setTraversal).toHaveBeenLastCalledWith('ropes-plus-plus')
  await vi.advanceTimersByTimeAsync(10_000)
  expect(measureTraversals).toHaveBeenCalledTimes(2)
  expect(setTraversal).toHaveBeenLastCalledWith('bvh')
  // Back in the first, nothing is measured anew.
  settle(false)
  roomOf(190_000)
  settle(true)
  expect(setTraversal).toHaveBeenLastCalledWith('ropes-plus-plus')
  await vi.advanceTimersByTimeAsync(10_000)
  expect(measureTraversals).toHaveBeenCalledTimes(2)
})

test('says what it found, best first, and what there was no memory for', async () => {
  expect(measuredText()).toContain('Not measured')
  measureTraversals.mockResolvedValue(FOUND)
  settle(true)
  await vi.advanceTimersByTimeAsync(10_000)
  expect(measuredText()).toBe('Measured in a room like this one, in million rays a second: Ropes++ 1230, Standard, 8-Byte Stack 812. There was no memory to spare for BVH, Spatial Splits.')
})

test('remembers the fifty that were measured last', async () => {
  useShell.setState({ settings: { ...settingsBefore, measuredRooms: Object.fromEntries(Array.from({ length: 50 }, (_, i) => [`Card ${i} | pieces, 10^5 triangles`, { ...FOUND, mrays: {}, leftOut: [] }])) } })
  measureTraversals.mockResolvedValue(FOUND)
  settle(true)
  await vi.advanceTimersByTimeAsync(10_000)
  const keys = Object.keys(useShell.getState().settings.measuredRooms ?? {})
  expect(keys).toHaveLength(50)
  expect(keys).not.toContain('Card 0 | pieces, 10^5 triangles')
  expect(keys.at(-1)).toBe(HERE)
})
