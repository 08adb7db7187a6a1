import { createStorageBuffer, readBuffer } from '../buffers/buffer.ts'
import { createKernel } from '../kernels/kernel.ts'

const WGSL = `// saxpy.wgsl: y = a x + y.
override a: f32;
@group(0) @binding(0) var<storage, read> x: array<f32>;
@group(0) @binding(1) var<storage, read_write> y: array<f32>;
@compute @workgroup_size(64) fn saxpy(@builtin(global_invocation_id) id: vec3u) {
  if (id.x < arrayLength(&y)) { y[id.x] = a * x[id.x] + y[id.x]; }
}`

/**
 * Arrays: two typed arrays go up, a kernel is called like a function, one comes back. Resources are bound by their WGSL names, and `a` is an
 * `override`: a constant of the pipeline, set when it is compiled.
 */
export async function arrays(device: GPUDevice, a: number, xs: Float32Array, ys: Float32Array): Promise<Float32Array> {
  const kernel = await createKernel(device, 'saxpy', [WGSL], { a })
  const x = createStorageBuffer(device, 'x', xs)
  const y = createStorageBuffer(device, 'y', ys)
  kernel.call({ x, y }, Math.ceil(ys.length / 64))
  const result = new Float32Array(await readBuffer(device, y, 0, ys.byteLength))
  x.destroy()
  y.destroy()
  return result
}
