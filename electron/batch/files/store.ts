import { randomUUID } from 'node:crypto'
import { constants } from 'node:fs'
import { access, copyFile, mkdir, open, readdir, readFile, rename, rm, stat, unlink, writeFile } from 'node:fs/promises'
import path from 'node:path'

/** Where a job's files are: a shared folder, or objects far away. Keys are names joined by slashes. */
export interface Store {
  /** For people. */
  readonly name: string
  /** @returns null where there is none */
  size(key: string): Promise<number | null>
  /** @returns exactly so many bytes. @throws when they are not there */
  read(key: string, at: number, count: number): Promise<Uint8Array<ArrayBuffer>>
  /** A small file. */
  get(key: string): Promise<Uint8Array<ArrayBuffer> | null>
  /** Whole or not at all. */
  put(key: string, file: string): Promise<void>
  putBytes(key: string, bytes: Uint8Array): Promise<void>
  /** Keys of the files right below a folder. */
  list(folder: string): Promise<string[]>
  remove(key: string): Promise<void>
  removeFolder(folder: string): Promise<void>
  /** Where a program finds the file on this computer; far ones are fetched into `cache`. */
  local(key: string, cache: string): Promise<string>
  /** Where a program may write the file itself, whole or not at all; null: nowhere, `put` it. */
  writable(key: string): Promise<string | null>
  /** Whether something can be written. @throws what keeps it from being written */
  check(): Promise<void>
}

// oxlint-disable-next-line no-control-regex
const hasControl = (part: string): boolean => /[\u0000-\u001f]/.test(part)

/** No slash of any system, and nothing that ends a line or a name. */
const isName = (part: string): boolean => part.length > 0 && part.length <= 255 && part !== '.' && part !== '..' && !/[/\\]/.test(part) && !hasControl(part)

/** Of a key: its names, none of which climbs. @throws RangeError */
export function partsOf(key: string): string[] {
  const parts = key.split('/')
  if (!parts.every(isName)) throw new RangeError(`No key: ${key}`)
  return parts
}

/** Lies in every folder of jobs: one that is gone (a drive that was pulled) is not made anew where it was. */
const MARK = 'atrium-batch.json'

/** Makes a folder one of jobs. */
export async function prepareFolder(root: string): Promise<void> {
  await mkdir(root, { recursive: true })
  await writeFile(path.join(root, MARK), '{"format":1}\n')
}

const codeOf = (error: unknown): string | undefined => (error as { code?: string }).code

/** A folder that all machines of the queue see. */
export function createFolderStore(root: string): Store {
  const at = (key: string): string => path.join(root, ...partsOf(key))

  /** Written beside its place, flushed, and renamed: there is never half a file under its name. */
  async function putWhole(key: string, write: (part: string) => Promise<void>): Promise<void> {
    const file = at(key)
    await access(path.join(root, MARK))
    await mkdir(path.dirname(file), { recursive: true })
    // Two tiles of one process may write the same file at once, and so may machines whose processes have the same number.
    const part = `${file}.${randomUUID()}.part`
    try {
      await write(part)
      const opened = await open(part, 'r+')
      try {
        await opened.sync()
      } finally {
        await opened.close()
      }
      await rename(part, file)
    } catch (error) {
      await rm(part, { force: true })
      throw error
    }
  }

  return {
    name: root,
    async size(key) {
      try {
        const found = await stat(at(key))
        return found.isFile() ? found.size : null
      } catch (error) {
        if (codeOf(error) === 'ENOENT') return null
        throw error
      }
    },
    async read(key, start, count) {
      const file = await open(at(key), 'r')
      try {
        const bytes = new Uint8Array(count)
        for (let done = 0; done < count;) {
          const { bytesRead } = await file.read(bytes, done, count - done, start + done)
          if (bytesRead === 0) throw new Error(`${key} ends at ${start + done}`)
          done += bytesRead
        }
        return bytes
      } finally {
        await file.close()
      }
    },
    async get(key) {
      try {
        return new Uint8Array(await readFile(at(key)))
      } catch (error) {
        if (codeOf(error) === 'ENOENT') return null
        throw error
      }
    },
    put: (key, file) => putWhole(key, (part) => copyFile(file, part, constants.COPYFILE_FICLONE)),
    putBytes: (key, bytes) => putWhole(key, async (part) => {
      const file = await open(part, 'w')
      try {
        await file.writeFile(bytes)
      } finally {
        await file.close()
      }
    }),
    async list(folder) {
      try {
        return (await readdir(at(folder))).filter((name) => !name.endsWith('.part')).map((name) => `${folder}/${name}`)
      } catch (error) {
        if (codeOf(error) === 'ENOENT') return []
        throw error
      }
    },
    remove: (key) => rm(at(key), { force: true }),
    // A worker that has not yet heard of it may write into it meanwhile.
    removeFolder: (folder) => rm(at(folder), { recursive: true, force: true, maxRetries: 10 }),
    local: (key) => Promise.resolve(at(key)),
    async writable(key) {
      await access(path.join(root, MARK))
      await mkdir(path.dirname(at(key)), { recursive: true })
      return at(key)
    },
    async check() {
      await access(path.join(root, MARK))
      const probe = path.join(root, `.probe.${randomUUID()}.part`)
      const file = await open(probe, 'w')
      try {
        await file.writeFile(new Uint8Array(1 << 20))
        await file.sync()
      } finally {
        await file.close()
        await unlink(probe).catch(() => {})
      }
    },
  }
}

/** Where things are in a store. */
export const keys = {
  project: (sha256: string): string => `projects/${sha256}.atrium`,
  job: (id: string): string => `jobs/${id}/job.json`,
  tiles: (id: string): string => `jobs/${id}/tiles`,
  tile: (id: string, name: string): string => `jobs/${id}/tiles/${name}.sums`,
  /** Who has traced tiles of it: their names depend on that. */
  adapters: (id: string): string => `jobs/${id}/adapters`,
  folder: (id: string): string => `jobs/${id}`,
  picture: (job: string, id: string, { clip, name, format }: { readonly clip: string | null; readonly name: string; readonly format: string }): string =>
    ['pictures', `${job} ${id.slice(0, 6)}`, ...(clip === null ? [] : [clip]), `${name}.${format}`].join('/'),
}
