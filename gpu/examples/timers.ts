import { createStorageBuffer, readBuffer } from '../buffers/buffer.ts'
import { createTimestamps } from '../device/timestamps.ts'
import { createKernel } from '../kernels/kernel.ts'

const WGSL = `// collatz.wgsl: steps of the Collatz sequence until 1, bounded.
override most: u32;
@group(0) @binding(0) var<storage, read_write> numbers: array<u32>;
@compute @workgroup_size(64) fn collatz(@builtin(global_invocation_id) id: vec3u) {
  if (id.x >= arrayLength(&numbers)) { return; }
  var n = numbers[id.x];
  var steps = 0u;
  for (; steps < most && n > 1u; steps++) { n = select(n / 2u, 3u * n + 1u, (n & 1u) == 1u); }
  numbers[id.x] = steps;
}`

/** Timers: each pass is timed under its name on the GPU itself, passes of one name added up. Without timestamps there are no times. */
export async function timers(device: GPUDevice, numbers: Uint32Array): Promise<{ steps: Uint32Array; milliseconds: Record<string, number>; isSupported: boolean }> {
  const [short, full] = await Promise.all([createKernel(device, 'collatz', [WGSL], { most: 1 }), createKernel(device, 'collatz', [WGSL], { most: 1000 })])
  const timestamps = createTimestamps(device)
  const spare = createStorageBuffer(device, 'spare', numbers)
  const buffer = createStorageBuffer(device, 'numbers', numbers)
  const groups = Math.ceil(numbers.length / 64)
  short.call({ numbers: spare }, groups, timestamps.writes('one step'))
  full.call({ numbers: buffer }, groups, timestamps.writes('all steps'))
  const encoder = device.createCommandEncoder({ label: 'times' })
  timestamps.resolve(encoder)
  device.queue.submit([encoder.finish()])
  const milliseconds = await timestamps.read()
  const steps = new Uint32Array(await readBuffer(device, buffer, 0, numbers.byteLength))
  for (const made of [spare, buffer]) made.destroy()
  timestamps.dispose()
  return { steps, milliseconds, isSupported: timestamps.isSupported }
}
