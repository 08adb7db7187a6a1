import { createHash, randomBytes } from 'node:crypto'
import { constants } from 'node:fs'
import path from 'node:path'
import { type Disk, nodeDisk, syncFolder } from '../disk.ts'
import { Failure, fileFailure } from '../../failure.ts'
import { removeStrays, temporaryOf } from './strays.ts'

/** What saving asks of the file system; tests pass one that fails. */
export type SavingFileSystem = Pick<Disk, 'access' | 'open' | 'rename' | 'rm' | 'stat'>

/** Saves of one file that may be under way at once; a page that sends more and commits none leaves no more behind. */
const MOST_RECEIVED = 4

/** What the page says it sent: it tells one save of a file from the next. */
export interface ExpectedBytes {
  readonly sha256: string
  readonly sizeBytes: number
}

interface Received extends ExpectedBytes {
  /** When its first byte arrived, among others: a short save may be whole before a long one that began earlier. */
  readonly order: number
  readonly target: string
  readonly temporary: string
}

/**
 * Saving as a whole or not at all: bytes go to a temporary file in the target's own folder, are checked and flushed to
 * the disk, and take the target's name in one rename. Until then the old file is untouched; after any failure the
 * temporary file is gone. A process killed in between leaves the old file and a stray `.name.xxxx.tmp`, which goes when the
 * project is opened or saved next.
 */
export class Saves {
  /** By key, oldest first. */
  readonly #received = new Map<string, readonly Received[]>()
  /** Temporary files, from their first byte to their end. */
  readonly #inUse = new Set<string>()
  readonly #fs: SavingFileSystem
  #begun = 0

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

  /** @param key  names the file that is saved; a second save may begin before the first is committed */
  async receive(key: string, target: string, body: AsyncIterable<Uint8Array>): Promise<void> {
    const temporary = temporaryOf(target, randomBytes(4).toString('hex'))
    this.#inUse.add(temporary)
    const order = this.#begun++
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
    const received = [...this.#of(key), { order, target, temporary, sha256: hash.digest('hex'), sizeBytes }].sort((a, b) => a.order - b.order)
    this.#received.set(key, received)
    if (received.length > MOST_RECEIVED) await this.#drop(key, received[0])
  }

  /** Puts what was received in the target's place; what was received before it goes, since it is older. */
  async commit(key: string, expected: ExpectedBytes): Promise<void> {
    // Commits come in the order of the bytes: what fits none was to be the oldest.
    const received = this.#find(key, expected) ?? this.#of(key).at(0)
    if (received === undefined) throw new Failure('checksum-mismatch', 'nothing was received')
    const { target, temporary } = received
    const name = path.basename(target)
    try {
      const onDisk = await this.#fs.stat(temporary)
      if (!isSame(received, expected) || onDisk.size !== expected.sizeBytes) throw new Failure('checksum-mismatch', `${name}: ${onDisk.size} bytes arrived of ${expected.sizeBytes}`)
      await this.#fs.rename(temporary, target)
      this.#inUse.delete(temporary)
      await this.#settle(key, received)
      // A rename that the disk may forget is not acknowledged.
      await syncFolder(this.#fs, path.dirname(target))
    } catch (error) {
      await this.#drop(key, received)
      throw fileFailure(error, 'writing', name)
    }
  }

  /** Removes what killed saves of this project left behind. Only for who alone has it open. */
  removeStrays(target: string): Promise<void> {
    return removeStrays(target, this.#inUse)
  }

  async dispose(): Promise<void> {
    for (const [key, received] of this.#received) await Promise.all(received.map((save) => this.#drop(key, save)))
  }

  /** Forgets what was received; other saves of the file stay. */
  async discard(key: string, expected: ExpectedBytes): Promise<void> {
    const received = this.#find(key, expected)
    if (received) await this.#drop(key, received)
  }

  /** It stands in its place: what was received before it will not. */
  async #settle(key: string, committed: Received): Promise<void> {
    const received = this.#of(key)
    const place = received.indexOf(committed)
    const older = received.slice(0, place)
    this.#received.set(key, received.slice(place + 1))
    await Promise.all(older.map(({ temporary }) => this.#remove(temporary)))
  }

  async #drop(key: string, received: Received): Promise<void> {
    this.#received.set(key, this.#of(key).filter((other) => other !== received))
    await this.#remove(received.temporary)
  }

  #of(key: string): readonly Received[] {
    return this.#received.get(key) ?? []
  }

  #find(key: string, expected: ExpectedBytes): Received | undefined {
    return this.#of(key).find((received) => isSame(received, expected))
  }

  async #remove(temporary: string): Promise<void> {
    await this.#fs.rm(temporary, { force: true }).catch(() => {})
    this.#inUse.delete(temporary)
  }
}

const isSame = (a: ExpectedBytes, b: ExpectedBytes): boolean => a.sha256 === b.sha256 && a.sizeBytes === b.sizeBytes
