import { parentPort, Worker } from 'node:worker_threads'
import { compileMirror } from '../../gpu/mirror/compile.ts'
import { createMirrorExecutor, type MirrorExecutor } from '../../gpu/mirror/executor-mirror.ts'
import { instantiate } from '../../gpu/mirror/instantiate.ts'
import { SHIPPED_KERNELS } from '../../gpu/mirror/kernels.ts'
import { pieceOf } from '../../gpu/mirror/lex.ts'
import type { GeneratedModule } from '../../gpu/mirror/run.ts'
import { serveKernels } from '../../gpu/mirror/serve-kernels.ts'
import type { FromWorker, ToWorker, WorkerPort } from '../../gpu/mirror/worker-protocol.ts'

/** The computer's cores, as threads that run the very file that calls this. */
export function createThreads(file: URL, count: number): Promise<MirrorExecutor> {
  return createMirrorExecutor(() => {
    const worker = new Worker(file)
    const port: WorkerPort = { postMessage: (message) => worker.postMessage(message), onmessage: null, onerror: null, terminate: () => void worker.terminate() }
    worker.on('message', (data: FromWorker) => port.onmessage?.({ data }))
    worker.on('error', (error) => port.onerror?.({ message: error.message }))
    return port
  }, count)
}

/** What such a thread does: it compiles the path tracer when it is asked for. */
export function serveInThread(): void {
  const port = parentPort!
  const scope = globalThis as unknown as { self: unknown; postMessage: (message: FromWorker) => void; onmessage: ((event: { data: ToWorker }) => void) | null }
  scope.self = globalThis
  scope.postMessage = (message) => port.postMessage(message)
  port.on('message', (data: ToWorker) => scope.onmessage?.({ data }))
  const paths = SHIPPED_KERNELS.filter(({ name }) => name.startsWith('path-trace/') && name.endsWith('/fast'))
  serveKernels(Object.fromEntries(paths.map(({ name, entryPoint, pieces }): [string, () => Promise<GeneratedModule>] =>
    [name.slice(0, -'/fast'.length), () => Promise.resolve(instantiate(compileMirror(pieces.map(pieceOf), { entryPoint, largest: 30_000 })))])))
}
