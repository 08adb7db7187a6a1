import { JobId, type TilesThere } from '../../batch-wire.ts'
import { Failure } from '../../failure.ts'
import { type Job, parseJob, tileCount, tileName, tileOf } from '../job.ts'
import type { Place } from '../files/place.ts'
import { createFolderStore, keys } from '../files/store.ts'
import { adaptersOf } from './worker.ts'

/** Tiles whose files are asked for, and bytes that are read, at a time. */
const [MOST_LOOKED, MOST_READ] = [256, 1 << 22]
const [MOST_JOBS, MOST_FOUND] = [8, 20_000]

interface Found { readonly key: string; readonly sizeBytes: number }

/** What lies of a picture in a queue's folder: windows show its tiles while they come. */
export class TileFiles {
  readonly #version: string
  /** By folder and id: a job never changes under its id. */
  readonly #jobs = new Map<string, Job>()
  /** Of tiles that were found. */
  readonly #found = new Map<string, Found>()

  constructor(version: string) {
    this.#version = version
  }

  /** @param from  of its tiles @returns null for a job that is gone, or that this Atrium does not read */
  async there({ folder }: Pick<Place, 'folder'>, id: string, index: number, from: number): Promise<TilesThere | null> {
    const job = await this.#job(folder, id)
    const picture = job?.pictures[index]
    if (picture === undefined) return null
    const end = Math.min(tileCount(picture), from + MOST_LOOKED)
    const tiles: { readonly tile: number; readonly sizeBytes: number }[] = []
    const adapters = await adaptersOf(createFolderStore(folder), id)
    await Promise.all(Array.from({ length: Math.max(0, end - from) }, async (_, i) => {
      const found = await this.#find(folder, id, index, from + i, adapters)
      if (found !== null) tiles.push({ tile: from + i, sizeBytes: found.sizeBytes })
    }))
    return { width: picture.width, height: picture.height, tiles: tiles.toSorted((a, b) => a.tile - b.tile), next: end < tileCount(picture) ? end : 0 }
  }

  /** @throws Failure `handle-unknown` for a tile that is not there, `request-invalid` for bytes that are not */
  async read({ folder }: Pick<Place, 'folder'>, id: string, index: number, tile: number, at: number, count: number): Promise<Uint8Array<ArrayBuffer>> {
    const found = await this.#find(folder, id, index, tile)
    if (found === null) throw new Failure('handle-unknown', `${id} ${index} ${tile}`)
    if (!(Number.isSafeInteger(at) && at >= 0 && Number.isSafeInteger(count) && count >= 0 && count <= MOST_READ && at + count <= found.sizeBytes)) throw new Failure('request-invalid', `${at} ${count}`)
    return createFolderStore(folder).read(found.key, at, count)
  }

  /** Whoever traced it: its name depends on that. */
  async #find(folder: string, id: string, index: number, tile: number, adapters?: readonly string[]): Promise<Found | null> {
    const known = this.#found.get(`${folder}\0${id}/${index}/${tile}`)
    if (known !== undefined) return known
    const job = await this.#job(folder, id)
    const picture = job?.pictures[index]
    if (job === null || picture === undefined || !Number.isSafeInteger(tile) || tile < 0 || tile >= tileCount(picture)) return null
    const store = createFolderStore(folder)
    for (const adapter of adapters ?? await adaptersOf(store, id)) {
      const key = keys.tile(id, tileName(job, picture, tileOf(picture, tile), adapter))
      const sizeBytes = await store.size(key)
      if (sizeBytes === null) continue
      if (this.#found.size >= MOST_FOUND) this.#found.clear()
      this.#found.set(`${folder}\0${id}/${index}/${tile}`, { key, sizeBytes })
      return { key, sizeBytes }
    }
    return null
  }

  async #job(folder: string, id: string): Promise<Job | null> {
    const at = `${folder}\0${id}`
    const known = this.#jobs.get(at)
    if (known !== undefined) return known
    if (!JobId.safeParse(id).success) return null
    const bytes = await createFolderStore(folder).get(keys.job(id)).catch(() => null)
    if (bytes === null) return null
    try {
      const job = parseJob(id, bytes, this.#version)
      if (this.#jobs.size >= MOST_JOBS) this.#jobs.clear()
      this.#jobs.set(at, job)
      return job
    } catch {
      // Anybody may have written it: there is nothing to see.
      return null
    }
  }
}
