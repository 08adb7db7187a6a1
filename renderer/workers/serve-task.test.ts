import { afterEach, expect, test, vi } from 'vitest'
import { AtriumError } from '../errors/atrium-error.ts'
import { serveTask } from './serve-task.ts'

afterEach(() => vi.unstubAllGlobals())

test.each<[string, () => Promise<never>, string?, string?]>([
  ['at once', () => { throw new AtriumError('model-invalid', 'its end is missing') }],
  ['later', () => Promise.reject(new AtriumError('model-invalid', 'its end is missing'))],
  ['for another reason', () => Promise.reject(new AtriumError('model-invalid', 'its end is missing', { cause: new Error('read past it') })), 'its end is missing\nread past it'],
  ['unexpectedly', () => Promise.reject(new TypeError('x is undefined')), 'TypeError: x is undefined', 'internal'],
])('a task that fails %s tells the page why', async (_, run, detail = 'its end is missing', code = 'model-invalid') => {
  let start: (event: { readonly data: unknown }) => void = () => {}
  const said = new Promise<unknown>((resolve) => { vi.stubGlobal('postMessage', resolve) })
  vi.stubGlobal('addEventListener', (_type: string, listener: typeof start) => { start = listener })
  serveTask(run)
  start({ data: { kind: 'start', request: null } })
  expect(await said).toEqual({ kind: 'failed', code, detail })
})
