import { beforeAll, describe, expect, test } from 'vitest'
import { BUILDERS, type BuilderName } from '../kdtree/build/build.ts'
import { sharedDevice } from '../headless/headless.ts'
import { RAY_KINDS, rayZoo, type RaySet } from '../testing/rays.ts'
import { soup } from '../testing/meshes.ts'
import { IDENTITY, instancedScene, objectScenes, placed, testScene, type TestScene } from '../testing/scenes.ts'
import { createTracer, HIT_WORDS, packScene, type TracedHits } from '../testing/tracer.ts'
import { referenceHits } from './reference.ts'
import { COMMON_WALKS, OTHER_WALKS } from './testing-walks.ts'
import type { TraversalName } from './traversals.ts'
import { fittingWalk, type Walk } from './walk.ts'

const SEED = 20261120
/** Multiplies the rays of every kind: 1 in `npm test`, more to verify. */
const SCALE = Number(process.env.ATRIUM_ZOO_SCALE ?? 1)
const scenes = [...objectScenes(), instancedScene(5)]
const builders = (Object.keys(BUILDERS) as BuilderName[]).filter((builder) => builder !== 'exact-sah')
let device: GPUDevice

beforeAll(async () => {
  device = await sharedDevice()
})

async function traceWith(scene: TestScene, mode: 'brute-force' | 'object-list' | 'uber', { rays }: RaySet, traversal?: TraversalName, walk?: Walk): Promise<TracedHits> {
  const tracer = createTracer(device, packScene(scene, traversal), mode, walk ?? traversal)
  const hits = await tracer.trace(rays, 'both')
  tracer.dispose()
  return hits
}

/** Kinds and numbers of the rays that two tracers answer differently: bits of t for the closest hit, the answer for any hit. */
function differences(a: TracedHits, b: TracedHits, { kinds, rays }: RaySet): string[] {
  const found: string[] = []
  for (let i = 0; i < a.count; i++) {
    const at = HIT_WORDS * i
    if (a.words[at] !== b.words[at]) found.push(`${kinds[i]} ${i}: t ${a.floats[at]} against ${b.floats[at]} of ${rays.slice(8 * i, 8 * i + 8).join(' ')}`)
    else if (a.words[at + 5] !== b.words[at + 5]) found.push(`${kinds[i]} ${i}: any hit ${a.words[at + 5]} against ${b.words[at + 5]}`)
  }
  return found
}

describe.each(scenes.map((scene) => [scene.name, scene] as const))('%s', (_, scene) => {
  const zoo = rayZoo(scene, 150 * SCALE, SEED)
  let brute: TracedHits
  beforeAll(async () => {
    brute = await traceWith(scene, 'brute-force', zoo)
  })

  // The others on the card as proofs: the twin's tests hold them to brute force in every run.
  const asBruteForce = `%s under the über tree gives every ray of zoo ${SEED} the same hits as brute force`
  test.each(COMMON_WALKS)(asBruteForce, isExact)
  test.each(OTHER_WALKS)(asBruteForce, { tags: 'proof' }, isExact)
  async function isExact(traversal: TraversalName): Promise<void> {
    expect(differences(await traceWith(scene, 'uber', zoo, traversal), brute, zoo)).toEqual([])
  }

  test.runIf(scene.instances.length === 1)(`without an über level every ray of zoo ${SEED} has the same hits`, async () => {
    // Room for the deepest of these scenes, and no more: compiled once for all.
    const lone = fittingWalk('standard-8', { objectDepth: Math.max(...scenes.filter(({ instances }) => instances.length === 1).map((each) => packScene(each).needs.objectDepth)), uberDepth: 0, instances: 1 })
    expect(lone.isLone).toBe(true)
    expect(differences(await traceWith(scene, 'uber', zoo, 'standard-8', lone), brute, zoo)).toEqual([])
  })

  test(`the object list gives every ray of zoo ${SEED} the same hits as brute force`, async () => {
    expect(differences(await traceWith(scene, 'object-list', zoo), brute, zoo)).toEqual([])
  })

  test(`brute force agrees with f64 on the CPU on zoo ${SEED}, but for rays within rounding of an edge`, () => {
    const instances = scene.instances.map(({ mesh, worldFromObject }) => ({ mesh: scene.meshes[mesh].mesh, worldFromObject }))
    const wrong: string[] = []
    // Every fifth ray starts at 1e-3: those do not hit the surface they start on.
    // Five rays of each kind: f64 asks every triangle for each.
    for (let i = 0; i < brute.count; i += 30 * SCALE) {
      // A ray in the plane of a face meets it everywhere or nowhere: no t is the right one.
      if (zoo.kinds[i] === 'grazing the bounds') continue
      const ray = zoo.rays.subarray(8 * i, 8 * i + 8)
      const hits = referenceHits(instances, ray)
      const t = brute.floats[HIT_WORDS * i]
      const isMiss = brute.words[HIT_WORDS * i + 3] === 0xffffffff
      const match = hits.findIndex((hit) => Math.abs(t - hit.t) <= 1e-5 + 1e-3 * Math.abs(hit.t))
      const passed = isMiss ? hits : hits.slice(0, match)
      if ((!isMiss && match < 0) || passed.some(({ margin }) => margin > 1)) wrong.push(`${zoo.kinds[i]} ${i}: ${t} against ${JSON.stringify(hits.slice(0, 2))}`)
    }
    expect(wrong).toEqual([])
  })
})

/** Kinds that meet edges, vertices or the surface they start on. */
const UNSURE = new Set(RAY_KINDS.filter((kind) => /vertex|edge|from a surface/.test(kind)))

describe.each(['brute-force', 'object-list', 'uber'] as const)('alpha, with %s', (mode) => {
  test('lets rays through triangles that do not exist, as if they had never been there', async () => {
    const mesh = soup(300, 19)
    const kept = { ...mesh, indices: mesh.indices.filter((_, i) => (i / 3 | 0) % 3 === 0) }
    const instances = [IDENTITY, placed([0.5, 0.2, 0], [-1, 0.5, 2], [0, 1, 0], 1)].map((worldFromObject) => ({ mesh: 0, worldFromObject }))
    const [whole, rest] = [mesh, kept].map((each) => testScene('masked', [each], instances))
    const zoo = rayZoo(rest, 40, SEED)
    const alpha = 'fn is_opaque(slot: u32, record: u32, u: f32, v: f32) -> bool { return triangles[record].triangle % 3u == 0u; }'
    const masked = createTracer(device, packScene(whole, 'standard-8', true), mode, 'standard-8', { alpha })
    const plain = createTracer(device, packScene(rest), mode)
    const [a, b] = [await masked.trace(zoo.rays, 'both'), await plain.trace(zoo.rays, 'both')]
    const wrong = zoo.kinds.filter((_, i) => {
      const at = HIT_WORDS * i
      return Math.abs(a.floats[at] - b.floats[at]) > 1e-5 + 1e-5 * Math.abs(b.floats[at]) || a.words[at + 5] !== b.words[at + 5]
    })
    // Another root cell moves origins a little: these may then go either way.
    expect(wrong.filter((kind) => !UNSURE.has(kind))).toEqual([])
    masked.dispose()
    plain.dispose()
  })
})

// One builder on the GPU, the others as proofs: a tree is data to a kernel, and the trace tests walk those of every builder on the twin.
describe(`over trees built by ${builders[0]}`, () => walksTreesOf(builders[0]))
describe.each(builders.slice(1))('over trees built by %s', { tags: 'proof' }, walksTreesOf)

function walksTreesOf(builder: BuilderName): void {
  const built = [...objectScenes({ builder }), instancedScene(5, { builder })].map((scene) => ({ scene, zoo: rayZoo(scene, 40 * SCALE, SEED + 1) }))
  const judged = new Map<TestScene, TracedHits>()
  beforeAll(async () => {
    for (const { scene, zoo } of built) judged.set(scene, await traceWith(scene, 'brute-force', zoo))
  })

  const asBruteForce = `%s gives every ray of zoo ${SEED + 1} the same hits as brute force, object and instances`
  test.each(COMMON_WALKS)(asBruteForce, isExact)
  test.each(OTHER_WALKS)(asBruteForce, { tags: 'proof' }, isExact)
  async function isExact(traversal: TraversalName): Promise<void> {
    for (const { scene, zoo } of built) expect(differences(await traceWith(scene, 'uber', zoo, traversal), judged.get(scene)!, zoo), scene.name).toEqual([])
  }
}
