import { createUniform, type Uniform } from '../../buffers/buffer.ts'
import { summarizeAdapter } from '../../device/device.ts'
import { UNTIMED } from '../../device/timestamps.ts'
import type { GBuffer, Rasterizer } from './gbuffer.ts'
import type { StructLayout } from '../../buffers/layout.ts'
import { createKernel, structOf } from '../../kernels/kernel.ts'
import type { Kernel } from '../../kernels/kernel.ts'
import type { TraversalName } from '../../traversal/traversals.ts'
import { cameraRays } from './camera.ts'
import { tracingPieces } from '../pieces.ts'
import primaryWgsl from './primary.wgsl?raw'
import type { SceneBindings } from '../../tables/scene-bindings.ts'

/** 8x8 blocks in one dispatch: a program that plays the GPU takes its time, and a card thirty times slower than an H100 needs 30 ms. */
const BLOCKS_PER_DISPATCH = { software: 512, hardware: 16384 }

interface Size { readonly width: number; readonly height: number; readonly ids: GPUTexture }

/** What every traced rasterizer of one device shares. */
export interface PrimaryKernels { readonly kernel: Kernel; readonly paramsLayout: StructLayout }

export async function compilePrimary(device: GPUDevice, traversal: TraversalName): Promise<PrimaryKernels> {
  const pieces = [...tracingPieces('uber', traversal), primaryWgsl]
  return { kernel: await createKernel(device, 'trace_primary', pieces), paramsLayout: structOf(pieces, 'PrimaryParams') }
}

/**
 * A Rasterizer that traces its primary rays: for tests, headless stills, and for measuring what the rasterizer saves.
 *
 * @param kernels  asked at every call, since the traversal may change
 * @param bindings  asked at every call, since arenas grow
 */
export function createPrimary(device: GPUDevice, kernels: () => PrimaryKernels, bindings: () => SceneBindings): Rasterizer & { dispose(): void } {
  /** One for each dispatch of a picture. */
  const params: Uniform[] = []
  const most = BLOCKS_PER_DISPATCH[summarizeAdapter(device.adapterInfo).isSoftware ? 'software' : 'hardware']
  let size: Size | null = null

  function resize(width: number, height: number): Size {
    if (size !== null && size.width === width && size.height === height) return size
    size?.ids.destroy()
    const usage = GPUTextureUsage.STORAGE_BINDING | GPUTextureUsage.TEXTURE_BINDING | GPUTextureUsage.COPY_SRC
    size = { width, height, ids: device.createTexture({ label: 'primary ids', size: [width, height], format: 'rg32uint', usage }) }
    return size
  }

  return {
    timesItself: true,
    rasterize(camera, width, height, jitter, timer = UNTIMED): GBuffer {
      const { ids } = resize(width, height)
      const { kernel } = kernels()
      const rays = cameraRays(camera, width, height)
      const { scene, textures } = bindings()
      const primary_ids = ids.createView()
      const blocks = Math.ceil(width / 8) * Math.ceil(height / 8)
      const encoder = device.createCommandEncoder({ label: 'primary' })
      const pass = encoder.beginComputePass({ label: 'primary', timestampWrites: timer.writes('gbuffer') })
      for (let [first, i] = [0, 0]; first < blocks; first += most, i++) {
        const count = Math.min(most, blocks - first)
        const uniform = (params[i] ??= createUniform(device, kernels().paramsLayout))
        uniform.write({
          camera_position: rays.position, near: camera.near, corner: rays.corner, step_x: rays.stepX, step_y: rays.stepY,
          forward: rays.forward, jitter, first_block: first, block_count: count,
        })
        kernel.dispatch(pass, [scene, textures, kernel.bind(2, { primary: uniform.buffer, primary_ids })], count)
      }
      pass.end()
      device.queue.submit([encoder.finish()])
      return { ids, width, height }
    },
    dispose() {
      for (const uniform of params) uniform.dispose()
      size?.ids.destroy()
    },
  }
}
