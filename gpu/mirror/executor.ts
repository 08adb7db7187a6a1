import { readBuffer } from '../buffers/buffer.ts'
import { EngineError } from '../device/error.ts'
import { createKernel, type Resource } from '../kernels/kernel.ts'
import { pieceOf } from './lex.ts'
import { parseModule } from './parse.ts'

/** Bytes that kernels read and write, wherever they run. */
export interface ExecutorBuffer {
  readonly sizeBytes: number
  write(data: ArrayBufferView, byteOffset?: number): void
  /** A copy of what is there when all work dispatched so far is done. */
  read(): Promise<ArrayBuffer>
  dispose(): void
}

/** What is bound to a kernel, by WGSL names. */
export type ExecutorResources = Readonly<Record<string, ExecutorBuffer>>

/** A kernel that runs where its executor does. */
export interface ExecutorKernel {
  /**
   * Runs a grid of workgroups; dispatches of one executor run one after another.
   *
   * @throws EngineError `gpu-kernel` when a resource is missing or unknown
   */
  dispatch(resources: ExecutorResources, x: number, y?: number, z?: number): Promise<void>
}

/** Where kernels run: the GPU, or this computer's cores through the mirror. Callers cannot tell but by `kind` and by the clock. */
export interface Executor {
  readonly kind: 'gpu' | 'mirror'
  /** @param data  first contents, or a size in bytes of zeros */
  buffer(label: string, data: ArrayBufferView | number): ExecutorBuffer
  /** @param name  of a kernel in kernels.ts, without its mode: `trace/uber/standard-8` */
  kernel(name: string, constants?: Readonly<Record<string, number>>): Promise<ExecutorKernel>
  dispose(): void
}

/** What the GPU executor needs of kernels.ts, which the caller imports: it holds the text of every kernel. */
export interface KernelText { readonly name: string; readonly entryPoint: string; readonly pieces: readonly string[] }

/** Runs kernels over buffers on a device. Kernels that bind textures are the passes' own business. */
export function createGpuExecutor(device: GPUDevice, kernels: readonly KernelText[]): Executor {
  const owned = new Set<GPUBuffer>()
  const buffers = new WeakMap<ExecutorBuffer, GPUBuffer>()
  return {
    kind: 'gpu',
    buffer(label, data) {
      const sizeBytes = typeof data === 'number' ? data : data.byteLength
      // Uniform or storage: the kernel decides.
      const { STORAGE, UNIFORM, COPY_SRC, COPY_DST } = GPUBufferUsage
      const gpu = device.createBuffer({ label, size: Math.max(16, Math.ceil(sizeBytes / 16) * 16), usage: STORAGE | UNIFORM | COPY_SRC | COPY_DST })
      owned.add(gpu)
      const buffer: ExecutorBuffer = {
        sizeBytes,
        write: (view, byteOffset = 0) => device.queue.writeBuffer(gpu, byteOffset, view.buffer as ArrayBuffer, view.byteOffset, view.byteLength),
        read: () => readBuffer(device, gpu, 0, Math.ceil(sizeBytes / 4) * 4),
        dispose() {
          owned.delete(gpu)
          gpu.destroy()
        },
      }
      if (typeof data !== 'number') buffer.write(data)
      buffers.set(buffer, gpu)
      return buffer
    },
    async kernel(name, constants) {
      const text = kernels.find((kernel) => kernel.name === `${name}/fast`)
      if (text === undefined) throw new EngineError('gpu-kernel', `there is no kernel ${name}`, { kernel: name })
      const kernel = await createKernel(device, text.entryPoint, text.pieces, constants)
      const groups = groupsOf(text.pieces)
      return {
        async dispatch(resources, x, y = 1, z = 1) {
          const unknown = Object.keys(resources).find((key) => !groups.flat().includes(key))
          if (unknown !== undefined) throw new EngineError('gpu-kernel', `${name}: it has no binding ${unknown}`, { kernel: name })
          const bound = groups.map((names, group) => kernel.bind(group, Object.fromEntries(names.flatMap((key) => {
            const buffer = resources[key] === undefined ? undefined : buffers.get(resources[key])
            return buffer === undefined ? [] : [[key, buffer satisfies Resource]]
          }))))
          const encoder = device.createCommandEncoder({ label: name })
          const pass = encoder.beginComputePass({ label: name })
          kernel.dispatch(pass, bound, x, y, z)
          pass.end()
          device.queue.submit([encoder.finish()])
          await device.queue.onSubmittedWorkDone()
        },
      }
    },
    dispose: () => owned.forEach((buffer) => buffer.destroy()),
  }
}

/** Names of the bindings of each group. */
function groupsOf(pieces: readonly string[]): string[][] {
  const groups: string[][] = []
  for (const declaration of parseModule([...new Set(pieces)].map(pieceOf)).declarations.values()) {
    const group = declaration.kind === 'global' ? declaration.attributes.get('group')?.[0] : undefined
    if (group?.kind !== 'number') continue
    const index = Number.parseInt(group.text, 10)
    while (groups.length <= index) groups.push([])
    groups[index].push(declaration.name)
  }
  return groups
}
