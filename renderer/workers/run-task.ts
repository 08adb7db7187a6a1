import { AtriumError } from '../errors/atrium-error.ts'
import type { FromWorker, ToWorker } from './task-protocol.ts'

export interface TaskOptions {
  readonly signal?: AbortSignal | undefined
  /** 0..1 */
  readonly onProgress?: ((fraction: number) => void) | undefined
  /** What the worker does now, by its own names. */
  readonly onStage?: ((stage: string) => void) | undefined
  /** Answers what the worker asks for while it works (a file beside the model). */
  readonly onAsk?: ((question: string) => Promise<Uint8Array<ArrayBuffer>>) | undefined
  /** Buffers that move to the worker instead of being copied. */
  readonly transfer?: Transferable[] | undefined
  /** The worker is killed when it has said nothing for so long. */
  readonly silenceMs?: number | undefined
  /** And when it has worked for so long, whatever it says. */
  readonly limitMs?: number | undefined
  /** What a silence, or a task, that long means. */
  readonly onSilence?: () => AtriumError
}

const SILENCE_MS = 300_000
const LIMIT_MS = 1_800_000

/**
 * Runs one task in a worker of its own, which dies with it: cancelling kills it whatever it is doing.
 *
 * @throws AtriumError what the task threw, `cancelled`, or `internal` when the worker could not run
 */
export function runTask<Result>(createWorker: () => Worker, request: unknown, options: TaskOptions = {}): Promise<Result> {
  const { signal, onProgress, onStage, onAsk, transfer = [], silenceMs = SILENCE_MS, limitMs = LIMIT_MS, onSilence } = options
  return new Promise((resolve, reject) => {
    if (signal?.aborted) {
      reject(new AtriumError('cancelled', 'Cancelled.'))
      return
    }
    const worker = createWorker()
    let timer: ReturnType<typeof setTimeout> | undefined
    let isOver = false
    const send = (message: ToWorker, moved: Transferable[] = []): void => worker.postMessage(message, moved)
    function end(settle: () => void): void {
      isOver = true
      clearTimeout(timer)
      clearTimeout(lastTimer)
      signal?.removeEventListener('abort', onAbort)
      worker.terminate()
      settle()
    }
    const giveUp = (): void => end(() => reject(onSilence?.() ?? new AtriumError('internal', 'The worker does not answer.')))
    function listen(): void {
      clearTimeout(timer)
      timer = setTimeout(giveUp, silenceMs)
    }
    const lastTimer = setTimeout(giveUp, limitMs)
    function onAbort(): void {
      end(() => reject(new AtriumError('cancelled', 'Cancelled.')))
    }
    signal?.addEventListener('abort', onAbort)
    worker.addEventListener('error', (event) => end(() => reject(new AtriumError('internal', `A worker failed: ${event.message || 'it could not be started'}.`))))
    worker.addEventListener('messageerror', () => end(() => reject(new AtriumError('internal', 'A message of a worker could not be read.'))))
    worker.addEventListener('message', ({ data }: MessageEvent<FromWorker<Result>>) => {
      listen()
      if (data.kind === 'progress') onProgress?.(data.fraction)
      else if (data.kind === 'stage') onStage?.(data.stage)
      else if (data.kind === 'done') end(() => resolve(data.result))
      else if (data.kind === 'failed') end(() => reject(new AtriumError(data.code, data.detail, { format: data.format })))
      else void answer(data.id, data.question)
    })
    async function answer(id: number, question: string): Promise<void> {
      try {
        if (onAsk === undefined) throw new AtriumError('model-missing-file', `“${question}” belongs to the model, but did not come with it.`)
        // It waits for us, or for somebody who thinks: that is no silence of its own.
        clearTimeout(timer)
        const bytes = await onAsk(question)
        send({ kind: 'answer', id, ok: true, bytes }, [bytes.buffer])
      } catch (error) {
        const { code, detail } = error instanceof AtriumError ? error : new AtriumError('internal', String(error))
        send({ kind: 'answer', id, ok: false, code, detail })
      } finally {
        if (!isOver) listen()
      }
    }
    listen()
    send({ kind: 'start', request }, transfer)
  })
}
