import { createStorageBuffer, readBuffer } from '../buffers/buffer.ts'
import { createKernel } from '../kernels/kernel.ts'

const WGSL = `// prefix-sum.wgsl: exclusive sums within blocks of 256 (Hillis and Steele), and the total of each block.
@group(0) @binding(0) var<storage, read_write> values: array<u32>;
@group(0) @binding(1) var<storage, read_write> totals: array<u32>;
var<workgroup> sums: array<u32, 256>;
@compute @workgroup_size(256)
fn scan(@builtin(global_invocation_id) id: vec3u, @builtin(local_invocation_index) lane: u32, @builtin(workgroup_id) group: vec3u) {
  let own = select(0u, values[id.x], id.x < arrayLength(&values));
  sums[lane] = own;
  for (var step_ = 1u; step_ < 256u; step_ *= 2u) {
    workgroupBarrier();
    let before = select(0u, sums[max(lane, step_) - step_], lane >= step_);
    workgroupBarrier();
    sums[lane] += before;
  }
  if (id.x < arrayLength(&values)) { values[id.x] = sums[lane] - own; }
  if (lane == 255u) { totals[group.x] = sums[255]; }
}
@compute @workgroup_size(256) fn add_totals(@builtin(global_invocation_id) id: vec3u, @builtin(workgroup_id) group: vec3u) {
  if (id.x < arrayLength(&values)) { values[id.x] += totals[group.x]; }
}`

/** Prefix sum: where each of many writers may start. Blocks are summed, then their totals by the same kernel, then these are added back. */
export async function prefixSum(device: GPUDevice, numbers: Uint32Array): Promise<Uint32Array> {
  const [scan, addTotals] = await Promise.all([createKernel(device, 'scan', [WGSL]), createKernel(device, 'add_totals', [WGSL])])
  const blocks = Math.ceil(numbers.length / 256)
  const values = createStorageBuffer(device, 'values', numbers)
  const totals = createStorageBuffer(device, 'totals', blocks * 4)
  const rest = createStorageBuffer(device, 'totals of totals', Math.ceil(blocks / 256) * 4)
  scan.call({ values, totals }, blocks)
  if (blocks > 256) throw new Error('two levels serve 65,536 numbers')
  scan.call({ values: totals, totals: rest }, 1)
  addTotals.call({ values, totals }, blocks)
  const result = new Uint32Array(await readBuffer(device, values, 0, numbers.byteLength))
  for (const buffer of [values, totals, rest]) buffer.destroy()
  return result
}
