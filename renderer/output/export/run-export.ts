import { AtriumError, toAtriumError } from '../../errors/atrium-error.ts'
import type { ExportRequest, FromExportWorker, ToExportWorker } from '../export-protocol.ts'

/** Where a worker's chunks go. */
export interface ExportTarget {
  put(at: number, bytes: Uint8Array<ArrayBuffer>): Promise<void>
  /** All of it is there. */
  commit(sizeBytes: number): Promise<void>
  discard(): Promise<void>
}

export interface ExportWatch {
  readonly signal: AbortSignal
  readonly onProgress: (share: number) => void
  /** How long the processor's cores will denoise. Left out: nobody asks. */
  readonly onDenoising?: (seconds: number) => void
  readonly onPreview: (picture: { readonly width: number; readonly height: number; readonly rgba: Uint8ClampedArray<ArrayBuffer> }) => void
  /** From now on it cannot be cancelled. */
  readonly onCommit: () => void
}

const createExportWorker = (): Worker => new Worker(new URL('./export.worker.ts', import.meta.url), { type: 'module', name: 'export' })

/**
 * Makes a picture or a clip in a worker of its own, which dies with it: cancelling ends it whatever it is doing, and nothing is left of it.
 *
 * @throws AtriumError what it failed of, or `cancelled`
 */
export async function runExport(request: ExportRequest, target: ExportTarget, { signal, onProgress, onDenoising, onPreview, onCommit }: ExportWatch, createWorker = createExportWorker): Promise<number> {
  const worker = createWorker()
  try {
    const sizeBytes = await new Promise<number>((resolve, reject) => {
      const cancel = (): void => reject(new AtriumError('cancelled', 'Cancelled.'))
      if (signal.aborted) cancel()
      signal.addEventListener('abort', cancel)
      worker.addEventListener('error', (event) => reject(new AtriumError('internal', `The export's worker failed: ${event.message || 'it could not be started'}.`)))
      worker.addEventListener('messageerror', () => reject(new AtriumError('internal', 'A message of the export could not be read.')))
      worker.addEventListener('message', ({ data }: MessageEvent<FromExportWorker>) => {
        switch (data.kind) {
          case 'progress': return onProgress(data.share)
          case 'denoising': return onDenoising?.(data.seconds)
          case 'preview': return onPreview(data)
          case 'chunk': return void target.put(data.at, data.bytes).then(() => worker.postMessage({ kind: 'written' } satisfies ToExportWorker), reject)
          case 'done': return resolve(data.sizeBytes)
          default: return reject(new AtriumError(data.code, data.detail))
        }
      })
      worker.postMessage({ kind: 'start', request } satisfies ToExportWorker)
    })
    onCommit()
    await target.commit(sizeBytes)
    return sizeBytes
  } catch (error) {
    worker.terminate()
    await target.discard().catch(() => {})
    throw toAtriumError(error)
  } finally {
    worker.terminate()
  }
}
