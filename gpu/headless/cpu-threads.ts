import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads'
import { compileTwin } from '../twin/compiler/compile.ts'
import { createCpuExecutor, type CpuExecutor } from '../twin/executor/cpu-executor.ts'
import { instantiate } from '../twin/runtime/instantiate.ts'
import { SHIPPED_KERNELS } from '../shipped-kernels.ts'
import { pieceOf } from '../twin/compiler/lex.ts'
import type { GeneratedModule } from '../twin/runtime/run.ts'
import { serveKernels } from '../twin/executor/serve-kernels.ts'
import type { FromWorker, ToWorker, WorkerPort } from '../twin/executor/worker-protocol.ts'
import { createKernelCustomer, createKernelExchange, type FromExchange, type ToExchange } from './kernel-exchange.ts'

/** What a thread that serves kernels is started with: a tool may have other threads. */
const ROLE = 'kernels'
export const isKernelThread = !isMainThread && workerData === ROLE

const isOfExchange = <M extends { readonly type: string }>(message: M): message is Extract<M, FromExchange | ToExchange> => ['wanted', 'make', 'made'].includes(message.type)

/** The computer's cores, as threads that run `file`: it calls serveInThread() where it is a kernel thread. */
export function createThreads(file: URL, count: number): Promise<CpuExecutor> {
  const exchange = createKernelExchange()
  return createCpuExecutor(() => {
    const worker = new Worker(file, { workerData: ROLE })
    const port: WorkerPort = { postMessage: (message) => worker.postMessage(message), onmessage: null, onerror: null, terminate: () => void worker.terminate() }
    worker.on('message', (data: FromWorker | FromExchange) => {
      if (isOfExchange(data)) exchange(data, (answer) => worker.postMessage(answer))
      else port.onmessage?.({ data })
    })
    worker.on('error', (error) => port.onerror?.({ message: error.message }))
    return port
  }, count)
}

/** What such a thread does: kernels that trace pictures are compiled when they are asked for, each by one of the threads. */
export function serveInThread(): void {
  const port = parentPort!
  const scope = globalThis as unknown as { self: unknown; postMessage: (message: FromWorker) => void; onmessage: ((event: { data: ToWorker }) => void) | null }
  scope.self = globalThis
  scope.postMessage = (message) => port.postMessage(message)
  const paths = new Map(SHIPPED_KERNELS.filter(({ name }) => /^(?:path-trace|path-trace-lit|lit-trace|frame|frame-cached|hybrid|irradiance-cache)\/.*\/fast$/.test(name)).map((kernel) => [kernel.name.slice(0, -'/fast'.length), kernel]))
  const customer = createKernelCustomer((name) => {
    const { pieces, entryPoint } = paths.get(name)!
    return compileTwin(pieces.map(pieceOf), { entryPoint, largest: 30_000 })
  }, (message) => port.postMessage(message))
  port.on('message', (data: ToWorker | ToExchange) => {
    if (isOfExchange(data)) customer.hear(data)
    else scope.onmessage?.({ data })
  })
  serveKernels(Object.fromEntries([...paths.keys()].map((name): [string, () => Promise<GeneratedModule>] => [name, async () => instantiate(await customer.load(name))])))
}
