import os from 'node:os'
import path from 'node:path'
import { z } from 'zod'
import { type Disk, errnoOf, nodeDisk } from './disk.ts'

const Holder = z.object({ host: z.string(), pid: z.number(), startedAtMs: z.number() })
type Holder = z.infer<typeof Holder>

/** A lock of a machine that we cannot ask is believed for so long. */
const FOREIGN_MS = 24 * 3600_000
/** A lock is a line; a larger file of that name is somebody's. */
const MAX_LOCK_BYTES = 4096

/**
 * Tells other Atriums (another user's, another machine's on a shared drive) that a project is open here, by a hidden file
 * beside it. It advises: where none can be written, nobody is kept from working.
 */
export class ProjectLock {
  #held: string | null = null
  readonly #disk: Disk
  readonly #self: Holder

  constructor(disk: Disk = nodeDisk, self: Partial<Holder> = {}) {
    this.#disk = disk
    this.#self = { host: os.hostname(), pid: process.pid, startedAtMs: Date.now(), ...self }
  }

  /** Moves the lock to another project, or to none. @returns false when the project is open elsewhere */
  async moveTo(project: string | null): Promise<boolean> {
    const wanted = project === null ? null : lockOf(project)
    if (wanted === this.#held) return true
    await this.release()
    if (wanted === null) return true
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

  async release(): Promise<void> {
    const held = this.#held
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

export const lockOf = (project: string): string => path.join(path.dirname(project), `.~${path.basename(project)}.lock`)

/** Whether a process of this computer runs, whoever owns it. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return errnoOf(error) === 'EPERM'
  }
}
