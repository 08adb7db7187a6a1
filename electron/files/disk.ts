import { createHash, randomBytes } from 'node:crypto'
import * as nodeFileSystem from 'node:fs/promises'
import path from 'node:path'
import { beginningOf } from '../beginning.ts'

/** An open file, as far as Atrium's own writing goes. */
export interface DiskFile {
  /** Writes at the end of what was written through this file so far. */
  writeFile(data: string | Uint8Array): Promise<void>
  /** Resolves when the bytes survive a loss of power. */
  sync(): Promise<void>
  close(): Promise<void>
}

/**
 * What saving, the journal and the versions ask of the file system. Node's is one; tests pass one that fails, kills the
 * process, or forgets at a loss of power whatever was not synced.
 */
export interface Disk {
  access(file: string, mode?: number): Promise<void>
  open(file: string, flags: 'r' | 'r+' | 'a' | 'w' | 'wx', mode?: number): Promise<DiskFile>
  readFile(file: string): Promise<Uint8Array>
  copyFile(from: string, to: string, mode?: number): Promise<void>
  rename(from: string, to: string): Promise<void>
  rm(file: string, options: { force?: boolean; recursive?: boolean }): Promise<void>
  stat(file: string): Promise<{ readonly mode: number; readonly size: number; readonly mtimeMs: number }>
  /** Of the name itself, where a link is no file. */
  lstat(file: string): Promise<{ readonly size: number; isFile(): boolean }>
  readdir(folder: string): Promise<string[]>
  mkdir(folder: string, options: { recursive: true }): Promise<unknown>
}

export const nodeDisk: Disk = nodeFileSystem

/** Rights of what Atrium keeps for itself: its owner's alone. */
export const [PRIVATE_FILE, PRIVATE_FOLDER] = [0o600, 0o700]

/** The disk for the profile: journals, recovery copies and versions hold the user's work, and are nobody else's to read. */
export const privateDisk: Disk = {
  ...nodeDisk,
  open: (file, flags) => nodeFileSystem.open(file, flags, PRIVATE_FILE),
  mkdir: (folder, options) => nodeFileSystem.mkdir(folder, { ...options, mode: PRIVATE_FOLDER }),
  async copyFile(from, to, mode) {
    await nodeFileSystem.copyFile(from, to, mode)
    await nodeFileSystem.chmod(to, PRIVATE_FILE)
  },
}

/** Makes a folder its owner's alone, also one that an older Atrium or another program made. Where that cannot be, it stays as it is. */
export async function makePrivate(folder: string): Promise<void> {
  await nodeFileSystem.mkdir(folder, { recursive: true, mode: PRIVATE_FOLDER })
  await nodeFileSystem.chmod(folder, PRIVATE_FOLDER)
}

/** Windows cannot open folders, some network drives cannot sync them: they order changes themselves, or nobody does. */
const NO_FOLDERS: ReadonlySet<string | undefined> = new Set(['EISDIR', 'EPERM', 'EINVAL', 'ENOTSUP', 'EBADF'])

/** Makes the names in a folder durable, where that can be asked for. Throws what a failing device says. */
export async function syncFolder(disk: Pick<Disk, 'open'>, folder: string): Promise<void> {
  const ignoreUnasked = (error: unknown): null => {
    if (NO_FOLDERS.has(errnoOf(error))) return null
    throw error
  }
  const file = await disk.open(folder, 'r').catch(ignoreUnasked)
  if (file === null) return
  try {
    await file.sync().catch(ignoreUnasked)
  } finally {
    await file.close()
  }
}

/** Makes a folder and its name durable; `below` exists already. */
export async function makeFolder(disk: Disk, folder: string, below: string): Promise<void> {
  await disk.mkdir(folder, { recursive: true })
  for (let parent = path.dirname(folder); parent.length >= below.length; parent = path.dirname(parent)) {
    await syncFolder(disk, parent)
    if (parent === path.dirname(parent)) return
  }
}

/**
 * Replaces a file as a whole or not at all, durably: temporary file, sync, rename, sync of the folder. After a failure the
 * old file is as it was.
 */
export async function replaceFile(disk: Disk, target: string, chunks: AsyncIterable<string | Uint8Array> | Iterable<string | Uint8Array>): Promise<void> {
  const temporary = `${target}.${randomBytes(4).toString('hex')}.tmp`
  try {
    const file = await disk.open(temporary, 'wx')
    try {
      for await (const chunk of chunks) await file.writeFile(chunk)
      await file.sync()
    } finally {
      await file.close()
    }
    await disk.rename(temporary, target)
  } catch (error) {
    await disk.rm(temporary, { force: true }).catch(() => {})
    throw error
  }
  await syncFolder(disk, path.dirname(target))
}

/** The error number of a file system error, `ENOENT` for one. */
export const errnoOf = (error: unknown): string | undefined => (error as NodeJS.ErrnoException | null)?.code

/** Bytes of a name that file systems take, less what stands around it in names beside it. */
const MOST_BYTES = 255 - '.0000000000.part'.length
const KEPT_BYTES = 200

/** A file's name as part of names beside it: of one that is nearly too long its beginning, and its hash. */
export function shortName(name: string): string {
  if (Buffer.byteLength(name) <= MOST_BYTES) return name
  return `${beginningOf(name, KEPT_BYTES)}~${createHash('sha256').update(name).digest('hex').slice(0, 16)}`
}
