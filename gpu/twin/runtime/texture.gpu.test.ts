import { beforeAll, expect, test } from 'vitest'
import { sharedDevice } from '../../headless/headless.ts'
import { seeded } from '../../testing/random.ts'
import { sameWord } from '../both.ts'
import { compileTwin } from '../compiler/compile.ts'
import { instantiate } from './instantiate.ts'
import { createTwinKernel } from './run.ts'
import { createTwinTexture } from './texture.ts'

let device: GPUDevice
beforeAll(async () => { device = await sharedDevice() })

const SEED = 3
const [WIDTH, HEIGHT, LAYERS, LEVELS] = [8, 4, 3, 3]
const FORMATS = ['rgba8unorm', 'rgba8unorm-srgb', 'rgba16float', 'rgba32float', 'r32float', 'rg32float', 'rgba8snorm', 'rg8unorm'] as const

const KERNEL = `// load.wgsl: reads every texel and some beside.
@group(0) @binding(0) var image: texture_2d_array<f32>;
@group(0) @binding(1) var<storage, read_write> out: array<vec4f>;
@compute @workgroup_size(64) fn main(@builtin(global_invocation_id) id: vec3u) {
  let i = i32(id.x);
  let size = textureDimensions(image, i & 3);
  let p = vec2i(i % 12 - 2, (i / 12) % 7 - 1);
  let level = i / (12 * 7 * 4);
  if (u32(i) >= arrayLength(&out)) { return; }
  out[i] = textureLoad(image, p, (i / 84) % 4, level);
  if ((i & 15) == 15) { out[i] = vec4f(vec2f(size), f32(textureNumLayers(image)), f32(textureNumLevels(image))); }
}`

const bytesPerChannel = (format: string): number => (format.includes('8') ? 1 : format.includes('16') ? 2 : 4)

function texels(format: string): (Uint8Array | Int8Array | Uint16Array | Float32Array)[] {
  const random = seeded(SEED)
  const channels = /^(rgba|rg|r)/.exec(format)![0].length
  return Array.from({ length: LEVELS }, (_, level) => {
    const count = (WIDTH >> level) * Math.max(1, HEIGHT >> level) * LAYERS * channels
    if (format.includes('32')) return Float32Array.from({ length: count }, () => random() * 4 - 2)
    if (format.includes('16')) return Uint16Array.from({ length: count }, () => random() * 0x7bff)
    return format.includes('snorm') ? Int8Array.from({ length: count }, () => random() * 256 - 128) : Uint8Array.from({ length: count }, () => random() * 256)
  })
}

test.each(FORMATS)(`texels of %s are read as the GPU reads them, outside ones too, seed ${SEED}`, async (format) => {
  const data = texels(format)
  const count = 12 * 7 * 4 * 4
  const out = new Float32Array(count * 4)
  const module = instantiate(compileTwin([{ name: 'load.wgsl', text: KERNEL }], { entryPoint: 'main' }))
  createTwinKernel(module, { image: createTwinTexture(format, WIDTH, HEIGHT, LAYERS, data), out }).dispatch(Math.ceil(count / 64))
  const image = device.createTexture({
    size: [WIDTH, HEIGHT, LAYERS], mipLevelCount: LEVELS, format, usage: GPUTextureUsage.TEXTURE_BINDING | GPUTextureUsage.COPY_DST,
  })
  const channels = /^(rgba|rg|r)/.exec(format)![0].length
  data.forEach((level, mipLevel) => {
    const [width, height] = [WIDTH >> mipLevel, Math.max(1, HEIGHT >> mipLevel)]
    const layout = { bytesPerRow: width * channels * bytesPerChannel(format), rowsPerImage: height }
    device.queue.writeTexture({ texture: image, mipLevel }, level as Uint8Array<ArrayBuffer>, layout, [width, height, LAYERS])
  })
  const gpu = await read(image, out.byteLength, count)
  const words = new Uint32Array(out.buffer)
  // The adapter decodes sRGB within one unit in the eighth bit of WebGPU's tolerance; all else is exact.
  const near = (i: number) => Math.abs(new Float32Array(gpu.buffer)[i] - out[i]) < (format.endsWith('srgb') ? 1e-4 : 0)
  const differing = [...words.keys()].filter((i) => !sameWord(words[i], gpu[i]) && !near(i))
  expect(differing.slice(0, 4).map((i) => ({ i, gpu: new Float32Array(gpu.buffer)[i], twin: out[i] }))).toEqual([])
})

async function read(image: GPUTexture, sizeBytes: number, count: number): Promise<Uint32Array> {
  const module = device.createShaderModule({ code: KERNEL })
  const layout = device.createBindGroupLayout({
    entries: [
      { binding: 0, visibility: GPUShaderStage.COMPUTE, texture: { sampleType: 'unfilterable-float', viewDimension: '2d-array' } },
      { binding: 1, visibility: GPUShaderStage.COMPUTE, buffer: { type: 'storage' } },
    ],
  })
  const pipeline = device.createComputePipeline({ layout: device.createPipelineLayout({ bindGroupLayouts: [layout] }), compute: { module } })
  const out = device.createBuffer({ size: sizeBytes, usage: GPUBufferUsage.STORAGE | GPUBufferUsage.COPY_SRC })
  const staging = device.createBuffer({ size: sizeBytes, usage: GPUBufferUsage.MAP_READ | GPUBufferUsage.COPY_DST })
  const encoder = device.createCommandEncoder()
  const pass = encoder.beginComputePass()
  pass.setPipeline(pipeline)
  pass.setBindGroup(0, device.createBindGroup({ layout, entries: [{ binding: 0, resource: image.createView({ dimension: '2d-array' }) }, { binding: 1, resource: { buffer: out } }] }))
  pass.dispatchWorkgroups(Math.ceil(count / 64))
  pass.end()
  encoder.copyBufferToBuffer(out, 0, staging, 0, sizeBytes)
  device.queue.submit([encoder.finish()])
  await staging.mapAsync(GPUMapMode.READ)
  return new Uint32Array(staging.getMappedRange().slice(0))
}
