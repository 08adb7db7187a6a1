import type { Db as Database } from 'pg-boss'
import { z } from 'zod'

/** What a queue looks like from outside. Everything in it was read from a database that others write, too. */
export interface QueueStatus {
  readonly jobs: readonly JobStatus[]
  readonly machines: readonly MachineStatus[]
  /** What others have asked for in vain; known to a folder's process alone. */
  readonly refused?: readonly { readonly name: string; readonly message: string }[]
}

const Count = z.coerce.number().int().nonnegative()
const JobRow = z.object({
  id: z.string(), name: z.string(), version: z.string(), priority: z.number(), cancelled: z.boolean(),
  pictures: z.array(z.object({ name: z.string(), clip: z.string().nullable(), format: z.string(), tiles: z.number() })),
})
export interface PictureStatus { readonly name: string; readonly clip: string | null; readonly format: string; readonly tiles: number; readonly done: number; readonly isThere: boolean; readonly failed: readonly string[]; /** What the user should know of it; empty: nothing. */ readonly note: string }
export interface JobStatus {
  readonly id: string
  readonly name: string
  readonly version: string
  readonly priority: number
  readonly state: 'waiting' | 'running' | 'done' | 'failed' | 'cancelled'
  readonly tiles: number
  readonly done: number
  readonly running: number
  /** Tiles that were lost or failed, and wait for their next try. */
  readonly again: number
  /** Seconds until it is done, by the median of its tiles; null: nobody knows yet. */
  readonly secondsLeft: number | null
  readonly pictures: readonly PictureStatus[]
  /** Of the tiles; more than one: last bits may differ from tile to tile. */
  readonly adapters: readonly string[]
}

const Report = z.object({
  machine: z.string(), pid: z.number(), version: z.string(), adapter: z.string(), everySeconds: z.number(), trouble: z.string().nullable(),
  tasks: z.array(z.object({ job: z.string(), picture: z.number(), tile: z.number().nullable(), share: z.number(), pid: z.number().nullable() })),
})
const MachineRow = z.object({ report: Report, silent: z.coerce.number() })
export type MachineStatus = z.infer<typeof Report> & { /** For how long nothing was heard of it. */ readonly silentSeconds: number }

const TaskRow = z.object({
  job: z.string(), picture: z.coerce.number(), kind: z.enum(['tile', 'merge']), state: z.enum(['created', 'retry', 'active', 'completed', 'cancelled', 'failed']), count: Count,
  message: z.string().nullable(), note: z.string().nullable(), adapter: z.string().nullable(), seconds: z.coerce.number().nullable(),
})

/** A machine that was silent for so long is shown no more. */
const GONE_SECONDS = 600

/** Whether a machine that works would have been heard of. */
export const isSilent = ({ silentSeconds, everySeconds }: MachineStatus): boolean => silentSeconds > 3 * everySeconds + 5

export async function readStatus(db: Database): Promise<QueueStatus> {
  const schema = 'atrium_batch'
  const jobs = z.array(JobRow).parse((await db.executeSql(`SELECT id, name, version, priority, cancelled, pictures FROM ${schema}.atrium_job ORDER BY priority DESC, submitted_on DESC LIMIT 200`)).rows)
  const tasks = z.array(TaskRow).parse((await db.executeSql(`
    SELECT data->>'job' AS job, data->>'picture' AS picture, CASE WHEN name LIKE 'tile-%' THEN 'tile' ELSE 'merge' END AS kind, state, count(*) AS count,
      CASE WHEN state = 'failed' THEN output->>'message' END AS message, CASE WHEN state = 'completed' THEN output->>'adapter' END AS adapter, CASE WHEN state = 'completed' THEN output->>'note' END AS note,
      percentile_cont(0.5) WITHIN GROUP (ORDER BY nullif((output->>'seconds')::float, 0)) FILTER (WHERE state = 'completed') AS seconds
    FROM ${schema}.job WHERE name LIKE 'tile-%' OR name LIKE 'merge-%' GROUP BY 1, 2, 3, 4, 6, 7, 8`)).rows)
  const machines = z.array(MachineRow).parse((await db.executeSql(`SELECT report, extract(epoch FROM now() - seen_on) AS silent FROM ${schema}.atrium_machine WHERE seen_on > now() - interval '${GONE_SECONDS} seconds' ORDER BY machine, pid`)).rows)
  return {
    jobs: jobs.map((job) => jobStatus(job, tasks.filter((task) => task.job === job.id))),
    machines: machines.map(({ report, silent }) => ({ ...report, silentSeconds: silent })),
  }
}

function jobStatus(job: z.infer<typeof JobRow>, tasks: readonly z.infer<typeof TaskRow>[]): JobStatus {
  const sum = (rows: typeof tasks): number => rows.reduce((total, { count }) => total + count, 0)
  const tileRows = tasks.filter(({ kind }) => kind === 'tile')
  const byState = (state: string): number => sum(tileRows.filter((row) => row.state === state))
  const pictures = job.pictures.map((picture, i): PictureStatus => {
    const own = tasks.filter((row) => row.picture === i)
    return {
      ...picture, done: sum(own.filter(({ kind, state }) => kind === 'tile' && state === 'completed')), isThere: own.some(({ kind, state }) => kind === 'merge' && state === 'completed'),
      note: own.find(({ kind, note }) => kind === 'merge' && note !== null)?.note ?? '', failed: own.filter(({ state }) => state === 'failed').map(({ message }) => message ?? '?'),
    }
  })
  const tiles = job.pictures.reduce((total, picture) => total + picture.tiles, 0)
  const [done, running, failed] = [byState('completed'), byState('active'), sum(tasks.filter(({ state }) => state === 'failed'))]
  const merging = tasks.some(({ kind, state }) => kind === 'merge' && state === 'active')
  const isDone = pictures.every(({ isThere }) => isThere)
  // What waits on a tile that failed is never begun: all that is left of the job.
  const open = byState('created') + byState('retry') + running + sum(tasks.filter(({ kind, state, picture }) => kind === 'merge' && (state === 'created' || state === 'retry' || state === 'active') && pictures[picture]?.failed.length === 0))
  const state = job.cancelled ? 'cancelled' : isDone ? 'done' : failed > 0 && open === 0 ? 'failed' : running > 0 || merging ? 'running' : 'waiting'
  const medians = tileRows.flatMap(({ seconds, count }) => (seconds === null ? [] : [{ seconds, count }]))
  const counted = medians.reduce((total, { count }) => total + count, 0)
  const median = counted === 0 ? null : medians.reduce((total, { seconds, count }) => total + seconds * count, 0) / counted
  const left = tiles - done - byState('failed')
  return {
    id: job.id, name: job.name, version: job.version, priority: job.priority, state, tiles, done, running, pictures, again: byState('retry'),
    secondsLeft: median === null || state !== 'running' ? null : (median * left) / Math.max(1, running),
    adapters: [...new Set(tileRows.flatMap(({ adapter }) => (adapter === null ? [] : [adapter])))].sort(),
  }
}
