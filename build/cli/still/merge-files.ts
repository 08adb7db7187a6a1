import { type FileHandle, open, readdir, stat } from 'node:fs/promises'
import path from 'node:path'
import { SumsError, type SumsSource } from '../../../renderer/output/sums/sums.ts'

/** Opened anew at every read: a large picture has more parts than a process may have open files. */
export async function sourceOfFile(name: string): Promise<SumsSource> {
  const { size: sizeBytes } = await stat(name)
  return {
    name, sizeBytes,
    async read(at, count) {
      const file = await open(name, 'r')
      try {
        return await readAt(file, name, at, count)
      } finally {
        await file.close()
      }
    },
  }
}

async function readAt(file: FileHandle, name: string, at: number, count: number): Promise<Uint8Array<ArrayBuffer>> {
  const bytes = new Uint8Array(count)
  for (let done = 0; done < count;) {
    const { bytesRead } = await file.read(bytes, done, count - done, at + done)
    if (bytesRead === 0) throw new SumsError(name, 'It ends too early')
    done += bytesRead
  }
  return bytes
}

/** Files as they were named; of a folder all files of sums in it. */
export async function namedSums(names: readonly string[]): Promise<string[]> {
  const found: string[] = []
  for (const name of names) {
    if (!(await stat(name)).isDirectory()) found.push(name)
    else found.push(...(await readdir(name)).filter((entry) => entry.endsWith('.sums')).sort().map((entry) => path.join(name, entry)))
  }
  return found
}
