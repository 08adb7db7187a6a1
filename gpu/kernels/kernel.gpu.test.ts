import { beforeAll, expect, test } from 'vitest'
import { createStorageBuffer, createUniform, readBuffer } from '../buffers/buffer.ts'
import { createHeadlessDevice, sharedDevice } from '../headless/headless.ts'
import { createKernel, structOf } from './kernel.ts'

let device: GPUDevice
beforeAll(async () => { device = await sharedDevice() })

const HELPER = `// helper.wgsl: doubles.
fn twice(x: f32) -> f32 { return 2.0 * x; }`
const MAIN = `// main.wgsl: doubles and adds.
struct Params { shift: f32, scale: vec3f }
override BONUS: f32 = 0.0;
@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read_write> numbers: array<f32>;
@compute @workgroup_size(4)
fn main(@builtin(global_invocation_id) id: vec3u) {
  numbers[id.x] = twice(numbers[id.x]) + params.shift + params.scale.y + BONUS;
}`

test('calls a kernel like a function', async () => {
  const kernel = await createKernel(device, 'main', [HELPER, MAIN], { BONUS: 1000 })
  const params = createUniform(device, structOf([HELPER, MAIN], 'Params'))
  params.write({ shift: 0.5, scale: [0, 10, 0] })
  const numbers = createStorageBuffer(device, 'numbers', new Float32Array([1, 2, 3, 4]))
  const encoder = device.createCommandEncoder()
  const pass = encoder.beginComputePass()
  kernel.dispatch(pass, [kernel.bind(0, { params: params.buffer, numbers })], 1)
  pass.end()
  device.queue.submit([encoder.finish()])
  expect([...new Float32Array(await readBuffer(device, numbers))]).toEqual([1012.5, 1014.5, 1016.5, 1018.5])
})

test('is compiled once for a device and its constants', async () => {
  const ask = (bonus: number) => createKernel(device, 'main', [HELPER, MAIN], { BONUS: bonus })
  const kernel = await ask(7)
  expect(await ask(7)).toBe(kernel)
  expect(await ask(8)).not.toBe(kernel)
  expect(await createKernel(await createHeadlessDevice(), 'main', [HELPER, MAIN], { BONUS: 7 })).not.toBe(kernel)
})

test('maps a compile error to the file and line that hold it', async () => {
  const broken = MAIN.replace('params.shift', 'params.drift')
  await expect(createKernel(device, 'main', [HELPER, broken])).rejects.toMatchObject({
    code: 'gpu-kernel', details: { file: 'main.wgsl', line: 8 },
  })
})

test('says which binding is missing', async () => {
  const kernel = await createKernel(device, 'main', [HELPER, MAIN])
  const numbers = createStorageBuffer(device, 'numbers', 16)
  expect(() => kernel.bind(0, { numbers })).toThrow('nothing is bound to params')
  expect(() => kernel.bind(0, { figures: numbers })).toThrow('has no binding figures')
})
