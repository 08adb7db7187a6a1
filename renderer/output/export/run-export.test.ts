import { expect, test } from 'vitest'
import { AtriumError } from '../../errors/atrium-error.ts'
import type { ExportRequest, FromExportWorker, ToExportWorker } from '../export-protocol.ts'
import { type ExportTarget, runExport } from './run-export.ts'

class FakeWorker extends EventTarget {
  readonly heard: ToExportWorker[] = []
  terminated = false
  postMessage(message: ToExportWorker): void { this.heard.push(message) }
  terminate(): void { this.terminated = true }
  say(data: FromExportWorker): void { this.dispatchEvent(Object.assign(new Event('message'), { data })) }
}

function begin(put: ExportTarget['put'] = () => Promise.resolve()) {
  const worker = new FakeWorker()
  const stop = new AbortController()
  const happened: string[] = []
  const target: ExportTarget = {
    put: (at, bytes) => { happened.push(`put ${at} ${bytes.length}`); return put(at, bytes) },
    commit: (sizeBytes) => { happened.push(`commit ${sizeBytes}`); return Promise.resolve() },
    discard: () => { happened.push('discard'); return Promise.resolve() },
  }
  const watch = { signal: stop.signal, onProgress: (share: number) => happened.push(`share ${share}`), onDenoising: (seconds: number) => happened.push(`denoises ${seconds}`), onPreview: () => {}, onCommit: () => happened.push('last') }
  const done = runExport({ kind: 'frames' } as ExportRequest, target, watch, () => worker as unknown as Worker)
  return { worker, stop, happened, done }
}

test('chunks go to the disk one at a time, and the file is real when all are there', async () => {
  const { worker, happened, done } = begin()
  worker.say({ kind: 'denoising', seconds: 7 })
  worker.say({ kind: 'progress', share: 0.5 })
  worker.say({ kind: 'chunk', at: 0, bytes: new Uint8Array(3) })
  await Promise.resolve()
  await Promise.resolve()
  expect(worker.heard.map(({ kind }) => kind)).toEqual(['start', 'written'])
  worker.say({ kind: 'done', sizeBytes: 3 })
  expect(await done).toBe(3)
  expect(happened).toEqual(['denoises 7', 'share 0.5', 'put 0 3', 'last', 'commit 3'])
  expect(worker.terminated).toBe(true)
})

test('cancelled, it ends whatever it is doing and nothing is left', async () => {
  const { worker, stop, happened, done } = begin()
  stop.abort()
  await expect(done).rejects.toMatchObject({ code: 'cancelled' })
  expect([happened, worker.terminated]).toEqual([['discard'], true])
})

test.each([
  ['a lost device', (worker: FakeWorker) => worker.say({ kind: 'failed', code: 'export-gpu-lost', detail: 'gone' }), 'export-gpu-lost'],
  ['a worker that breaks down', (worker: FakeWorker) => worker.dispatchEvent(Object.assign(new Event('error'), { message: 'out of memory' })), 'internal'],
])('%s is told, and nothing is left', async (_, happen, code) => {
  const { worker, happened, done } = begin()
  happen(worker)
  await expect(done).rejects.toMatchObject({ code })
  expect([happened, worker.terminated]).toEqual([['discard'], true])
})

test('a full disk ends the work at once', async () => {
  const { worker, happened, done } = begin(() => Promise.reject(new AtriumError('export-disk-full', 'ENOSPC')))
  worker.say({ kind: 'chunk', at: 0, bytes: new Uint8Array(3) })
  await expect(done).rejects.toMatchObject({ code: 'export-disk-full' })
  expect([happened.at(-1), worker.terminated]).toEqual(['discard', true])
})
