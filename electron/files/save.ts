import { createHash, randomBytes } from 'node:crypto'
import { constants } from 'node:fs'
import path from 'node:path'
import { type Disk, nodeDisk, syncFolder } from './disk.ts'
import { Failure, fileFailure } from '../failure.ts'
import { removeStrays, temporaryOf } from './strays.ts'

/** What saving asks of the file system; tests pass one that fails. */
export type SavingFileSystem = Pick<Disk, 'access' | 'open' | 'rename' | 'rm' | 'stat'>

interface Received {
  readonly target: string
  readonly temporary: string
  readonly sha256: string
  readonly sizeBytes: number
}

/**
 * Saving as a whole or not at all: bytes go to a temporary file in the target's own folder, are checked and flushed to
 * the disk, and take the target's name in one rename. Until then the old file is untouched; after any failure the
 * temporary file is gone. A process killed in between leaves the old file and a stray `.name.xxxx.tmp`, which goes when the
 * project is opened or saved next.
 */
export class Saves {
  readonly #received = new Map<string, Received>()
  /** Temporary files, from their first byte to their end. */
  readonly #inUse = new Set<string>()
  readonly #fs: SavingFileSystem

  constructor(fileSystem: SavingFileSystem = nodeDisk) {
    this.#fs = fileSystem
  }

  /** Whether the file and its folder may be written, as far as rights tell. */
  async canWrite(target: string): Promise<boolean> {
    try {
      await this.#fs.access(target, constants.W_OK)
      await this.#fs.access(path.dirname(target), constants.W_OK)
      return true
    } catch {
      return false
    }
  }

  /** @param key  names the save; a second one under the same key replaces the first */
  async receive(key: string, target: string, body: AsyncIterable<Uint8Array>): Promise<void> {
    const temporary = temporaryOf(target, randomBytes(4).toString('hex'))
    this.#inUse.add(temporary)
    const hash = createHash('sha256')
    let sizeBytes = 0
    try {
      const mode = await this.#fs.stat(target).then((status) => status.mode & 0o777, () => null)
      // A rename asks the folder alone; a file that is read-only shall stay as it is, too.
      if (mode !== null) await this.#fs.access(target, constants.W_OK)
      const file = await this.#fs.open(temporary, 'wx', mode ?? 0o666)
      try {
        for await (const chunk of body) {
          hash.update(chunk)
          sizeBytes += chunk.length
          await file.writeFile(chunk)
        }
        // Some file systems report a full disk only here.
        await file.sync()
      } finally {
        await file.close()
      }
    } catch (error) {
      await this.#remove(temporary)
      throw fileFailure(error, 'writing', path.basename(target))
    }
    await this.discard(key)
    this.#received.set(key, { target, temporary, sha256: hash.digest('hex'), sizeBytes })
  }

  async commit(key: string, expected: { sha256: string; sizeBytes: number }): Promise<void> {
    const received = this.#received.get(key)
    if (!received) throw new Failure('checksum-mismatch', 'nothing was received')
    const { target, temporary } = received
    const name = path.basename(target)
    try {
      const onDisk = await this.#fs.stat(temporary)
      const isWhole = received.sha256 === expected.sha256 && [received.sizeBytes, onDisk.size].every((size) => size === expected.sizeBytes)
      if (!isWhole) throw new Failure('checksum-mismatch', `${name}: ${onDisk.size} bytes arrived of ${expected.sizeBytes}`)
      await this.#fs.rename(temporary, target)
      this.#received.delete(key)
      this.#inUse.delete(temporary)
      // A rename that the disk may forget is not acknowledged.
      await syncFolder(this.#fs, path.dirname(target))
    } catch (error) {
      await this.discard(key)
      throw fileFailure(error, 'writing', name)
    }
  }

  /** Removes what killed saves of this project left behind. Only for who alone has it open. */
  removeStrays(target: string): Promise<void> {
    return removeStrays(target, this.#inUse)
  }

  async dispose(): Promise<void> {
    await Promise.all([...this.#received.keys()].map((key) => this.discard(key)))
  }

  /** Forgets what was received under a key. */
  async discard(key: string): Promise<void> {
    const received = this.#received.get(key)
    this.#received.delete(key)
    if (received) await this.#remove(received.temporary)
  }

  async #remove(temporary: string): Promise<void> {
    await this.#fs.rm(temporary, { force: true }).catch(() => {})
    this.#inUse.delete(temporary)
  }
}
