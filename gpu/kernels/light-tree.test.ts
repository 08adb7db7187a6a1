import { expect, test } from 'vitest'
import { normalize, type Vec3 } from '../math.ts'
import { buildLightTree, type TreeLight } from '../passes/paths/lights/light-tree.ts'
import { queuedPathPieces } from '../passes/pieces.ts'
import { seeded } from '../testing/random.ts'
import { compileTwin } from '../twin/compiler/compile.ts'
import { pieceOf } from '../twin/compiler/lex.ts'
import { instantiate } from '../twin/runtime/instantiate.ts'
import { createTwinKernel } from '../twin/runtime/run.ts'
import { structOf } from './kernel.ts'

const WGSL = `// ask-light-tree.wgsl: the odds of every light of a tree at one place, and lights that are chosen there.
struct Asked { position: vec3f, both_sides: u32, normal: vec3f, lights: u32 }
@group(3) @binding(0) var<storage, read> asked: Asked;
@group(3) @binding(1) var<storage, read> trails: array<u32>;
@group(3) @binding(2) var<storage, read_write> answers: array<vec4f>;

@compute @workgroup_size(1) fn ask_light_tree(@builtin(global_invocation_id) id: vec3u) {
  let at = Gatherer(asked.position, asked.normal, asked.both_sides != 0u, vec3f(0.0), 0.0);
  if (id.x < asked.lights) {
    answers[id.x] = vec4f(odds_of_trail(light_params.emitter_tree, at, trails[id.x]), 0.0, 0.0, 0.0);
    return;
  }
  var odds = 0.0;
  let draws = arrayLength(&answers) - asked.lights;
  var pick = (f32(id.x - asked.lights) + 0.5) / f32(draws);
  let leaf = choose_leaf(light_params.emitter_tree, at, &pick, &odds);
  answers[id.x] = vec4f(odds, select(f32(first_of_leaf(leaf)), -1.0, leaf == NONE), 0.0, 0.0);
}
`
const PIECES = [...queuedPathPieces(), WGSL]
const module = instantiate(compileTwin(PIECES.map(pieceOf), { entryPoint: 'ask_light_tree' }))

function ask(lights: readonly TreeLight[], position: Vec3, normal: Vec3, draws: number, bothSides = false): { odds: number[]; drawn: { odds: number; light: number }[] } {
  const { nodes, trails } = buildLightTree(lights)
  const layout = structOf(PIECES, 'LightParams')
  const view = new DataView(new ArrayBuffer(layout.sizeBytes))
  layout.write(view, 0, Object.fromEntries(Object.keys(layout.offsets).map((field) => [field, 0])))
  const asked = new Float32Array([...position, 0, ...normal, 0])
  new Uint32Array(asked.buffer).set([Number(bothSides)], 3)
  new Uint32Array(asked.buffer).set([lights.length], 7)
  const answers = new Float32Array(4 * (lights.length + draws))
  const given: Record<string, ArrayBufferLike | ArrayBufferView> = { light_params: view.buffer, light_data: nodes, asked, trails, answers }
  createTwinKernel(module, Object.fromEntries(module.kernel.bindings.map(({ name }) => [name, given[name] ?? new ArrayBuffer(structOf(PIECES, 'SceneUniforms').sizeBytes)]))).dispatch(lights.length + draws)
  return {
    odds: lights.map((_, i) => answers[4 * i]),
    drawn: Array.from({ length: draws }, (_, i) => ({ odds: answers[4 * (lights.length + i)], light: answers[4 * (lights.length + i) + 1] })),
  }
}

/** Small things all about a house of rooms. */
function scattered(count: number, seed: number): TreeLight[] {
  const random = seeded(seed)
  return Array.from({ length: count }, () => {
    const min: Vec3 = [20 * random(), 6 * random(), 15 * random()]
    return { min, max: min.map((x) => x + 0.3 * random()) as unknown as Vec3, power: 0.1 + 10 * random() ** 4 }
  })
}

test.each([1, 3, 700])('the odds of %i lights add up to one, and each is drawn as often as they say', (count) => {
  const lights = scattered(count, count)
  const { odds, drawn } = ask(lights, [5, 1, 7], [0, 1, 0], 1000, true)
  expect(Math.abs(odds.reduce((sum, each) => sum + each, 0) - 1)).toBeLessThan(1e-4)
  const counts = Array.from({ length: count }, () => 0)
  for (const { odds: said, light } of drawn) {
    counts[light]++
    expect(Math.abs(said / odds[light] - 1)).toBeLessThan(1e-4)
  }
  // Draws are even steps: no count is off by more than the steps at both ends.
  counts.forEach((times, i) => expect(Math.abs(times - 1000 * odds[i]), `light ${i}`).toBeLessThan(1.6))
})

test('what lies behind the surface is not chosen, and what may be seen of it is', () => {
  const at = (y: number): TreeLight => ({ min: [0, y, 0], max: [0.2, y + 0.2, 0.2], power: 1 })
  const lights = [at(-3), at(-1), at(-0.1), at(2)]
  const { odds, drawn } = ask(lights, [0, 0, 1], [0, 1, 0], 1000)
  expect(odds[0] + odds[1]).toBe(0)
  expect(odds[2]).toBeGreaterThan(0)
  expect(drawn.every(({ light }) => light === 2 || light === 3 || light === -1)).toBe(true)
})

test('equal lights at one place, and in a row, have a tree', () => {
  const same = Array.from({ length: 300 }, (): TreeLight => ({ min: [1, 1, 1], max: [1, 1, 1], power: 2 }))
  const row = Array.from({ length: 300 }, (_, i): TreeLight => ({ min: [i, 0, 0], max: [i, 0, 0], power: 1 }))
  for (const lights of [same, row]) {
    const { odds } = ask(lights, [4, 3, 2], normalize([0, -1, -0.2]), 1, true)
    expect(Math.abs(odds.reduce((sum, each) => sum + each, 0) - 1)).toBeLessThan(1e-4)
    expect(Math.min(...odds)).toBeGreaterThan(0)
  }
})

test('a lamp in the room at hand is chosen before brighter ones of other rooms', () => {
  const far = scattered(400, 9).map((light): TreeLight => ({ ...light, min: [light.min[0] + 30, light.min[1], light.min[2]], max: [light.max[0] + 30, light.max[1], light.max[2]], power: 5 }))
  const { odds } = ask([...far, { min: [4, 2.4, 4], max: [4.3, 2.5, 4.3], power: 5 }], [4, 0, 4], [0, 1, 0], 1)
  expect(odds.at(-1)).toBeGreaterThan(0.3)
})
