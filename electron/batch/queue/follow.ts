import type { BatchStatus } from '../../batch-wire.ts'
import { type Note, takeNotes, writeStatus } from './inbox.ts'
import { type Job, parseJob } from '../job.ts'
import type { Queue } from './queue.ts'
import type { QueueStatus } from './queue-status.ts'
import { keys, type Store } from '../files/store.ts'

/* Whoever holds a queue takes the notes that others left, and writes its status down for them. */

type Refused = BatchStatus['refused'][number]
const MOST_REFUSED = 20

export interface Desk {
  readonly queue: Queue
  readonly store: Store
  /** Where notes are left and the status is read; null: nobody leaves any here. */
  readonly notes: string | null
  readonly version: string
  /** Makes of a wish a job that lies in the store. @throws Error whose message is a sentence */
  readonly jobOf: (wish: Extract<Note, { kind: 'wish' }>) => Promise<{ readonly job: Job; readonly id: string }>
  readonly onSubmitted: (job: Job) => void
  /** A wish that nobody can fulfil, in a sentence. */
  readonly onRefused: (message: string) => void
}

/** Looks once, and again as often as it is called. */
export function createFollower(desk: Desk): () => Promise<QueueStatus> {
  const refused: Refused[] = []
  return async () => {
    const { notes, queue } = desk
    if (notes !== null) await takeNotes(notes, (note) => heed(note, desk, refused))
    const found = { ...await queue.status(), refused }
    if (notes !== null) await writeStatus(notes, found)
    return found
  }
}

async function heed(note: Note, { queue, store, version, jobOf, onSubmitted, onRefused }: Desk, refused: Refused[]): Promise<void> {
  if (note.kind === 'cancel') {
    await queue.cancel(note.job)
    await store.removeFolder(keys.folder(note.job))
    return
  }
  if (note.kind === 'priority') return queue.setPriority(note.job, note.priority)
  let made: Awaited<ReturnType<Desk['jobOf']>>
  try {
    made = note.kind === 'wish' ? await jobOf(note) : { job: parseJob(note.job, await store.get(keys.job(note.job)) ?? new Uint8Array(), version), id: note.job }
  } catch (error) {
    const { message } = error as Error
    onRefused(message)
    refused.unshift({ name: note.kind === 'wish' ? note.name : note.job.slice(0, 8), message: message.slice(0, 2000) })
    refused.splice(MOST_REFUSED)
    return
  }
  // A database that is away keeps the note for the next time.
  await queue.submit(made.job, made.id, note.priority)
  onSubmitted(made.job)
}
