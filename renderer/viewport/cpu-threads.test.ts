import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { useShell } from '../shell/shell.ts'
import { createCpuThreads } from './cpu-threads.ts'

/** A thread that answers everything it is told, until it breaks down. */
class Thread {
  static readonly started: Thread[] = []
  static answers = true
  onmessage: ((event: { data: unknown }) => void) | null = null
  onerror: ((event: { message?: string }) => void) | null = null
  isOver = false
  constructor() {
    Thread.started.push(this)
    queueMicrotask(() => (Thread.answers ? this.onmessage?.({ data: { type: 'ready' } }) : this.onerror?.({ message: 'no memory' })))
  }
  postMessage(): void {}
  terminate(): void { this.isOver = true }
}

vi.mock('../platform.ts', () => ({ request: () => Promise.resolve() }))
const traceBy = (executor: 'gpu' | 'cpu') => useShell.setState(({ settings }) => ({ settings: { ...settings, executor } }))
/** Threads, and what waits until it is certain who traces. */
function createThreads() {
  let decided = (): void => undefined
  const threads = createCpuThreads(() => decided())
  return { threads, decision: () => new Promise<void>((resolve) => { decided = resolve }) }
}
const running = () => Thread.started.filter(({ isOver }) => !isOver).length

beforeEach(() => {
  Thread.started.length = 0
  Thread.answers = true
  vi.stubGlobal('Worker', Thread)
  vi.stubGlobal('navigator', { hardwareConcurrency: 3 })
  traceBy('gpu')
})
afterEach(() => vi.unstubAllGlobals())

test('threads that broke down are started anew when they are asked for again', async () => {
  const { threads, decision } = createThreads()
  traceBy('cpu')
  await decision()
  const first = threads.executor
  Thread.started[1].onerror?.({ message: 'out of memory' })
  expect(first!.isBroken).toBe(true)
  traceBy('gpu')
  traceBy('cpu')
  await decision()
  expect(threads.executor).not.toBe(first)
  expect(threads.executor!.isBroken).toBe(false)
  expect([Thread.started.length, running()]).toEqual([6, 3])
  threads.dispose()
  expect(running()).toBe(0)
})

test('where one cannot be started, none is left running, and the GPU traces', async () => {
  Thread.answers = false
  const { threads, decision } = createThreads()
  traceBy('cpu')
  await decision()
  expect(useShell.getState().settings.executor).toBe('gpu')
  expect(running()).toBe(0)
  expect(threads.executor).toBeUndefined()
  threads.dispose()
})
