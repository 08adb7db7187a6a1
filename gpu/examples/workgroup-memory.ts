import { createStorageBuffer, readBuffer } from '../buffers/buffer.ts'
import { createKernel } from '../kernels/kernel.ts'

const WGSL = `// transpose.wgsl: tiles of 8x8 through memory that a workgroup shares: both reads and writes run along rows.
override width: u32;
override height: u32;
@group(0) @binding(0) var<storage, read> matrix: array<f32>;
@group(0) @binding(1) var<storage, read_write> transposed: array<f32>;
var<workgroup> tile: array<array<f32, 8>, 8>;
@compute @workgroup_size(8, 8)
fn transpose_(@builtin(local_invocation_id) l: vec3u, @builtin(workgroup_id) g: vec3u) {
  let from_ = g.xy * 8u + l.xy;
  if (from_.x < width && from_.y < height) { tile[l.y][l.x] = matrix[from_.y * width + from_.x]; }
  workgroupBarrier();
  let to = g.yx * 8u + l.xy;
  if (to.x < height && to.y < width) { transposed[to.y * height + to.x] = tile[l.x][l.y]; }
}`

/** Shared memory: a workgroup's threads fill a tile, wait for each other at a barrier, and read what others wrote. */
export async function workgroupMemory(device: GPUDevice, matrix: Float32Array, width: number, height: number): Promise<Float32Array> {
  const kernel = await createKernel(device, 'transpose_', [WGSL], { width, height })
  const from = createStorageBuffer(device, 'matrix', matrix)
  const to = createStorageBuffer(device, 'transposed', matrix.byteLength)
  kernel.call({ matrix: from, transposed: to }, [Math.ceil(width / 8), Math.ceil(height / 8)])
  const result = new Float32Array(await readBuffer(device, to, 0, matrix.byteLength))
  from.destroy()
  to.destroy()
  return result
}
