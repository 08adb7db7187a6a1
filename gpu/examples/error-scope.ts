import { EngineError } from '../device/error.ts'
import { inErrorScope } from '../device/error-scope.ts'
import { createKernel } from '../kernels/kernel.ts'

const BROKEN = `// broken.wgsl: adds a number to a vector of another kind.
@group(0) @binding(0) var<storage, read_write> out: array<f32>;
@compute @workgroup_size(1) fn broken() {
  out[0] = 1.0 + vec2u(1u, 2u);
}`

/**
 * Error scopes: what WebGPU finds wrong arrives late and far away; in a scope it is thrown where it was done and names the object. Compile
 * errors name the piece, its own line and column. Three failures, three sentences.
 */
export async function errorScope(device: GPUDevice): Promise<string[]> {
  const failures = [
    inErrorScope(device, 'night sky', () => device.createTexture({ label: 'night sky', size: [1 << 20, 1], format: 'rgba8unorm', usage: GPUTextureUsage.TEXTURE_BINDING }).destroy()),
    inErrorScope(device, 'copy of a list onto itself', () => {
      const list = device.createBuffer({ label: 'list', size: 64, usage: GPUBufferUsage.COPY_SRC })
      const encoder = device.createCommandEncoder({ label: 'copy' })
      encoder.copyBufferToBuffer(list, 0, list, 0, 64)
      device.queue.submit([encoder.finish()])
      list.destroy()
    }),
    createKernel(device, 'broken', [BROKEN]),
  ]
  const told = await Promise.allSettled(failures)
  return told.map((one) => (one.status === 'rejected' && one.reason instanceof EngineError ? `${one.reason.code} ${one.reason.message}` : 'nothing was wrong'))
}
