import type { BatchStatus } from '../../../electron/batch-wire.ts'
import { createFileTone, type FileTone } from '../../../gpu/index.ts'
import { readQueueTile, request } from '../../platform.ts'
import { openSums, type SumsSource } from '../sums/sums.ts'
import { createTilePicture, type TilePicture } from '../sums/tile-picture.ts'

/* Pictures of the queue as far as they are: their tiles are read as they come, a few rows of each, a few tiles at a time. */

/** A picture of a job that is shown small. */
export interface QueuePicture {
  readonly job: string
  /** Which of the job's. */
  readonly picture: number
  readonly name: string
  readonly tiles: number
  readonly done: number
  readonly isThere: boolean
}

/** Of a job, and of all of them. */
const [MOST_OF_JOB, MOST_OF_ALL] = [6, 12]

/** Pictures that somebody works on, then those that are begun, then those that were finished last; by the id of their job. */
export function picturesToShow({ jobs, machines }: Pick<BatchStatus, 'jobs' | 'machines'>): ReadonlyMap<string, readonly QueuePicture[]> {
  const atHand = new Set(machines.flatMap(({ tasks }) => tasks.map(({ job, picture }) => `${job}/${picture}`)))
  let left = MOST_OF_ALL
  return new Map(jobs.map(({ id, pictures }) => {
    const seen = pictures.map(({ name, clip, tiles, done, isThere }, picture): QueuePicture => ({ job: id, picture, name: clip === null ? name : `${clip}/${name}`, tiles, done, isThere }))
    const isAtHand = (one: QueuePicture): boolean => !one.isThere && atHand.has(`${id}/${one.picture}`)
    const isBegun = (one: QueuePicture): boolean => !one.isThere && one.done > 0 && !isAtHand(one)
    const shown = [...seen.filter(isAtHand), ...seen.filter(isBegun), ...seen.filter(({ isThere }) => isThere).toReversed()].slice(0, Math.min(left, MOST_OF_JOB))
    left -= shown.length
    return [id, shown]
  }))
}

const LONGEST = 320
/** Tiles that are read in one look. */
const MOST_READ = 16
/** A tile of so many bytes is read at once, a larger one row by row. */
const WHOLE_BYTES = 1 << 20

/** What was seen of a picture so far. */
export interface Seen { picture: TilePicture | null; readonly tiles: Set<number>; next: number }
export const nothingSeen = (): Seen => ({ picture: null, tiles: new Set(), next: 0 })

/** One look after the other, whatever is shown: a window at work is not held up. */
let last: Promise<unknown> = Promise.resolve()
let tone: Promise<FileTone> | null = null

/** Looks for tiles that came meanwhile. @returns the picture anew; null: nothing new @throws AtriumError */
export function lookAtTiles(handle: string, of: Pick<QueuePicture, 'job' | 'picture'>, seen: Seen): Promise<ImageData | null> {
  const looked = last.then(() => look(handle, of, seen))
  last = looked.catch(() => null)
  return looked
}

async function look(handle: string, { job, picture }: Pick<QueuePicture, 'job' | 'picture'>, seen: Seen): Promise<ImageData | null> {
  const there = await request('batch:tiles', { handle, job, picture, from: seen.next })
  if (there === null) return null
  const isNew = seen.picture === null
  seen.picture ??= createTilePicture(there.width, there.height, LONGEST)
  const fresh = there.tiles.filter(({ tile }) => !seen.tiles.has(tile))
  for (const { tile, sizeBytes } of fresh.slice(0, MOST_READ)) {
    // One that cannot be read now will not be read later; merging tells.
    seen.tiles.add(tile)
    await openSums(sourceOf((at, count) => readQueueTile(handle, job, picture, tile, at, count), String(tile), sizeBytes)).then((file) => seen.picture!.add(file), () => {})
  }
  if (fresh.length <= MOST_READ) seen.next = there.next
  if (fresh.length === 0 && !isNew) return null
  const { width, height } = seen.picture
  return new ImageData(seen.picture.paint(await (tone ??= loadTone())) ?? new Uint8ClampedArray(4 * width * height), width, height)
}

const loadTone = async (): Promise<FileTone> => createFileTone(await import('twin:file-tone/fast'))

function sourceOf(read: SumsSource['read'], name: string, sizeBytes: number): SumsSource {
  if (sizeBytes > WHOLE_BYTES) return { name, sizeBytes, read }
  let whole: ReturnType<SumsSource['read']> | null = null
  return { name, sizeBytes, read: async (at, count) => (await (whole ??= read(0, sizeBytes))).slice(at, at + count) }
}
