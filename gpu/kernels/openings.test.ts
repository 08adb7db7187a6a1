import { expect, test } from 'vitest'
import { cross, dot, normalize, scale, subtract, type Vec3 } from '../math.ts'
import { buildPathLight } from '../passes/paths/path-light.ts'
import { queuedPathPieces } from '../passes/pieces.ts'
import type { Opening } from '../query/openings.ts'
import { seeded } from '../testing/random.ts'
import { sceneOf } from '../testing/shapes.ts'
import { compileTwin } from '../twin/compiler/compile.ts'
import { pieceOf } from '../twin/compiler/lex.ts'
import { instantiate } from '../twin/runtime/instantiate.ts'
import { createTwinKernel } from '../twin/runtime/run.ts'
import { structOf } from './kernel.ts'

const WGSL = `// ask-openings.wgsl: draws directions to the sky from one place, or says with which density one is drawn.
struct Asked { position: vec3f, draws: u32, normal: vec3f, spare: u32 }
@group(3) @binding(0) var<storage, read> asked: Asked;
@group(3) @binding(1) var<storage, read_write> answers: array<vec4f>;

@compute @workgroup_size(1) fn ask_openings(@builtin(global_invocation_id) id: vec3u) {
  let at = Gatherer(asked.position, asked.normal, false, vec3f(0.0), 0.0);
  if (asked.draws == 0u) {
    answers[id.x].w = sky_density(at, answers[id.x].xyz);
    return;
  }
  var rng = seed_rng(1u, 2u, id.x);
  let found = sample_sky(at, next_pair(&rng));
  answers[id.x] = vec4f(found.direction, found.density);
}
`
const PIECES = [...queuedPathPieces(), WGSL]
const module = instantiate(compileTwin(PIECES.map(pieceOf), { entryPoint: 'ask_openings' }))

/** Around a gradient, so that nothing but openings is sampled. @param directions  to ask of; left out: `count` are drawn */
function ask(openings: readonly Opening[], position: Vec3, normal: Vec3, count: number, directions?: readonly Vec3[]): { direction: Vec3; density: number }[] {
  const { words, params } = buildPathLight(sceneOf([], []), () => null, openings)
  const layout = structOf(PIECES, 'LightParams')
  const view = new DataView(new ArrayBuffer(layout.sizeBytes))
  layout.write(view, 0, params)
  const asked = new Float32Array([...position, 0, ...normal, 0])
  new Uint32Array(asked.buffer)[3] = directions === undefined ? 1 : 0
  const answers = new Float32Array(4 * count)
  directions?.forEach((direction, i) => answers.set(direction, 4 * i))
  const given: Record<string, ArrayBufferLike | ArrayBufferView> = { light_params: view.buffer, light_data: words, asked, answers }
  const scene = structOf(PIECES, 'SceneUniforms')
  const kernel = createTwinKernel(module, Object.fromEntries(module.kernel.bindings.map(({ name }) => [name, given[name] ?? new ArrayBuffer(scene.sizeBytes)])))
  kernel.dispatch(count)
  return Array.from({ length: count }, (_, i) => ({ direction: [answers[4 * i], answers[4 * i + 1], answers[4 * i + 2]], density: answers[4 * i + 3] }))
}

const FAR = 1e3
function opening(center: Vec3, halfU: Vec3, halfV: Vec3): Opening {
  return { center, halfU, halfV, normal: normalize(cross(halfU, halfV)), min: [-FAR, -FAR, -FAR], max: [FAR, FAR, FAR] }
}

/** Of a rectangle seen from the origin: two triangles (van Oosterom and Strackee 1983), in f64. */
function solidAngleOf({ center, halfU, halfV }: Opening, from: Vec3): number {
  const corner = (u: number, v: number): Vec3 => normalize([0, 1, 2].map((k) => center[k] + u * halfU[k] + v * halfV[k] - from[k]) as unknown as Vec3)
  const triangle = (a: Vec3, b: Vec3, c: Vec3): number => 2 * Math.atan2(Math.abs(dot(a, cross(b, c))), 1 + dot(a, b) + dot(b, c) + dot(c, a))
  const [a, b, c, d] = [corner(-1, -1), corner(1, -1), corner(1, 1), corner(-1, 1)]
  return triangle(a, b, c) + triangle(a, c, d)
}

/** Near and far, large and small, from beside and from so close that it fills half of what there is to see. */
const PLACES: readonly (readonly [name: string, at: Vec3, of: Opening])[] = [
  ['a window', [0.3, 0.2, 1.5], opening([0, 0.4, 0], [0.7, 0, 0], [0, 0.6, 0])],
  ['a window far away', [6, -1, 14], opening([0, 0.4, 0], [0.7, 0, 0], [0, 0.6, 0])],
  ['a window seen from beside', [3, 0, 0.1], opening([0, 0, 0], [0.7, 0, 0], [0, 0.6, 0])],
  ['a front of glass from 10 cm', [0.4, 0, 0.1], opening([0, 0, 0], [2.4, 0, 0], [0, 1.2, 0])],
  ['a hole in the roof', [1, -2, 0.3], opening([0, 0, 0], [0.5, 0, 0.2], [-0.1, 0, 0.25])],
  ['a window that stands askew', [-1, 0.5, 2], opening([0, 0, 0], [0.6, 0, -0.6], [0.3, 0.5, 0.3])],
]

test.each(PLACES)('%s: directions come evenly over its solid angle, with the density that is said', (_, at, of) => {
  const count = 1024
  const exact = solidAngleOf(of, at)
  const toCenter = normalize(subtract(of.center, at))
  const drawn = ask([of], at, toCenter, count)
  const said = ask([of], at, toCenter, count, drawn.map(({ direction }) => direction))
  let inside = 0
  drawn.forEach(({ direction, density }, i) => {
    expect(Math.abs(Math.hypot(...direction) - 1)).toBeLessThan(1e-5)
    // Rounding may put what was drawn at its very edge beside it.
    if (said[i].density === 0) return
    inside++
    expect(Math.abs(said[i].density / density - 1)).toBeLessThan(1e-4)
    if (exact > 0.02) expect(Math.abs(density * exact - 1)).toBeLessThan(2e-3)
  })
  expect(inside).toBeGreaterThan(0.99 * count)
  // The mean of f / density is the integral of f: of 1, and of the cosine (Lambert's formula of the polygon).
  const mean = (f: (d: Vec3) => number) => drawn.reduce((sum, { direction, density }) => sum + (density > 0 ? f(direction) / density : 0), 0) / count
  expect(Math.abs(mean(() => 1) / exact - 1)).toBeLessThan(3e-3)
  const corner = (u: number, v: number): Vec3 => normalize([0, 1, 2].map((k) => of.center[k] + u * of.halfU[k] + v * of.halfV[k] - at[k]) as unknown as Vec3)
  const corners = [corner(-1, -1), corner(1, -1), corner(1, 1), corner(-1, 1)]
  const lambert = Math.abs(corners.reduce((sum, a, i) => {
    const b = corners[(i + 1) % 4]
    return sum + 0.5 * Math.acos(dot(a, b)) * dot(normalize(cross(a, b)), of.normal)
  }, 0))
  expect(Math.abs(mean((d) => Math.abs(dot(d, of.normal))) / lambert - 1)).toBeLessThan(6e-3)
})

test('over all directions densities add up to one, with openings that overlap, too, seed 5', () => {
  const openings = [PLACES[0][2], opening([0.5, 0.4, 0.05], [0.4, 0, 0], [0, 0.9, 0]), opening([-1.5, 0.3, 0.7], [0, 0, -0.4], [0, 0.5, 0])]
  const random = seeded(5)
  const side = 128
  const directions = Array.from({ length: side * side }, (_, i): Vec3 => {
    const [y, phi] = [1 - (2 * (Math.floor(i / side) + random())) / side, (2 * Math.PI * ((i % side) + random())) / side]
    const r = Math.sqrt(1 - y * y)
    return [r * Math.cos(phi), y, r * Math.sin(phi)]
  })
  const densities = ask(openings, [0.3, 0.2, 1.5], [0, 0, -1], directions.length, directions)
  const sum = densities.reduce((total, { density }) => total + density, 0) * ((4 * Math.PI) / directions.length)
  expect(Math.abs(sum - 1)).toBeLessThan(0.012)
})

test('an opening serves the places of its box, before it and above their surface', () => {
  const [, at, of] = PLACES[0]
  const small = { ...of, min: [-2, -2, 0], max: [2, 2, 2] } as const
  const direction = normalize(subtract(of.center, at))
  const density = (o: Opening, from: Vec3, normal: Vec3) => ask([o], from, normal, 1, [normalize(subtract(o.center, from))])[0].density
  expect(density(small, at, direction)).toBeGreaterThan(0)
  expect(density(small, [at[0], at[1], 2.5], direction)).toBe(0)
  expect(density(of, [at[0], at[1], -1], direction)).toBe(0)
  expect(density(of, at, scale(of.normal, 1))).toBe(0)
})
