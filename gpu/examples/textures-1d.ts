import { createStorageBuffer, readBuffer } from '../buffers/buffer.ts'
import { createKernel } from '../kernels/kernel.ts'

const WGSL = `// gradient.wgsl: a table looked up between its entries.
@group(0) @binding(0) var table: texture_1d<f32>;
@group(0) @binding(1) var<storage, read_write> values: array<f32>;
@compute @workgroup_size(64) fn look_up(@builtin(global_invocation_id) id: vec3u) {
  if (id.x >= arrayLength(&values)) { return; }
  let place = clamp(values[id.x], 0.0, 1.0) * f32(textureDimensions(table) - 1u);
  let below = u32(place);
  let above = min(below + 1u, textureDimensions(table) - 1u);
  values[id.x] = mix(textureLoad(table, below, 0).x, textureLoad(table, above, 0).x, fract(place));
}`

/** A 1D texture is a table; this one is filtered by hand, as all of our textures are, so that every adapter gives the same bits. */
export async function textures1d(device: GPUDevice, table: Float32Array, at: Float32Array): Promise<Float32Array> {
  const kernel = await createKernel(device, 'look_up', [WGSL])
  const texture = device.createTexture({
    label: 'table', dimension: '1d', size: [table.length], format: 'r32float', usage: GPUTextureUsage.TEXTURE_BINDING | GPUTextureUsage.COPY_DST,
  })
  device.queue.writeTexture({ texture }, table as Float32Array<ArrayBuffer>, { bytesPerRow: table.byteLength }, [table.length])
  const values = createStorageBuffer(device, 'values', at)
  kernel.call({ table: texture.createView(), values }, Math.ceil(at.length / 64))
  const result = new Float32Array(await readBuffer(device, values, 0, at.byteLength))
  texture.destroy()
  values.destroy()
  return result
}
