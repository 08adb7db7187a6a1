import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { Worker } from 'node:worker_threads'
import { build } from 'vite'
import { twinPlugin } from '../../build/twin-plugin.ts'
import type { WorkerPort } from '../twin/executor/worker-protocol.ts'

/** A bundled worker for threads of Node. */
export interface WorkerBundle {
  start(): WorkerPort
  /** Removes the bundle. */
  dispose(): Promise<void>
}

/** @param entry  a file of gpu/twin/executor that serves kernels */
export async function bundleWorker(entry: 'worker.ts' | 'frame-worker.ts'): Promise<WorkerBundle> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'atrium-cpu-'))
  await build({
    configFile: false, logLevel: 'error', plugins: [twinPlugin()], root: path.resolve(import.meta.dirname, '../..'),
    build: { outDir: folder, minify: true, ssr: path.join(import.meta.dirname, '../twin/executor', entry), rollupOptions: { output: { entryFileNames: 'worker.mjs', chunkFileNames: '[name]-[hash].mjs' } } },
  })
  return { start: () => startWorker(path.join(folder, 'worker.mjs')), dispose: () => rm(folder, { recursive: true }) }
}

/** The bundled worker in a thread of Node, with the few globals of a web worker. */
function startWorker(file: string): WorkerPort {
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
