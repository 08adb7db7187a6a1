import { createStorageBuffer, readBuffer } from '../buffers/buffer.ts'
import { createKernel } from '../kernels/kernel.ts'

const WGSL = `// keep.wgsl: appends what is above a threshold to a list of limited length.
struct List { count: atomic<u32>, capacity: u32, items: array<u32> }
override threshold: u32;
@group(0) @binding(0) var<storage, read> numbers: array<u32>;
@group(0) @binding(1) var<storage, read_write> kept: List;
@compute @workgroup_size(64) fn keep(@builtin(global_invocation_id) id: vec3u) {
  if (id.x >= arrayLength(&numbers) || numbers[id.x] <= threshold) { return; }
  let at = atomicAdd(&kept.count, 1u);
  // Counted all the same: the host sees how much did not fit.
  if (at < kept.capacity) { kept.items[at] = numbers[id.x]; }
}`

/** Atomic append: what a ray queue does. Any order, nothing twice; a full list loses items but writes nothing out of bounds. */
export async function append(device: GPUDevice, numbers: Uint32Array, threshold: number, capacity: number): Promise<{ count: number; kept: Uint32Array }> {
  const kernel = await createKernel(device, 'keep', [WGSL], { threshold })
  const source = createStorageBuffer(device, 'numbers', numbers)
  const list = createStorageBuffer(device, 'kept', Uint32Array.from({ length: 2 + capacity }, (_, i) => (i === 1 ? capacity : 0)))
  kernel.call({ numbers: source, kept: list }, Math.ceil(numbers.length / 64))
  const [count, , ...items] = new Uint32Array(await readBuffer(device, list))
  source.destroy()
  list.destroy()
  return { count, kept: Uint32Array.from(items.slice(0, Math.min(count, capacity))) }
}
