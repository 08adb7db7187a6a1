import { createWriteStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import { formatOf, refusalOf } from '../../renderer/imports/formats.ts'
import type { FileHandle } from '../contract.ts'
import { Failure, fileFailure } from '../failure.ts'
import type { Files } from './files.ts'

/** Files that lie nowhere: from the clipboard, an e-mail, an archive. Each is kept in a folder of its own until Atrium ends. */
export class Pathless {
  readonly #folders = new Set<string>()

  /**
   * @param name  the file's own, without a folder; projects need a place of their own and are none of these
   * @throws Failure `request-invalid`, `file-unsupported`, `file-packed`, `model-foreign`, `disk-full`
   */
  async receive(files: Files, name: string, body: AsyncIterable<Uint8Array>): Promise<FileHandle> {
    if (name.length > 200 || name !== path.basename(name) || name.includes('\0') || name.includes('\\')) throw new Failure('request-invalid', 'not a name for a file')
    const kind = formatOf(name)?.kind
    if (kind === undefined || kind === 'project') throw new Failure(kind === undefined ? refusalOf(name) : 'file-unsupported', `${name} did not come as a file that Atrium opens`, { file: name })
    try {
      const folder = await mkdtemp(path.join(os.tmpdir(), 'atrium-came-'))
      this.#folders.add(folder)
      const file = path.join(folder, name)
      await pipeline(body, createWriteStream(file, { mode: 0o600 }))
      return await files.open(file)
    } catch (error) {
      throw fileFailure(error, 'writing', name)
    }
  }

  async dispose(): Promise<void> {
    await Promise.all([...this.#folders].map((folder) => rm(folder, { recursive: true, force: true })))
  }
}
