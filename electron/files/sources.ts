import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import path from 'node:path'
import { z } from 'zod'
import type { Response } from '../contract.ts'
import { folderName } from './folder-name.ts'
import { JsonFile } from './json-file.ts'

const MOST_MODELS = 500
const MOST_FOLDERS = 100
const MOST_PROGRAMS = 100

const Memory = z.object({
  /** Where the file of these bytes lay, and how it looked. */
  models: z.array(z.object({ sha256: z.string(), path: z.string(), sizeBytes: z.number(), mtimeMs: z.number() })),
  /** Where the textures lie that models of a folder name. */
  textures: z.array(z.object({ id: z.string(), models: z.string(), folder: z.string() })),
  /** What was answered about files of a program. */
  programs: z.array(z.object({ app: z.string(), metresPerUnit: z.number().optional(), up: z.enum(['y', 'z']).optional() })),
})
type Memory = z.infer<typeof Memory>
type Program = Memory['programs'][number]

/**
 * What Atrium remembers about models from elsewhere, on this computer alone: projects hold no paths. The newest first; what is old is forgotten.
 */
export class Sources {
  readonly #file: JsonFile<Memory>
  /** Of files as they look now, so that a large one is not read again at every look. */
  readonly #hashes = new Map<string, { readonly sizeBytes: number; readonly mtimeMs: number; readonly sha256: string }>()

  /** @param onLost  told when it cannot be written; it then holds until Atrium ends */
  constructor(filePath: string, onLost?: (error: unknown) => void) {
    this.#file = new JsonFile(filePath, Memory, { models: [], textures: [], programs: [] }, onLost)
  }

  /** The file was read, and these were its bytes. What it held before is known on: undo leads back to it. */
  async keep(sha256: string, filePath: string): Promise<void> {
    const seen = await seenAt(filePath)
    if (seen === null) return
    await this.#update('models', MOST_MODELS, { sha256, path: filePath, ...seen }, (other) => other.sha256 === sha256)
  }

  /** Where the file of these bytes lay last, and lies still, changed or not; null: nobody knows. */
  async pathOf(sha256: string): Promise<string | null> {
    const found = (await this.#file.read()).models.find((model) => model.sha256 === sha256)
    return found !== undefined && (await seenAt(found.path)) !== null ? found.path : null
  }

  /** Of these files, those with other bytes now, and with which. What is gone or unreadable has not changed. */
  async changed(sha256s: readonly string[]): Promise<Response<'source:look'>> {
    const { models } = await this.#file.read()
    const wanted = models.filter(({ sha256 }) => sha256s.includes(sha256))
    const looked = await Promise.all(wanted.map(async (model) => {
      const now = await seenAt(model.path)
      if (now === null || (now.sizeBytes === model.sizeBytes && now.mtimeMs === model.mtimeMs)) return []
      const sha256 = await this.#hashOf(model.path, now).catch(() => model.sha256)
      return sha256 === model.sha256 ? [] : [{ sha256: model.sha256, now: sha256, name: path.basename(model.path), folder: folderName(model.path, wanted.map((other) => other.path).filter((other) => path.basename(other) === path.basename(model.path))) }]
    }))
    return looked.flat()
  }

  async #hashOf(filePath: string, seen: { readonly sizeBytes: number; readonly mtimeMs: number }): Promise<string> {
    const known = this.#hashes.get(filePath)
    if (known?.sizeBytes === seen.sizeBytes && known.mtimeMs === seen.mtimeMs) return known.sha256
    const hash = createHash('sha256')
    for await (const chunk of createReadStream(filePath, { highWaterMark: 1 << 20 })) hash.update(chunk as Uint8Array)
    const sha256 = hash.digest('hex')
    this.#hashes.set(filePath, { ...seen, sha256 })
    return sha256
  }

  /** The folder that was chosen for textures of a model, or of its neighbours; null: none. `id`: as an earlier answer named it. */
  async texturesOf(modelPath: string, id?: string): Promise<{ readonly id: string; readonly folder: string } | null> {
    const { textures } = await this.#file.read()
    const own = textures.find((known) => known.models === path.dirname(modelPath)) ?? (id === undefined ? undefined : textures.find((known) => known.id === id))
    return own === undefined ? null : { id: own.id, folder: own.folder }
  }

  /** @returns what a project may call the folder */
  async keepTextures(modelPath: string, folder: string): Promise<string> {
    const models = path.dirname(modelPath)
    const id = createHash('sha256').update(folder).digest('hex').slice(0, 32)
    await this.#update('textures', MOST_FOLDERS, { id, models, folder }, (other) => other.models === models)
    return id
  }

  /** What was answered last about files of a program. */
  async answersOf(app: string): Promise<Omit<Program, 'app'> | null> {
    const found = (await this.#file.read()).programs.find((program) => program.app === app)
    if (found === undefined) return null
    const { app: _app, ...answers } = found
    return answers
  }

  async keepAnswers(program: Program): Promise<void> {
    const before = await this.answersOf(program.app)
    await this.#update('programs', MOST_PROGRAMS, { ...before, ...program }, ({ app }) => app === program.app)
  }

  #update<L extends keyof Memory>(list: L, most: number, entry: Memory[L][number], isOld: (entry: Memory[L][number]) => boolean): Promise<void> {
    return this.#file.update((memory) => ({ ...memory, [list]: [entry, ...memory[list].filter((other) => !isOld(other))].slice(0, most) }))
  }
}

const seenAt = (filePath: string): Promise<{ readonly sizeBytes: number; readonly mtimeMs: number } | null> =>
  stat(filePath).then((status) => (status.isFile() ? { sizeBytes: status.size, mtimeMs: status.mtimeMs } : null), () => null)
