import { expect, test } from 'vitest'
import { compileTwin } from '../../twin/compiler/compile.ts'
import { instantiate } from '../../twin/runtime/instantiate.ts'
import { pieceOf } from '../../twin/compiler/lex.ts'
import { createTwinKernel } from '../../twin/runtime/run.ts'
import virtualImageWgsl from './virtual-image.wgsl?raw'

const WGSL = `// virtual-image-test.wgsl: images of one point in a row of mirrors.
@group(0) @binding(0) var<storage, read> mirrors: array<vec2f>;   // metres to the next, its bend
@group(0) @binding(1) var<storage, read_write> answer: array<f32>;
@compute @workgroup_size(1) fn find() {
  var image = Image(1.0, 0.0, 0.0, 1.0);
  for (var i = 0u; i + 1u < arrayLength(&mirrors); i++) { image = image_behind(image, mirrors[i].x, mirrors[i].y); }
  answer[0] = image_distance(image, mirrors[arrayLength(&mirrors) - 1u].x);
}`
const find = instantiate(compileTwin([virtualImageWgsl, WGSL].map(pieceOf), { entryPoint: 'find' }))

/** Metres along the camera ray. @param mirrors  metres from the one before, and 2 / radius; then metres from the last to the point */
function imageOf(mirrors: readonly (readonly [number, number])[], point: number): number {
  const given = new SharedArrayBuffer(8 * (mirrors.length + 1))
  new Float32Array(given).set([...mirrors, [point, 0]].flat())
  const answer = new SharedArrayBuffer(16)
  createTwinKernel(find, { mirrors: given, answer }).dispatch(1)
  return new Float32Array(answer)[0]
}

test('what mirrors show seems to stand where the mirror equation has it', () => {
  const ball = 2 / 0.5
  expect(imageOf([], 3)).toBeCloseTo(3, 5)
  expect(imageOf([[2, 0], [4, 0], [1, 0]], 3)).toBeCloseTo(10, 5)
  expect(imageOf([[3, ball]], 2)).toBeCloseTo(3 + 1 / (1 / 2 + ball), 5)
  // The surroundings stand in a ball's focus, half of its radius behind its surface.
  expect(imageOf([[3, ball]], 1e6)).toBeCloseTo(3.25, 4)
  // A ball in a flat mirror, a flat mirror in a ball: the image of the one is what the other shows.
  expect(imageOf([[2, 0], [3, ball]], 2)).toBeCloseTo(5 + 1 / (1 / 2 + ball), 5)
  expect(imageOf([[2, ball], [3, 0]], 2)).toBeCloseTo(2 + 1 / (1 / 5 + ball), 5)
  // Within its focus a hollow mirror magnifies; beyond it there is no image behind it, and none is made up that is no number.
  expect(imageOf([[1, -2 / 4]], 1)).toBeCloseTo(3, 5)
  for (const beyond of [2, 3, 1e6]) expect(imageOf([[1, -2 / 4], [0.5, 0]], beyond)).toBeGreaterThan(0)
})
