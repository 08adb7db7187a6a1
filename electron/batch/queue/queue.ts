import path from 'node:path'
import { type FlowJob, fromPglite, type Db as Database, type JobResult, PgBoss } from 'pg-boss'
import { say } from '../../../renderer/words/say.ts'
import { openDatabase } from './folder-database.ts'
import { holdFolder } from './host-lock.ts'
import { type Job, MergeTask, tileCount, TileTask } from '../job.ts'
import { isServer } from '../files/place.ts'
import { readStatus, type QueueStatus } from './queue-status.ts'

/*
 * The queue is pg-boss: on PGlite in a folder, for one process of one computer, or on any PostgreSQL, for an office. Queues carry the version in
 * their names, so a machine with another Atrium never takes what it would trace otherwise.
 */

export const SCHEMA = 'atrium_batch'
const EVERY = { superviseIntervalSeconds: 2, monitorIntervalSeconds: 10, maintenanceIntervalSeconds: 3600, flowIntervalSeconds: 1, queueCacheIntervalSeconds: 10, schedule: false }
/** A worker that is silent for so long is dead; pg-boss takes no less. */
const HEARTBEAT_SECONDS = 10
/** A machine that dies takes one of them; a tile that always fails is given up after all. */
const LOST = { heartbeatSeconds: HEARTBEAT_SECONDS, retryLimit: 4, retryDelay: 0, expireInSeconds: 24 * 3600 - 1, retentionSeconds: 60 * 24 * 3600, deleteAfterSeconds: 60 * 24 * 3600 }
/** Tasks that go into the queue in one transaction. */
const MOST_IN_FLOW = 5000

/** What a worker says of itself, every few seconds. */
export interface MachineReport {
  readonly machine: string
  readonly pid: number
  readonly version: string
  readonly adapter: string
  /** Between two reports: silence of several times as long is telling. */
  readonly everySeconds: number
  /** What keeps it from working; null: nothing. */
  readonly trouble: string | null
  readonly tasks: readonly { readonly job: string; readonly picture: number; readonly tile: number | null; readonly share: number; readonly pid: number | null }[]
}

export type Outcome = { readonly kind: 'done'; readonly output: object } | { readonly kind: 'failed'; readonly message: string } | { readonly kind: 'refused'; readonly message: string }

export interface Queue {
  /** Asks for all of a job; what of it waits or has failed begins anew, what is done stays. @param priority  higher goes first */
  submit(job: Job, id: string, priority: number): Promise<void>
  /** Nothing of the job is begun any more; workers hear of it with their next report. */
  cancel(id: string): Promise<void>
  setPriority(id: string, priority: number): Promise<void>
  status(): Promise<QueueStatus>
  /** @returns which of the jobs at hand have been cancelled */
  report(report: MachineReport): Promise<ReadonlySet<string>>
  /** Of a machine that leaves: it is not one that has fallen silent. */
  leave(machine: string, pid: number): Promise<void>
  /** Works on tasks until `stop`. @param run  never throws; its signal tells that nobody waits for the task any more */
  work(atOnce: number, pollSeconds: number, run: (task: TileTask | MergeTask, signal: AbortSignal) => Promise<Outcome>): Promise<void>
  /** Takes no more tasks. Tasks at hand go back as if they had never been begun. */
  stop(): Promise<void>
  close(): Promise<void>
}

/** Queues of all versions. */
const OURS = "(name LIKE 'tile-%' OR name LIKE 'merge-%')"
function queuesOf(version: string): readonly [tiles: string, merges: string] {
  const suffix = version.replaceAll(/[^\w.-]/g, '_')
  return [`tile-${suffix}`, `merge-${suffix}`]
}

/** Of Node, and of PostgreSQL (class 08: connections, 28: who may, 3D: no such database, 42501: rights). */
const OUT_OF_REACH = /^(E[A-Z_]{3,}|08...|28...|3D000|42501|53300|57P0.|SELF_SIGNED_CERT.*|DEPTH_ZERO.*|UNABLE_TO_.*|CERT_.*|ERR_TLS.*)$/

/** A server that cannot be reached, or does not let us in. */
export const isOutOfReach = (error: unknown): boolean => OUT_OF_REACH.test((error as { code?: string }).code ?? '') || /does not support SSL|terminated|timeout/i.test((error as { message?: string }).message ?? '')

export { isServer } from '../files/place.ts'

/**
 * @param at  postgres://… or a folder
 * @param version  of this Atrium
 * @throws QueueHeld when another process has the folder; QueueDamaged
 */
export async function openQueue(at: string, version: string, onError: (error: Error) => void): Promise<Queue> {
  const { boss, db, close } = isServer(at) ? await openServer(at, onError) : await openFolder(at, onError)
  const [tiles, merges] = queuesOf(version)
  try {
    await db.executeSql(`CREATE TABLE IF NOT EXISTS ${SCHEMA}.atrium_machine (machine text NOT NULL, pid int NOT NULL, seen_on timestamptz NOT NULL DEFAULT now(), report jsonb NOT NULL, PRIMARY KEY (machine, pid))`)
    await db.executeSql(`CREATE TABLE IF NOT EXISTS ${SCHEMA}.atrium_job (id text PRIMARY KEY, name text NOT NULL, version text NOT NULL, priority int NOT NULL, submitted_on timestamptz NOT NULL DEFAULT now(), pictures jsonb NOT NULL, cancelled boolean NOT NULL DEFAULT false)`)
    await db.executeSql(`DELETE FROM ${SCHEMA}.atrium_machine WHERE seen_on < now() - interval '1 day'`)
    await prepare(version)
    // The folder is ours alone: whoever was at work in it is dead, and need not be waited for.
    if (!isServer(at)) await db.executeSql(`UPDATE ${SCHEMA}.job SET state = 'created', started_on = NULL, heartbeat_on = NULL WHERE state = 'active'`)
  } catch (error) {
    await close()
    throw error
  }

  /** Another version's queues are there before a machine of it comes: its jobs wait in them. */
  async function prepare(of: string): Promise<void> {
    for (const queue of queuesOf(of)) if (await boss.getQueue(queue) === null) await boss.createQueue(queue, LOST)
  }

  /** Takes away what is left of an earlier time; what is at hand goes on. */
  async function forget(id: string): Promise<void> {
    const own = `FROM ${SCHEMA}.job WHERE ${OURS} AND data->>'job' = $1 AND state <> 'active'`
    await db.executeSql(`DELETE FROM ${SCHEMA}.job_dependency WHERE child_id IN (SELECT id ${own})`, [id])
    await db.executeSql(`DELETE ${own}`, [id])
  }
  const held = new Map<string, { readonly name: string; readonly retryCount: number }>()
  let isStopping = false

  async function settle(name: string, job: { readonly id: string; readonly data: unknown; readonly retryCount: number; readonly signal: AbortSignal }, run: Parameters<Queue['work']>[2]): Promise<JobResult> {
    const parsed = (name === tiles ? TileTask : MergeTask).safeParse(job.data)
    // Without a dead letter queue that is the end of it: no retry makes it valid.
    if (!parsed.success) return { id: job.id, status: 'deadletter', output: { message: say('batch.error.task') } }
    held.set(job.id, { name, retryCount: job.retryCount })
    const outcome = await run(parsed.data, job.signal)
    held.delete(job.id)
    if (outcome.kind === 'done') return { id: job.id, status: 'completed', output: outcome.output }
    return { id: job.id, status: outcome.kind === 'refused' ? 'deadletter' : 'failed', output: { message: outcome.message } }
  }

  return {
    async submit(job, id, priority) {
      const pictures = job.pictures.map((picture) => ({ name: picture.name, clip: picture.clip, format: picture.format, tiles: tileCount(picture) }))
      await db.executeSql(
        `INSERT INTO ${SCHEMA}.atrium_job (id, name, version, priority, pictures) VALUES ($1, $2, $3, $4, $5::jsonb) ON CONFLICT (id) DO UPDATE SET priority = $4, cancelled = false, submitted_on = now()`,
        [id, job.name, job.atrium, priority, JSON.stringify(pictures)])
      await forget(id)
      if (job.atrium !== version) await prepare(job.atrium)
      const [tileQueue, mergeQueue] = queuesOf(job.atrium)
      let flow: FlowJob[] = []
      for (const [picture, { tiles: count }] of pictures.entries()) {
        const own = Array.from({ length: count }, (_, tile): FlowJob => ({ ref: `${picture}/${tile}`, name: tileQueue, data: { job: id, picture, tile } satisfies TileTask, options: { priority } }))
        // A merge goes before other tiles: somebody waits for the picture.
        flow.push(...own, { ref: `${picture}`, name: mergeQueue, data: { job: id, picture } satisfies MergeTask, options: { priority: priority + 1 }, dependsOn: own.map(({ ref }) => ref) })
        if (flow.length < MOST_IN_FLOW && picture + 1 < pictures.length) continue
        await boss.flow(flow)
        flow = []
      }
      // PGlite counts rows only when it is told to. Planned as if tables were empty, tidying up takes minutes of which nothing else gets any.
      if (!isServer(at)) for (const table of ['job', 'job_dependency']) await db.executeSql(`ANALYZE ${SCHEMA}.${table}`)
    },
    async cancel(id) {
      await db.executeSql(`UPDATE ${SCHEMA}.atrium_job SET cancelled = true WHERE id = $1`, [id])
      await db.executeSql(`UPDATE ${SCHEMA}.job SET state = 'cancelled', completed_on = now() WHERE ${OURS} AND data->>'job' = $1 AND state IN ('created', 'retry', 'active')`, [id])
    },
    async setPriority(id, priority) {
      await db.executeSql(`UPDATE ${SCHEMA}.atrium_job SET priority = $2 WHERE id = $1`, [id, priority])
      await db.executeSql(`UPDATE ${SCHEMA}.job SET priority = $2::int + CASE WHEN name LIKE 'merge-%' THEN 1 ELSE 0 END WHERE ${OURS} AND data->>'job' = $1 AND state IN ('created', 'retry')`, [id, priority])
    },
    status: () => readStatus(db),
    async report(report) {
      await db.executeSql(`INSERT INTO ${SCHEMA}.atrium_machine (machine, pid, report) VALUES ($1, $2, $3::jsonb) ON CONFLICT (machine, pid) DO UPDATE SET seen_on = now(), report = $3::jsonb`, [report.machine, report.pid, JSON.stringify(report)])
      if (report.tasks.length === 0) return new Set()
      const { rows } = await db.executeSql(`SELECT id FROM ${SCHEMA}.atrium_job WHERE cancelled AND id = ANY($1)`, [report.tasks.map(({ job }) => job)])
      return new Set(rows.map((row: { id: string }) => row.id))
    },
    async leave(machine, pid) {
      await db.executeSql(`DELETE FROM ${SCHEMA}.atrium_machine WHERE machine = $1 AND pid = $2`, [machine, pid])
    },
    async work(atOnce, pollSeconds, run) {
      const options = { batchSize: 1, pollingIntervalSeconds: pollSeconds, heartbeatRefreshSeconds: 3, perJobResults: true } as const
      await boss.work<TileTask, object, typeof options & { localConcurrency: number }>(tiles, { ...options, localConcurrency: atOnce }, (jobs) => Promise.all(jobs.map((job) => settle(tiles, job, run))))
      await boss.work<MergeTask, object, typeof options>(merges, options, (jobs) => Promise.all(jobs.map((job) => settle(merges, job, run))))
    },
    async stop() {
      if (isStopping) return
      isStopping = true
      await Promise.all([tiles, merges].map((name) => boss.offWork(name, { wait: false })))
      // As if they had never been begun: a machine that leaves politely costs a tile none of its tries.
      for (const [id, { name, retryCount }] of held) {
        await db.executeSql(`UPDATE ${SCHEMA}.job SET state = 'created', started_on = NULL, heartbeat_on = NULL WHERE name = $1 AND id = $2 AND state = 'active' AND retry_count = $3`, [name, id, retryCount])
      }
    },
    close,
  }
}

interface Opened { readonly boss: PgBoss; readonly db: Database; readonly close: () => Promise<void> }

async function openServer(at: string, onError: (error: Error) => void): Promise<Opened> {
  const start = async (createSchema: boolean): Promise<PgBoss> => {
    const boss = new PgBoss({ connectionString: at, application_name: 'atrium-batch', schema: SCHEMA, max: 2, createSchema, ...EVERY })
    boss.on('error', onError)
    try {
      return await boss.start()
    } catch (error) {
      await boss.stop({ graceful: false, close: true }).catch(() => {})
      throw error
    }
  }
  // A role with rights on its schema alone may not even ask for it to be made: it is made only where it is missing.
  const boss = await start(false).catch((error: unknown) => {
    if ((error as { code?: string }).code !== '3F000') throw error
    return start(true)
  })
  return { boss, db: boss.getDb(), close: () => boss.stop({ graceful: false, close: true }) }
}

async function openFolder(at: string, onError: (error: Error) => void): Promise<Opened> {
  const release = await holdFolder(at)
  try {
    const lite = await openDatabase(path.join(at, 'database'))
    const boss = new PgBoss({ db: fromPglite(lite), backend: 'pglite', schema: SCHEMA, ...EVERY })
    boss.on('error', onError)
    await boss.start()
    const close = async (): Promise<void> => {
      await boss.stop({ graceful: false, close: true })
      await lite.close()
      await release()
    }
    return { boss, db: boss.getDb(), close }
  } catch (error) {
    await release()
    throw error
  }
}
