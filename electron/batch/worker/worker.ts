import { createHash } from 'node:crypto'
import os from 'node:os'
import { say as words } from '../../../renderer/words/say.ts'
import { type AtHand, atHandOf, type Picture, type Tile } from '../../batch-wire.ts'
import { DRIVE_FAILS } from '../../failure.ts'
import { type Job, type MergeTask, parseJob, RefusedJob, tileCount, tileName, tileOf, type TileTask } from '../job.ts'
import type { MachineReport, Outcome, Queue } from '../queue/queue.ts'
import { keys, type Store } from '../files/store.ts'

/** A tile or a merge as whoever computes it is told of it. */
export interface Work {
  readonly signal: AbortSignal
  /** @param share  0..1 @param pid  of the process at work */
  readonly tell: (share: number, pid: number | null) => void
}

/** Who computes: child processes of the command line. What they write is in the store when they are done. */
export interface Renderer {
  readonly adapter: string
  /** @param key  where the sums go @throws Error whose message is a sentence; with `code` where the system said no */
  tile(job: Job, picture: Picture, tile: Tile, key: string, work: Work): Promise<void>
  /** @param parts  keys of all tiles of the picture @param key  where the picture goes */
  merge(job: Job, picture: Picture, parts: readonly string[], key: string, work: Work): Promise<Merged>
  /** Whether every byte of a tile is as it was written. */
  isWhole(key: string): Promise<boolean>
}

export interface Merged {
  /** Who traced its parts. */
  readonly adapters: readonly string[]
  /** What the user should know of it, as a sentence; empty: nothing. */
  readonly note: string
}

export interface WorkerOptions {
  readonly queue: Queue
  readonly store: Store
  readonly renderer: Renderer
  readonly version: string
  readonly name?: string
  /** Tiles at a time. */
  readonly atOnce: number
  readonly pollSeconds: number
  readonly say: (event: WorkerEvent) => void
}

/** What an event is about, for people. */
interface Label { readonly job: string; readonly picture: string; readonly tile: number | null }

export type WorkerEvent =
  | { readonly kind: 'begun' | 'done' | 'there' } & Label
  | { readonly kind: 'failed'; readonly message: string } & Label
  | { readonly kind: 'trouble'; readonly message: string }
  | { readonly kind: 'well' }

/** What the system says where a disk is full, gone or not ours: the tile is not to blame, and other tiles would fare no better. */
const DISK_TROUBLE = new Set<string>(['ENOSPC', 'EDQUOT', 'EROFS', 'ENOENT', 'EACCES', ...DRIVE_FAILS])
/** A tile may be too large for room that a probe still has. */
const FULL = new Set(['ENOSPC', 'EDQUOT'])
const LOOK_AGAIN_MS = 2000
const REPORT_SECONDS = 2

const codeOf = (error: unknown): string => (error as { code?: string }).code ?? ''

interface TaskAtHand { job: string; picture: number; tile: number | null; share: number; pid: number | null }

/** Takes tiles and merges from a queue until it is stopped. */
export async function startWorker({ queue, store, renderer, version, name = os.hostname(), atOnce, pollSeconds, say }: WorkerOptions): Promise<{ readonly stop: () => Promise<void>; readonly isIdle: () => boolean; /** Tiles and merges at hand. */ readonly atHand: () => AtHand }> {
  const stopping = new AbortController()
  const tasks = new Map<TaskAtHand, AbortController>()
  const jobOf = createJobReader(store, version)
  const announce = createAnnouncer(store, renderer.adapter)
  let trouble: string | null = null

  async function run(task: TileTask | MergeTask, given: AbortSignal): Promise<Outcome> {
    const cancelled = new AbortController()
    const signal = AbortSignal.any([given, stopping.signal, cancelled.signal])
    const tile = 'tile' in task ? task.tile : null
    const shown: TaskAtHand = { job: task.job, picture: task.picture, tile, share: 0, pid: null }
    tasks.set(shown, cancelled)
    try {
      return await attempt(task, tile, { signal, tell: (share, pid) => Object.assign(shown, { share, pid }) })
    } finally {
      tasks.delete(shown)
      // It may have made the folder anew after it was removed.
      if (cancelled.signal.aborted) await store.removeFolder(keys.folder(task.job)).catch(() => {})
    }
  }

  async function attempt(task: TileTask | MergeTask, tile: number | null, work: Work): Promise<Outcome> {
    let label: Label = { job: task.job, picture: String(task.picture), tile }
    for (;;) {
      try {
        const job = await jobOf(task.job)
        const picture = job.pictures.at(task.picture)
        if (picture === undefined) throw new RefusedJob(words('batch.error.task'))
        label = { job: job.name, picture: picture.clip === null ? picture.name : `${picture.clip}/${picture.name}`, tile }
        const output = tile === null ? await merge(task.job, job, picture, work) : await trace(task.job, job, picture, tile, label, work)
        say({ kind: 'done', ...label })
        return { kind: 'done', output }
      } catch (error) {
        const message = error instanceof Error ? error.message : String(error)
        if (work.signal.aborted) return { kind: 'failed', message: words('batch.error.stopped') }
        if (error instanceof RefusedJob || error instanceof RangeError) {
          say({ kind: 'failed', ...label, message })
          return { kind: 'refused', message }
        }
        if (!FULL.has(codeOf(error)) && (!DISK_TROUBLE.has(codeOf(error)) || await isWritable())) {
          say({ kind: 'failed', ...label, message })
          return { kind: 'failed', message: `${message} (${name})` }
        }
        await waitForDisk(message, work.signal)
      }
    }
  }

  const isWritable = (): Promise<boolean> => store.check().then(() => true, () => false)

  /** The task stays ours: its heartbeat goes on while somebody makes room. */
  async function waitForDisk(message: string, signal: AbortSignal): Promise<void> {
    if (trouble === null) say({ kind: 'trouble', message })
    trouble = message
    do await new Promise((resolve) => { setTimeout(resolve, LOOK_AGAIN_MS) })
    while (!signal.aborted && !(await isWritable()))
    // With `trouble` of its own, another task may have told already.
    if (trouble !== null && !signal.aborted) say({ kind: 'well' })
    trouble = null
  }

  async function trace(id: string, job: Job, picture: Picture, index: number, label: Label, work: Work): Promise<object> {
    const tile = tileOf(picture, index)
    const key = keys.tile(id, tileName(job, picture, tile, renderer.adapter))
    const began = performance.now()
    const isThere = await store.size(key) !== null && await renderer.isWhole(key)
    if (isThere) say({ kind: 'there', ...label })
    else {
      say({ kind: 'begun', ...label })
      await announce(id)
      await renderer.tile(job, picture, tile, key, work)
    }
    return { adapter: renderer.adapter, machine: name, seconds: isThere ? 0 : (performance.now() - began) / 1000 }
  }

  async function merge(id: string, job: Job, picture: Picture, work: Work): Promise<object> {
    const parts = await partsOf(store, id, job, picture, renderer.adapter)
    const merged = await renderer.merge(job, picture, parts, keys.picture(job.name, id, picture), work)
    return { machine: name, ...merged }
  }

  // A large farm asks and tells seldom.
  const everySeconds = Math.max(REPORT_SECONDS, pollSeconds)
  const report = (): MachineReport => ({ machine: name, pid: process.pid, version, adapter: renderer.adapter, everySeconds, trouble, tasks: [...tasks.keys()].map((task) => ({ ...task })) })
  // A database that is away is told by the queue; what is reported here is told again soon.
  const tellQueue = async (): Promise<void> => {
    const cancelled = await queue.report(report())
    for (const [{ job }, controller] of tasks) if (cancelled.has(job)) controller.abort()
  }
  const timer = setInterval(() => void tellQueue().catch(() => {}), 1000 * everySeconds)
  await tellQueue()
  await queue.work(atOnce, pollSeconds, run)
  return {
    isIdle: () => tasks.size === 0,
    atHand: () => atHandOf([...tasks.keys()]),
    async stop() {
      clearInterval(timer)
      await queue.stop().catch(() => {})
      stopping.abort()
      await queue.leave(name, process.pid).catch(() => {})
    },
  }
}

/** Jobs by their ids, each read once; one that could not be read is tried again. Throws what `parseJob` throws, and `ENOENT` where a job's file is missing. */
function createJobReader(store: Store, version: string): (id: string) => Promise<Job> {
  const jobs = new Map<string, Promise<Job>>()
  async function read(id: string): Promise<Job> {
    const bytes = await store.get(keys.job(id))
    if (bytes === null) throw Object.assign(new Error(words('batch.error.jobMissing')), { code: 'ENOENT' })
    return parseJob(id, bytes, version)
  }
  return (id) => {
    const known = jobs.get(id)
    if (known !== undefined) return known
    const loading = read(id)
    jobs.set(id, loading)
    loading.catch(() => jobs.delete(id))
    return loading
  }
}

/** Writes down for a job, once, who traces for it: merges look for tiles under the names of all who traced some. */
function createAnnouncer(store: Store, adapter: string): (id: string) => Promise<void> {
  const announced = new Set<string>()
  return async (id) => {
    if (announced.has(id)) return
    const bytes = new TextEncoder().encode(JSON.stringify({ adapter }))
    await store.putBytes(`${keys.adapters(id)}/${createHash('sha256').update(adapter).digest('hex')}.json`, bytes)
    announced.add(id)
  }
}

/** Keys of all tiles of a picture, whoever traced them; of several, that of the adapter that was named. @throws Error naming the first that is missing */
export async function partsOf(store: Store, id: string, job: Job, picture: Picture, preferred: string): Promise<string[]> {
  const adapters = await adaptersOf(store, id, preferred)
  const parts: string[] = []
  for (let index = 0; index < tileCount(picture); index++) {
    const tile = tileOf(picture, index)
    const names = adapters.map((adapter) => keys.tile(id, tileName(job, picture, tile, adapter)))
    let there: string | undefined
    for (const key of names) if (there === undefined && await store.size(key) !== null) there = key
    if (there === undefined) throw new Error(words('batch.error.tileMissing', { tile: index + 1 }))
    parts.push(there)
  }
  return parts
}

/** Who has traced tiles of a job. @param own  comes first */
export async function adaptersOf(store: Store, id: string, ...own: readonly string[]): Promise<string[]> {
  const found = new Set(own)
  for (const key of (await store.list(keys.adapters(id))).sort()) {
    const bytes = await store.get(key)
    try {
      const { adapter } = JSON.parse(new TextDecoder().decode(bytes ?? new Uint8Array())) as { adapter?: unknown }
      if (typeof adapter === 'string' && adapter.length <= 500) found.add(adapter)
    } catch {
      // Somebody else's file.
    }
  }
  return [...found]
}
