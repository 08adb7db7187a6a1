import { createHash, randomBytes } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { lstat, realpath, stat } from 'node:fs/promises'
import path from 'node:path'
import { Readable } from 'node:stream'
import type { FileHandle, SavedVersion } from '../contract.ts'
import { formatOf, hasSiblings, refusalOf } from '../../renderer/imports/formats.ts'
import { type Disk, nodeDisk } from './disk.ts'
import { Failure, fileFailure } from '../failure.ts'
import type { SeenFile } from '../recovery/recovery.ts'
import { type ExpectedBytes, Saves } from './saving/save.ts'
import { isOpenName, isPicture, listBelow } from './siblings.ts'
import { Turns } from './saving/turns.ts'
import type { Versions } from '../recovery/versions.ts'

/** One fetch answers into one ArrayBuffer of the page; Chromium hashes and hands on none that is larger. */
export const MAX_READ_BYTES = 2 ** 31 - 2 ** 21

/** Bytes on their way to the page. */
export interface OpenedFile {
  readonly name: string
  readonly sizeBytes: number
  readonly body: ReadableStream<Uint8Array>
}

interface Entry {
  readonly path: string
  readonly handle: FileHandle
  /** As we read, wrote or chose it last; null: it was not there. */
  seen: SeenFile | null
  /** What was to be written last: after a failure it may stand there all the same. */
  attempted: string | null
  /** Which devices its folder and the folders around it lay on when it was chosen, the nearest first; empty: not known. */
  readonly devices: readonly number[]
  /** Of a model: where else its textures lie. */
  textures: TexturesFolder | null
}

/** A folder that the user chose for the textures of a model. */
export interface TexturesFolder {
  /** What the page and projects call it. */
  readonly id: string
  readonly folder: string
}

/** Stands before the paths of pictures in such a folder: no name beside a model can be that. */
const TEXTURES = ':textures'

/** What saving needs besides the file itself. */
export interface FilesParts {
  readonly disk?: Disk
  readonly versions?: Versions
  /** The device that a folder lies on; null: there is no such folder. */
  readonly deviceOf?: (folder: string) => Promise<number | null>
  /** The folder that was chosen for textures of a model, or of its neighbours. */
  readonly findTextures?: (modelPath: string, id?: string) => Promise<TexturesFolder | null>
  /** Told when a version could not be kept; the save goes on. */
  readonly onVersionLost?: (error: unknown) => void
}

/**
 * Files that the user chose in a window, by handle. Paths enter here from dialogs, drops, associations and the command line,
 * and never leave: the page knows handles only.
 */
export class Files {
  readonly #entries = new Map<string, Entry>()
  readonly #saves: Saves
  readonly #commits = new Turns()
  readonly #parts: FilesParts
  readonly #deviceOf: (folder: string) => Promise<number | null>

  constructor(parts: FilesParts = {}) {
    this.#parts = parts
    this.#deviceOf = parts.deviceOf ?? ((folder) => stat(folder).then(({ dev }) => dev, () => null))
    this.#saves = new Saves(parts.disk)
  }

  /** A handle for an existing file; `textures`: the folder that a project names for those of a model. Throws `file-unsupported`, `file-packed`, `model-foreign`, `file-missing`, `file-not-readable`. */
  async open(filePath: string, textures?: string): Promise<FileHandle> {
    const name = path.basename(filePath)
    const kind = formatOf(filePath)?.kind ?? null
    const isFolder = kind === null && (await stat(filePath).then((status) => status.isDirectory(), () => false))
    if (isFolder) return this.#enter(await realpath(filePath), { name, kind: 'folder', sizeBytes: 0, writable: false }, null)
    if (kind === null) throw new Failure(refusalOf(name), `${name} has an extension that Atrium does not open`, { file: name })
    try {
      const real = await realpath(filePath)
      const { size, mtimeMs } = await regularFile(real)
      const writable = kind === 'project' && (await this.#saves.canWrite(real))
      const handle = await this.#enter(real, { name, kind, sizeBytes: size, writable }, { sizeBytes: size, mtimeMs, sha256: null })
      if (kind === 'model') this.#entryOf(handle.id).textures = (await this.#parts.findTextures?.(real, textures)) ?? null
      return handle
    } catch (error) {
      throw fileFailure(error, 'reading', name)
    }
  }

  /** A handle to save a project under; the file need not exist yet. A link is followed, so that it stays a link. */
  async openTarget(filePath: string): Promise<FileHandle> {
    const real = await realpath(filePath).catch(() => path.resolve(filePath))
    const seen = await seenAt(real)
    return this.#enter(real, { name: path.basename(filePath), kind: 'project', sizeBytes: seen?.sizeBytes ?? 0, writable: true }, seen)
  }

  /** The file of a session from before a crash, as it was seen then. */
  async reopen(filePath: string, seen: SeenFile | null): Promise<FileHandle> {
    const handle = await this.open(filePath)
    this.#entryOf(handle.id).seen = seen
    return handle
  }

  has(id: string): boolean {
    return this.#entries.has(id)
  }

  pathOf(id: string): string {
    return this.#entryOf(id).path
  }

  seenOf(id: string): SeenFile | null {
    return this.#entryOf(id).seen
  }

  /** Throws `file-missing`, `file-not-readable`, `file-too-large`. */
  read(id: string): Promise<OpenedFile> {
    const entry = this.#entryOf(id)
    // What the page reads is what it will replace: its content is remembered.
    const onRead = entry.handle.kind === 'project' ? (seen: SeenFile): void => void (entry.seen = seen) : undefined
    return openForReading(entry.path, onRead)
  }

  /** The last saved states of a project. */
  async versions(id: string): Promise<SavedVersion[]> {
    const { path: project, handle, seen } = this.#entryOf(id)
    const versions = (await this.#parts.versions?.list(project)) ?? []
    return Promise.all(versions.map(async ({ path: file, savedAtMs, sha256, sizeBytes }) => ({
      handle: await this.#enter(file, { name: handle.name, kind: 'project', sizeBytes, writable: false }, { sizeBytes, mtimeMs: savedAtMs, sha256 }),
      savedAtMs,
      current: sha256 === seen?.sha256,
    })))
  }

  /**
   * A file that belongs to a model: a regular file below the model's own folder, or a picture below the one that was chosen for its textures,
   * reached without `..`, links or hidden names.
   *
   * @param relative  decoded, `/` between names
   * @throws Failure `sibling-refused`, `model-missing-file`, `file-not-readable`, `file-too-large`
   */
  async readSibling(id: string, relative: string): Promise<OpenedFile> {
    const { path: modelPath, textures } = this.#entryOf(id)
    const refuse = (why: string): Failure => new Failure('sibling-refused', `“${relative.slice(0, 200)}” is not read for this model: ${why}.`)
    if (!hasSiblings(modelPath)) throw refuse('such a file has none beside it')
    const isTexture = textures !== null && relative.startsWith(`${TEXTURES}/`)
    const names = relative.split('/').slice(isTexture ? 1 : 0)
    if (!names.every(isOpenName)) throw refuse('it lies outside the model’s own folder, or is hidden')
    if (isTexture && !isPicture(relative)) throw refuse('only pictures are read from there')
    let current = isTexture ? textures.folder : path.dirname(modelPath)
    for (const name of names) {
      current = path.join(current, name)
      const status = await lstat(current).catch(() => null)
      if (status === null) throw new Failure('model-missing-file', `“${relative.slice(0, 200)}” belongs to the model, but is not beside it.`)
      if (status.isSymbolicLink()) throw refuse('it is a link')
    }
    return openForReading(current)
  }

  /** What readSibling() may be asked for. @throws Failure `sibling-refused` */
  async listSiblings(id: string): Promise<string[]> {
    const entry = this.#entryOf(id)
    const { path: modelPath } = entry
    if (!hasSiblings(modelPath)) throw new Failure('sibling-refused', 'Such a file has none beside it.')
    // It may have been chosen for a neighbour meanwhile.
    const textures = (entry.textures ??= (await this.#parts.findTextures?.(modelPath)) ?? null)
    const others = textures === null ? [] : (await listBelow(textures.folder)).filter(isPicture)
    return [...(await listBelow(path.dirname(modelPath))), ...others.map((name) => `${TEXTURES}/${name}`)]
  }

  /** From now on the model's textures are looked for there, too. */
  useTextures(id: string, textures: TexturesFolder): void {
    this.#entryOf(id).textures = textures
  }

  /** What a project may call the folder of a model's textures; null: there is none. */
  texturesOf(id: string): string | null {
    return this.#entryOf(id).textures?.id ?? null
  }

  /** Takes new bytes into a temporary file beside the target; `commit` makes them real. */
  async receive(id: string, body: AsyncIterable<Uint8Array>): Promise<void> {
    const { path: target, handle } = this.#entryOf(id)
    if (!handle.writable) throw new Failure('file-not-writable', `${handle.name} was opened for reading`)
    await this.#checkDevice(this.#entryOf(id))
    await this.#saves.receive(id, target, body)
  }

  /**
   * Replaces the file by the bytes received, and keeps both as versions. Commits of one file follow each other.
   *
   * @throws Failure `file-changed` when others changed the file since we saw it last, `checksum-mismatch`, `disk-full`,
   *   `file-not-writable`
   */
  async commit(id: string, request: ExpectedBytes & { readonly overwrite?: boolean | undefined }): Promise<{ savedAtMs: number }> {
    const entry = this.#entryOf(id)
    return this.#commits.take(entry.path, () => this.#replace(id, entry, request))
  }

  async #replace(id: string, entry: Entry, { overwrite = false, ...expected }: ExpectedBytes & { readonly overwrite?: boolean | undefined }): Promise<{ savedAtMs: number }> {
    const before = await this.#unchanged(entry, overwrite).catch(async (error: unknown) => {
      await this.#saves.discard(id, expected)
      throw error
    })
    if (before?.sha256) await this.#keepVersion(entry.path, before.sha256, before.mtimeMs)
    entry.attempted = expected.sha256
    await this.#saves.commit(id, expected)
    const savedAtMs = Date.now()
    const after = await seenAt(entry.path)
    entry.seen = after && { ...after, sha256: expected.sha256 }
    await this.#keepVersion(entry.path, expected.sha256, savedAtMs)
    return { savedAtMs }
  }

  /**
   * A drive that was unplugged may leave its empty mount point behind: what is written there is hidden as soon as the drive is back.
   * Such a folder lies on the device around it, whatever files are there. A drive that came back under another number has the file.
   */
  async #checkDevice({ path: file, handle, devices: [device, ...around] }: Entry): Promise<void> {
    const now = await this.#deviceOf(path.dirname(file))
    if (device === undefined || now === null || now === device) return
    if (!around.includes(now) && (await seenAt(file)) !== null) return
    throw new Failure('drive-missing', `the folder of ${handle.name} lies on device ${now} instead of ${device}`, { file: handle.name })
  }

  /** The file as it is before it is replaced; null: there is none. */
  async #unchanged({ path: file, seen, attempted }: Entry, overwrite: boolean): Promise<SeenFile | null> {
    const now = await seenAt(file)
    if (now === null) return null
    if (seen !== null && now.sizeBytes === seen.sizeBytes && now.mtimeMs === seen.mtimeMs && seen.sha256 !== null) return seen
    const isOld = seen !== null && now.sizeBytes === seen.sizeBytes && now.mtimeMs === seen.mtimeMs
    const sha256 = await sha256Of(file)
    // Copied back, or touched: the same bytes are the same file.
    if (!overwrite && !isOld && sha256 !== seen?.sha256 && sha256 !== attempted) throw new Failure('file-changed', `${path.basename(file)} has other bytes`)
    return { ...now, sha256 }
  }

  async #keepVersion(file: string, sha256: string, savedAtMs: number): Promise<void> {
    await this.#parts.versions?.keep(file, sha256, savedAtMs).catch((error: unknown) => this.#parts.onVersionLost?.(error))
  }

  /** Removes what saves of this project left beside it when they were killed. Only for who alone has it open. */
  removeStrays(id: string): Promise<void> {
    return this.#saves.removeStrays(this.#entryOf(id).path)
  }

  /** Removes what was received and never committed. */
  dispose(): Promise<void> {
    return this.#saves.dispose()
  }

  async #enter(filePath: string, facts: Omit<FileHandle, 'id'>, seen: SeenFile | null): Promise<FileHandle> {
    const handle = { id: randomBytes(16).toString('hex'), ...facts }
    this.#entries.set(handle.id, { path: filePath, handle, seen, attempted: null, textures: null, devices: await this.#devicesAround(path.dirname(filePath)) })
    return handle
  }

  async #devicesAround(folder: string): Promise<readonly number[]> {
    const parent = path.dirname(folder)
    const [device, around] = await Promise.all([this.#deviceOf(folder), parent === folder ? [] : this.#devicesAround(parent)])
    if (device === null || device === around[0]) return around
    return [device, ...around]
  }

  #entryOf(id: string): Entry {
    const entry = this.#entries.get(id)
    if (!entry) throw new Failure('handle-unknown', id)
    return entry
  }
}

async function seenAt(file: string): Promise<SeenFile | null> {
  return nodeDisk.stat(file).then(({ size, mtimeMs }) => ({ sizeBytes: size, mtimeMs, sha256: null }), () => null)
}

async function sha256Of(file: string): Promise<string> {
  const hash = createHash('sha256')
  for await (const chunk of createReadStream(file, { highWaterMark: 1 << 20 })) hash.update(chunk as Uint8Array)
  return hash.digest('hex')
}

async function regularFile(filePath: string): Promise<{ size: number; mtimeMs: number }> {
  const status = await stat(filePath)
  if (!status.isFile()) throw new Failure('file-not-readable', `${path.basename(filePath)} is not a file`, { file: path.basename(filePath) })
  if (status.size > MAX_READ_BYTES) throw new Failure('file-too-large', `${path.basename(filePath)} has ${status.size} bytes`, { file: path.basename(filePath) })
  return status
}

/** @param onRead  told what was read, once all of it was */
async function openForReading(filePath: string, onRead?: (seen: SeenFile) => void): Promise<OpenedFile> {
  const name = path.basename(filePath)
  try {
    const { size, mtimeMs } = await regularFile(filePath)
    const stream = createReadStream(filePath, { highWaterMark: 1 << 20 })
    // Opening may still fail (rights): wait for it, so that the answer carries a code instead of breaking off.
    await new Promise<void>((resolve, reject) => {
      stream.once('open', () => resolve())
      stream.once('error', reject)
    })
    if (onRead) {
      const hash = createHash('sha256')
      stream.on('data', (chunk) => hash.update(chunk))
      stream.once('end', () => onRead({ sizeBytes: size, mtimeMs, sha256: hash.digest('hex') }))
    }
    return { name, sizeBytes: size, body: Readable.toWeb(stream) as ReadableStream<Uint8Array> }
  } catch (error) {
    throw fileFailure(error, 'reading', name)
  }
}
