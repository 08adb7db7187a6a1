import { type FileEntry, Uint8ArrayReader, ZipReader } from '@zip.js/zip.js/lib/zip-core-native.js'
import { AtriumError } from '../../errors/atrium-error.ts'
import { ARCHIVE_LIMITS, BoundedWriter, withoutWorkers } from '../../workers/zip.ts'
import { startsWith } from './text.ts'

/** A ZIP that a format is packed in, listed but not unpacked. */
export interface Archive {
  /** Files in the archive's order, with `/`. */
  readonly names: readonly string[]
  /** @throws AtriumError `model-invalid` when it is damaged */
  read(name: string): Promise<Uint8Array<ArrayBuffer>>
}

export const isArchive = (bytes: Uint8Array): boolean => startsWith(bytes, [0x50, 0x4b, 0x03, 0x04])

/** Names in the order of the data, as far as their headers stand in the file's beginning: enough to tell a format by. */
export function namesAtStart(bytes: Uint8Array, most = 8): readonly string[] {
  const names: string[] = []
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  for (let at = 0; names.length < most && at + 30 < bytes.byteLength && view.getUint32(at, true) === 0x04034b50;) {
    const [packed, nameLength, extraLength] = [view.getUint32(at + 18, true), view.getUint16(at + 26, true), view.getUint16(at + 28, true)]
    names.push(new TextDecoder().decode(bytes.subarray(at + 30, at + 30 + nameLength)))
    // Written as a stream: how long it is stands behind it.
    if (packed === 0) break
    at += 30 + nameLength + extraLength + packed
  }
  return names
}

/** @throws AtriumError `model-truncated` without a directory; `model-too-large` when more comes out than a model has */
export async function openArchive(bytes: Uint8Array<ArrayBuffer>): Promise<Archive> {
  withoutWorkers()
  const entries = new Map<string, FileEntry>()
  let total = 0
  try {
    for await (const entry of new ZipReader(new Uint8ArrayReader(bytes), { useWebWorkers: false }).getEntriesGenerator()) {
      if (entry.directory || entry.encrypted || entry.symlink) continue
      total += entry.uncompressedSize
      if (entries.size >= ARCHIVE_LIMITS.entries || total > ARCHIVE_LIMITS.assetBytes || (total > ARCHIVE_LIMITS.harmlessBytes && total > bytes.byteLength * ARCHIVE_LIMITS.ratio)) {
        throw new AtriumError('model-too-large', `The archive of ${bytes.byteLength} bytes claims to unpack to more than ${total} bytes.`)
      }
      entries.set(entry.filename, entry)
    }
  } catch (error) {
    if (error instanceof AtriumError) throw error
    throw new AtriumError('model-truncated', `The end of the archive is missing or damaged (${(error as Error).message}).`, { cause: error })
  }
  return {
    names: [...entries.keys()],
    async read(name) {
      const entry = entries.get(name) as FileEntry
      try {
        return await entry.getData(new BoundedWriter(entry.uncompressedSize), { checkCrc32: true, useWebWorkers: false })
      } catch (error) {
        throw new AtriumError('model-invalid', `“${name}” in the archive is damaged (${(error as Error).message}).`, { cause: error })
      }
    },
  }
}
