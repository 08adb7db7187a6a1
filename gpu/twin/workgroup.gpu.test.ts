import { beforeAll, expect, test } from 'vitest'
import { sharedDevice } from '../headless/headless.ts'
import { runOnBoth } from './both.ts'
import { compileTwin } from './compiler/compile.ts'
import { instantiate } from './runtime/instantiate.ts'
import { createTwinKernel } from './runtime/run.ts'

let device: GPUDevice
beforeAll(async () => { device = await sharedDevice() })

const PREFIX_SUM = `// prefix-sum.wgsl: an inclusive prefix sum of one workgroup, a total over all of them.
@group(0) @binding(0) var<storage, read> data: array<u32>;
@group(0) @binding(1) var<storage, read_write> sums: array<u32>;
@group(0) @binding(2) var<storage, read_write> totals: array<atomic<u32>, 4>;
var<workgroup> shared_sums: array<u32, 64>;
var<workgroup> largest: atomic<u32>;
@compute @workgroup_size(64)
fn prefix_sum(@builtin(global_invocation_id) id: vec3u, @builtin(local_invocation_index) lane: u32) {
  shared_sums[lane] = data[id.x];
  atomicMax(&largest, data[id.x]);
  workgroupBarrier();
  for (var step = 1u; step < 64u; step *= 2u) {
    var sum = shared_sums[lane];
    if (lane >= step) { sum += shared_sums[lane - step]; }
    workgroupBarrier();
    shared_sums[lane] = sum;
    workgroupBarrier();
  }
  sums[id.x] = shared_sums[lane] + workgroupUniformLoad(&largest);
  atomicAdd(&totals[0], data[id.x]);
  atomicMax(&totals[1], data[id.x]);
  atomicMin(&totals[2], data[id.x]);
  if (lane == 63u) { atomicXor(&totals[3], shared_sums[63]); }
}
`

const data = Uint32Array.from({ length: 256 }, (_, i) => (i * 2654435761) >>> 20)

test('workgroup memory, barriers and atomics give what the GPU gives', async () => {
  const pieces = [{ name: 'prefix-sum.wgsl', text: PREFIX_SUM }]
  const buffers = { data, sums: new Uint32Array(256), totals: Uint32Array.of(0, 0, 0xffffffff, 0) }
  const { gpu, twin } = await runOnBoth(device, pieces, buffers, 4, 'prefix_sum')
  expect(twin).toEqual(gpu)
  expect(twin.totals[0]).toBe(data.reduce((sum, x) => sum + x))
})

test('a barrier that not everyone reaches is an error, not a hang', () => {
  const text = '// wrong.wgsl: x\n@compute @workgroup_size(2) fn main(@builtin(local_invocation_index) i: u32) { if (i == 0u) { workgroupBarrier(); } }'
  const module = instantiate(compileTwin([{ name: 'wrong.wgsl', text }], { entryPoint: 'main' }))
  expect(() => createTwinKernel(module, {}).dispatch(1)).toThrow('a barrier was not reached by the whole workgroup')
})

test('atomic compare and exchange works on shared memory', () => {
  const text = `// lock.wgsl: x
@group(0) @binding(0) var<storage, read_write> word: atomic<u32>;
@group(0) @binding(1) var<storage, read_write> out: array<u32>;
@compute @workgroup_size(4) fn main(@builtin(local_invocation_index) i: u32) {
  let r = atomicCompareExchangeWeak(&word, i, i + 1u);
  out[i] = r.old_value * 10u + u32(r.exchanged);
}`
  const word = new Uint32Array(new SharedArrayBuffer(4))
  const out = new Uint32Array(new SharedArrayBuffer(16))
  createTwinKernel(instantiate(compileTwin([{ name: 'lock.wgsl', text }], { entryPoint: 'main' })), { word, out }).dispatch(1)
  expect([...out, ...word]).toEqual([1, 11, 21, 31, 4])
})
