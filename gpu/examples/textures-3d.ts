import { createStorageBuffer, readBuffer } from '../buffers/buffer.ts'
import { createKernel } from '../kernels/kernel.ts'

const WGSL = `// project.wgsl: the brightest voxel behind each pixel, along z.
@group(0) @binding(0) var volume: texture_3d<f32>;
@group(0) @binding(1) var<storage, read_write> brightest: array<f32>;
@compute @workgroup_size(8, 8) fn project(@builtin(global_invocation_id) id: vec3u) {
  let size = textureDimensions(volume);
  if (any(id.xy >= size.xy)) { return; }
  var most = 0.0;
  for (var z = 0u; z < size.z; z++) { most = max(most, textureLoad(volume, vec3u(id.xy, z), 0).x); }
  brightest[id.y * size.x + id.x] = most;
}`

/** A 3D texture holds a volume; here it is seen through, the brightest voxel of every column. */
export async function textures3d(device: GPUDevice, voxels: Float32Array, size: [x: number, y: number, z: number]): Promise<Float32Array> {
  const kernel = await createKernel(device, 'project', [WGSL])
  const [width, height] = size
  const volume = device.createTexture({
    label: 'volume', dimension: '3d', size, format: 'r32float', usage: GPUTextureUsage.TEXTURE_BINDING | GPUTextureUsage.COPY_DST,
  })
  device.queue.writeTexture({ texture: volume }, voxels as Float32Array<ArrayBuffer>, { bytesPerRow: width * 4, rowsPerImage: height }, size)
  const brightest = createStorageBuffer(device, 'brightest', width * height * 4)
  kernel.call({ volume: volume.createView(), brightest }, [Math.ceil(width / 8), Math.ceil(height / 8)])
  const result = new Float32Array(await readBuffer(device, brightest, 0, width * height * 4))
  volume.destroy()
  brightest.destroy()
  return result
}
