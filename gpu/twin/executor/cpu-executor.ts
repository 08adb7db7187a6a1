import { EngineError } from '../../device/error.ts'
import { bytesPerTexel, type Executor, type ExecutorBuffer, type ExecutorKernel, type ExecutorResources, type ExecutorTexture } from './executor.ts'
import type { FromWorker, SharedTexture, ToWorker, WorkerPort } from './worker-protocol.ts'

/** Parts per worker and dispatch: enough that no core waits long for the last one. */
const PARTS_PER_WORKER = 8

interface Waiting { readonly left: Set<WorkerPort>; resolve(): void; reject(error: Error): void }

/** An executor of this computer's cores. */
export interface CpuExecutor extends Executor {
  readonly kind: 'cpu'
  readonly threads: number
  /** A thread broke down: nothing that is dispatched will be done any more. */
  readonly isBroken: boolean
  /** Memory that somebody else owns and writes, as a resource; the same memory gives the same resource. */
  adopt(memory: SharedArrayBuffer): ExecutorBuffer
  adoptTexture(texture: SharedTexture): ExecutorTexture
}

/**
 * Runs kernels on the CPU: workers share the buffers' memory and take parts of a dispatch until none is left.
 *
 * @param createWorker  starts worker.ts; SharedArrayBuffer needs a page that is cross-origin isolated
 * @param count  how many, usually navigator.hardwareConcurrency
 * @throws EngineError `gpu-kernel` when one of them cannot be started; the others are ended
 */
export async function createCpuExecutor(createWorker: () => WorkerPort, count: number): Promise<CpuExecutor> {
  const workers = Array.from({ length: count }, createWorker)
  const waiting = new Map<string, Waiting>()
  let broken: EngineError | null = null
  /** Resolves when every worker has given the answer of this key. */
  const everyone = (key: string): Promise<void> => new Promise((resolve, reject) => {
    if (broken === null) waiting.set(key, { left: new Set(workers), resolve, reject })
    else reject(broken)
  })
  /** Nothing that is waited for will come. */
  function fail(message: string): void {
    const error = new EngineError('gpu-kernel', message)
    for (const each of waiting.values()) each.reject(error)
    waiting.clear()
    broken = error
  }
  for (const worker of workers) {
    worker.onmessage = ({ data }) => hear(waiting, worker, data)
    worker.onerror = ({ message }) => fail(`a thread of the twin broke down${message === undefined || message === '' ? '' : `: ${message}`}`)
  }
  const terminate = (): void => { for (const worker of workers) worker.terminate() }
  await everyone('ready').catch((error: unknown) => {
    terminate()
    throw error
  })
  const tell = (message: ToWorker) => { for (const worker of workers) worker.postMessage(message) }
  const memories = new WeakMap<object, SharedArrayBuffer | SharedTexture>()
  const adopted = new WeakMap<object, ExecutorBuffer & ExecutorTexture>()
  let nextId = 0
  let last: Promise<void> = Promise.resolve()

  function bind(name: string, constants: Readonly<Record<string, number>>, resources: ExecutorResources) {
    const id = nextId++
    const shared = Object.fromEntries(Object.entries(resources).map(([key, buffer]) => [key, memories.get(buffer) ?? missing(key)]))
    const bound = everyone(`bound ${id}`)
    tell({ type: 'bind', id, kernel: name, resources: shared, constants })
    return { id, resources, bound }
  }

  function adopt(memory: SharedArrayBuffer | SharedTexture): ExecutorBuffer & ExecutorTexture {
    const known = adopted.get(memory)
    if (known !== undefined) return known
    const isTexture = 'levels' in memory
    const bytes = isTexture ? memory.levels[0] : memory
    const { write, read } = accessTo(bytes, bytes.byteLength, () => last)
    const { format, width, height } = isTexture ? memory : { format: '', width: 0, height: 0 }
    const resource = { sizeBytes: bytes.byteLength, format: format as GPUTextureFormat, width, height, write, read, dispose() {} }
    memories.set(resource, memory)
    adopted.set(memory, resource)
    return resource
  }

  return {
    kind: 'cpu',
    threads: count,
    get isBroken() { return broken !== null },
    adopt,
    adoptTexture: adopt,
    buffer(_label, data) {
      const sizeBytes = typeof data === 'number' ? data : data.byteLength
      const { memory, write, read } = sharedMemory(sizeBytes, () => last)
      const buffer: ExecutorBuffer = { sizeBytes, write, read, dispose() {} }
      if (typeof data !== 'number') buffer.write(data)
      memories.set(buffer, memory)
      return buffer
    },
    texture(_label, format, width, height, layers = 1) {
      const { memory, write, read } = sharedMemory(width * height * layers * bytesPerTexel(format), () => last)
      const texture = { format, width, height, write: (data: ArrayBufferView) => write(data), read, dispose() {} }
      memories.set(texture, { format, width, height, layers, levels: [memory] })
      return texture
    },
    async kernel(name, constants = {}): Promise<ExecutorKernel> {
      let binding: ReturnType<typeof bind> | null = null
      const run = async (resources: ExecutorResources, size: [number, number, number]) => {
        // Bound anew only when something else is bound: the same buffers serve many dispatches.
        if (binding === null || !sameResources(binding.resources, resources)) {
          if (binding !== null) tell({ type: 'forget', id: binding.id })
          binding = bind(name, constants, resources)
        }
        const { id, bound } = binding
        try {
          await bound
        } catch (error) {
          binding = null
          throw error
        }
        const run = nextId++
        const done = everyone(`done ${run}`)
        const partSize = Math.max(1, Math.ceil((size[0] * size[1] * size[2]) / (count * PARTS_PER_WORKER)))
        tell({ type: 'run', id, run, next: new SharedArrayBuffer(4), partSize, count: size })
        await done
      }
      return {
        dispatch(resources, x, y = 1, z = 1) {
          last = last.catch(() => {}).then(() => run(resources, [x, y, z]))
          return last
        },
      }
    },
    dispose() {
      terminate()
      fail('the executor was disposed')
    },
  }
}

/** Memory that workers see; read when all work before is done. */
function sharedMemory(sizeBytes: number, work: () => Promise<void>) {
  const memory = new SharedArrayBuffer(Math.max(16, Math.ceil(sizeBytes / 16) * 16))
  return { memory, ...accessTo(memory, sizeBytes, work) }
}

function accessTo(memory: SharedArrayBuffer, sizeBytes: number, work: () => Promise<void>) {
  return {
    write: (view: ArrayBufferView, byteOffset = 0): void =>
      new Uint8Array(memory).set(new Uint8Array(view.buffer, view.byteOffset, view.byteLength), byteOffset),
    read: async (): Promise<ArrayBuffer> => {
      await work().catch(() => {})
      return Uint8Array.from(new Uint8Array(memory, 0, Math.ceil(sizeBytes / 4) * 4)).buffer
    },
  }
}

function hear(waiting: Map<string, Waiting>, worker: WorkerPort, message: FromWorker): void {
  if (message.type === 'failed') {
    const key = message.run === null ? `bound ${message.id}` : `done ${message.run}`
    waiting.get(key)?.reject(new EngineError('gpu-kernel', message.message))
    waiting.delete(key)
    return
  }
  const key = message.type === 'ready' ? 'ready' : message.type === 'bound' ? `bound ${message.id}` : `done ${message.run}`
  const all = waiting.get(key)
  if (all === undefined) return
  all.left.delete(worker)
  if (all.left.size > 0) return
  waiting.delete(key)
  all.resolve()
}

function sameResources(a: ExecutorResources, b: ExecutorResources): boolean {
  const keys = Object.keys(a)
  return keys.length === Object.keys(b).length && keys.every((key) => a[key] === b[key])
}

function missing(key: string): never {
  throw new EngineError('gpu-kernel', `${key} is not a resource of this executor`, { binding: key })
}
