import { readTexture } from '../../buffers/buffer.ts'
import type { GBuffer } from './gbuffer.ts'
import type { ExecutorTexture } from '../../twin/executor/executor.ts'
import type { CpuExecutor } from '../../twin/executor/cpu-executor.ts'

/** Reads back what the rasterizer saw, once per raster, into the memory of an executor's threads. */
export function createRasterReader(device: GPUDevice, executor: CpuExecutor): (gbuffer: GBuffer) => Promise<ExecutorTexture> {
  let of: GBuffer | null = null
  let memory = new SharedArrayBuffer(0)
  // One resource per memory and width, so that the threads are bound once.
  let known: { readonly memory: SharedArrayBuffer; readonly width: number; readonly texture: ExecutorTexture } | null = null
  return async (gbuffer) => {
    const { width, height } = gbuffer
    if (of !== gbuffer) {
      const ids = await readTexture(device, gbuffer.ids, 8)
      if (memory.byteLength !== ids.byteLength) memory = new SharedArrayBuffer(ids.byteLength)
      new Uint8Array(memory).set(ids)
      of = gbuffer
    }
    if (known?.memory !== memory || known.width !== width) {
      known = { memory, width, texture: executor.adoptTexture({ format: 'rg32uint', width, height, layers: 1, levels: [memory] }) }
    }
    return known.texture
  }
}
