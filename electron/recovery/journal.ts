import path from 'node:path'
import { type Disk, type DiskFile, replaceFile } from '../files/disk.ts'
import { Failure } from '../failure.ts'
import { decodeLines, encodeLine } from './journal-lines.ts'

/** Beyond this a journal was not written by Atrium. */
const MAX_JOURNAL_BYTES = 1 << 30

/**
 * One file: a head, a snapshot, and the gestures since, each acknowledged only when it would survive a loss of power.
 * A new snapshot replaces the file as a whole, so that snapshot and gestures can never belong to different times.
 */
export class Journal {
  #file: DiskFile | null = null
  #queue: Promise<unknown> = Promise.resolve()
  readonly #path: string
  readonly #disk: Disk

  constructor(filePath: string, disk: Disk) {
    this.#path = filePath
    this.#disk = disk
  }

  /** Starts anew from a snapshot. On failure the gestures so far are still there, and so is the file. */
  restart(head: string, snapshot: string): Promise<void> {
    return this.#after(async () => {
      await this.#release()
      await replaceFile(this.#disk, this.#path, [encodeLine(head), encodeLine(snapshot)])
      this.#file = await this.#disk.open(this.#path, 'a')
    })
  }

  /**
   * Adds gestures; resolves when they are on the disk. After a failure nothing can be added until the next `restart`: a torn
   * line may stand at the end, and behind it nothing would be read.
   */
  append(records: readonly string[]): Promise<void> {
    return this.#after(async () => {
      if (this.#file === null) throw new Failure('backup-failed', `${path.basename(this.#path)} waits for a snapshot`)
      try {
        await this.#file.writeFile(records.map(encodeLine).join(''))
        await this.#file.sync()
      } catch (error) {
        await this.#release()
        throw error
      }
    })
  }

  close(): Promise<void> {
    return this.#after(() => this.#release())
  }

  /** What was asked first is done first, whatever becomes of it. */
  #after<T>(run: () => Promise<T>): Promise<T> {
    const done = this.#queue.then(run)
    this.#queue = done.catch(() => {})
    return done
  }

  async #release(): Promise<void> {
    const file = this.#file
    this.#file = null
    await file?.close().catch(() => {})
  }
}

/** The lines of a journal on disk; none when it is missing, unreadable or damaged from the start. */
export async function readJournal(disk: Disk, filePath: string): Promise<string[]> {
  try {
    const { size } = await disk.stat(filePath)
    return size > MAX_JOURNAL_BYTES ? [] : decodeLines(await disk.readFile(filePath))
  } catch {
    return []
  }
}
