import { randomBytes } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { lstat, realpath, stat } from 'node:fs/promises'
import path from 'node:path'
import { Readable } from 'node:stream'
import type { FileHandle } from './contract.ts'
import { Failure, fileFailure } from './failure.ts'
import { type SavingFileSystem, Saves } from './save.ts'

/** One fetch answers into one ArrayBuffer of the page. */
export const MAX_READ_BYTES = 2 ** 31 - 1

export const PROJECT_EXTENSIONS = ['atrium']
export const MODEL_EXTENSIONS = ['glb', 'gltf']

/** Bytes on their way to the page. */
export interface OpenedFile {
  readonly name: string
  readonly sizeBytes: number
  readonly body: ReadableStream<Uint8Array>
}

interface Entry {
  readonly path: string
  readonly handle: FileHandle
}

/** `project` or `model` by extension; null for any other file. */
export function kindOf(filePath: string): FileHandle['kind'] | null {
  const extension = path.extname(filePath).slice(1).toLowerCase()
  if (PROJECT_EXTENSIONS.includes(extension)) return 'project'
  return MODEL_EXTENSIONS.includes(extension) ? 'model' : null
}

/**
 * Files the user chose, by handle. Paths enter here from dialogs, drops, associations and the command line, and never
 * leave: the page knows handles only.
 */
export class Files {
  readonly #entries = new Map<string, Entry>()
  readonly #saves: Saves

  constructor(fileSystem?: SavingFileSystem) {
    this.#saves = new Saves(fileSystem)
  }

  /** A handle for an existing file. Throws `model-unsupported`, `file-missing`, `file-not-readable`. */
  async open(filePath: string): Promise<FileHandle> {
    const kind = kindOf(filePath)
    const name = path.basename(filePath)
    if (kind === null) throw new Failure('model-unsupported', `${name} has an extension that Atrium does not open`)
    try {
      const real = await realpath(filePath)
      const { size } = await regularFile(real)
      return this.#enter(real, { name, kind, sizeBytes: size, writable: kind === 'project' && (await this.#saves.canWrite(real)) })
    } catch (error) {
      throw fileFailure(error, 'reading', name)
    }
  }

  /** A handle to save a project under; the file need not exist yet. A link is followed, so that it stays a link. */
  async openTarget(filePath: string): Promise<FileHandle> {
    const real = await realpath(filePath).catch(() => path.resolve(filePath))
    const sizeBytes = await stat(real).then(({ size }) => size, () => 0)
    return this.#enter(real, { name: path.basename(filePath), kind: 'project', sizeBytes, writable: true })
  }

  pathOf(id: string): string {
    return this.#entryOf(id).path
  }

  /** Throws `file-missing`, `file-not-readable`, `file-too-large`. */
  read(id: string): Promise<OpenedFile> {
    return openForReading(this.#entryOf(id).path)
  }

  /**
   * A sidecar of a .gltf: a regular file below the model's own folder, reached without `..`, links or hidden names.
   *
   * @param relative  decoded, `/` between names
   * @throws Failure `sibling-refused`, `model-missing-file`, `file-not-readable`, `file-too-large`
   */
  async readSibling(id: string, relative: string): Promise<OpenedFile> {
    const { path: modelPath } = this.#entryOf(id)
    const refuse = (why: string): Failure => new Failure('sibling-refused', `${relative}: ${why}`)
    if (path.extname(modelPath).toLowerCase() !== '.gltf') throw refuse('only a .gltf has sidecar files')
    const names = relative.split('/')
    // A name that starts with a dot covers `.`, `..` and hidden files; a colon is a Windows drive or stream.
    if (names.some((name) => name === '' || name.startsWith('.') || /[\\:\0]/.test(name))) throw refuse('outside the folder')
    let current = path.dirname(modelPath)
    for (const name of names) {
      current = path.join(current, name)
      const status = await lstat(current).catch(() => null)
      if (status === null) throw new Failure('model-missing-file', relative)
      if (status.isSymbolicLink()) throw refuse('a link')
    }
    return openForReading(current)
  }

  /** Takes new bytes into a temporary file beside the target; `commit` makes them real. */
  async receive(id: string, body: AsyncIterable<Uint8Array>): Promise<void> {
    const { path: target, handle } = this.#entryOf(id)
    if (!handle.writable) throw new Failure('file-not-writable', `${handle.name} was opened for reading`)
    await this.#saves.receive(id, target, body)
  }

  /** Replaces the file by the bytes received. Throws `checksum-mismatch`, `disk-full`, `file-not-writable`. */
  async commit(id: string, expected: { sha256: string; sizeBytes: number }): Promise<{ savedAtMs: number }> {
    this.#entryOf(id)
    await this.#saves.commit(id, expected)
    return { savedAtMs: Date.now() }
  }

  /** Removes what was received and never committed. */
  dispose(): Promise<void> {
    return this.#saves.dispose()
  }

  #enter(filePath: string, facts: Omit<FileHandle, 'id'>): FileHandle {
    const handle = { id: randomBytes(16).toString('hex'), ...facts }
    this.#entries.set(handle.id, { path: filePath, handle })
    return handle
  }

  #entryOf(id: string): Entry {
    const entry = this.#entries.get(id)
    if (!entry) throw new Failure('handle-unknown', id)
    return entry
  }
}

async function regularFile(filePath: string): Promise<{ size: number }> {
  const status = await stat(filePath)
  if (!status.isFile()) throw new Failure('file-not-readable', `${path.basename(filePath)} is not a file`)
  if (status.size > MAX_READ_BYTES) throw new Failure('file-too-large', `${path.basename(filePath)} has ${status.size} bytes`)
  return status
}

async function openForReading(filePath: string): Promise<OpenedFile> {
  const name = path.basename(filePath)
  try {
    const { size } = await regularFile(filePath)
    const stream = createReadStream(filePath, { highWaterMark: 1 << 20 })
    // Opening may still fail (rights): wait for it, so that the answer carries a code instead of breaking off.
    await new Promise<void>((resolve, reject) => {
      stream.once('open', () => resolve())
      stream.once('error', reject)
    })
    return { name, sizeBytes: size, body: Readable.toWeb(stream) as ReadableStream<Uint8Array> }
  } catch (error) {
    throw fileFailure(error, 'reading', name)
  }
}
