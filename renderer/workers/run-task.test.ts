import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { AtriumError } from '../errors/atrium-error.ts'
import type { FromWorker, ToWorker } from './task-protocol.ts'
import { runTask } from './run-task.ts'

class FakeWorker extends EventTarget {
  readonly heard: ToWorker[] = []
  terminated = false
  postMessage(message: ToWorker): void {
    this.heard.push(message)
  }
  terminate(): void {
    this.terminated = true
  }
  say(data: FromWorker<string>): void {
    this.dispatchEvent(Object.assign(new Event('message'), { data }))
  }
}

let worker: FakeWorker
const create = (): Worker => (worker = new FakeWorker()) as unknown as Worker

describe('a task in a worker', () => {
  beforeEach(() => vi.useFakeTimers())
  afterEach(() => vi.useRealTimers())

  test('tells its progress, gives its result, and its worker ends', async () => {
    const fractions: number[] = []
    const task = runTask<string>(create, { kind: 'x' }, { onProgress: (fraction) => fractions.push(fraction) })
    expect(worker.heard).toEqual([{ kind: 'start', request: { kind: 'x' } }])
    worker.say({ kind: 'progress', fraction: 0.5 })
    worker.say({ kind: 'done', result: 'made' })
    expect(await task).toBe('made')
    expect(fractions).toEqual([0.5])
    expect(worker.terminated).toBe(true)
  })

  test('cancelling kills the worker at once, whatever it is doing', async () => {
    const stop = new AbortController()
    const task = runTask<string>(create, null, { signal: stop.signal })
    stop.abort()
    await expect(task).rejects.toMatchObject({ code: 'cancelled' })
    expect(worker.terminated).toBe(true)
    await expect(runTask(create, null, { signal: stop.signal })).rejects.toMatchObject({ code: 'cancelled' })
  })

  test('a worker that falls silent is killed, one that goes on talking is not', async () => {
    const task = runTask<string>(create, null, { silenceMs: 1000, onSilence: () => new AtriumError('model-invalid', 'Too long.') })
    const refused = expect(task).rejects.toMatchObject({ code: 'model-invalid', detail: 'Too long.' })
    for (let i = 0; i < 5; i++) {
      vi.advanceTimersByTime(900)
      worker.say({ kind: 'progress', fraction: i / 5 })
    }
    expect(worker.terminated).toBe(false)
    vi.advanceTimersByTime(1100)
    await refused
    expect(worker.terminated).toBe(true)
  })

  test('a worker that waits for an answer is not silent; when it has one, it may not be either', async () => {
    let answer: (bytes: Uint8Array<ArrayBuffer>) => void = () => undefined
    const task = runTask<string>(create, null, { silenceMs: 1000, onAsk: () => new Promise((resolve) => { answer = resolve }) })
    const refused = expect(task).rejects.toMatchObject({ code: 'internal' })
    worker.say({ kind: 'ask', id: 1, question: 'How large?' })
    vi.advanceTimersByTime(60_000)
    expect(worker.terminated).toBe(false)
    answer(new Uint8Array(1))
    await expect.poll(() => worker.heard).toHaveLength(2)
    vi.advanceTimersByTime(1100)
    await refused
    expect(worker.terminated).toBe(true)
  })

  test('a worker that goes on talking is killed, too, when its time is over', async () => {
    const task = runTask<string>(create, null, { silenceMs: 1000, limitMs: 5000, onSilence: () => new AtriumError('model-invalid', 'Too long.') })
    const refused = expect(task).rejects.toMatchObject({ code: 'model-invalid' })
    for (let i = 0; i < 6; i++) {
      vi.advanceTimersByTime(900)
      worker.say({ kind: 'progress', fraction: 0.5 })
    }
    await refused
    expect(worker.terminated).toBe(true)
  })

  test('a failure keeps its code, and a crash becomes one', async () => {
    const failed = runTask<string>(create, null)
    worker.say({ kind: 'failed', code: 'model-truncated', detail: 'It ends early.' })
    await expect(failed).rejects.toMatchObject({ code: 'model-truncated', detail: 'It ends early.' })
    const crashed = runTask<string>(create, null)
    worker.dispatchEvent(Object.assign(new Event('error'), { message: 'out of memory' }))
    await expect(crashed).rejects.toMatchObject({ code: 'internal', detail: expect.stringContaining('out of memory') })
  })

  test('what a worker asks for is answered, with a refusal when there is nobody to ask', async () => {
    const asked = runTask<string>(create, null, { onAsk: (question) => Promise.resolve(new TextEncoder().encode(question)) })
    worker.say({ kind: 'ask', id: 7, question: 'a.bin' })
    await expect.poll(() => worker.heard[1]).toMatchObject({ kind: 'answer', id: 7, ok: true })
    worker.say({ kind: 'done', result: '' })
    await asked
    const lonely = runTask<string>(create, null)
    worker.say({ kind: 'ask', id: 1, question: 'a.bin' })
    await expect.poll(() => worker.heard[1]).toMatchObject({ ok: false, code: 'model-missing-file' })
    worker.say({ kind: 'done', result: '' })
    await lonely
  })
})
