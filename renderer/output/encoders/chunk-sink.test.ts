import { expect, test } from 'vitest'
import { createChunkSink } from './chunk-sink.ts'

/** The file that chunks make, as the disk would: no offset behind its end. */
function disk() {
  let file = new Uint8Array(0)
  const sizes: number[] = []
  return {
    sizes,
    file: () => file,
    send: (at: number, bytes: Uint8Array<ArrayBuffer>): Promise<void> => {
      expect(at).toBeLessThanOrEqual(file.length)
      const longer = new Uint8Array(Math.max(file.length, at + bytes.length))
      longer.set(file)
      longer.set(bytes, at)
      file = longer
      sizes.push(bytes.length)
      return Promise.resolve()
    },
  }
}

test('bytes arrive in their order and in large chunks, and the beginning can be filled in last', async () => {
  const { send, file, sizes } = disk()
  const sink = createChunkSink(send)
  const all = Uint8Array.from({ length: 2_700_000 }, (_, i) => Math.imul(i, 2654435761) >>> 24)
  for (let at = 0; at < all.length; at += 1000) await sink.write(all.slice(at, at + 1000))
  await sink.patch(10, Uint8Array.of(1, 2, 3))
  await sink.write(Uint8Array.of(9))
  expect(await sink.end()).toBe(2_700_001)
  all.set([1, 2, 3], 10)
  expect(Buffer.compare(file(), Buffer.concat([all, Uint8Array.of(9)]))).toBe(0)
  expect(sizes.length).toBeLessThan(7)
})

test('a chunk larger than what travels together arrives whole', async () => {
  const { send, file } = disk()
  const sink = createChunkSink(send)
  const all = Uint8Array.from({ length: 3_000_001 }, (_, i) => i >> 8)
  await sink.write(Uint8Array.of(7))
  await sink.write(all)
  expect(await sink.end()).toBe(3_000_002)
  expect(Buffer.compare(file(), Buffer.concat([Uint8Array.of(7), all]))).toBe(0)
})
