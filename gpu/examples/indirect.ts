import { createStorageBuffer, readBuffer } from '../buffers/buffer.ts'
import { createKernel } from '../kernels/kernel.ts'

const WGSL = `// indirect.wgsl: the GPU decides how much work follows; the host does not wait to be told.
struct Work { x: u32, y: u32, z: u32 }
@group(0) @binding(0) var<storage, read_write> work: Work;
@group(0) @binding(1) var<storage, read> wanted: array<u32>;
@compute @workgroup_size(1) fn plan() { work = Work(min((wanted[0] + 63u) / 64u, 1000u), 1u, 1u); }
@group(1) @binding(0) var<storage, read_write> done: array<atomic<u32>>;
@compute @workgroup_size(64) fn count_threads() { atomicAdd(&done[0], 1u); }`

/** Indirect dispatch: one kernel writes the workgroup counts of the next, bounded, as the bounces of mirrored rays are. */
export async function indirect(device: GPUDevice, threads: number): Promise<number> {
  const [plan, count] = await Promise.all([createKernel(device, 'plan', [WGSL]), createKernel(device, 'count_threads', [WGSL])])
  const { STORAGE, INDIRECT } = GPUBufferUsage
  const work = device.createBuffer({ label: 'work', size: 16, usage: STORAGE | INDIRECT })
  const wanted = createStorageBuffer(device, 'wanted', Uint32Array.of(threads))
  const done = createStorageBuffer(device, 'done', 4)
  const encoder = device.createCommandEncoder({ label: 'indirect' })
  const planning = encoder.beginComputePass({ label: 'plan' })
  plan.dispatch(planning, [plan.bind(0, { work, wanted }), plan.bind(1, { done })], 1)
  planning.end()
  // While counts are read they may not be bound to be written: this kernel gets others.
  const spare = createStorageBuffer(device, 'spare', 16)
  const counting = encoder.beginComputePass({ label: 'count' })
  count.dispatchIndirect(counting, [count.bind(0, { work: spare, wanted }), count.bind(1, { done })], work, 0)
  counting.end()
  device.queue.submit([encoder.finish()])
  const [result] = new Uint32Array(await readBuffer(device, done, 0, 4))
  for (const buffer of [work, wanted, done, spare]) buffer.destroy()
  return result
}
