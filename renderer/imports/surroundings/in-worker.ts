import type { EnvironmentImage } from '../../../gpu/index.ts'
import { AtriumError } from '../../errors/atrium-error.ts'
import { runTask, type TaskOptions } from '../../workers/run-task.ts'
import type { SurroundingsRequest } from './decode.worker.ts'

const createWorker = (): Worker => new Worker(new URL('./decode.worker.ts', import.meta.url), { type: 'module', name: 'surroundings' })

/** Decodes an image of the surroundings in a worker, which is killed when it takes too long; the bytes stay. Throws what `decodeSphere` throws. */
export function decodeInWorker(request: SurroundingsRequest, options: Pick<TaskOptions, 'signal'> = {}): Promise<EnvironmentImage> {
  const onSilence = (): AtriumError => new AtriumError('surroundings-invalid', 'decoding it took too long')
  return runTask<EnvironmentImage>(createWorker, request, { ...options, limitMs: 120_000, onSilence })
}
