import { randomBytes } from 'node:crypto'
import { constants } from 'node:fs'
import * as nodeFileSystem from 'node:fs/promises'
import path from 'node:path'
import { z } from 'zod'
import { type Disk, nodeDisk, syncFolder } from '../disk.ts'
import { Failure, fileFailure } from '../../failure.ts'
import type { ErrorCode } from '../../contract.ts'
import { JsonFile } from '../json-file.ts'
import { isTemporary, temporaryOf } from '../saving/strays.ts'

/** A file that is written at offsets of the caller's choice. */
export interface RandomAccessFile {
  write(bytes: Uint8Array, offset: number, length: number, position: number): Promise<{ readonly bytesWritten: number }>
  sync(): Promise<void>
  close(): Promise<void>
}

/** What exporting asks of the file system; tests pass one that fails. */
export interface ExportDisk extends Pick<Disk, 'access' | 'lstat' | 'open' | 'rename' | 'rm' | 'stat'> {
  openRandomAccess(file: string, mode: number): Promise<RandomAccessFile>
}

const nodeExportDisk: ExportDisk = { ...nodeDisk, openRandomAccess: (file, mode) => nodeFileSystem.open(file, 'wx', mode) }

interface Started {
  readonly target: string
  readonly temporary: string
  readonly file: RandomAccessFile
  sizeBytes: number
  /** Pieces follow each other. */
  last: Promise<unknown>
}

const Noted = z.array(z.string())
const MOST_NOTED = 100
export type ExportNotes = JsonFile<readonly string[]>
export const exportNotes = (file: string): ExportNotes => new JsonFile<readonly string[]>(file, Noted, [])

/** To the user these are about a picture, not about the project. */
const CODES: Partial<Record<ErrorCode, ErrorCode>> = { 'disk-full': 'export-disk-full', 'file-not-writable': 'export-not-writable', 'file-too-large': 'export-too-large' }

/**
 * Pictures and clips on their way to the disk, chunk by chunk: into a temporary file beside the target, which takes its name when all of it is
 * there. Until then what stood there is untouched; cancelled or failed, nothing is left. Each window has its own.
 */
export class Exports {
  readonly #started = new Map<string, Started>()
  readonly #disk: ExportDisk
  /** Temporary files that are there: what a killed Atrium leaves is known by it. */
  readonly #noted: ExportNotes | null
  readonly #onChange: (isBusy: boolean) => void

  /**
   * @param noted  where the names of temporary files are kept, of all windows; null: nowhere
   * @param onChange  told whether anything is begun and not over, at each beginning and end
   */
  constructor(disk: ExportDisk = nodeExportDisk, noted: ExportNotes | null = null, onChange: (isBusy: boolean) => void = () => {}) {
    this.#disk = disk
    this.#noted = noted
    this.#onChange = onChange
  }

  /** Removes what an earlier Atrium was exporting when it was killed. Never throws: a file that stays costs room and nothing else. */
  async removeStrays(): Promise<void> {
    const strays = await this.#noted?.read() ?? []
    if (strays.length === 0) return
    const inUse = new Set([...this.#started.values()].map(({ temporary }) => temporary))
    for (const file of strays.filter((stray) => !inUse.has(stray) && isTemporary(stray))) {
      // A name may by now be somebody's folder or link.
      if (await this.#disk.lstat(file).then((status) => status.isFile(), () => false)) await this.#disk.rm(file, { force: true }).catch(() => {})
    }
    // What another window has begun meanwhile stays noted.
    await this.#note((files) => files.filter((file) => inUse.has(file) || !strays.includes(file)))
  }

  /** Makes the temporary file at once: an hour of work should not end with a folder that cannot be written to. */
  async begin(target: string): Promise<{ id: string; name: string }> {
    const name = path.basename(target)
    const temporary = path.resolve(temporaryOf(target, randomBytes(4).toString('hex')))
    try {
      await this.#note((files) => [...files, temporary].slice(-MOST_NOTED))
      const mode = await this.#disk.stat(target).then((status) => status.mode & 0o777, () => null)
      if (mode !== null) await this.#disk.access(target, constants.W_OK)
      const file = await this.#disk.openRandomAccess(temporary, mode ?? 0o666)
      const id = randomBytes(16).toString('hex')
      this.#started.set(id, { target, temporary, file, sizeBytes: 0, last: Promise.resolve() })
      this.#onChange(true)
      return { id, name }
    } catch (error) {
      await this.#forget(temporary)
      throw exportFailure(error, name)
    }
  }

  /**
   * Writes a chunk, behind what is there or over it.
   *
   * @throws Failure `export-disk-full`, `export-not-writable`, `export-too-large`; the export is then over, and nothing is left of it
   */
  async write(id: string, at: number, body: AsyncIterable<Uint8Array>): Promise<void> {
    const started = this.#startedOf(id)
    const written = started.last.then(async () => {
      if (!Number.isSafeInteger(at) || at < 0 || at > started.sizeBytes) throw new Failure('request-invalid', `${at} is no offset in ${started.sizeBytes} bytes`)
      let offset = at
      for await (const chunk of body) {
        for (let done = 0; done < chunk.length;) done += (await started.file.write(chunk, done, chunk.length - done, offset + done)).bytesWritten
        offset += chunk.length
        started.sizeBytes = Math.max(started.sizeBytes, offset)
      }
    })
    started.last = written.catch(() => {})
    await written.catch(async (error: unknown) => {
      await this.discard(id)
      throw exportFailure(error, path.basename(started.target))
    })
  }

  /** All of it is there: it takes the target's name. @param sizeBytes  what the page has sent */
  async commit(id: string, sizeBytes: number): Promise<void> {
    const started = this.#startedOf(id)
    const { target, temporary, file } = started
    try {
      await started.last
      if (started.sizeBytes !== sizeBytes) throw new Failure('checksum-mismatch', `${path.basename(target)}: ${started.sizeBytes} bytes arrived of ${sizeBytes}`)
      await file.sync()
      await file.close()
      await this.#disk.rename(temporary, target)
      this.#end(id)
      await this.#forget(temporary)
      await syncFolder(this.#disk, path.dirname(target))
    } catch (error) {
      await this.discard(id)
      throw exportFailure(error, path.basename(target))
    }
  }

  /** Cancelled: nothing is left. An export that is over already is no failure. */
  async discard(id: string): Promise<void> {
    const started = this.#started.get(id)
    if (started === undefined) return
    this.#end(id)
    await started.last
    await started.file.close().catch(() => {})
    await this.#disk.rm(started.temporary, { force: true }).catch(() => {})
    await this.#forget(started.temporary)
  }

  has(id: string): boolean {
    return this.#started.has(id)
  }

  /** Of a page that is gone, or at the end. */
  async dispose(): Promise<void> {
    await Promise.all([...this.#started.keys()].map((id) => this.discard(id)))
  }

  #end(id: string): void {
    this.#started.delete(id)
    this.#onChange(this.#started.size > 0)
  }

  #forget(temporary: string): Promise<void> {
    return this.#note((files) => files.filter((file) => file !== temporary))
  }

  /** A full disk may keep the note from being written: the export says so itself. */
  async #note(change: (files: readonly string[]) => readonly string[]): Promise<void> {
    await this.#noted?.update(change).catch(() => {})
  }

  #startedOf(id: string): Started {
    const started = this.#started.get(id)
    if (started === undefined) throw new Failure('handle-unknown', id)
    return started
  }
}

function exportFailure(error: unknown, name: string): unknown {
  const failure = fileFailure(error, 'writing', name)
  if (!(failure instanceof Failure)) return failure
  const code = CODES[failure.code]
  return code === undefined ? failure : new Failure(code, failure.message, { cause: failure, ...(failure.file === undefined ? {} : { file: failure.file }) })
}
