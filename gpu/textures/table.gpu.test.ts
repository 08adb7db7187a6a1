import { afterAll, beforeAll, expect, test } from 'vitest'
import { createStorageBuffer, readBuffer } from '../buffers/buffer.ts'
import { createKernel, type Kernel } from '../kernels/kernel.ts'
import textureWgsl from '../kernels/texture.wgsl?raw'
import rayWgsl from '../kernels/ray.wgsl?raw'
import sceneWgsl from '../kernels/scene.wgsl?raw'
import { resourcesOf } from '../device/resources.ts'
import type { TextureData } from '../scene.ts'
import { sharedDevice } from '../headless/headless.ts'
import { paint } from '../testing/shapes.ts'
import { fitTo } from './fit.ts'
import { createTextureTable, type TextureTable } from './table.ts'

const MAIN = `// texture-test.wgsl: samples one texture at a list of places.
struct Probe { map: TextureUse, uv: vec2f, uv_width: f32, how: u32 }
@group(2) @binding(0) var<storage, read> probes: array<Probe>;
@group(2) @binding(1) var<storage, read_write> texels: array<vec4f>;
@compute @workgroup_size(1)
fn probe(@builtin(global_invocation_id) id: vec3u) {
  let p = probes[id.x];
  if (p.how == 0u) { texels[id.x] = sample_nearest(p.map, p.uv); } else { texels[id.x] = sample_texture(p.map, p.uv, p.uv_width, p.how == 1u); }
}`

let device: GPUDevice
let table: TextureTable
let kernel: Kernel
beforeAll(async () => {
  device = await sharedDevice()
  table = await createTextureTable(device)
  kernel = await createKernel(device, 'probe', [rayWgsl, sceneWgsl, textureWgsl, MAIN])
})
afterAll(() => table.dispose())

interface Probe { key: string; uv: readonly [number, number]; width?: number; how?: 'nearest' | 'smooth' | 'plain'; wrap?: number; rows?: readonly [number, number, number, number]; offset?: readonly [number, number] }

async function sample(probes: readonly Probe[]): Promise<number[][]> {
  const words = new Uint32Array(probes.length * 12)
  const floats = new Float32Array(words.buffer)
  for (const [i, { key, uv, width = 0, how = 'smooth', wrap = 0, rows = [1, 0, 0, 1], offset = [0, 0] }] of probes.entries()) {
    const place = table.find(key)!
    words.set([place.texture, place.size | wrap | (wrap << 2)], 12 * i)
    floats.set([...offset, ...rows, ...uv, width], 12 * i + 2)
    words[12 * i + 11] = ['nearest', 'smooth', 'plain'].indexOf(how)
  }
  const texels = createStorageBuffer(device, 'texels', probes.length * 16)
  const none = Object.fromEntries(['triangles', 'attributes', 'instances', 'materials'].map((name) => [name, createStorageBuffer(device, name, 1024)]))
  const uniform = device.createBuffer({ size: 4096, usage: GPUBufferUsage.UNIFORM })
  // Of measured luminaires, in the same group: not looked at here.
  const profiles = device.createTexture({ size: [1, 1], format: 'r32float', usage: GPUTextureUsage.TEXTURE_BINDING })
  const encoder = device.createCommandEncoder()
  const pass = encoder.beginComputePass()
  kernel.dispatch(pass, [
    kernel.bind(0, { ...none, scene: uniform }), kernel.bind(1, { ...table.resources, profiles: profiles.createView(), environment_image: profiles.createView() }), kernel.bind(2, { probes: createStorageBuffer(device, 'probes', words), texels }),
  ], probes.length)
  pass.end()
  device.queue.submit([encoder.finish()])
  const values = new Float32Array(await readBuffer(device, texels))
  return probes.map((_, i) => [...values.subarray(4 * i, 4 * i + 4)])
}

const images = (...list: TextureData[]) => new Map(list.map((image) => [image.key, image]))
const ramp = paint('ramp', 4, 1, (x) => [x * 80, 0, 0, 255], 'linear')
const linear = (byte: number) => (byte / 255 <= 0.04045 ? byte / 255 / 12.92 : ((byte / 255 + 0.055) / 1.055) ** 2.4)

test('decodes sRGB, and leaves data as it is', async () => {
  table.update(images(paint('color', 3, 3, () => [128, 0, 255, 100]), paint('data', 3, 3, () => [128, 0, 255, 100], 'linear')))
  const [color, data] = await sample([{ key: 'color', uv: [0.5, 0.5] }, { key: 'data', uv: [0.5, 0.5] }])
  expect(color[0]).toBeCloseTo(linear(128), 3)
  expect(color[2]).toBeCloseTo(1, 5)
  expect(data[0]).toBeCloseTo(128 / 255, 5)
  expect(data[3]).toBeCloseTo(100 / 255, 5)
})

test('interpolates between texel centres and takes whole texels when asked for the nearest', async () => {
  table.update(images(ramp))
  const found = await sample([
    { key: 'ramp', uv: [0.125, 0.5] }, { key: 'ramp', uv: [0.25, 0.5] }, { key: 'ramp', uv: [0.3125, 0.5] }, { key: 'ramp', uv: [0.26, 0.5], how: 'nearest' },
  ])
  for (const [i, value] of [0, 40, 60, 80].entries()) expect(found[i][0] * 255).toBeCloseTo(value, 2)
})

test('repeats, clamps and mirrors, also far outside', async () => {
  table.update(images(ramp))
  const at = (u: number, wrap: number) => ({ key: 'ramp', uv: [u, 0.5], wrap, how: 'nearest' }) as const
  const found = await sample([
    at(-0.125, 0), at(1.125, 0), at(1001.125, 0), at(-0.125, 1), at(1.6, 1), at(-0.125, 2), at(1.125, 2), at(-1000.375, 2), at(2.125, 2),
  ])
  expect(found.map(([r]) => Math.round(r * 255 / 80))).toEqual([3, 0, 0, 0, 3, 0, 3, 1, 0])
})

test('moves, scales and turns uv', async () => {
  table.update(images(paint('grid', 4, 4, (x, y) => [x * 60, y * 60, 0, 255], 'linear')))
  const found = await sample([
    { key: 'grid', uv: [0.125, 0.125], offset: [0.5, 0.25], how: 'nearest' },
    { key: 'grid', uv: [0.1875, 0.0625], rows: [2, 0, 0, 2], how: 'nearest' },
    { key: 'grid', uv: [0.125, 0.375], rows: [0, 1, -1, 0], how: 'nearest' },
  ])
  expect(found.map(([r, g]) => [Math.round(r * 255 / 60), Math.round(g * 255 / 60)])).toEqual([[2, 1], [1, 0], [1, 3]])
})

test('a footprint as wide as the image sees its mean, for any size of image', async () => {
  const sizes = [[64, 64], [37, 23], [300, 5], [1, 77]] as const
  table.update(images(...sizes.map(([w, h]) => paint(`${w}x${h}`, w, h, (x, y) => ((x * 7 + y * 3) % 5 < 2 ? [255, 255, 255, 255] : [0, 0, 0, 255])))))
  const found = await sample(sizes.map(([w, h]) => ({ key: `${w}x${h}`, uv: [0.3, 0.6], width: 100 })))
  for (const [i, [w, h]] of sizes.entries()) {
    let mean = 0
    for (let y = 0; y < h; y++) for (let x = 0; x < w; x++) mean += (x * 7 + y * 3) % 5 < 2 ? 1 / (w * h) : 0
    expect(Math.abs(found[i][0] - mean), `${w} x ${h}`).toBeLessThan(0.03)
  }
})

test('keeps what it holds while it grows, and forgets what left the snapshot', async () => {
  const solid = (key: string, value: number, size = 4) => paint(key, size, size, () => [value, value, value, 255], 'linear')
  table.update(images(solid('a', 10)))
  table.update(images(solid('a', 10), solid('b', 20), solid('c', 30, 300)))
  expect((await sample(['a', 'b', 'c'].map((key) => ({ key, uv: [0.5, 0.5] })))).map(([r]) => Math.round(r * 255))).toEqual([10, 20, 30])
  table.update(images(solid('b', 20), solid('d', 40)))
  expect(table.find('a')).toBeNull()
  expect((await sample(['b', 'd'].map((key) => ({ key, uv: [0.5, 0.5] })))).map(([r]) => Math.round(r * 255))).toEqual([20, 40])
})

test('gives back what images leave, and keeps those that stay', async () => {
  const solid = (key: string, value: number, size = 4) => paint(key, size, size, () => [value, value, value, 255], 'linear')
  const reds = async (...keys: string[]) => (await sample(keys.map((key) => ({ key, uv: [0.5, 0.5] })))).map(([r]) => Math.round(r * 255))
  const bytes = (): number => resourcesOf(device)!.list().reduce((sum, { label, bytes: of }) => (label.startsWith('textures ') ? sum + of : sum), 0)
  table.update(images())
  const empty = bytes()
  table.update(images(solid('a', 10), solid('b', 20), solid('c', 30), solid('d', 40), solid('large', 50, 600)))
  const one = bytes()
  // The places of those that stay move together, from both sides of a gap.
  table.update(images(solid('b', 20), solid('d', 40), solid('e', 60)))
  expect(await reds('b', 'd', 'e')).toEqual([20, 40, 60])
  table.update(images(solid('a', 10), solid('b', 20), solid('c', 30), solid('d', 40), solid('large', 50, 600)))
  expect(bytes()).toBe(one)
  expect(await reds('a', 'b', 'c', 'd', 'large')).toEqual([10, 20, 30, 40, 50])
  table.update(images())
  expect(bytes()).toBe(empty)
})

test('what a frame in flight looks at stays until the next one begins', async () => {
  let changes: (() => void)[] = []
  const waiting = await createTextureTable(device, (change) => changes.push(change))
  const begin = (): void => {
    for (const change of changes) change()
    changes = []
  }
  const live = (): number => resourcesOf(device)!.since(mark).length
  waiting.update(images(ramp))
  begin()
  const [{ resources }, mark] = [waiting, resourcesOf(device)!.mark()]
  waiting.update(images())
  expect([waiting.resources, live()]).toEqual([resources, 1])
  begin()
  expect(waiting.resources).not.toBe(resources)
  waiting.dispose()
  expect(live()).toBe(0)
})

test('an image larger than the largest array shrinks in linear light', () => {
  const image = fitTo(paint('wide', 40, 2, (x) => (x % 2 ? [255, 255, 255, 255] : [0, 0, 0, 255])), 20)
  expect([image.width, image.height]).toEqual([20, 1])
  expect(Math.abs(linear(image.rgba[0]) - 0.5)).toBeLessThan(0.005)
})

test('says when an image has not as many bytes as pixels', () => {
  expect(() => table.update(images({ ...ramp, key: 'torn', width: 9 }))).toThrow('9 x 1 pixels need 36 bytes')
})
