import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import path from 'node:path'
import { type BatchChange, BatchStatus, type BatchView, type BatchWish, fileNameOf } from '../batch-wire.ts'
import { fileFailure } from '../failure.ts'
import { leaveNote, readStatusFile, statusFile, waitingNotes } from './inbox.ts'
import { createFolderStore, keys, prepareFolder } from './store.ts'

/*
 * The queue beside a project, as a window sees it: `flat.batch` beside `flat.atrium`, the same that `npm run batch -- work flat.atrium` works on. Windows leave notes and read
 * what is written down; the database in the folder is for the one process that works on it.
 */

/** Whoever works on the queue writes its status every second; measuring brightness or a busy computer may hold that up. */
const HOSTED_MS = 30_000

const withoutEnding = (project: string): string => project.slice(0, project.length - path.extname(project).length)
export const besideOf = (project: string): string => `${withoutEnding(project)}.batch`
const queueOf = (project: string): string => path.join(besideOf(project), 'queue')

/**
 * Asks for pictures of a project as its file is now.
 *
 * @throws Failure `disk-full`, `file-not-writable`, `file-missing`; nothing is then asked for
 */
export async function submitBeside(project: string, wish: BatchWish, priority: number): Promise<void> {
  const folder = besideOf(project)
  try {
    await prepareFolder(folder)
    const sha256 = await hashOf(project)
    const store = createFolderStore(folder)
    if (await store.size(keys.project(sha256)) === null) await store.put(keys.project(sha256), project)
    await leaveNote(queueOf(project), { kind: 'wish', project: sha256, name: fileNameOf(path.basename(withoutEnding(project))), wish, priority })
  } catch (error) {
    throw fileFailure(error, 'writing', path.basename(folder))
  }
}

export async function changeBeside(project: string, change: BatchChange): Promise<void> {
  await leaveNote(queueOf(project), change).catch((error: unknown) => { throw fileFailure(error, 'writing', path.basename(besideOf(project))) })
}

/** @returns null where nothing was ever asked for */
export async function viewBeside(project: string): Promise<BatchView | null> {
  const queue = queueOf(project)
  const [written, notes] = await Promise.all([stat(statusFile(queue)).catch(() => null), waitingNotes(queue)])
  const read = written === null ? null : BatchStatus.safeParse(await readStatusFile(queue).catch(() => null))
  if (read?.success !== true && notes.length === 0) return null
  return {
    folder: path.basename(besideOf(project)),
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
