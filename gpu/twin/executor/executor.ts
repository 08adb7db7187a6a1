import { readBuffer } from '../../buffers/buffer.ts'
import { EngineError } from '../../device/error.ts'
import { createKernel, type Resource } from '../../kernels/kernel.ts'
import { pieceOf } from '../compiler/lex.ts'
import { parseModule } from '../compiler/parse.ts'
import type { KernelName } from './kernel-names.ts'

/** Bytes that kernels read and write, wherever they run. */
export interface ExecutorBuffer {
  readonly sizeBytes: number
  write(data: ArrayBufferView, byteOffset?: number): void
  /** A copy of what is there when all work dispatched so far is done. */
  read(): Promise<ArrayBuffer>
  dispose(): void
}

/** An image that kernels load from and store to, one mip level. */
export interface ExecutorTexture {
  readonly format: GPUTextureFormat
  readonly width: number
  readonly height: number
  /** Rows packed, layers one behind the other. */
  write(data: ArrayBufferView): void
  read(): Promise<ArrayBuffer>
  dispose(): void
}

/** What is bound to a kernel, by WGSL names. */
export type ExecutorResources = Readonly<Record<string, ExecutorBuffer | ExecutorTexture>>

/** A kernel that runs where its executor does. */
export interface ExecutorKernel {
  /**
   * Runs a grid of workgroups; dispatches of one executor run one after another.
   *
   * @throws EngineError `gpu-kernel` when a resource is missing or unknown
   */
  dispatch(resources: ExecutorResources, x: number, y?: number, z?: number): Promise<void>
}

/** Where kernels run: the GPU, or this computer's cores through the twin. Callers cannot tell but by `kind` and by the clock. */
export interface Executor {
  readonly kind: 'gpu' | 'cpu'
  /** @param data  first contents, or a size in bytes of zeros */
  buffer(label: string, data: ArrayBufferView | number): ExecutorBuffer
  /** @param format  one of createTwinTexture's; stored to only where WebGPU allows it */
  texture(label: string, format: GPUTextureFormat, width: number, height: number, layers?: number): ExecutorTexture
  kernel(name: KernelName, constants?: Readonly<Record<string, number>>): Promise<ExecutorKernel>
  dispose(): void
}

/** What the GPU executor needs of kernels.ts, which the caller imports: it holds the text of every kernel. */
export interface KernelText { readonly name: string; readonly entryPoint: string; readonly pieces: readonly string[] }

/** Runs kernels on a device. */
export function createGpuExecutor(device: GPUDevice, kernels: readonly KernelText[]): Executor {
  const owned = new Set<GPUBuffer | GPUTexture>()
  const buffers = new WeakMap<object, GPUBuffer>()
  const textures = new WeakMap<object, GPUTexture>()
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
    texture(label, format, width, height, layers = 1) {
      const texture = createTexture(device, label, format, [width, height, layers])
      owned.add(texture.gpu)
      const wrapped: ExecutorTexture = {
        format, width, height,
        write: (data) => texture.write(data),
        read: () => texture.read(),
        dispose() {
          owned.delete(texture.gpu)
          texture.gpu.destroy()
        },
      }
      textures.set(wrapped, texture.gpu)
      return wrapped
    },
    async kernel(name, constants) {
      const text = kernels.find((kernel) => kernel.name === `${name}/fast`)
      if (text === undefined) throw new EngineError('gpu-kernel', `there is no kernel ${name}`, { kernel: name })
      const kernel = await createKernel(device, text.entryPoint, text.pieces, constants)
      const groups = groupsOf(text.pieces)
      return {
        async dispatch(resources, x, y = 1, z = 1) {
          const unknown = Object.keys(resources).find((key) => !groups.flat().some((binding) => binding.name === key))
          if (unknown !== undefined) throw new EngineError('gpu-kernel', `${name}: it has no binding ${unknown}`, { kernel: name })
          const bound = groups.map((bindings, group) => kernel.bind(group, Object.fromEntries(bindings.flatMap(({ name: key, dimension }): [string, Resource][] => {
            const resource = resources[key]
            const buffer = resource === undefined ? undefined : buffers.get(resource)
            if (buffer !== undefined) return [[key, buffer]]
            const texture = resource === undefined ? undefined : textures.get(resource)
            return texture === undefined ? [] : [[key, texture.createView({ dimension })]]
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

/** The bindings of each group: name, and how a texture is looked at. */
function groupsOf(pieces: readonly string[]): { name: string; dimension: GPUTextureViewDimension }[][] {
  const groups: { name: string; dimension: GPUTextureViewDimension }[][] = []
  for (const declaration of parseModule([...new Set(pieces)].map(pieceOf)).declarations.values()) {
    const group = declaration.kind === 'global' ? declaration.attributes.get('group')?.[0] : undefined
    if (declaration.kind !== 'global' || group?.kind !== 'number') continue
    const index = Number.parseInt(group.text, 10)
    while (groups.length <= index) groups.push([])
    const type = declaration.type?.kind === 'name' ? declaration.type.name : ''
    groups[index].push({ name: declaration.name, dimension: type.endsWith('_array') ? '2d-array' : type.endsWith('3d') ? '3d' : '2d' })
  }
  return groups
}

/** Formats that WebGPU lets every device store to. */
const STORABLE = /^(?:rgba8(?:unorm|snorm|uint|sint)|rgba16(?:uint|sint|float)|(?:r|rg|rgba)32(?:uint|sint|float))$/

function createTexture(device: GPUDevice, label: string, format: GPUTextureFormat, size: [width: number, height: number, layers: number]) {
  const { TEXTURE_BINDING, STORAGE_BINDING, COPY_SRC, COPY_DST } = GPUTextureUsage
  const gpu = device.createTexture({ label, format, size, usage: TEXTURE_BINDING | COPY_SRC | COPY_DST | (STORABLE.test(format) ? STORAGE_BINDING : 0) })
  const [width, height, layers] = size
  const rowBytes = width * bytesPerTexel(format)
  return {
    gpu,
    write(data: ArrayBufferView) {
      device.queue.writeTexture({ texture: gpu }, data as Uint8Array<ArrayBuffer>, { bytesPerRow: rowBytes, rowsPerImage: height }, size)
    },
    async read(): Promise<ArrayBuffer> {
      const pitch = Math.ceil(rowBytes / 256) * 256
      const staging = device.createBuffer({ label: `${label} read`, size: pitch * height * layers, usage: GPUBufferUsage.COPY_SRC | GPUBufferUsage.COPY_DST })
      const encoder = device.createCommandEncoder({ label: `read ${label}` })
      encoder.copyTextureToBuffer({ texture: gpu }, { buffer: staging, bytesPerRow: pitch, rowsPerImage: height }, size)
      device.queue.submit([encoder.finish()])
      const padded = new Uint8Array(await readBuffer(device, staging))
      staging.destroy()
      const packed = new Uint8Array(rowBytes * height * layers)
      for (let row = 0; row < height * layers; row++) packed.set(padded.subarray(row * pitch, row * pitch + rowBytes), row * rowBytes)
      return packed.buffer
    },
  }
}

/** Bytes of one texel of a format of 8, 16 or 32 bits per channel. */
export function bytesPerTexel(format: string): number {
  const [, letters, bits] = /^(rgba|rg|r|depth)(8|16|32)/.exec(format) ?? []
  if (letters === undefined) throw new EngineError('gpu-kernel', `no kernel binds textures of ${format}`, { format })
  return (letters === 'depth' ? 1 : letters.length) * (Number(bits) / 8)
}
