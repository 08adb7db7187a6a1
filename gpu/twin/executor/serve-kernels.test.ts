import { afterEach, expect, test, vi } from 'vitest'
import { serveKernels } from './serve-kernels.ts'

afterEach(() => vi.unstubAllGlobals())

test('a message that a thread cannot read breaks it down: nobody waits for its answer', () => {
  const scope: { onmessageerror?: () => void; postMessage: (message: unknown) => void } = { postMessage: () => undefined }
  vi.stubGlobal('self', scope)
  serveKernels({})
  expect(() => scope.onmessageerror?.()).toThrow('could not be read')
})
