import type { Sink } from './sink.ts'

/** Bytes that travel together. */
const PIECE_BYTES = 1 << 20

/**
 * A sink that gathers bytes into chunks of a file and sends one at a time.
 *
 * @param send  resolves when the chunk is on the disk, and what has been sent counts
 */
export function createChunkSink(send: (at: number, bytes: Uint8Array<ArrayBuffer>) => Promise<void>): Sink & {
  /** Bytes at any offset, for files that are not written from their beginning to their end. */
  put(at: number, bytes: Uint8Array): Promise<void>
  /** Sends what is left. @returns the size of the file, bytes */
  end(): Promise<number>
} {
  const gathered = new Uint8Array(PIECE_BYTES)
  /** Where the gathered bytes begin, and how many they are. */
  let start = 0
  let count = 0
  let sizeBytes = 0
  let at = 0

  async function flush(): Promise<void> {
    if (count === 0) return
    const bytes = gathered.slice(0, count)
    const offset = start
    count = 0
    await send(offset, bytes)
  }

  async function put(offset: number, bytes: Uint8Array): Promise<void> {
    if (offset !== start + count) {
      await flush()
      start = offset
    }
    for (let done = 0; done < bytes.length;) {
      const part = bytes.subarray(done, done + PIECE_BYTES - count)
      gathered.set(part, count)
      count += part.length
      done += part.length
      if (count === PIECE_BYTES) {
        await flush()
        start = offset + done
      }
    }
    sizeBytes = Math.max(sizeBytes, offset + bytes.length)
  }

  return {
    put,
    write(bytes) {
      const offset = at
      at += bytes.length
      return put(offset, bytes)
    },
    patch: (offset, bytes) => put(offset, bytes),
    async end() {
      await flush()
      return sizeBytes
    },
  }
}
