import os from 'node:os'
import path from 'node:path'
import { z } from 'zod'
import { type Disk, errnoOf, nodeDisk, shortName } from './disk.ts'

const Holder = z.object({ host: z.string(), pid: z.number(), startedAtMs: z.number() })
type Holder = z.infer<typeof Holder>

/** A lock of a machine that we cannot ask is believed for so long. */
const FOREIGN_MS = 24 * 3600_000
/** A lock is a line; a larger file of that name is somebody's. */
const MAX_LOCK_BYTES = 4096

/**
 * Tells other Atriums (another user's, another machine's on a shared drive) that a project is open here, by a hidden file
 * beside it. It advises: where none can be written, nobody is kept from working. Windows of one process tell each other by
 * `open`, which always works.
 */
export class ProjectLock {
  /** What this window has open, or is about to. */
  #project: string | null = null
  /** The hidden file, where there is one. */
  #held: string | null = null
  #queue: Promise<unknown> = Promise.resolve()
  readonly #disk: Disk
  readonly #self: Holder
  /** Projects of all windows of this process. */
  readonly #open: Set<string>

  constructor(disk: Disk = nodeDisk, self: Partial<Holder> = {}, open = new Set<string>()) {
    this.#disk = disk
    this.#self = { host: os.hostname(), pid: process.pid, startedAtMs: Date.now(), ...self }
    this.#open = open
  }

  /** The project that it holds; null: none. */
  get project(): string | null {
    return this.#project
  }

  /** Moves the lock to another project, or to none. @returns false when the project is open elsewhere */
  moveTo(project: string | null): Promise<boolean> {
    return this.#after(async () => {
      if (project !== null && project === this.#project) return true
      await this.#release()
      if (project === null) return true
      if (this.#open.has(project)) return false
      this.#open.add(project)
      this.#project = project
      const isOurs = await this.#take(lockOf(project))
      if (!isOurs) await this.#release()
      return isOurs
    })
  }

  release(): Promise<void> {
    return this.#after(() => this.#release())
  }

  /** What was asked first is done first. */
  #after<T>(run: () => Promise<T>): Promise<T> {
    const done = this.#queue.then(run)
    this.#queue = done.catch(() => {})
    return done
  }

  async #take(wanted: string): Promise<boolean> {
    try {
      if (!(await this.#write(wanted)) && (await this.#isLock(wanted))) {
        if (await this.#isHeldElsewhere(wanted)) return false
        // Left behind. Removed and made anew, never written into: the name may lead to another file by then.
        await this.#disk.rm(wanted, { force: true })
        if (!(await this.#write(wanted))) return false
      }
    } catch {
      // No rights, no space: the lock only advises.
    }
    return true
  }

  async #release(): Promise<void> {
    const held = this.#held
    if (this.#project !== null) this.#open.delete(this.#project)
    this.#project = null
    this.#held = null
    if (held !== null) await this.#disk.rm(held, { force: true }).catch(() => {})
  }

  /** Takes the lock; false: something of that name is there already. */
  async #write(file: string): Promise<boolean> {
    try {
      const opened = await this.#disk.open(file, 'wx')
      this.#held = file
      try {
        await opened.writeFile(JSON.stringify(this.#self))
      } finally {
        await opened.close()
      }
      return true
    } catch (error) {
      if (errnoOf(error) === 'EEXIST') return false
      throw error
    }
  }

  /** A link, a pipe or a large file under a lock's name came with the project: it is neither read nor touched. */
  async #isLock(file: string): Promise<boolean> {
    const status = await this.#disk.lstat(file)
    return status.isFile() && status.size <= MAX_LOCK_BYTES
  }

  async #isHeldElsewhere(file: string): Promise<boolean> {
    try {
      const holder = Holder.parse(JSON.parse(Buffer.from(await this.#disk.readFile(file)).toString('utf8')))
      if (holder.host !== this.#self.host) return Math.abs(Date.now() - holder.startedAtMs) < FOREIGN_MS
      const bootedAtMs = Date.now() - os.uptime() * 1000
      return holder.pid !== this.#self.pid && holder.startedAtMs > bootedAtMs && isAlive(holder.pid)
    } catch {
      return false
    }
  }
}

export const lockOf = (project: string): string => path.join(path.dirname(project), `.~${shortName(path.basename(project))}.lock`)

/** Whether a process of this computer runs, whoever owns it. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return errnoOf(error) === 'EPERM'
  }
}
