import type { Spaces } from '../spaces/spaces.ts'
import { language } from '../../words/say.ts'
import { formatOf } from '../formats.ts'
import { timeLimits, tookTooLong } from '../bytes/limits.ts'
import { runTask, type TaskOptions } from '../../workers/run-task.ts'
import type { ImportReport } from '../doctor/report.ts'
import type { ImportRequest } from './import.worker.ts'
import type { ImportResult, ModelRequest } from './import-models.ts'
import type { LoadedAsset } from '../types.ts'

const createWorker = (): Worker => new Worker(new URL('./import.worker.ts', import.meta.url), { type: 'module', name: 'import' })

const run = (request: Omit<ImportRequest, 'language'>, options: TaskOptions): Promise<ImportResult> =>
  runTask<ImportResult>(createWorker, { ...request, language: language() }, { ...timeLimits(request.models.reduce((sum, { bytes }) => sum + bytes.byteLength, 0)), ...options, transfer: request.models.map(({ bytes }) => bytes.buffer), onSilence: () => tookTooLong(formatOf(request.models[0].name)?.name) })

/**
 * A model of the user's own, examined and treated: its pieces, the spaces found in it where it becomes a room, and what there is to say about
 * it. `bytes` move away. `onAsk` reads files beside it.
 */
export async function importExaminedInWorker(model: ModelRequest, findSpaces: boolean, options: TaskOptions = {}): Promise<{ asset: LoadedAsset; report: ImportReport; spaces: Spaces | null }> {
  const { assets, reports, spaces } = await run({ models: [{ ...model, examine: model.examine ?? {} }], findSpaces }, options)
  return { asset: assets[0], report: reports[0] as ImportReport, spaces }
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
