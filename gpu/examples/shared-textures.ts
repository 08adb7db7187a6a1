import { createStorageBuffer, readBuffer } from '../buffers/buffer.ts'
import { createKernel } from '../kernels/kernel.ts'

const RASTER = `
@vertex fn corners(@builtin(vertex_index) i: u32) -> @builtin(position) vec4f {
  return vec4f(select(-1.0, 0.0, i == 1u), select(-1.0, 1.0, i == 2u), 0.0, 1.0);
}
@fragment fn paint() -> @location(0) vec4u { return vec4u(7u, 0u, 0u, 0u); }`
const WGSL = `// count-pixels.wgsl: how many pixels carry an id.
@group(0) @binding(0) var ids: texture_2d<u32>;
@group(0) @binding(1) var<storage, read_write> count: array<atomic<u32>>;
@compute @workgroup_size(8, 8) fn count_pixels(@builtin(global_invocation_id) id: vec3u) {
  if (all(id.xy < textureDimensions(ids)) && textureLoad(ids, id.xy, 0).x == 7u) { atomicAdd(&count[0], 1u); }
}`

/**
 * Textures shared with a rasterizer, without copies: a render pass draws ids, a kernel reads the very same texture. So it is with three.js
 * in the window, which adopts our device: `renderer.backend.get(texture).texture` is the GPUTexture (renderer/viewport/three-internals.ts).
 */
export async function sharedTextures(device: GPUDevice, size: number): Promise<number> {
  const kernel = await createKernel(device, 'count_pixels', [WGSL])
  const module = device.createShaderModule({ label: 'raster', code: RASTER })
  const pipeline = await device.createRenderPipelineAsync({ layout: 'auto', vertex: { module }, fragment: { module, targets: [{ format: 'r32uint' }] } })
  const ids = device.createTexture({ label: 'ids', size: [size, size], format: 'r32uint', usage: GPUTextureUsage.RENDER_ATTACHMENT | GPUTextureUsage.TEXTURE_BINDING })
  const count = createStorageBuffer(device, 'count', 4)
  const encoder = device.createCommandEncoder({ label: 'raster' })
  const pass = encoder.beginRenderPass({ colorAttachments: [{ view: ids.createView(), loadOp: 'clear', storeOp: 'store' }] })
  pass.setPipeline(pipeline)
  pass.draw(3)
  pass.end()
  device.queue.submit([encoder.finish()])
  kernel.call({ ids: ids.createView(), count }, [Math.ceil(size / 8), Math.ceil(size / 8)])
  const [pixels] = new Uint32Array(await readBuffer(device, count, 0, 4))
  ids.destroy()
  count.destroy()
  return pixels
}
