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
