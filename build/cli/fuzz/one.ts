import { Failure } from '../../../electron/failure.ts'
import { AtriumError } from '../../../renderer/errors/atrium-error.ts'
import { seededRandom } from '../torture/steps.ts'
import { MainProcess } from './main-process.ts'
import { gltfCorpus } from './gltf-corpus.ts'
import { type ModelInput, formatCorpus, modelCorpus, mutateModel, openModel, pickModel } from './models.ts'
import { openPicture, pictureCorpus } from './picture-corpus.ts'
import { below, mutateBytes } from './mutate.ts'
import type { FuzzKind } from './options.ts'
import type { Outcome } from './outcome.ts'
import { journalCorpus, mutateJournal, mutateProject, openJournal, openProject, projectCorpus } from './projects.ts'

/** Every kind of input in turn; models have the most ways to be wrong. */
export const TARGETS = ['model', 'project', 'model', 'journal', 'request', 'model', 'address', 'project', 'model', 'request'] as const

/** Makes and tries inputs by number: the same seed and number are the same input, always. */
export class Fuzzer {
  /** Told the input that is tried, before it is: what hangs can be kept. */
  readonly #onInput: (name: string, bytes: Uint8Array) => void
  readonly #seed: number
  readonly #kind: FuzzKind
  readonly #models: readonly ModelInput[]
  readonly #project: Awaited<ReturnType<typeof projectCorpus>>
  readonly #journal = journalCorpus()
  readonly #formats: readonly ModelInput[]
  readonly #main: MainProcess

  private constructor(seed: number, kind: FuzzKind, formats: readonly ModelInput[], models: readonly ModelInput[], project: Awaited<ReturnType<typeof projectCorpus>>, main: MainProcess, onInput: (name: string, bytes: Uint8Array) => void) {
    this.#onInput = onInput
    this.#seed = seed
    this.#kind = kind
    this.#models = models
    this.#formats = formats
    this.#project = project
    this.#main = main
  }

  /** @param kind  'formats', 'gltf', 'pictures': files of every format, way of glTF, or format of pictures, each in turn */
  static async create(seed: number, kind: FuzzKind = 'all', onInput: (name: string, bytes: Uint8Array) => void = () => {}): Promise<Fuzzer> {
    return new Fuzzer(seed, kind, kind === 'formats' ? await formatCorpus() : kind === 'gltf' ? await gltfCorpus() : kind === 'pictures' ? await pictureCorpus() : [], await modelCorpus(), await projectCorpus(), await MainProcess.create(), onInput)
  }

  dispose(): Promise<void> {
    return this.#main.dispose()
  }

  async try(index: number): Promise<Outcome> {
    const target = this.#formats.length > 0 ? 'format' : TARGETS[index % TARGETS.length]
    const told = target === 'format' ? this.#formats[index % this.#formats.length].name : target
    const outcome = (result: string, detail = ''): Outcome => ({ index, target: told, result, detail })
    try {
      await this.#open(target, index)
      return outcome('accepted')
    } catch (error) {
      if (error instanceof AtriumError && error.code !== 'internal') {
        // Our own refusals are made where the fault is seen; a wrapped one says what its cause said.
        const borrowed = error.cause instanceof Error && error.detail.includes(error.cause.message) && /^[A-Za-z]*Error:/.test(error.detail)
        return { ...outcome(error.code, error.detail), borrowed }
      }
      if (error instanceof Failure) return outcome(error.code, error.message)
      return outcome('crash', error instanceof Error ? (error.stack ?? error.message).slice(0, 1500) : String(error))
    }
  }

  async #open(target: (typeof TARGETS)[number] | 'format', index: number): Promise<void> {
    const random = seededRandom(this.#seed * 1_000_003 + index)
    // The first numbers of similar seeds are similar.
    for (let i = below(random, 4); i > 0; i--) random()
    if (target === 'format') {
      const model = this.#formats[index % this.#formats.length]
      // Damage that knows glTF changes values of its description, too.
      const damaged = this.#kind === 'gltf' ? mutateModel(random, model) : { ...model, bytes: mutateBytes(random, model.bytes) }
      this.#onInput(damaged.name, damaged.bytes)
      await (this.#kind === 'pictures' ? openPicture : openModel)(damaged)
    } else if (target === 'model') {
      const model = pickModel(random, this.#models)
      this.#onInput(model.name, model.bytes)
      await openModel(model)
    } else if (target === 'project') {
      const bytes = await mutateProject(random, this.#project)
      this.#onInput('project.atrium', bytes)
      await openProject(bytes)
    } else if (target === 'journal') {
      const bytes = mutateJournal(random, this.#journal)
      this.#onInput('journal', bytes)
      openJournal(bytes)
    } else await (target === 'request' ? this.#main.ask(random) : this.#main.fetch(random))
  }
}
