import { existsSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import manifest from '../../../package.json' with { type: 'json' }
import { JobId } from '../../../electron/batch-wire.ts'
import { QueueHeld } from '../../../electron/batch/queue/host-lock.ts'
import { leaveNote, readStatusFile } from '../../../electron/batch/queue/inbox.ts'
import { parseJob, RefusedJob } from '../../../electron/batch/job.ts'
import { isServer, type Queue } from '../../../electron/batch/queue/queue.ts'
import type { QueueStatus } from '../../../electron/batch/queue/queue-status.ts'
import { keys, prepareFolder, type Store } from '../../../electron/batch/files/store.ts'
import { partsOf } from '../../../electron/batch/worker/worker.ts'
import { isKernelThread, serveInThread } from '../../../gpu/headless/cpu-threads.ts'
import { isDenoiseThread, serveDenoiseInThread } from '../../../gpu/headless/denoise-threads.ts'
import { fixed } from '../../../renderer/words/numbers.ts'
import { say } from '../../../renderer/words/say.ts'
import { findAdapter } from '../adapter.ts'
import { runCommand } from '../command.ts'
import { speakSystemLanguage } from '../language.ts'
import { createProgress } from '../still/progress.ts'
import { UsageError } from '../usage.ts'
import { checkProject } from './check-project.ts'
import { serveParent } from './child.ts'
import { openStore } from './open-store.ts'
import { reachQueue } from './reach-queue.ts'
import { type BatchOptions, deviceOf, parseBatchOptions, usage } from './options.ts'
import { askOnce, createChildRenderer } from './renderer.ts'
import { printStatus } from './print-status.ts'
import { prepareJob } from './submit.ts'
import { scratchFolder, work } from './work.ts'

/* `npm run batch -- submit|work|status|cancel|merge`: pictures on every machine of an office. What it prints goes to stderr, status to stdout. */

if (isKernelThread) serveInThread()
else if (isDenoiseThread) serveDenoiseInThread()
else if (process.argv[2] === 'child' && process.send !== undefined) {
  speakSystemLanguage()
  serveParent()
} else {
  await runCommand('batch', usage, async (words) => {
    const options = parseBatchOptions(words)
    await checkProject(options)
    switch (options.command) {
      case 'submit': return submit(options)
      case 'work': return work(options, manifest.version)
      case 'status': return status(options)
      case 'cancel': return cancel(options)
      case 'merge': return merge(options)
    }
  })
}

async function storeOf({ folder }: BatchOptions): Promise<Store> {
  if (!folder.startsWith('s3://')) await prepareFolder(folder)
  return openStore(folder)
}

/** @param elsewhere  where another process of this folder holds the queue */
async function withQueue(options: BatchOptions, use: (queue: Queue) => Promise<void>, elsewhere: (held: QueueHeld) => Promise<void>): Promise<void> {
  let queue: Queue
  try {
    queue = await reachQueue(options.queue, manifest.version, (error) => process.stderr.write(`${error.message}\n`))
  } catch (error) {
    if (error instanceof QueueHeld) return elsewhere(error)
    throw error
  }
  try {
    await use(queue)
  } finally {
    await queue.close()
  }
}

async function submit(options: BatchOptions): Promise<number> {
  await findAdapter()
  const progress = createProgress()
  const store = await storeOf(options)
  const { job, id, priority } = await prepareJob(options, store, manifest.version, (share) => progress.count(say('cli.batch.measuring', { percent: fixed(100 * share, 0) }), share))
  await withQueue(options, (queue) => queue.submit(job, id, priority), async ({ pid }) => {
    await leaveNote(options.queue, { kind: 'submit', job: id, priority })
    progress.note(say('cli.batch.noted', { pid: String(pid) }))
  })
  progress.end(say('cli.batch.submitted', { name: job.name, count: job.pictures.length }))
  process.stdout.write(`${id}\n`)
  return 0
}

async function statusOf(options: BatchOptions): Promise<QueueStatus> {
  const found: QueueStatus[] = []
  if (!isServer(options.queue) && !existsSync(options.queue)) throw new UsageError(say('cli.batch.error.noQueue', { queue: path.dirname(options.queue) }))
  await withQueue(options, async (queue) => { found.push(await queue.status()) }, async () => {
    const written = await readStatusFile(options.queue)
    if (written !== null) found.push(written as QueueStatus)
  })
  return found.at(0) ?? { jobs: [], machines: [], refused: [] }
}

async function status(options: BatchOptions): Promise<number> {
  const found = await statusOf(options)
  process.stdout.write(options.values.json === true ? `${JSON.stringify(found)}\n` : printStatus(found, manifest.version))
  return 0
}

/** Ids, or their beginnings. @throws UsageError */
async function jobsOf(options: BatchOptions): Promise<string[]> {
  const asked = options.words.filter((word) => /^[0-9a-f]{4,32}$/.test(word))
  if (asked.length === 0) throw new UsageError(say('cli.batch.error.whichJob'))
  const known = asked.every((word) => JobId.safeParse(word).success) ? [] : (await statusOf(options)).jobs.map(({ id }) => id)
  return asked.map((word) => {
    const found = JobId.safeParse(word).success ? [word] : known.filter((id) => id.startsWith(word))
    if (found.length !== 1) throw new UsageError(say('cli.batch.error.noJob', { job: word }))
    return found[0]
  })
}

async function cancel(options: BatchOptions): Promise<number> {
  const jobs = await jobsOf(options)
  const store = await storeOf(options)
  for (const job of jobs) {
    await withQueue(options, async (queue) => {
      await queue.cancel(job)
      await store.removeFolder(keys.folder(job))
    }, () => leaveNote(options.queue, { kind: 'cancel', job }))
    process.stderr.write(`${say('cli.batch.cancelled', { job: job.slice(0, 8) })}\n`)
  }
  return 0
}

/** Puts together what is there, without the queue: for render farms of other makers. @returns 1 when tiles are missing */
async function merge(options: BatchOptions): Promise<number> {
  await findAdapter()
  const store = await storeOf(options)
  const device = deviceOf(options.values)
  const task = { signal: new AbortController().signal, tell: () => {} }
  const { adapter = '' } = await askOnce({ kind: 'adapter', device }, task)
  const renderer = createChildRenderer(store, options.folder, adapter, device, scratchFolder(os.tmpdir()))
  let missing = 0
  for (const id of await jobsOf(options)) {
    const bytes = await store.get(keys.job(id))
    if (bytes === null) throw new UsageError(say('cli.batch.error.noJob', { job: id }))
    let job
    try {
      job = parseJob(id, bytes, manifest.version)
    } catch (error) {
      throw error instanceof RefusedJob ? new UsageError(error.message) : error
    }
    for (const picture of job.pictures) {
      const key = keys.picture(job.name, id, picture)
      const parts = await partsOf(store, id, job, picture, adapter).catch((error: unknown) => {
        process.stderr.write(`${picture.name}: ${(error as Error).message}\n`)
        missing++
        return null
      })
      if (parts === null) continue
      const { adapters, note } = await renderer.merge(job, picture, parts, key, task)
      if (note !== '') process.stderr.write(`${note}\n`)
      if (adapters.length > 1) process.stderr.write(`${say('cli.merge.mixed', { adapters: adapters.join(', ') })}\n`)
      process.stderr.write(`${say('cli.done', { out: key, width: picture.width, height: picture.height })}\n`)
    }
  }
  return missing > 0 ? 1 : 0
}
