import { mkdir, open, readFile, rename } from 'node:fs/promises'
import path from 'node:path'
import type { z } from 'zod'

/**
 * A small JSON file of Atrium's own. Reading never fails: what is missing or broken reads as the fallback. Writes follow
 * one another and replace the file as a whole.
 */
export class JsonFile<T> {
  #queue: Promise<void> = Promise.resolve()
  readonly #path: string
  readonly #schema: z.ZodType<T>
  readonly #fallback: T

  constructor(filePath: string, schema: z.ZodType<T>, fallback: T) {
    this.#path = filePath
    this.#schema = schema
    this.#fallback = fallback
  }

  async read(): Promise<T> {
    await this.#queue
    return this.#load()
  }

  /** Reads, changes and writes as one step: two updates at once both count. */
  update(change: (value: T) => T): Promise<void> {
    const step = this.#queue.then(async () => this.#store(change(await this.#load())))
    this.#queue = step.catch(() => {})
    return step
  }

  async #load(): Promise<T> {
    try {
      return this.#schema.parse(JSON.parse(await readFile(this.#path, 'utf8')))
    } catch {
      return this.#fallback
    }
  }

  async #store(value: T): Promise<void> {
    await mkdir(path.dirname(this.#path), { recursive: true })
    const temporary = `${this.#path}.tmp`
    const file = await open(temporary, 'w')
    try {
      await file.writeFile(`${JSON.stringify(value, null, 2)}\n`)
      await file.sync()
    } finally {
      await file.close()
    }
    await rename(temporary, this.#path)
  }
}
