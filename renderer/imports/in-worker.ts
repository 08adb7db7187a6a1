import { AtriumError } from '../errors/atrium-error.ts'
import type { Spaces } from './spaces/spaces.ts'
import { language } from '../words/say.ts'
import { runTask, type TaskOptions } from '../workers/run-task.ts'
import type { ImportRequest, ImportResult, ModelRequest } from './import.worker.ts'
import type { LoadedAsset } from './types.ts'

const createWorker = (): Worker => new Worker(new URL('./import.worker.ts', import.meta.url), { type: 'module', name: 'import' })

const tooLong = (): AtriumError => new AtriumError('model-invalid', 'Reading the model took too long.')

const run = (request: Omit<ImportRequest, 'language'>, options: TaskOptions): Promise<ImportResult> =>
  runTask<ImportResult>(createWorker, { ...request, language: language() }, { ...options, transfer: request.models.map(({ bytes }) => bytes.buffer), onSilence: tooLong })

/** A model opened as a room: its pieces, and the spaces found in it. `bytes` move away. `onAsk` reads files beside it. */
export async function importRoomInWorker(name: string, bytes: Uint8Array<ArrayBuffer>, options: TaskOptions = {}): Promise<{ asset: LoadedAsset; spaces: Spaces }> {
  const { assets, spaces } = await run({ models: [{ name, bytes, pieces: 'objects' }], findSpaces: true }, options)
  return { asset: assets[0], spaces: spaces as Spaces }
}

/** Several models at once, in two workers, in the order given. */
export async function importInWorker(models: readonly ModelRequest[], options: TaskOptions = {}): Promise<readonly LoadedAsset[]> {
  if (models.length === 0) return []
  const half = models.length < 3 ? models.length : Math.ceil(models.length / 2)
  const groups = [models.slice(0, half), models.slice(half)].filter((group) => group.length > 0)
  const fractions = groups.map(() => 0)
  const stop = new AbortController()
  const signal = options.signal === undefined ? stop.signal : AbortSignal.any([options.signal, stop.signal])
  try {
    const results = await Promise.all(
      groups.map((group, i) => {
        const onProgress = (fraction: number): void => {
          fractions[i] = fraction
          options.onProgress?.(fractions.reduce((sum, value) => sum + value, 0) / groups.length)
        }
        return run({ models: group, findSpaces: false }, { ...options, signal, onProgress })
      }),
    )
    return results.flatMap(({ assets }) => assets)
  } finally {
    // The first failure ends the other worker too.
    stop.abort()
  }
}
