import { createHash } from 'node:crypto'
import { z } from 'zod'
import { say } from '../../renderer/words/say.ts'
import { FileName, JobId, Picture, type Tile } from '../batch-wire.ts'

/*
 * A render job is data: which project, which pictures of it, and how they are cut. Whoever may write into a queue's folder may write a job, so a
 * worker parses it anew; nothing in it names a path, a program or an address.
 */

const JOB_FORMAT = 1
/** Samples are summed in blocks of so many (gpu/passes/paths/path-trace.ts). */
export const SAMPLE_BLOCK = 64
export const MOST_PICTURES = 20_000
const MOST_TILES = 200_000

const whole = (least: number, most: number) => z.int().min(least).max(most)
export const Sha256 = z.string().regex(/^[0-9a-f]{64}$/)

export const Job = z.strictObject({
  format: z.literal(JOB_FORMAT),
  /** Version of the Atrium that wrote it: another may trace other light. */
  atrium: z.string().regex(/^\d+\.\d+\.\d+[\w.+-]{0,40}$/),
  name: FileName,
  project: Sha256,
  pictures: z.array(Picture).min(1).max(MOST_PICTURES),
})
  .refine(({ pictures }) => new Set(pictures.map(fileOf)).size === pictures.length, 'Two pictures have the same name')
  .refine(({ pictures }) => pictures.reduce((sum, picture) => sum + tileCount(picture), 0) <= MOST_TILES, `It has more than ${MOST_TILES} tiles`)

export type Job = z.infer<typeof Job>

/** Below a job's pictures; case counts for nothing on some disks. */
function fileOf({ clip, name, format }: Picture): string {
  return `${clip ?? ''}/${name}.${format}`.toLowerCase()
}

/** What a queue carries: numbers that lead into the job's file. */
export const TileTask = z.strictObject({ job: JobId, picture: whole(0, MOST_PICTURES), tile: whole(0, MOST_TILES) })
export type TileTask = z.infer<typeof TileTask>
export const MergeTask = z.strictObject({ job: JobId, picture: whole(0, MOST_PICTURES) })
export type MergeTask = z.infer<typeof MergeTask>

function gridOf({ width, height, samples, cut }: Picture): { readonly columns: number; readonly rows: number; readonly blocks: number; readonly layers: number } {
  // As square as the tracer's blocks of 8 pixels allow: neighbours' rays meet the same things.
  const side = Math.max(8, Math.floor(Math.sqrt(cut.pixels) / 8) * 8)
  const blocks = Math.ceil(samples / SAMPLE_BLOCK)
  const columns = Math.ceil(width / Math.min(side, width))
  const wide = Math.ceil(width / columns)
  const rows = Math.ceil(height / Math.max(1, Math.min(height, Math.floor(cut.pixels / wide))))
  return { columns, rows, blocks, layers: Math.ceil(blocks / cut.blocks) }
}

export function tileCount(picture: Picture): number {
  const { columns, rows, layers } = gridOf(picture)
  return columns * rows * layers
}

/** One of a picture's tiles, which cover every pixel and sample once. @throws RangeError */
export function tileOf(picture: Picture, index: number): Tile {
  const { columns, rows, blocks, layers } = gridOf(picture)
  if (index >= columns * rows * layers) throw new RangeError(`There is no tile ${index}`)
  const [column, row, layer] = [index % columns, Math.floor(index / columns) % rows, Math.floor(index / columns / rows)]
  const cut = (k: number, n: number, length: number): number => Math.round((k * length) / n)
  const [x, y] = [cut(column, columns, picture.width), cut(row, rows, picture.height)]
  const [first, last] = [cut(layer, layers, blocks) * SAMPLE_BLOCK, Math.min(picture.samples, cut(layer + 1, layers, blocks) * SAMPLE_BLOCK)]
  return {
    region: { x, y, width: cut(column + 1, columns, picture.width) - x, height: cut(row + 1, rows, picture.height) - y },
    firstSample: first, samples: last - first,
  }
}

const digest = (text: string | Uint8Array): string => createHash('sha256').update(text).digest('hex')

/** A tile's name: the SHA-256 of all that it is made of. What was traced for another picture, version or card is never taken for it. */
export function tileName({ project, atrium }: Pick<Job, 'project' | 'atrium'>, picture: Picture, { region, firstSample, samples }: Tile, adapter: string): string {
  const { view, way, moved, sun, variant, width, height, bounces, seed, glossFloor, panorama, transparent, layers, exposureEv } = picture
  return digest(JSON.stringify([
    project, atrium, adapter, view, way, moved, sun && [sun.date, sun.minutes], variant, width, height, bounces, seed, glossFloor, panorama, transparent, layers, exposureEv,
    region.x, region.y, region.width, region.height, firstSample, samples,
  ]))
}

/** A job as a file, and the id that its content gives it: the same job twice is one. */
export function encodeJob(job: Job): { readonly bytes: Uint8Array; readonly id: string } {
  const bytes = new TextEncoder().encode(JSON.stringify(Job.parse(job)))
  return { bytes, id: digest(bytes).slice(0, 32) }
}

/** Why a job is not worked on, as a sentence; nothing of it is done. */
export class RefusedJob extends Error {}

/** A job's file that anybody may have written. @param version  of this Atrium @throws RefusedJob */
export function parseJob(id: string, bytes: Uint8Array, version: string): Job {
  if (digest(bytes).slice(0, 32) !== id) throw new RefusedJob(say('batch.error.jobChanged'))
  let json: unknown
  try {
    json = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch {
    throw new RefusedJob(say('batch.error.jobInvalid', { reason: 'JSON' }))
  }
  const job = Job.safeParse(json)
  if (!job.success) throw new RefusedJob(say('batch.error.jobInvalid', { reason: z.prettifyError(job.error).slice(0, 400) }))
  if (job.data.atrium !== version) throw new RefusedJob(say('batch.error.jobVersion', { made: job.data.atrium, here: version }))
  return job.data
}
