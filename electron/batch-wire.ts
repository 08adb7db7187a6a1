import { z } from 'zod'

/* What the window and whoever works on a folder's queue tell each other, by the main process and by files: data that either side parses anew. Imports zod alone. */

/** A file's name on every system, and no way out of its folder. */
// oxlint-disable-next-line no-control-regex
export const FileName = z.string().min(1).max(120).regex(/^[^/\\:*?"<>|\u0000-\u001f\u007f]+$/).refine((name) => !/^[. ]|[. ]$/.test(name) && !/^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i.test(name), 'This is no name for a file')
/** Of a job: the beginning of its file's SHA-256. */
export const JobId = z.string().regex(/^[0-9a-f]{32}$/)
/** Higher goes first. */
export const Priority = z.int().min(-1000).max(1000)

/** Pictures that are asked for: every view in every size at every time of day, or a clip along the saved views. */
export const BatchWish = z.strictObject({
  views: z.array(z.string().min(1).max(1000)).max(1000),
  sizes: z.array(z.strictObject({ width: z.int().min(1).max(16_384), height: z.int().min(1).max(16_384) })).min(1).max(100),
  /** Minutes since midnight, by the clocks of the place; empty: as the views have it. */
  times: z.array(z.int().min(0).max(24 * 60 - 1)).max(100),
  clip: z.strictObject({ seconds: z.number().min(0.01).max(3600), framesPerSecond: z.int().min(1).max(120) }).nullable(),
  panorama: z.boolean(),
  format: z.enum(['png', 'jpg', 'exr']),
  samples: z.int().min(1).max(65_536),
  bounces: z.int().min(0).max(64),
  /** null: where few samples leave noise. */
  denoise: z.boolean().nullable(),
})
export type BatchWish = z.infer<typeof BatchWish>

/** What may be changed of a job that is in the queue. */
export const BatchChange = z.discriminatedUnion('kind', [
  /** What has failed begins anew; what is done stays. */
  z.strictObject({ kind: z.literal('submit'), job: JobId, priority: Priority }),
  z.strictObject({ kind: z.literal('cancel'), job: JobId }),
  z.strictObject({ kind: z.literal('priority'), job: JobId, priority: Priority }),
])
export type BatchChange = z.infer<typeof BatchChange>

const Count = z.number().int().nonnegative()
const Text = z.string().max(2000)

/** A queue as whoever works on it wrote it down last. Fields that only the command prints are left out. */
export const BatchStatus = z.object({
  jobs: z.array(z.object({
    id: JobId, name: Text, version: Text, priority: z.number(), state: z.enum(['waiting', 'running', 'done', 'failed', 'cancelled']), tiles: Count, done: Count, running: Count, again: Count,
    secondsLeft: z.number().nonnegative().nullable(),
    pictures: z.array(z.object({ name: Text, clip: Text.nullable(), tiles: Count, done: Count, isThere: z.boolean(), failed: z.array(Text), note: Text })).max(20_000),
    adapters: z.array(Text),
  })).max(200),
  machines: z.array(z.object({ machine: Text, adapter: Text, everySeconds: z.number(), silentSeconds: z.number(), trouble: Text.nullable(), tasks: z.array(z.object({ job: z.string(), picture: Count, tile: Count.nullable(), share: z.number() })).max(1000) })).max(10_000),
  /** Wishes that nobody can fulfil, with the sentence that says why. */
  refused: z.array(z.object({ name: Text, message: Text })).max(20).default([]),
})
export type BatchStatus = z.infer<typeof BatchStatus>

/** A project's queue as its window shows it. */
export const BatchView = z.object({
  /** The folder beside the project. */
  folder: z.string(),
  status: BatchStatus,
  /** Of wishes that nobody has taken yet. */
  waiting: z.array(z.string()),
  /** Whether somebody works on the queue right now. */
  isHosted: z.boolean(),
})
export type BatchView = z.infer<typeof BatchView>
