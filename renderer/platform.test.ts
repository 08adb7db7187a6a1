import { afterEach, expect, test, vi } from 'vitest'
import { readFile } from './platform.ts'

afterEach(() => void vi.unstubAllGlobals())

/** Our scheme as it answers: a length, and a body that may keep to it or not. */
function answerWith(sizeBytes: number, chunks: readonly Uint8Array<ArrayBuffer>[], end: (controller: ReadableStreamDefaultController) => void = (controller) => controller.close()): void {
  const pending = [...chunks]
  const body = new ReadableStream({
    pull(controller) {
      const chunk = pending.shift()
      if (chunk === undefined) end(controller)
      else controller.enqueue(chunk)
    },
  })
  vi.stubGlobal('fetch', () => Promise.resolve(new Response(body, { headers: { 'content-length': String(sizeBytes) } })))
}
const four = new Uint8Array(4)

test('a file is read as a whole', async () => {
  answerWith(8, [four, four])
  expect((await readFile('1')).length).toBe(8)
})

test.each<[string, () => void]>([
  ['ends early', () => answerWith(12, [four, four])],
  ['grows', () => answerWith(4, [four, four])],
  ['is cut: the answer breaks off', () => answerWith(12, [four], (controller) => controller.error(new TypeError('network error')))],
])('a file that %s while it is read has words of its own', async (_, answer) => {
  answer()
  await expect(readFile('1')).rejects.toMatchObject({ code: 'file-interrupted' })
})

test('who cancels is not told that the file was cut', async () => {
  answerWith(12, [four], (controller) => controller.error(new DOMException('stop', 'AbortError')))
  await expect(readFile('1')).rejects.toMatchObject({ code: 'cancelled' })
})
