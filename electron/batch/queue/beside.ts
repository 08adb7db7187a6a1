import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import path from 'node:path'
import { type BatchChange, BatchStatus, type BatchView, type BatchWish, fileNameOf } from '../../batch-wire.ts'
import { fileFailure } from '../../failure.ts'
import { leaveNote, readStatusFile, statusFile, waitingNotes } from './inbox.ts'
import type { Place } from '../files/place.ts'
import { createFolderStore, keys, prepareFolder } from '../files/store.ts'

/*
 * A queue as a window sees it: that beside a project, on which `npm run batch -- work flat.atrium` works, too, or an office's. Windows leave notes and read
 * what is written down; the database is for the process that works on it.
 */

/** Whoever works on the queue writes its status every second; measuring brightness or a busy computer may hold that up. */
const HOSTED_MS = 30_000

/**
 * Asks for pictures of a project as its file is now.
 *
 * @throws Failure `disk-full`, `file-not-writable`, `file-missing`; nothing is then asked for
 */
export async function submitAt({ folder, notes }: Place, project: string, wish: BatchWish, priority: number): Promise<void> {
  try {
    await prepareFolder(folder)
    const sha256 = await hashOf(project)
    const store = createFolderStore(folder)
    if (await store.size(keys.project(sha256)) === null) await store.put(keys.project(sha256), project)
    await leaveNote(notes, { kind: 'wish', project: sha256, name: fileNameOf(path.basename(project, path.extname(project))), wish, priority })
  } catch (error) {
    throw fileFailure(error, 'writing', path.basename(folder))
  }
}

export async function changeAt({ folder, notes }: Place, change: BatchChange): Promise<void> {
  await leaveNote(notes, change).catch((error: unknown) => { throw fileFailure(error, 'writing', path.basename(folder)) })
}

/** @returns null where nothing was ever asked for */
export async function viewAt({ folder, notes: at }: Place): Promise<BatchView | null> {
  const [written, notes] = await Promise.all([stat(statusFile(at)).catch(() => null), waitingNotes(at)])
  const read = written === null ? null : BatchStatus.safeParse(await readStatusFile(at).catch(() => null))
  if (read?.success !== true && notes.length === 0) return null
  return {
    folder: path.basename(folder),
    status: read?.success === true ? read.data : { jobs: [], machines: [], refused: [] },
    waiting: notes.flatMap((note) => (note.kind === 'wish' ? [note.name] : [])),
    isHosted: written !== null && Date.now() - written.mtimeMs < HOSTED_MS,
  }
}

async function hashOf(file: string): Promise<string> {
  const hash = createHash('sha256')
  for await (const bytes of createReadStream(file)) hash.update(bytes as Buffer)
  return hash.digest('hex')
}
