import { createHash } from 'node:crypto'
import { access } from 'node:fs/promises'
import path from 'node:path'
import type { App } from 'electron'
import { z } from 'zod'
import type { RecentProject } from '../contract.ts'
import { Failure } from '../failure.ts'
import { JsonFile } from './json-file.ts'

const MAX_RECENT = 12
const Entries = z.array(z.object({ path: z.string(), openedAtMs: z.number() }))

/** The desktop's own list (the taskbar on Windows, the Dock on macOS): it takes entries, and can only be cleared as a whole. */
export type DesktopRecents = Pick<App, 'addRecentDocument' | 'clearRecentDocuments'>

/**
 * Projects and models opened or saved lately, newest first. The page knows them by an id made from the path. The desktop's list follows:
 * what is forgotten here is forgotten there.
 */
export class Recent {
  readonly #file: JsonFile<z.infer<typeof Entries>>
  readonly #desktop: DesktopRecents | null

  /** @param onLost  told when the list cannot be written; it then holds until Atrium ends */
  constructor(filePath: string, desktop: DesktopRecents | null = null, onLost?: (error: unknown) => void) {
    this.#file = new JsonFile(filePath, Entries, [], onLost)
    this.#desktop = desktop
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
    this.#tellDesktop((desktop) => desktop.addRecentDocument(filePath))
    const entry = { path: filePath, openedAtMs: Date.now() }
    return this.#file.update((entries) => [entry, ...entries.filter((other) => other.path !== filePath)].slice(0, MAX_RECENT))
  }

  /** Throws `file-missing` for an id that is not in the list. */
  async pathOf(id: string): Promise<string> {
    const found = (await this.#file.read()).find((entry) => idOf(entry.path) === id)
    if (!found) throw new Failure('file-missing', `no recent project ${id}`)
    return found.path
  }

  async forget(id: string): Promise<void> {
    await this.#file.update((entries) => entries.filter((entry) => idOf(entry.path) !== id))
    const left = await this.#file.read()
    this.#tellDesktop((desktop) => {
      desktop.clearRecentDocuments()
      for (const entry of left.toReversed()) desktop.addRecentDocument(entry.path)
    })
  }

  async clear(): Promise<void> {
    await this.#file.update(() => [])
    this.#tellDesktop((desktop) => desktop.clearRecentDocuments())
  }

  #tellDesktop(tell: (desktop: DesktopRecents) => void): void {
    try {
      if (this.#desktop !== null) tell(this.#desktop)
    } catch {
      // Not every desktop keeps such a list.
    }
  }
}

function idOf(filePath: string): string {
  return createHash('sha256').update(filePath).digest('hex').slice(0, 16)
}
