import { createWriteStream } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { Response } from './contract.ts'
import { Failure, fileFailure } from './failure.ts'
import type { Files } from './files/files.ts'

const RESULT_NAME = /^[a-z0-9][a-z0-9-]{0,60}\.(png|json|webm|mp4)$/
const PROJECT_NAME = 'room.atrium'

/** The unattended run: where its results go, and the files it is given. Null when none runs. */
export class Demo {
  readonly #folder: string
  readonly #model: string | null

  constructor(folder: string, model: string | null) {
    this.#folder = path.resolve(folder)
    this.#model = model
  }

  /** ATRIUM_DEMO names the folder, ATRIUM_DEMO_MODEL a room to use instead of the bundled sample. */
  static fromEnvironment(environment: NodeJS.ProcessEnv): Demo | null {
    const { ATRIUM_DEMO: folder, ATRIUM_DEMO_MODEL: model } = environment
    return folder ? new Demo(folder, model || null) : null
  }

  async info(files: Files): Promise<NonNullable<Response<'app:info'>['demo']>> {
    await mkdir(this.#folder, { recursive: true })
    const project = await files.openTarget(path.join(this.#folder, PROJECT_NAME))
    return { model: this.#model === null ? null : await files.open(this.#model), project }
  }

  /** Throws `request-invalid` for a name that is not plain `some-name.png`, `.json`, `.webm` or `.mp4`. */
  async put(name: string, body: AsyncIterable<Uint8Array>): Promise<void> {
    if (!RESULT_NAME.test(name)) throw new Failure('request-invalid', `not a name for a result: ${name}`)
    try {
      await mkdir(this.#folder, { recursive: true })
      await pipeline(body, createWriteStream(path.join(this.#folder, name)))
    } catch (error) {
      throw fileFailure(error, 'writing', name)
    }
  }
}
