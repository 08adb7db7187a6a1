import type { PGlite } from '@electric-sql/pglite'
import { isShortOfMemory } from '../../failure.ts'

/** The database of a folder's queue is damaged. What it held can be submitted again; tiles and pictures lie beside it. */
export class QueueDamaged extends Error {
  readonly folder: string
  constructor(folder: string, options: ErrorOptions) {
    super(`The database in ${folder} cannot be opened.`, options)
    this.folder = folder
  }
}

/** PGlite's file system throws objects that are no errors, with the numbers of WASI for what the system said (wasi_snapshot_preview1, `errno`). */
const SAID: Partial<Record<number, string>> = { 2: 'EACCES', 19: 'EDQUOT', 29: 'EIO', 33: 'EMFILE', 41: 'ENFILE', 48: 'ENOMEM', 51: 'ENOSPC', 63: 'EPERM', 69: 'EROFS' }

async function createInFolder(folder: string): Promise<PGlite> {
  const pglite = await import('@electric-sql/pglite')
  return pglite.PGlite.create(folder)
}

/** @throws Error with the system's code and the folder as its path; RangeError where memory is short; QueueDamaged for all else */
export async function openDatabase(folder: string, create = createInFolder): Promise<PGlite> {
  try {
    return await create(folder)
  } catch (error) {
    // Where memory is short, the database may be whole: nobody is told to delete it.
    if (isShortOfMemory(error)) throw error
    const { errno, code = SAID[errno ?? 0] } = error as { errno?: number; code?: string }
    throw code === undefined ? new QueueDamaged(folder, { cause: error }) : Object.assign(new Error(`${code}: ${folder}`, { cause: error }), { code, path: folder })
  }
}
