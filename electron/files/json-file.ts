import { mkdir, open, readFile, rename } from 'node:fs/promises'
import path from 'node:path'
import type { z } from 'zod'
import { PRIVATE_FILE, PRIVATE_FOLDER } from './disk.ts'

/**
 * A small JSON file of Atrium's own: what it remembers. Reading never fails: what is missing or broken reads as the fallback.
 * Nor does writing: what cannot be written holds until Atrium ends, `onLost` is told, and the next update tries anew. Writes
 * follow one another and replace the file as a whole.
 */
export class JsonFile<T> {
  #queue: Promise<void> = Promise.resolve()
  /** What is not on the disk. */
  #unwritten: { readonly value: T } | null = null
  readonly #path: string
  readonly #schema: z.ZodType<T>
  readonly #fallback: T
  readonly #onLost: (error: unknown) => void

  constructor(filePath: string, schema: z.ZodType<T>, fallback: T, onLost: (error: unknown) => void = () => {}) {
    this.#path = filePath
    this.#schema = schema
    this.#fallback = fallback
    this.#onLost = onLost
  }

  async read(): Promise<T> {
    await this.#queue
    return this.#load()
  }

  /** Reads, changes and writes as one step: two updates at once both count. Throws what `change` throws. */
  update(change: (value: T) => T): Promise<void> {
    const step = this.#queue.then(async () => {
      const value = change(await this.#load())
      try {
        await this.#store(value)
        this.#unwritten = null
      } catch (error) {
        this.#unwritten = { value }
        this.#onLost(error)
      }
    })
    this.#queue = step.catch(() => {})
    return step
  }

  async #load(): Promise<T> {
    if (this.#unwritten !== null) return this.#unwritten.value
    try {
      return this.#schema.parse(JSON.parse(await readFile(this.#path, 'utf8')))
    } catch {
      return this.#fallback
    }
  }

  async #store(value: T): Promise<void> {
    await mkdir(path.dirname(this.#path), { recursive: true, mode: PRIVATE_FOLDER })
    const temporary = `${this.#path}.tmp`
    const file = await open(temporary, 'w', PRIVATE_FILE)
    try {
      await file.writeFile(`${JSON.stringify(value, null, 2)}\n`)
      await file.sync()
    } finally {
      await file.close()
    }
    await rename(temporary, this.#path)
  }
}
