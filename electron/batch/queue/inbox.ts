import { randomUUID } from 'node:crypto'
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { z } from 'zod'
import { BatchChange, BatchWish, FileName, Priority } from '../../batch-wire.ts'
import { Sha256 } from '../job.ts'

/*
 * A queue in a folder is for one process. Others leave notes for it, and read what it writes down: `queue/inbox/*.json`, `queue/status.json`.
 */

const Note = z.discriminatedUnion('kind', [
  ...BatchChange.options,
  /** Becomes a job where it is taken: brightness is measured there. */
  z.strictObject({ kind: z.literal('wish'), project: Sha256, name: FileName, wish: BatchWish, priority: Priority }),
])
export type Note = z.infer<typeof Note>

const MOST_NOTE_BYTES = 1 << 20
const MOST_SHOWN = 100

export async function leaveNote(queue: string, note: Note): Promise<void> {
  const folder = path.join(queue, 'inbox')
  await mkdir(folder, { recursive: true })
  await writeWhole(path.join(folder, `${Date.now()}-${randomUUID()}.json`), JSON.stringify(Note.parse(note)))
}

async function writeWhole(file: string, text: string): Promise<void> {
  // Not by the process: two of one may write the same file, and machines in containers have the same numbers.
  const part = `${file}.${randomUUID()}.part`
  try {
    await writeFile(part, text)
    await rename(part, file)
  } catch (error) {
    await rm(part, { force: true })
    throw error
  }
}

/** Names of the notes that nobody has taken, oldest first. */
const notesIn = async (folder: string): Promise<string[]> => (await readdir(folder).catch((): string[] => [])).filter((entry) => entry.endsWith('.json')).sort()

async function readNote(file: string): Promise<Note | null> {
  const note = Note.safeParse(parsed(await readFile(file, 'utf8').catch(() => '')))
  return note.success ? note.data : null
}

/** Notes that nobody has taken, oldest first. */
export async function waitingNotes(queue: string): Promise<Note[]> {
  const folder = path.join(queue, 'inbox')
  const notes = await Promise.all((await notesIn(folder)).slice(0, MOST_SHOWN).map((name) => readNote(path.join(folder, name))))
  return notes.filter((note) => note !== null)
}

/** Takes what others have left, oldest first. @param take  a note that it throws at stays for the next time */
export async function takeNotes(queue: string, take: (note: Note) => Promise<void>): Promise<void> {
  const folder = path.join(queue, 'inbox')
  for (const name of await notesIn(folder)) {
    const file = path.join(folder, name)
    const note = await readNote(file)
    if (note !== null) await take(note)
    await rm(file, { force: true })
  }
}

function parsed(text: string): unknown {
  try {
    return text.length > MOST_NOTE_BYTES ? null : JSON.parse(text)
  } catch {
    return null
  }
}

export const statusFile = (queue: string): string => path.join(queue, 'status.json')
export const writeStatus = (queue: string, status: unknown): Promise<void> => writeWhole(statusFile(queue), JSON.stringify(status))
/** As the process that holds the queue wrote it last. @returns null where there is none */
export const readStatusFile = async (queue: string): Promise<unknown> => parsedStatus(await readFile(statusFile(queue), 'utf8').catch(() => null))
const parsedStatus = (text: string | null): unknown => (text === null ? null : JSON.parse(text))
