import { readdir, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import { Failure, fileFailure } from '../../failure.ts'
import { privateDisk, replaceFile } from '../disk.ts'
import { readBounded } from './own-catalogue.ts'

const ID = /^[a-f0-9]{32}$/
const EXTENSION = '.atrium-material'
const REMOVED = '.removed'
/** Of one material with its textures. */
const MOST_BYTES = 192 * 2 ** 20
/** Files that are looked at. */
const MOST = 5000

/**
 * The user's own materials, a file each: `<id>.atrium-material`, just as one is exported. A file enters as a whole or not at all. The page reads what
 * is in them, and believes none of it.
 */
export class OwnMaterials {
  readonly #folder: string

  constructor(folder: string) {
    this.#folder = folder
  }

  async list(): Promise<{ ids: string[] }> {
    const names = await readdir(this.#folder).catch(() => [])
    return { ids: names.filter((name) => name.endsWith(EXTENSION)).map((name) => name.slice(0, -EXTENSION.length)).filter((id) => ID.test(id)).toSorted().slice(0, MOST) }
  }

  /** @throws Failure `request-invalid`, `file-missing`, `file-too-large`, `file-not-readable` */
  async read(id: string): Promise<Uint8Array<ArrayBuffer>> {
    const file = this.#fileOf(id)
    try {
      return (await readBounded(file, MOST_BYTES)) as Uint8Array<ArrayBuffer>
    } catch (error) {
      throw fileFailure(error, 'reading', path.basename(file))
    }
  }

  /** A new material, or another state of one. @throws Failure `request-invalid`, `file-too-large`, `disk-full`, `file-not-writable` */
  async write(id: string, body: AsyncIterable<Uint8Array>): Promise<void> {
    const file = this.#fileOf(id)
    try {
      await privateDisk.mkdir(this.#folder, { recursive: true })
      await replaceFile(privateDisk, file, bounded(body))
    } catch (error) {
      throw fileFailure(error, 'writing', path.basename(file))
    }
  }

  /** Out of the library; until Atrium ends, `restore` brings it back. */
  async remove(id: string): Promise<void> {
    const file = this.#fileOf(id)
    await rename(file, file + REMOVED).catch((error: unknown) => { throw fileFailure(error, 'writing', path.basename(file)) })
  }

  async restore(id: string): Promise<void> {
    const file = this.#fileOf(id)
    await rename(file + REMOVED, file).catch((error: unknown) => { throw fileFailure(error, 'writing', path.basename(file)) })
  }

  /** Nothing is left of what was removed, or never became whole. */
  async clean(): Promise<void> {
    for (const name of await readdir(this.#folder).catch(() => [])) if (name.endsWith(REMOVED) || name.endsWith('.tmp')) await rm(path.join(this.#folder, name), { force: true })
  }

  #fileOf(id: string): string {
    if (!ID.test(id)) throw new Failure('request-invalid', `no material ${id.slice(0, 80)}`)
    return path.join(this.#folder, id + EXTENSION)
  }
}

async function* bounded(body: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let size = 0
  for await (const chunk of body) {
    size += chunk.length
    if (size > MOST_BYTES) throw new Failure('file-too-large', `The material has more than ${MOST_BYTES} bytes`)
    yield chunk
  }
}
