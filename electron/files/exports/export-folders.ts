import { randomBytes } from 'node:crypto'
import path from 'node:path'
import { Failure } from '../../failure.ts'
import { type Disk, nodeDisk } from '../disk.ts'
import { fileNameOf } from '../../batch-wire.ts'

/** Folders that the user chose for many pictures: a page knows each by a name without meaning, and only ever adds to it. */
export class ExportFolders {
  readonly #paths = new Map<string, string>()
  /** Files that are named but not there yet. */
  readonly #given = new Set<string>()
  readonly #disk: Pick<Disk, 'lstat'>

  constructor(disk: Pick<Disk, 'lstat'> = nodeDisk) {
    this.#disk = disk
  }

  add(folder: string): { id: string; name: string } {
    const id = randomBytes(16).toString('hex')
    this.#paths.set(id, folder)
    return { id, name: path.basename(folder) || folder }
  }

  /** A file in it that is not there yet: nothing is ever replaced. @throws Failure `handle-unknown` */
  async freeFile(id: string, name: string, extension: string): Promise<string> {
    const folder = this.#paths.get(id)
    if (folder === undefined) throw new Failure('handle-unknown', id)
    for (let n = 1; ; n++) {
      const file = path.join(folder, `${fileNameOf(name)}${n === 1 ? '' : ` ${n}`}.${extension}`)
      if (this.#given.has(file) || await this.#disk.lstat(file).then(() => true, () => false)) continue
      this.#given.add(file)
      return file
    }
  }
}
