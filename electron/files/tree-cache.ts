import { randomBytes } from 'node:crypto'
import { mkdir, open, readdir, readFile, rename, rm, stat, utimes } from 'node:fs/promises'
import path from 'node:path'
import { Failure, fileFailure } from '../failure.ts'
import { PRIVATE_FILE, PRIVATE_FOLDER } from './disk.ts'

const KEY = /^[a-f0-9]{64}$/
const MAX_ENTRY_BYTES = 512 * 2 ** 20
/** Left behind by a process that ended while it wrote. */
const STALE_TEMPORARY_MS = 3_600_000

/**
 * Object trees on disk, by content key: what was looked at longest ago goes first when the folder is full. Entries are bytes
 * to the main process; the page checks what it reads (renderer/trees/tree-file.ts), and losing one costs a rebuild.
 */
export class TreeCache {
  readonly #folder: string
  readonly #maxBytes: number

  constructor(folder: string, maxBytes = 2 ** 30) {
    this.#folder = folder
    this.#maxBytes = maxBytes
  }

  /** null: there is no entry of that key. Throws `request-invalid` for what is no key. */
  async read(key: string): Promise<Uint8Array<ArrayBuffer> | null> {
    const file = this.#fileOf(key)
    try {
      const status = await stat(file)
      if (!status.isFile() || status.size > MAX_ENTRY_BYTES) return null
      const bytes = await readFile(file)
      const now = new Date()
      await utimes(file, now, now).catch(() => {})
      return bytes as Uint8Array<ArrayBuffer>
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
      throw fileFailure(error, 'reading', key)
    }
  }

  /** Replaces an entry as a whole, then makes room. Not synced: a torn entry fails its checksum and is built anew. */
  async write(key: string, body: AsyncIterable<Uint8Array>): Promise<void> {
    const file = this.#fileOf(key)
    const temporary = `${file}.${randomBytes(4).toString('hex')}.tmp`
    try {
      await mkdir(this.#folder, { recursive: true, mode: PRIVATE_FOLDER })
      const handle = await open(temporary, 'wx', PRIVATE_FILE)
      try {
        let size = 0
        for await (const chunk of body) {
          size += chunk.length
          if (size > MAX_ENTRY_BYTES) throw new Failure('file-too-large', `a tree of more than ${MAX_ENTRY_BYTES} bytes`)
          await handle.write(chunk)
        }
      } finally {
        await handle.close()
      }
      await rename(temporary, file)
    } catch (error) {
      await rm(temporary, { force: true }).catch(() => {})
      throw fileFailure(error, 'writing', key)
    }
    await this.#makeRoom()
  }

  async #makeRoom(): Promise<void> {
    const entries = (await Promise.all((await readdir(this.#folder)).map(async (name) => {
      const file = path.join(this.#folder, name)
      const status = await stat(file).catch(() => null)
      if (status === null) return []
      if (name.endsWith('.tmp') && Date.now() - status.mtimeMs > STALE_TEMPORARY_MS) await rm(file, { force: true })
      return KEY.test(name) && status.isFile() ? [{ file, size: status.size, usedAtMs: status.mtimeMs }] : []
    }))).flat()
    let total = entries.reduce((sum, { size }) => sum + size, 0)
    for (const { file, size } of entries.toSorted((a, b) => a.usedAtMs - b.usedAtMs)) {
      if (total <= this.#maxBytes) return
      await rm(file, { force: true })
      total -= size
    }
  }

  #fileOf(key: string): string {
    if (!KEY.test(key)) throw new Failure('request-invalid', `no tree ${key.slice(0, 80)}`)
    return path.join(this.#folder, key)
  }
}
