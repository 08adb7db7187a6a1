import { readTexture } from '../buffers/buffer.ts'
import { createKernel } from '../kernels/kernel.ts'

const WGSL = `// blur.wgsl: the mean of a pixel and its eight neighbours; beyond the edge the edge goes on.
@group(0) @binding(0) var picture: texture_2d<f32>;
@group(0) @binding(1) var blurred: texture_storage_2d<rgba8unorm, write>;
@compute @workgroup_size(8, 8) fn blur(@builtin(global_invocation_id) id: vec3u) {
  let size = vec2i(textureDimensions(picture));
  let pixel = vec2i(id.xy);
  if (any(pixel >= size)) { return; }
  var sum = vec4f(0.0);
  for (var y = -1; y <= 1; y++) {
    for (var x = -1; x <= 1; x++) { sum += textureLoad(picture, clamp(pixel + vec2i(x, y), vec2i(0), size - 1), 0); }
  }
  textureStore(blurred, pixel, sum / 9.0);
}`

/** A 2D texture in, another out: a kernel loads texels of one and stores those of the other. 8-bit RGBA, rows packed. */
export async function textures2d(device: GPUDevice, rgba: Uint8Array, width: number, height: number): Promise<Uint8Array> {
  const kernel = await createKernel(device, 'blur', [WGSL])
  const { TEXTURE_BINDING, STORAGE_BINDING, COPY_DST, COPY_SRC } = GPUTextureUsage
  const picture = device.createTexture({ label: 'picture', size: [width, height], format: 'rgba8unorm', usage: TEXTURE_BINDING | COPY_DST })
  const blurred = device.createTexture({ label: 'blurred', size: [width, height], format: 'rgba8unorm', usage: STORAGE_BINDING | COPY_SRC })
  device.queue.writeTexture({ texture: picture }, rgba as Uint8Array<ArrayBuffer>, { bytesPerRow: width * 4 }, [width, height])
  kernel.call({ picture: picture.createView(), blurred: blurred.createView() }, [Math.ceil(width / 8), Math.ceil(height / 8)])
  const result = await readTexture(device, blurred, 4)
  picture.destroy()
  blurred.destroy()
  return result
}
