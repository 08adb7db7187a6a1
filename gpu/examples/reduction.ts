import { createStorageBuffer, readBuffer } from '../buffers/buffer.ts'
import { createKernel } from '../kernels/kernel.ts'

const WGSL = `// largest.wgsl: the largest of each 128 numbers.
@group(0) @binding(0) var<storage, read> numbers: array<f32>;
@group(0) @binding(1) var<storage, read_write> largest: array<f32>;
override count: u32;
var<workgroup> best: array<f32, 64>;
@compute @workgroup_size(64)
fn reduce(@builtin(local_invocation_index) lane: u32, @builtin(workgroup_id) group: vec3u) {
  let first = group.x * 128u + lane;
  best[lane] = max(select(-3.4e38, numbers[first], first < count), select(-3.4e38, numbers[first + 64u], first + 64u < count));
  for (var half = 32u; half > 0u; half /= 2u) {
    workgroupBarrier();
    if (lane < half) { best[lane] = max(best[lane], best[lane + half]); }
  }
  if (lane == 0u) { largest[group.x] = best[0]; }
}`

/** Reduction: each workgroup halves its 128 numbers until one is left, and so do further dispatches with what the workgroups left. */
export async function reduction(device: GPUDevice, numbers: Float32Array): Promise<number> {
  const made = [createStorageBuffer(device, 'numbers', numbers)]
  for (let count = numbers.length; count > 1; count = Math.ceil(count / 128)) {
    const kernel = await createKernel(device, 'reduce', [WGSL], { count })
    const groups = Math.ceil(count / 128)
    made.push(createStorageBuffer(device, 'largest', groups * 4))
    kernel.call({ numbers: made.at(-2)!, largest: made.at(-1)! }, groups)
  }
  const [result] = new Float32Array(await readBuffer(device, made.at(-1)!, 0, 4))
  for (const buffer of made) buffer.destroy()
  return result
}
