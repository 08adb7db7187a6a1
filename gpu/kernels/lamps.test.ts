import { expect, test } from 'vitest'
import { normalize, type Vec3 } from '../math.ts'
import { buildPathLight } from '../passes/paths/lights/path-light.ts'
import { queuedPathPieces } from '../passes/pieces.ts'
import type { Light } from '../scene.ts'
import { packLight, type PackedLight } from '../tables/lights.ts'
import { seeded } from '../testing/random.ts'
import { sceneOf } from '../testing/shapes.ts'
import { compileTwin } from '../twin/compiler/compile.ts'
import { pieceOf } from '../twin/compiler/lex.ts'
import { instantiate } from '../twin/runtime/instantiate.ts'
import { createTwinKernel } from '../twin/runtime/run.ts'
import { createTwinTexture } from '../twin/runtime/texture.ts'
import { structOf } from './kernel.ts'

const WGSL = `// ask-lamps.wgsl: every lamp as it is read, its odds at one place, lamps that are chosen there, and what a ray past them collects.
struct AskedLamps { position: vec3f, draws: u32, normal: vec3f, lamps: u32, direction: vec3f, reach: f32 }
struct LampAnswer { lamp: Light, odds: f32, chosen: u32, chosen_odds: f32, spare: f32, passed: vec3f, one_by_one: f32 }
@group(3) @binding(0) var<storage, read> asked: AskedLamps;
@group(3) @binding(1) var<storage, read_write> answers: array<LampAnswer>;

fn leaf_of_trail(trail: u32) -> u32 {
  var node = 0u;
  var rest = trail;
  loop {
    let child = child_of_node(light_params.lamp_tree, node);
    if ((child & TREE_LEAF) != 0u) { return child; }
    node = select(node + 1u, child, (rest & 1u) != 0u);
    rest = rest >> 1u;
  }
}

@compute @workgroup_size(1) fn ask_lamps(@builtin(global_invocation_id) id: vec3u) {
  let at = Gatherer(asked.position, asked.normal, false, vec3f(0.0), 0.0);
  if (id.x < asked.lamps) {
    answers[id.x].lamp = lamp_at(id.x);
    answers[id.x].odds = odds_of_lamp(at, id.x, leaf_of_trail(trail_of_lamp(id.x)));
  }
  if (id.x < asked.draws) {
    var odds = 0.0;
    answers[id.x].chosen = choose_lamp(at, (f32(id.x) + 0.5) / f32(asked.draws), &odds);
    answers[id.x].chosen_odds = odds;
  }
  if (id.x == 0u) {
    let ray = Ray(asked.position, 0.0, asked.direction, asked.reach);
    var path = begin_path(ray, Rng(0u, 0u, 0u));
    add_passed_lamps(&path, ray, ray);
    answers[0].passed = path.radiance;
    var sum = 0.0;
    for (var i = 0u; i < asked.lamps; i++) {
      var lamp = lamp_at(i);
      var density = 0.0;
      if (meet_light(&lamp, ray, &density) < ray.t_max) { sum += radiance_of_light(&lamp, ray.direction).y; }
    }
    answers[0].one_by_one = sum;
  }
}
`
const PIECES = [...queuedPathPieces(), WGSL]
const module = instantiate(compileTwin(PIECES.map(pieceOf), { entryPoint: 'ask_lamps' }))
const [LIGHT, ANSWER, PARAMS, SCENE] = ['Light', 'LampAnswer', 'LightParams', 'SceneUniforms'].map((name) => structOf(PIECES, name))

function ask(lights: readonly Light[], position: Vec3, normal: Vec3, draws: number, direction: Vec3 = [1, 0, 0], reach = 1e30) {
  const { words, params } = buildPathLight(sceneOf([], [], { lights }), () => null)
  const count = params.lamp_count
  const view = new DataView(new ArrayBuffer(PARAMS.sizeBytes))
  PARAMS.write(view, 0, params)
  const asked = new Float32Array([...position, 0, ...normal, 0, ...direction, reach])
  new Uint32Array(asked.buffer).set([draws], 3)
  new Uint32Array(asked.buffer).set([count], 7)
  const answers = new ArrayBuffer(Math.max(count, draws) * ANSWER.sizeBytes)
  const given: Record<string, unknown> = {
    light_params: view.buffer, light_data: words, asked, answers, profiles: createTwinTexture('r32float', 1024, 1, 1, [new Float32Array(1024).fill(0.5)]),
  }
  const resources = Object.fromEntries(module.kernel.bindings.map(({ name }) => [name, given[name] ?? new ArrayBuffer(SCENE.sizeBytes)]))
  createTwinKernel(module, resources as Parameters<typeof createTwinKernel>[1]).dispatch(Math.max(count, draws))
  const [floats, integers] = [new Float32Array(answers), new Uint32Array(answers)]
  const word = (i: number, field: string): number => (i * ANSWER.sizeBytes + ANSWER.offsets[field]) / 4
  return {
    lampBytes: (i: number) => new Uint8Array(answers, i * ANSWER.sizeBytes, LIGHT.sizeBytes),
    odds: Array.from({ length: count }, (_, i) => floats[word(i, 'odds')]),
    drawn: Array.from({ length: draws }, (_, i) => ({ lamp: integers[word(i, 'chosen')], odds: floats[word(i, 'chosen_odds')] })),
    passed: floats[word(0, 'passed') + 1], oneByOne: floats[word(0, 'one_by_one')],
  }
}

/** Of every kind, all about a house of 20 x 6 x 15 m. */
function lampsOf(count: number, seed: number): Light[] {
  const random = seeded(seed)
  const towards = (): Vec3 => normalize([random() - 0.5, random() - 0.8, random() - 0.5])
  return Array.from({ length: count }, (_, i): Light => {
    const position: Vec3 = [20 * random(), 6 * random(), 15 * random()]
    const shared = { id: `${i}`, position, color: [1, 1, 1] as const, on: true }
    const strength = 1 + 100 * random() ** 3
    switch (i % 6) {
      case 0: return { ...shared, kind: 'point', intensity: strength }
      case 1: return { ...shared, kind: 'point', intensity: strength, radius: 0.02 + 0.1 * random() }
      case 2: return { ...shared, kind: 'spot', intensity: strength, direction: towards(), innerAngle: 0.4, outerAngle: 1, radius: 0.05 * Math.round(random()) }
      case 3: return { ...shared, kind: 'sphere', radiance: 100 * strength, radius: 0.05 + 0.2 * random() }
      case 4: return { ...shared, kind: 'disc', radiance: 100 * strength, radius: 0.05 + 0.2 * random(), direction: towards() }
      default: return { ...shared, kind: 'rectangle', radiance: 100 * strength, halfU: [0.3 * random() + 0.01, 0.1 * random(), 0], halfV: [0, 0.1 * random(), 0.3 * random() + 0.01] }
    }
  })
}

test('a lamp is read to the bit as it was packed', () => {
  const profile = { key: 'p', width: 4, height: 4, verticalFrom: 0.1, verticalTo: 3, candela: new Float32Array(16).fill(1) }
  const lights: Light[] = [
    ...lampsOf(6, 1), { id: 'measured', kind: 'spot', position: [1, 2, 3], direction: [0.6, -0.8, 0], intensity: 7, innerAngle: 0.3, outerAngle: 0.5, color: [1, 0.5, 0.25], on: true, profile },
    { id: 'grid', kind: 'grid', position: [3, 2, 1], halfU: [1, 0, 0], halfV: [0, 0, 0.5], countU: 3, countV: 5, color: [1, 1, 1], intensity: 4, on: true },
  ]
  const { lampBytes } = ask([{ id: 'sun', kind: 'directional', direction: [0, -1, 0], color: [1, 1, 1], illuminance: 1, on: true }, ...lights, { ...lights[0], on: false }], [0, 0, 0], [0, 1, 0], 1)
  const bytesOf = (packed: PackedLight): Uint8Array => {
    const view = new DataView(new ArrayBuffer(LIGHT.sizeBytes))
    LIGHT.write(view, 0, packed)
    return new Uint8Array(view.buffer)
  }
  for (const [i, light] of lights.entries()) expect(lampBytes(i), light.id).toEqual(bytesOf(packLight(light)))
})

test.each([1, 64, 65, 500])('the odds of %i lamps of every kind add up to one, and each is drawn as often as they say', (count) => {
  const { odds, drawn } = ask(lampsOf(count, count), [9, -0.5, 7], [0, 1, 0], 2000)
  const counts = Array.from({ length: count }, () => 0)
  let missed = 0
  for (const { lamp, odds: said } of drawn) {
    // A leaf may turn out to have nothing for this place: what its boxes promised is lost, not wrong.
    if (lamp === 0xffffffff) { missed++; continue }
    counts[lamp]++
    expect(Math.abs(said / odds[lamp] - 1)).toBeLessThan(1e-4)
  }
  expect(Math.abs(odds.reduce((sum, each) => sum + each, 0) + missed / drawn.length - 1)).toBeLessThan(2e-3)
  expect(missed).toBeLessThan(0.1 * drawn.length)
  // Draws are even steps, but of the lamps of a leaf each is taken for many pieces of them.
  counts.forEach((times, i) => expect(Math.abs(times - 2000 * odds[i]), `lamp ${i}`).toBeLessThan(4 + 4 * Math.sqrt(2000 * odds[i])))
})

test('what a lamp may give is never chosen with no odds at all', () => {
  for (const [seed, position, normal] of [[3, [9, 0, 7], [0, 1, 0]], [4, [20, 3, 7], [-1, 0, 0]], [5, [4, 5, 15], [0, -0.6, -0.8]]] as const) {
    const lights = lampsOf(300, seed)
    const [many, alone] = [ask(lights, position, normal, 1), lights.map((light) => ask([light], position, normal, 1).odds[0])]
    // The same number of lamps can give anything, whoever stands beside them.
    expect(many.odds.filter((odds) => odds > 0).length).toBe(alone.filter((odds) => odds > 0).length)
  }
})

test('a lamp in the room at hand is chosen before brighter ones of other rooms', () => {
  const lamp = (position: Vec3, intensity: number): Light => ({ id: position.join(' '), kind: 'point', position, color: [1, 1, 1], intensity, on: true })
  const far = Array.from({ length: 400 }, (_, i) => lamp([30 + (i % 20), 2, Math.floor(i / 20)], 300))
  const { drawn, odds } = ask([...far, lamp([4, 2.4, 4], 100)], [4, 0, 4], [0, 1, 0], 100)
  expect(Math.max(...odds)).toBeGreaterThan(0.3)
  expect(drawn.filter(({ odds: said }) => said > 0.3).length).toBeGreaterThan(30)
})

test('a ray past 600 lamps meets those that it meets when it asks each', () => {
  const random = seeded(11)
  const lights = lampsOf(600, 12)
  let met = 0
  for (let i = 0; i < 60; i++) {
    const from: Vec3 = [24 * random() - 2, 8 * random() - 1, 18 * random() - 1]
    const aim = lights[Math.floor(600 * random())]
    const to: Vec3 = aim.kind === 'directional' ? [0, 1, 0] : [aim.position[0] - from[0], aim.position[1] - from[1], aim.position[2] - from[2]]
    const direction = i % 10 === 0 ? ([[1, 0, 0], [0, -1, 0], [0, 0, 1]] as const)[(i / 10) % 3] : normalize(to)
    const { passed, oneByOne } = ask(lights, from, [0, 1, 0], 1, direction, i % 2 === 0 ? 1e30 : 4)
    expect(Math.abs(passed - oneByOne)).toBeLessThanOrEqual(1e-4 * oneByOne)
    if (oneByOne > 0) met++
  }
  expect(met).toBeGreaterThan(10)
})
