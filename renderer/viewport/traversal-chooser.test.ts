import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { useInteraction } from '../interaction/store.ts'
import { useShell } from '../shell/shell.ts'
import { createTraversalChooser, measureAdapters } from './traversal-chooser.ts'

const { measureTraversals } = vi.hoisted(() => ({ measureTraversals: vi.fn() }))
vi.mock('../../gpu/index.ts', async (original) => ({ ...await original<object>(), measureTraversals }))
vi.mock('../platform.ts', () => ({ request: () => Promise.resolve() }))

const settingsBefore = useShell.getState().settings
let setTraversal = vi.fn(() => Promise.resolve())
let chooser: { dispose(): void }
const device = {} as GPUDevice
const settle = (settled: boolean) => useInteraction.setState({ settled })

beforeEach(() => {
  vi.useFakeTimers()
  measureTraversals.mockReset()
  setTraversal = vi.fn(() => Promise.resolve())
  useInteraction.setState({ adapter: { name: 'Card 9000', software: false }, report: { width: 640 } as never, settled: false })
  useShell.setState({ settings: settingsBefore })
  measureAdapters()
  chooser = createTraversalChooser({ setTraversal }, device)
})
afterEach(() => {
  chooser.dispose()
  vi.useRealTimers()
})

test('a new adapter is measured once its picture is final, and what suits it is remembered and used', async () => {
  measureTraversals.mockResolvedValue({ traversal: 'ropes-plus-plus', mrays: {} })
  await vi.advanceTimersByTimeAsync(10_000)
  expect(measureTraversals).not.toHaveBeenCalled()
  settle(true)
  await vi.advanceTimersByTimeAsync(10_000)
  expect(measureTraversals).toHaveBeenCalledTimes(1)
  expect(useShell.getState().settings.measuredTraversals).toEqual({ 'Card 9000': 'ropes-plus-plus' })
  expect(setTraversal).toHaveBeenLastCalledWith('ropes-plus-plus')
  settle(false)
  settle(true)
  await vi.advanceTimersByTimeAsync(10_000)
  expect(measureTraversals).toHaveBeenCalledTimes(1)
})

test('input ends a comparison, and the next final picture begins it again', async () => {
  measureTraversals.mockImplementation((_device: GPUDevice, { signal }: { signal: AbortSignal }) => new Promise((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason as Error))
  }))
  settle(true)
  await vi.advanceTimersByTimeAsync(2000)
  settle(false)
  await vi.advanceTimersByTimeAsync(10)
  expect(useShell.getState().settings.measuredTraversals).toBeUndefined()
  settle(true)
  await vi.advanceTimersByTimeAsync(2000)
  expect(measureTraversals).toHaveBeenCalledTimes(2)
})

test('the user\'s own choice comes before what was measured, and nothing is measured then', async () => {
  useShell.setState({ settings: { ...settingsBefore, traversal: 'havran', measuredTraversals: { 'Card 9000': 'ropes' } } })
  expect(setTraversal).toHaveBeenLastCalledWith('havran')
  settle(true)
  await vi.advanceTimersByTimeAsync(10_000)
  expect(measureTraversals).not.toHaveBeenCalled()
  useShell.setState({ settings: { ...settingsBefore, measuredTraversals: { 'Card 9000': 'ropes' } } })
  expect(setTraversal).toHaveBeenLastCalledWith('ropes')
})

test('a comparison that finds no time is tried three times', async () => {
  measureTraversals.mockResolvedValue(null)
  settle(true)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(measureTraversals).toHaveBeenCalledTimes(3)
  expect(useShell.getState().settings.measuredTraversals).toBeUndefined()
})
