import { expect, test } from 'vitest'
import { seeded } from '../../testing/random.ts'
import { compileTwin } from '../../twin/compiler/compile.ts'
import { pieceOf } from '../../twin/compiler/lex.ts'
import { instantiate } from '../../twin/runtime/instantiate.ts'
import { createTwinKernel } from '../../twin/runtime/run.ts'
import smoothedWgsl from './smoothed.wgsl?raw'

const WGSL = `// ask-smoothed.wgsl: light as it is rounded.
@group(0) @binding(0) var<storage, read_write> lights: array<vec4f>;

@compute @workgroup_size(1) fn ask_smoothed(@builtin(global_invocation_id) id: vec3u) {
  lights[id.x] = round_to_half(lights[id.x]);
}

@compute @workgroup_size(1) fn ask_shared(@builtin(global_invocation_id) id: vec3u) {
  let deviation = unpack_deviation(pack_deviation(lights[id.x].w));
  lights[id.x] = vec4f(unpack_shared(pack_shared(lights[id.x].rgb)), deviation);
}
`

test('light is rounded to what a 16 bit float holds, so whoever cuts off what it does not hold cuts nothing', () => {
  const random = seeded(11)
  const light = Float32Array.from({ length: 4000 }, () => 2 ** (28 * random() - 13))
  const rounded = light.slice()
  const module = instantiate(compileTwin([smoothedWgsl, WGSL].map(pieceOf), { entryPoint: 'ask_smoothed' }))
  createTwinKernel(module, { lights: rounded }).dispatch(light.length / 4)
  expect(new Uint32Array(rounded.buffer).every((bits) => (bits & 0x1fff) === 0)).toBe(true)
  const errors = [...rounded].map((value, i) => value / light[i] - 1)
  expect(Math.max(...errors.map(Math.abs))).toBeLessThanOrEqual(2 ** -11)
  // Cut off they would be 3.5e-4 too dark.
  expect(Math.abs(errors.reduce((sum, error) => sum + error, 0) / errors.length)).toBeLessThan(2e-5)
})

test('what a gloss shows keeps 0.2 % of its brightest channel in one word, and means keep their light; its deviation is told to an eighth of an octave, and stays what it is', () => {
  const random = seeded(12)
  const light = Float32Array.from({ length: 8000 }, (_, i) => (i % 4 === 3 ? 2 ** (20 * random() - 14) : 2 ** (20 * Math.floor(i / 4) / 2000 - 6) * random()))
  const kept = light.slice()
  const kernel = createTwinKernel(instantiate(compileTwin([smoothedWgsl, WGSL].map(pieceOf), { entryPoint: 'ask_shared' })), { lights: kept })
  kernel.dispatch(light.length / 4)
  let [sum, before] = [0, 0]
  for (let i = 0; i < light.length; i += 4) {
    const most = Math.max(...light.subarray(i, i + 3))
    for (let c = 0; c < 3; c++) {
      expect(Math.abs(kept[i + c] - light[i + c])).toBeLessThanOrEqual(0.002 * most)
      sum += kept[i + c] / most
      before += light[i + c] / most
    }
    expect(Math.abs(Math.log2(kept[i + 3] / light[i + 3]))).toBeLessThanOrEqual(1 / 16 + 1e-4)
  }
  expect(Math.abs(sum / before - 1)).toBeLessThan(1e-4)
  const once = kept.slice()
  kernel.dispatch(light.length / 4)
  expect([...kept]).toEqual([...once])
})

test('a gloss a hair below a power of two keeps its colours, whichever is the brightest', () => {
  // Of 512 digits half a digit is lacking: from there on the brightest is rounded to more than nine bits hold.
  const hair = Float32Array.from({ length: 4000 }, (_, i) => 2 ** (Math.floor(i / 400) - 5) * (1 - (0.4995 + (i % 400) * 2.5e-6) / 512))
  for (const brightest of [0, 1, 2]) {
    const light = Float32Array.from({ length: 4 * hair.length }, (_, i) => hair[Math.floor(i / 4)] * (i % 4 === brightest ? 1 : 0.25))
    const kept = light.slice()
    createTwinKernel(instantiate(compileTwin([smoothedWgsl, WGSL].map(pieceOf), { entryPoint: 'ask_shared' })), { lights: kept }).dispatch(hair.length)
    expect(kept.reduce((most, value, i) => (i % 4 === 3 ? most : Math.max(most, Math.abs(value - light[i]) / hair[Math.floor(i / 4)])), 0)).toBeLessThanOrEqual(0.002)
  }
})
