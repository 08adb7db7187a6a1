import { Worker } from 'node:worker_threads'
import type { WorkerPort } from '../twin/executor/worker-protocol.ts'

/** @param file  a bundled worker of gpu/twin/executor; it runs in a thread of Node, with the few globals of a web worker */
export function startWorker(file: string): WorkerPort {
  const worker = new Worker(`
    const { parentPort } = require('node:worker_threads')
    globalThis.self = globalThis
    globalThis.postMessage = (message) => parentPort.postMessage(message)
    parentPort.on('message', (data) => globalThis.onmessage({ data }))
    import(${JSON.stringify(file)})`, { eval: true })
  const port: WorkerPort = { postMessage: (message) => worker.postMessage(message), onmessage: null, onerror: null, terminate: () => void worker.terminate() }
  worker.on('message', (data) => port.onmessage?.({ data }))
  worker.on('error', (error) => port.onerror?.({ message: error.message }))
  return port
}
