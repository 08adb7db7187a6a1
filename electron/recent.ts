import { createHash } from 'node:crypto'
import { access } from 'node:fs/promises'
import path from 'node:path'
import { z } from 'zod'
import type { RecentProject } from './contract.ts'
import { Failure } from './failure.ts'
import { JsonFile } from './json-file.ts'

const MAX_RECENT = 12
const Entries = z.array(z.object({ path: z.string(), openedAtMs: z.number() }))

/** Projects opened or saved lately, newest first. The page knows them by an id made from the path. */
export class Recent {
  readonly #file: JsonFile<z.infer<typeof Entries>>

  constructor(filePath: string) {
    this.#file = new JsonFile(filePath, Entries, [])
  }

  async list(): Promise<RecentProject[]> {
    const entries = await this.#file.read()
    return Promise.all(
      entries.map(async (entry) => ({
        id: idOf(entry.path),
        name: path.basename(entry.path),
        folder: path.dirname(entry.path),
        openedAtMs: entry.openedAtMs,
        missing: await access(entry.path).then(() => false, () => true),
      })),
    )
  }

  add(filePath: string): Promise<void> {
    const entry = { path: filePath, openedAtMs: Date.now() }
    return this.#file.update((entries) => [entry, ...entries.filter((other) => other.path !== filePath)].slice(0, MAX_RECENT))
  }

  /** Throws `file-missing` for an id that is not in the list. */
  async pathOf(id: string): Promise<string> {
    const found = (await this.#file.read()).find((entry) => idOf(entry.path) === id)
    if (!found) throw new Failure('file-missing', `no recent project ${id}`)
    return found.path
  }

  forget(id: string): Promise<void> {
    return this.#file.update((entries) => entries.filter((entry) => idOf(entry.path) !== id))
  }
}

function idOf(filePath: string): string {
  return createHash('sha256').update(filePath).digest('hex').slice(0, 16)
}
