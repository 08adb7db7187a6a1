import { expect, test } from 'vitest'
import { IDENTITY, instancedScene, singleScene } from '../../testing/scenes.ts'
import { soup, sphere } from '../../testing/meshes.ts'
import { rayZoo } from '../../testing/rays.ts'
import { HIT_WORDS, packScene } from '../../testing/tracer.ts'
import alphaNoneWgsl from '../../kernels/alpha-none.wgsl?raw'
import { compileTwin } from '../../twin/compiler/compile.ts'
import { instantiate } from '../../twin/runtime/instantiate.ts'
import { pieceOf } from '../../twin/compiler/lex.ts'
import { createTwinKernel } from '../../twin/runtime/run.ts'
import traceRaysWgsl from '../../traversal/scene/trace-rays.wgsl?raw'
import { SCENE_PIECES, traversalPieces } from '../../traversal/traversals.ts'
import { createTwinTracer } from '../trace/trace-harness.ts'
import { createBruteForce } from './verify-brute.ts'
import { checkCardWalks, checkPeer } from './verify-checks.ts'
import { createPeer, isEqual, ordinaryRays, settle } from './verify-peer.ts'

const SEED = 12

test(`the quick brute force gives every ray of zoo ${SEED} what the kernel's own gives, to the bit`, () => {
  const module = instantiate(compileTwin([...SCENE_PIECES, alphaNoneWgsl, ...traversalPieces('brute-force'), traceRaysWgsl].map(pieceOf), { entryPoint: 'trace_rays' }))
  for (const scene of [singleScene(soup(300, 4)), instancedScene(SEED)]) {
    const { rays, kinds } = rayZoo(scene, 20, SEED)
    const { nodes, references, triangles, instances, uniforms } = packScene(scene)
    const traced = new Float32Array(kinds.length * HIT_WORDS)
    createTwinKernel(module, {
      nodes, references, triangles, instances, attributes: new Uint32Array(64), materials: new Uint32Array(64), scene: uniforms, rays, traced, trace_params: Uint32Array.of(0, kinds.length, 1, 0),
    }).dispatch(Math.ceil(kinds.length / 64))
    const words = new Uint32Array(traced.buffer)
    const right = kinds.map((_, i) => (words[HIT_WORDS * i + 3] === 0xffffffff ? -1 : traced[HIT_WORDS * i]))
    expect([...createBruteForce(scene)(rays)], scene.name).toEqual(right)
    expect(right.filter((t) => t >= 0).length).toBeGreaterThan(50)
  }
})

test(`a tree that lost one triangle is found out, seed ${SEED}`, async () => {
  const mesh = sphere(12)
  const scene = singleScene(mesh)
  const [{ tree }] = scene.meshes
  const references = tree.references.map((record) => (record === 100 ? 101 : record))
  const damaged = { ...scene, meshes: [{ mesh, tree: { ...tree, references } }], instances: [{ mesh: 0, worldFromObject: IDENTITY }] }
  const { rays } = rayZoo(scene, 200, SEED)
  const right = createBruteForce(scene)(rays)
  const wrongOf = async (asked: typeof scene): Promise<number> => (await createTwinTracer(packScene(asked), { mode: 'object-list', traversal: 'standard-8' }).trace(rays, 'walk')).t.filter((t, i) => t !== right[i]).length
  expect(await wrongOf(scene)).toBe(0)
  expect(await wrongOf(damaged)).toBeGreaterThan(0)
})

test.each([0.001, 1000])('against another engine, at scale %s, the walks of cards are asked, too', async (scale) => {
  const { compared, wrong, note } = await checkPeer(soup(200, 4), scale, 2000)
  // The standard's, and every tenth of ropes++ and the BVH, both questions.
  expect({ compared, wrong }).toEqual({ compared: 2000 + 4 * 200, wrong: 0 })
  expect(note).toContain('200 of them by ropes-plus-plus and bvh')
})

test(`walks of cards over trees that lost one triangle are found out, seed ${SEED}`, async () => {
  const mesh = sphere(12)
  const rays = ordinaryRays(mesh, 2000, SEED)
  const { t } = await createTwinTracer(packScene(singleScene(mesh)), { mode: 'object-list', traversal: 'standard-8' }).trace(rays, 'walk')
  expect((await checkCardWalks(singleScene(mesh), rays, t)).wrong).toBe(0)
  const { examples } = await checkCardWalks(singleScene({ ...mesh, indices: mesh.indices.filter((_, i) => Math.floor(i / 3) !== 100) }), rays, t)
  expect(examples[0]).toMatch(/^ropes-plus-plus walk against the exact 8-byte standard: /)
})

test(`where two engines differ f64 says who is right, seed ${SEED}`, () => {
  const mesh = sphere(12)
  const rays = ordinaryRays(mesh, 400, SEED)
  const peers = createPeer(mesh)(rays)
  const hit = peers.findIndex((t) => t > 0)
  const miss = peers.findIndex((t) => t < 0)
  const [onHit, onMiss] = [hit, miss].map((i) => rays.subarray(8 * i, 8 * i + 8))
  expect(isEqual(peers[hit], peers[hit] * 1.00005)).toBe(true)
  expect(isEqual(peers[hit], peers[hit] * 1.0002)).toBe(false)
  expect(settle(mesh, 2, onHit, peers[hit], -1).verdict).toBe('ours')
  expect(settle(mesh, 2, onHit, -1, peers[hit]).verdict).toBe('wrong')
  expect(settle(mesh, 2, onHit, peers[hit] * 1.1, peers[hit]).verdict).toBe('wrong')
  expect(settle(mesh, 2, onMiss, 1, -1).verdict).toBe('wrong')
  // Through a vertex: either may be right.
  const vertex = [...mesh.positions.subarray(30, 33)]
  const through = Float32Array.of(...vertex.map((x) => 3 * x), 0, ...vertex.map((x) => -x), 1e30)
  expect(settle(mesh, 2, through, 2.5, 2).verdict).toBe('edge')
})
