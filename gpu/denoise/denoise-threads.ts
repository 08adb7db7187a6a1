import { createRowWorker, type RowJob } from './row-jobs.ts'

/** To a thread: what it works on, then jobs of which it takes rows until none is left. */
export type ToDenoiseThread =
  | { readonly type: 'begin'; readonly bytes: Uint8Array<ArrayBuffer>; readonly memory: WebAssembly.Memory }
  | { readonly type: 'run'; readonly job: RowJob; readonly next: SharedArrayBuffer }

/** What a thread answers to each. */
export interface FromDenoiseThread { readonly error: string | null }

/** A worker of a page or of Node, or what a test puts in its place. It answers messages in their order. */
export interface DenoisePort {
  postMessage(message: ToDenoiseThread): void
  onmessage: ((event: { data: FromDenoiseThread }) => void) | null
  onerror: ((event: { readonly message?: string }) => void) | null
  terminate(): void
}

/** Threads that work on one memory together. */
export interface DenoiseThreads {
  begin(bytes: Uint8Array<ArrayBuffer>, memory: WebAssembly.Memory): Promise<void>
  /** All rows of it. */
  run(job: RowJob): Promise<void>
  dispose(): void
}

/** A thread's side: the answer to each message. */
export function createDenoiseThread(): (message: ToDenoiseThread) => FromDenoiseThread {
  let work: ReturnType<typeof createRowWorker> | null = null
  return (message) => {
    try {
      if (message.type === 'begin') work = createRowWorker(message.bytes, message.memory)
      else if (work === null) throw new Error('nothing was begun')
      else {
        const next = new Int32Array(message.next)
        for (let row = Atomics.add(next, 0, 1); row < message.job.output.height; row = Atomics.add(next, 0, 1)) work(message.job, row)
      }
      return { error: null }
    } catch (error) {
      return { error: error instanceof Error ? error.message : String(error) }
    }
  }
}

/** On the calling thread, at once: for tests. */
export function inlineDenoisePort(): DenoisePort {
  const answer = createDenoiseThread()
  const port: DenoisePort = {
    postMessage: (message) => port.onmessage?.({ data: answer(message) }),
    onmessage: null, onerror: null, terminate() {},
  }
  return port
}

/** @param count  how many threads */
export function createDenoiseThreads(start: () => DenoisePort, count: number): DenoiseThreads {
  const ports = Array.from({ length: count }, start)
  let broken: Error | null = null
  const waiting = new Set<(error: Error) => void>()
  function fail(error: Error): void {
    broken ??= error
    for (const reject of waiting) reject(broken)
    waiting.clear()
  }

  /** Every thread answers; no second question is asked before. */
  async function ask(message: ToDenoiseThread): Promise<void> {
    if (broken !== null) throw broken
    await new Promise<void>((resolve, reject) => {
      let left = ports.length
      waiting.add(reject)
      for (const port of ports) {
        port.onmessage = ({ data }) => {
          if (data.error !== null) fail(new Error(data.error))
          else if (--left === 0) {
            waiting.delete(reject)
            resolve()
          }
        }
        port.onerror = ({ message: why }) => fail(new Error(`A thread of the denoiser broke down: ${why ?? 'it could not be started'}`))
      }
      for (const port of ports) port.postMessage(message)
    })
  }

  return {
    begin: (bytes, memory) => ask({ type: 'begin', bytes, memory }),
    run: (job) => ask({ type: 'run', job, next: new SharedArrayBuffer(4) }),
    dispose() {
      for (const port of ports) port.terminate()
      fail(new Error('The denoiser was disposed.'))
    },
  }
}
