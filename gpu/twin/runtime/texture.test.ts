import { expect, test } from 'vitest'
import { compileTwin } from '../compiler/compile.ts'
import { f32FromF16 } from './half.ts'
import { instantiate } from './instantiate.ts'
import { createTwinKernel } from './run.ts'
import { createTwinTexture, loadTexel, texel } from './texture.ts'

const store = (format: string, type: string, value: string) => `// store.wgsl: x
@group(0) @binding(0) var image: texture_storage_2d<${format}, write>;
@compute @workgroup_size(2, 2) fn main(@builtin(global_invocation_id) id: vec3u) {
  if (all(id.xy < textureDimensions(image))) { textureStore(image, id.xy, vec4${type}(${value})); }
  textureStore(image, vec2i(-1, 9), vec4${type}());
}`

test.each([
  ['r32float', 'f', 'f32(id.x), 9, 9, 9', [0, 1, 0, 1]],
  ['rgba8unorm', 'f', '0.5, 1.5, -1.0, f32(id.y)', [128, 255, 0, 0, 128, 255, 0, 0, 128, 255, 0, 255, 128, 255, 0, 255]],
  ['rg32uint', 'u', 'id.x, id.y, 3, 4', [0, 0, 1, 0, 0, 1, 1, 1]],
  ['rgba16float', 'f', '1.0, -2.0, 0.1, 65504', [0x3c00, 0xc000, 0x2e66, 0x7bff]],
] as const)('stores into %s keep the channels of the format, and nothing outside', (format, type, value, expected) => {
  const image = createTwinTexture(format, 2, 2)
  createTwinKernel(instantiate(compileTwin([{ name: 'store.wgsl', text: store(format, type, value) }], { entryPoint: 'main' })), { image }).dispatch(1)
  expect([...image.data[0]].slice(0, expected.length)).toEqual(expected)
})

test('unsigned and depth textures are read as they are', () => {
  const text = `// read.wgsl: x
@group(0) @binding(0) var ids: texture_2d<u32>;
@group(0) @binding(1) var depth: texture_depth_2d;
@group(0) @binding(2) var<storage, read_write> out: array<f32>;
@compute @workgroup_size(2) fn main(@builtin(global_invocation_id) id: vec3u) {
  let texel = textureLoad(ids, id.xy, 0);
  out[id.x] = f32(texel.x + texel.y + texel.z + texel.w) + textureLoad(depth, id.xy, 0);
}`
  const out = new Float32Array(2)
  createTwinKernel(instantiate(compileTwin([{ name: 'read.wgsl', text }], { entryPoint: 'main' })), {
    ids: createTwinTexture('rg32uint', 2, 1, 1, [Uint32Array.of(5, 6, 7, 8)]), depth: createTwinTexture('depth32float', 2, 1, 1, [Float32Array.of(0.25, 0.5)]), out,
  }).dispatch(1)
  expect([...out]).toEqual([12.25, 16.5])
})

test.each(['rgba16float', 'rgba8snorm', 'rgba8unorm', 'rgba8unorm-srgb'])('every texel of %s stands for what its bits say', (format) => {
  const bits = format === 'rgba16float' ? Uint16Array.from({ length: 65536 }, (_, i) => i) : format === 'rgba8snorm' ? Int8Array.from({ length: 256 }, (_, i) => i - 128) : Uint8Array.from({ length: 256 }, (_, i) => i)
  const expected = (raw: number, isAlpha: boolean): number => {
    if (format === 'rgba16float') return f32FromF16(raw)
    if (format === 'rgba8snorm') return Math.max(-1, Math.fround(raw * Math.fround(1 / 127)))
    if (format === 'rgba8unorm' || isAlpha) return Math.fround(raw * Math.fround(1 / 255))
    return Math.fround(raw / 255 <= 0.04045 ? raw / 255 / 12.92 : ((raw / 255 + 0.055) / 1.055) ** 2.4)
  }
  const image = createTwinTexture(format, bits.length / 4, 1, 1, [bits])
  for (let x = 0; x < bits.length / 4; x++) {
    loadTexel(image, x, 0, 0, 0)
    expect([...texel]).toEqual([0, 1, 2, 3].map((channel) => expected(bits[4 * x + channel], channel === 3)))
  }
})

test('a format that the twin does not know is refused by name', () => {
  expect(() => createTwinTexture('bc1-rgba-unorm', 4, 4)).toThrow('the twin has no textures of bc1-rgba-unorm')
})
