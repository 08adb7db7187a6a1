import { bytesPerTexel, type Executor, type ExecutorBuffer, type ExecutorTexture } from '../twin/executor/executor.ts'
import type { CpuExecutor } from '../twin/executor/cpu-executor.ts'
import { createTwinKernel, type TwinKernel, type TwinResource } from '../twin/runtime/run.ts'
import { textureOver } from '../twin/runtime/texture.ts'
import { loadShippedTwin } from './shipped-twin.ts'

/** An executor on the calling thread that loads kernels as they are asked for: small pictures in tests need no workers. */
export function createInlineExecutor(): CpuExecutor {
  const resources = new WeakMap<object, TwinResource>()
  const bufferOver = (memory: SharedArrayBuffer): ExecutorBuffer => {
    const buffer: ExecutorBuffer = {
      sizeBytes: memory.byteLength,
      write: (view, byteOffset = 0) => new Uint8Array(memory).set(new Uint8Array(view.buffer, view.byteOffset, view.byteLength), byteOffset),
      read: () => Promise.resolve(Uint8Array.from(new Uint8Array(memory)).buffer),
      dispose() {},
    }
    resources.set(buffer, memory)
    return buffer
  }
  const textureOf = (format: GPUTextureFormat, width: number, height: number, layers: number, levels: readonly SharedArrayBuffer[]): ExecutorTexture => {
    const buffer = bufferOver(levels[0])
    const texture: ExecutorTexture = { format, width, height, write: (data) => buffer.write(data), read: () => buffer.read(), dispose() {} }
    resources.set(texture, textureOver(format, width, height, layers, levels))
    return texture
  }
  const executor: Executor = {
    kind: 'cpu',
    buffer(_, data) {
      const sizeBytes = typeof data === 'number' ? data : data.byteLength
      const buffer = bufferOver(new SharedArrayBuffer(Math.max(16, Math.ceil(sizeBytes / 16) * 16)))
      if (typeof data !== 'number') buffer.write(data)
      return buffer
    },
    texture: (_, format, width, height, layers = 1) =>
      textureOf(format, width, height, layers, [new SharedArrayBuffer(width * height * layers * bytesPerTexel(format))]),
    async kernel(name) {
      const module = await loadShippedTwin(name)
      let bound: { readonly to: readonly unknown[]; readonly kernel: TwinKernel } | null = null
      return {
        dispatch(given, x, y = 1, z = 1) {
          const to = Object.values(given)
          if (bound === null || to.some((resource, i) => resource !== bound?.to[i])) {
            bound = { to, kernel: createTwinKernel(module, Object.fromEntries(Object.entries(given).map(([key, resource]) => [key, resources.get(resource)!]))) }
          }
          bound.kernel.dispatch(x, y, z)
          return Promise.resolve()
        },
      }
    },
    dispose() {},
  }
  const adopted = new WeakMap<object, ExecutorBuffer | ExecutorTexture>()
  const adoptOnce = <R extends ExecutorBuffer | ExecutorTexture>(memory: object, make: () => R): R => {
    const known = (adopted.get(memory) as R | undefined) ?? make()
    adopted.set(memory, known)
    return known
  }
  return {
    ...executor, kind: 'cpu', threads: 1, isBroken: false,
    adopt: (memory) => adoptOnce(memory, () => bufferOver(memory)),
    adoptTexture: (shared) => adoptOnce(shared, () => textureOf(shared.format as GPUTextureFormat, shared.width, shared.height, shared.layers, shared.levels)),
  }
}
