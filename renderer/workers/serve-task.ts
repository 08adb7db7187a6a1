import { AtriumError, detailOf, toAtriumError } from '../errors/atrium-error.ts'
import type { FromWorker, ToWorker } from './task-protocol.ts'

/** The part of a worker's global scope that we use; the page's types do not know it. */
interface WorkerScope {
  postMessage(message: unknown, transfer: Transferable[]): void
  addEventListener(type: 'message', listener: (event: MessageEvent<ToWorker>) => void): void
}

export interface TaskContext {
  readonly onProgress: (fraction: number) => void
  /** What it does now; told at once. */
  readonly onStage: (stage: string) => void
  /** Asks the page; throws the AtriumError it answers with. */
  readonly ask: (question: string) => Promise<Uint8Array<ArrayBuffer>>
}

/** At most this often is progress told. */
const PROGRESS_MS = 50

/** Makes this worker do one task. `run` returns the result and the buffers that move to the page with it. */
export function serveTask<Request, Result>(run: (request: Request, context: TaskContext) => Promise<{ result: Result; transfer: Transferable[] }>): void {
  const scope = globalThis as unknown as WorkerScope
  const waiting = new Map<number, (answer: Extract<ToWorker, { kind: 'answer' }>) => void>()
  const send = (message: FromWorker<Result>, transfer: Transferable[] = []): void => scope.postMessage(message, transfer)
  let count = 0
  let toldAt = -Infinity
  const context: TaskContext = {
    onProgress: (fraction) => {
      if (performance.now() - toldAt < PROGRESS_MS) return
      toldAt = performance.now()
      send({ kind: 'progress', fraction })
    },
    onStage: (stage) => send({ kind: 'stage', stage }),
    ask: (question) =>
      new Promise((resolve, reject) => {
        const id = ++count
        waiting.set(id, (answer) => (answer.ok ? resolve(answer.bytes) : reject(new AtriumError(answer.code, answer.detail))))
        send({ kind: 'ask', id, question })
      }),
  }
  scope.addEventListener('message', ({ data }) => {
    if (data.kind === 'answer') waiting.get(data.id)?.(data)
    else {
      // What it throws before its first promise fails like the rest.
      new Promise<{ result: Result; transfer: Transferable[] }>((resolve) => resolve(run(data.request as Request, context))).then(
        ({ result, transfer }) => send({ kind: 'done', result }, transfer),
        (error: unknown) => {
          const known = toAtriumError(error)
          const { code, format } = known
          send({ kind: 'failed', code, detail: detailOf(known), ...(format !== undefined && { format }) })
        },
      )
    }
  })
}
