import os from 'node:os'
import { say as words } from '../../../renderer/words/say.ts'
import { type AtHand, BatchStatus, isBusy, NOTHING_AT_HAND } from '../../batch-wire.ts'
import { createFollower, type Desk } from '../queue/follow.ts'
import { QueueDamaged } from '../queue/folder-database.ts'
import { QueueHeld } from '../queue/host-lock.ts'
import { readStatusFile, waitingNotes } from '../queue/inbox.ts'
import type { Place } from '../files/place.ts'
import { isOutOfReach, isServer, openQueue, type Queue } from '../queue/queue.ts'
import { ComputeError } from './page-renderer.ts'
import { createFolderStore, prepareFolder, type Store } from '../files/store.ts'
import { type Renderer, startWorker, type WorkerEvent } from './worker.ts'

export interface DeskState {
  readonly kind: 'idle' | 'working' | 'trouble'
  readonly atHand: AtHand
  /** What keeps it from working, as a sentence; empty: nothing. */
  readonly trouble: string
}

export interface DeskOptions {
  /** Looked at again and again: projects come. */
  readonly places: () => readonly Place[]
  /** false: takes notes and shows the status, and leaves the tiles to others. */
  readonly works: boolean
  readonly version: string
  /** Who computes; asked when something is to be done. */
  readonly rendererOf: (store: Store) => Promise<{ readonly renderer: Renderer; /** Tiles at a time. */ readonly atOnce: number }>
  readonly jobOf: (place: Place, store: Store, ...note: Parameters<Desk['jobOf']>) => ReturnType<Desk['jobOf']>
  readonly tell: (state: DeskState) => void
  readonly signal: AbortSignal
}

const LOOK_MS = 1000
/** After a database that could not be reached, or a folder that somebody else holds. */
const AGAIN_MS = 5000
const IDLE: DeskState = { kind: 'idle', atHand: NOTHING_AT_HAND, trouble: '' }

/** Works on one queue after the other until it is told to stop; tiles at hand then go back as if they had never been begun. Never throws. */
export async function runDesk(options: DeskOptions): Promise<void> {
  const { places, tell, signal } = options
  while (!signal.aborted) {
    const place = await nextOf(places(), options.version)
    if (place === null) {
      tell(IDLE)
      await pause(LOOK_MS, signal)
      continue
    }
    try {
      await session(place, options)
    } catch (error) {
      tell({ kind: 'trouble', atHand: NOTHING_AT_HAND, trouble: sentenceOf(error) })
      await pause(AGAIN_MS, signal)
    }
  }
}

const pause = (ms: number, signal: AbortSignal): Promise<void> => new Promise((resolve) => {
  const end = (): void => {
    clearTimeout(timer)
    signal.removeEventListener('abort', end)
    resolve()
  }
  const timer = setTimeout(end, ms)
  signal.addEventListener('abort', end)
  if (signal.aborted) end()
})

async function nextOf(places: readonly Place[], version: string): Promise<Place | null> {
  for (const place of places) if (isServer(place.queue) || await hasWork(place, version)) return place
  return null
}

/** By what lies in the folder: the database in it is for one process, and costs a second to open. */
async function hasWork({ notes }: Place, version: string): Promise<boolean> {
  if ((await waitingNotes(notes)).length > 0) return true
  const written = BatchStatus.safeParse(await readStatusFile(notes).catch(() => null))
  return written.success && written.data.jobs.some((job) => isOpen(job, version))
}

const isOpen = (job: { readonly state: string; readonly version: string }, version: string): boolean => job.version === version && (job.state === 'waiting' || job.state === 'running')

/** Holds one queue: a folder's until nothing is left to do in it, an office's until it is told to stop. */
async function session(place: Place, { works, version, rendererOf, jobOf, tell, signal }: DeskOptions): Promise<void> {
  await prepareFolder(place.folder)
  const store = createFolderStore(place.folder)
  let trouble = ''
  const onError = (error: Error): void => { trouble = sentenceOf(error) }
  const queue = await openQueue(place.queue, version, onError)
  let worker: Awaited<ReturnType<typeof startWorker>> | null = null
  try {
    const say = (event: WorkerEvent): void => {
      if (event.kind === 'trouble') trouble = event.message
      else if (event.kind === 'well') trouble = ''
    }
    if (works) worker = await startWorker({ queue, store, version, ...await rendererOf(store), pollSeconds: isServer(place.queue) ? 2 : 0.5, name: os.hostname(), say })
    const look = createFollower({ queue, store, version, notes: place.notes, jobOf: (note) => jobOf(place, store, note), onSubmitted: () => {}, onRefused: () => {} })
    await follow({ look, place, version, onError, onAnswer: () => { if (worker === null || worker.isIdle()) trouble = '' }, state: () => ({ atHand: worker?.atHand() ?? NOTHING_AT_HAND, trouble }), tell, signal, isIdle: () => worker?.isIdle() ?? true })
  } finally {
    await worker?.stop()
    await closed(queue)
  }
}

const closed = (queue: Queue): Promise<void> => queue.close().catch(() => {})

interface Following {
  readonly look: ReturnType<typeof createFollower>
  readonly place: Place
  readonly version: string
  readonly onError: (error: Error) => void
  readonly onAnswer: () => void
  readonly state: () => Pick<DeskState, 'atHand' | 'trouble'>
  readonly tell: (state: DeskState) => void
  readonly signal: AbortSignal
  readonly isIdle: () => boolean
}

async function follow({ look, place, version, onError, onAnswer, state, tell, signal, isIdle }: Following): Promise<void> {
  let hasOpen = false
  while (!signal.aborted) {
    try {
      const { jobs } = await look()
      onAnswer()
      hasOpen = jobs.some((job) => isOpen(job, version))
      if (!isServer(place.queue) && isIdle() && !hasOpen && (await waitingNotes(place.notes)).length === 0) return
    } catch (error) {
      onError(error as Error)
    }
    const now = state()
    tell({ kind: now.trouble !== '' ? 'trouble' : isBusy(now.atHand) || hasOpen ? 'working' : 'idle', ...now })
    await pause(LOOK_MS, signal)
  }
}

function sentenceOf(error: unknown): string {
  if (error instanceof ComputeError) return error.message
  if (error instanceof QueueHeld) return words('machine.trouble.held', { host: error.host })
  if (error instanceof QueueDamaged) return words('machine.trouble.damaged', { folder: error.folder })
  const { code = '', message = '' } = error as { code?: string; message?: string }
  if (code === 'ENOSPC' || code === 'EDQUOT') return words('machine.trouble.full')
  return words(isOutOfReach(error) ? 'machine.trouble.database' : 'machine.trouble.queue', { reason: message || code })
}
