import { createHash, randomBytes } from 'node:crypto'
import { constants } from 'node:fs'
import path from 'node:path'
import { type Disk, makeFolder, privateDisk, syncFolder } from '../files/disk.ts'

export const MAX_VERSIONS = 5
const VERSION_NAME = /^(\d{1,16})-([a-f0-9]{64})\.atrium$/

/** A saved state of a project, kept in the user's data folder. */
export interface Version {
  readonly path: string
  readonly savedAtMs: number
  readonly sha256: string
  readonly sizeBytes: number
}

/** The last saved states of every project, by the project's path. Keeping one never fails a save: the caller decides. */
export class Versions {
  readonly #folder: string
  readonly #disk: Disk

  constructor(folder: string, disk: Disk = privateDisk) {
    this.#folder = folder
    this.#disk = disk
  }

  /** Newest first. */
  async list(project: string): Promise<Version[]> {
    const folder = this.#folderOf(project)
    const names = await this.#disk.readdir(folder).catch(() => [])
    const versions = await Promise.all(
      names.map(async (name): Promise<Version[]> => {
        const [, savedAtMs, sha256] = VERSION_NAME.exec(name) ?? []
        const file = path.join(folder, name)
        const status = savedAtMs === undefined ? null : await this.#disk.stat(file).catch(() => null)
        return status === null ? [] : [{ path: file, savedAtMs: Number(savedAtMs), sha256, sizeBytes: status.size }]
      }),
    )
    return versions.flat().sort((a, b) => b.savedAtMs - a.savedAtMs)
  }

  /** Keeps the project file as it stands; one content is kept once, with the time it was saved last. */
  async keep(project: string, sha256: string, savedAtMs: number): Promise<void> {
    const folder = this.#folderOf(project)
    const versions = await this.list(project)
    const same = versions.find((version) => version.sha256 === sha256)
    const target = path.join(folder, `${Math.trunc(savedAtMs)}-${sha256}.atrium`)
    if (same === undefined) {
      await makeFolder(this.#disk, folder, path.dirname(this.#folder))
      // Copies that a kill interrupted.
      for (const name of await this.#disk.readdir(folder)) if (name.endsWith('.tmp')) await this.#disk.rm(path.join(folder, name), { force: true })
      await this.#copy(project, target)
    } else if (same.path !== target) {
      await this.#disk.rename(same.path, target)
    }
    await syncFolder(this.#disk, folder)
    for (const old of (await this.list(project)).slice(MAX_VERSIONS)) await this.#disk.rm(old.path, { force: true })
  }

  async #copy(from: string, to: string): Promise<void> {
    const temporary = `${to}.${randomBytes(4).toString('hex')}.tmp`
    try {
      // File systems that can share blocks between files do.
      await this.#disk.copyFile(from, temporary, constants.COPYFILE_FICLONE)
      const file = await this.#disk.open(temporary, 'r+')
      try {
        await file.sync()
      } finally {
        await file.close()
      }
      await this.#disk.rename(temporary, to)
    } catch (error) {
      await this.#disk.rm(temporary, { force: true }).catch(() => {})
      throw error
    }
  }

  #folderOf(project: string): string {
    return path.join(this.#folder, createHash('sha256').update(project).digest('hex').slice(0, 32))
  }
}
