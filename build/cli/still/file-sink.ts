import type { FileHandle } from 'node:fs/promises'
import type { Sink } from '../../../renderer/output/encoders/sink.ts'

/** Bytes into an open file, from its start. */
export function fileSink(file: FileHandle): Sink {
  let at = 0
  return {
    async write(bytes) {
      await writeAt(file, bytes, at)
      at += bytes.length
    },
    patch: (place, bytes) => writeAt(file, bytes, place),
  }
}

/** A file system may take less than it is given. */
async function writeAt(file: FileHandle, bytes: Uint8Array, at: number): Promise<void> {
  for (let done = 0; done < bytes.length;) done += (await file.write(bytes, done, bytes.length - done, at + done)).bytesWritten
}
