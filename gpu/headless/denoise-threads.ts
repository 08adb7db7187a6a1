import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads'
import { createDenoiseThread, createDenoiseThreads, type DenoisePort, type DenoiseThreads, type FromDenoiseThread, type ToDenoiseThread } from '../denoise/denoise-threads.ts'

/** What a thread that denoises is started with: a tool may have other threads. */
const ROLE = 'denoise'
export const isDenoiseThread = !isMainThread && workerData === ROLE

/** The computer's cores, as threads that run `file`: it calls serveDenoiseInThread() where it is such a thread. */
export function createNodeDenoiseThreads(file: URL, count: number): DenoiseThreads {
  return createDenoiseThreads(() => {
    const worker = new Worker(file, { workerData: ROLE })
    const port: DenoisePort = { postMessage: (message) => worker.postMessage(message), onmessage: null, onerror: null, terminate: () => void worker.terminate() }
    worker.on('message', (data: FromDenoiseThread) => port.onmessage?.({ data }))
    worker.on('error', (error) => port.onerror?.({ message: error.message }))
    return port
  }, count)
}

export function serveDenoiseInThread(): void {
  const answer = createDenoiseThread()
  parentPort!.on('message', (message: ToDenoiseThread) => parentPort!.postMessage(answer(message)))
}
