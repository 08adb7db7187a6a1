import { rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { tilesAtOnce } from '../../../electron/batch/worker/at-once.ts'
import { QueueHeld } from '../../../electron/batch/queue/host-lock.ts'
import { createFollower } from '../../../electron/batch/queue/follow.ts'
import type { Note } from '../../../electron/batch/queue/inbox.ts'
import { isServer, type Queue } from '../../../electron/batch/queue/queue.ts'
import type { JobStatus } from '../../../electron/batch/queue/queue-status.ts'
import { keys, prepareFolder, type Store } from '../../../electron/batch/files/store.ts'
import { startWorker, type WorkerEvent } from '../../../electron/batch/worker/worker.ts'
import { say } from '../../../renderer/words/say.ts'
import { findAdapter, STOPS } from '../adapter.ts'
import { THREADS } from '../still/reference.ts'
import { UsageError } from '../usage.ts'
import { openStore } from './open-store.ts'
import { reachQueue } from './reach-queue.ts'
import { type BatchOptions, deviceOf, numberOf } from './options.ts'
import { askOnce, createChildRenderer } from './renderer.ts'
import { makeJob, wishOfNote } from './submit.ts'

const LOOK_MS = 1000

export const scratchFolder = (root: string): string => path.join(root, `atrium-batch-${process.pid}`)

const tell = (text: string): void => { process.stderr.write(`${text}\n`) }

/** Works on a queue until it is stopped, or done (`--until-done`). @returns the exit status: 1 where something failed */
export async function work(options: BatchOptions, version: string): Promise<number> {
  await findAdapter()
  const { values, folder } = options
  if (!folder.startsWith('s3://')) await prepareFolder(folder)
  const store = await openStore(folder)
  const device = deviceOf(values)
  const { adapter = '' } = await askOnce({ kind: 'adapter', device }, { signal: new AbortController().signal, tell: () => {} })
  const scratch = scratchFolder(os.tmpdir())
  process.on('exit', () => rmSync(scratch, { recursive: true, force: true }))
  let lastError = ''
  const onError = (error: Error): void => {
    // A database that is away is away at every question: it is told once.
    if (error.message !== lastError) tell(say('cli.batch.database', { reason: error.message || (error as { code?: string }).code || '' }))
    lastError = error.message
  }
  const atOnce = numberOf(values, 'at-once', adapter === THREADS ? tilesAtOnce() : 1, 1, 64)
  const queue = await reachQueue(options.queue, version, onError).catch((error: unknown): never => {
    throw error instanceof QueueHeld ? new UsageError(say('cli.batch.error.held', { pid: String(error.pid), host: error.host })) : error
  })
  const worker = await startWorker({
    queue, store, version, renderer: createChildRenderer(store, folder, adapter, device, scratch, atOnce), name: values.machine ?? os.hostname(), atOnce,
    pollSeconds: numberOf(values, 'poll', isServer(options.queue) ? 2 : 0.5, 0.5, 600, false), say: (event) => tell(lineOf(event)),
  })
  tell(say('cli.batch.working', { adapter }))
  const stopped = waitForStop()
  const status = await followQueue(queue, store, options, version, worker.isIdle, stopped, onError)
  await worker.stop()
  await queue.close().catch(() => {})
  return status
}

interface Stop { readonly isAsked: () => boolean; readonly asked: Promise<void> }

function waitForStop(): Stop {
  let isAsked = false
  const asked = new Promise<void>((resolve) => {
    for (const signal of STOPS) {
      process.once(signal, () => {
        tell(say('cli.batch.stopping'))
        isAsked = true
        resolve()
      })
    }
  })
  return { isAsked: () => isAsked, asked }
}

/** Takes notes that others left, writes the status down, and sees when all is done. */
async function followQueue(queue: Queue, store: Store, options: BatchOptions, version: string, isIdle: () => boolean, { isAsked, asked }: Stop, onError: (error: Error) => void): Promise<number> {
  const look = createFollower({
    queue, store, version, notes: isServer(options.queue) ? null : options.queue, jobOf: (note) => jobOfWish(note, store, version),
    onSubmitted: ({ name, pictures }) => tell(say('cli.batch.submitted', { name, count: pictures.length })), onRefused: tell,
  })
  while (!isAsked()) {
    try {
      const found = await look()
      const own = found.jobs.filter((job) => job.version === version)
      if (options.values['until-done'] === true && isIdle() && own.every(({ state }) => state !== 'waiting' && state !== 'running')) {
        for (const job of own) for (const line of failuresOf(job)) tell(line)
        return own.some(({ state }) => state === 'failed') ? 1 : 0
      }
    } catch (error) {
      onError(error as Error)
    }
    await Promise.race([asked, new Promise((resolve) => { setTimeout(resolve, LOOK_MS) })])
  }
  return 130
}

/** Measures for a window what it has asked for. */
async function jobOfWish({ project, name, wish }: Extract<Note, { kind: 'wish' }>, store: Store, version: string): Promise<Awaited<ReturnType<typeof makeJob>>> {
  const file = await store.local(keys.project(project), os.tmpdir())
  return makeJob({ file, name, wishOf: (known) => wishOfNote(wish, known), values: {}, store, version }, { signal: new AbortController().signal, tell: () => {} })
}

function failuresOf({ pictures }: JobStatus): string[] {
  return pictures.flatMap(({ name, clip, failed }) => failed.map((message) => say('cli.batch.failed', { picture: clip === null ? name : `${clip}/${name}`, message })))
}

function lineOf(event: WorkerEvent): string {
  if (event.kind === 'trouble') return say('cli.batch.trouble', { message: event.message })
  if (event.kind === 'well') return say('cli.batch.well')
  const picture = event.tile === null ? event.picture : say('cli.batch.tile', { picture: event.picture, tile: event.tile + 1 })
  switch (event.kind) {
    case 'begun': return say('cli.batch.begun', { picture })
    case 'there': return say('cli.batch.there', { picture })
    case 'done': return say('cli.batch.finished', { picture })
    case 'failed': return say('cli.batch.failed', { picture, message: event.message })
  }
}
