import { EngineError } from '../device/error.ts'
import { createHybridTargets, type HybridTargets } from './hybrid/hybrid-targets.ts'

/** What a frame is made in: sized by the canvas, used by every pass. */
export interface FrameTargets {
  readonly width: number
  readonly height: number
  /** vec4f per traced pixel: sum over the samples, w counts them. */
  readonly radiance: GPUBuffer
  /** r32uint per traced pixel: where further samples are worth it. */
  readonly edges: GPUTexture
  /** rgba8unorm, display-referred. */
  readonly output: GPUTexture
  /** Made at the first call. */
  hybrid(): HybridTargets
  dispose(): void
}

/** @throws EngineError `gpu-memory` when the canvas is larger than the adapter's limits */
export function createTargets(device: GPUDevice, width: number, height: number): FrameTargets {
  const sizeBytes = width * height * 16
  const edge = device.limits.maxTextureDimension2D
  if (Math.max(width, height) > edge) {
    throw new EngineError('gpu-memory', `A picture of ${width} x ${height} passes the adapter's maxTextureDimension2D of ${edge}`, { limit: 'maxTextureDimension2D' })
  }
  const most = Math.min(device.limits.maxStorageBufferBindingSize, device.limits.maxBufferSize)
  if (sizeBytes > most) {
    throw new EngineError('gpu-memory', `A picture of ${width} x ${height} needs ${sizeBytes} bytes, maxStorageBufferBindingSize is ${most}`, { limit: 'maxStorageBufferBindingSize' })
  }
  const { STORAGE, COPY_SRC, COPY_DST } = GPUBufferUsage
  const radiance = device.createBuffer({ label: 'radiance', size: sizeBytes, usage: STORAGE | COPY_SRC | COPY_DST })
  const { STORAGE_BINDING, TEXTURE_BINDING, RENDER_ATTACHMENT } = GPUTextureUsage
  const edges = device.createTexture({ label: 'edges', size: [width, height], format: 'r32uint', usage: STORAGE_BINDING | TEXTURE_BINDING | GPUTextureUsage.COPY_SRC })
  const output = device.createTexture({
    label: 'output', size: [width, height], format: 'rgba8unorm',
    usage: STORAGE_BINDING | TEXTURE_BINDING | RENDER_ATTACHMENT | GPUTextureUsage.COPY_SRC,
  })
  let hybrid: HybridTargets | null = null
  return {
    width, height, radiance, edges, output,
    hybrid: () => (hybrid ??= createHybridTargets(device, width, height)),
    dispose() {
      hybrid?.dispose()
      radiance.destroy()
      edges.destroy()
      output.destroy()
    },
  }
}
