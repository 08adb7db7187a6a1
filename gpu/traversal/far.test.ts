import { describe, expect, test } from 'vitest'
import alphaNoneWgsl from '../kernels/alpha-none.wgsl?raw'
import { compileTwin } from '../twin/compiler/compile.ts'
import { instantiate } from '../twin/runtime/instantiate.ts'
import { pieceOf } from '../twin/compiler/lex.ts'
import { createTwinKernel, stepInvocation } from '../twin/runtime/run.ts'
import { degenerateSoup, meshOf } from '../testing/meshes.ts'
import { singleScene, testScene, type TestScene } from '../testing/scenes.ts'
import traceRaysWgsl from './scene/trace-rays.wgsl?raw'
import { HIT_WORDS, packScene } from '../testing/tracer.ts'
import { SCENE_PIECES, type TraversalName, traversalPieces } from './traversals.ts'
import { COMMON_WALKS, OTHER_WALKS } from './testing-walks.ts'

/** Statements that a ray takes through a dozen nodes, ten times over. */
const MOST_STEPS = 20_000

// Half a floor without thickness, lying on its back, and two rays. One of `npm run verify` (seed 20261121) comes from five kilometres away: rounded,
// it started beyond the face by which it leaves the root cell, and the sequential traversal looked for ever. It starts before the cell now
// (ENTRY_ERROR of triangle.wgsl). The other counts from where it leaves, 2.7 km from its origin, so that nothing pulls it back.
const slab = meshOf('slab', Float32Array.of(-9.5, -5.7, -5e-5, 9.5, 5.7, -5e-5, -9.5, 5.7, -5e-5), Uint32Array.of(0, 1, 2))
const lying = Float32Array.of(1, 0, 0, 0, 0, -2.220446049250313e-16, -1, 0, 0, 1, -2.220446049250313e-16, 0, 0, 0, 0, 1)
const ENDLESS = [
  ['comes from', [3880.9619140625, -2518.5244140625, 2766.574462890625, 0, -0.7191541790962219, 0.46744322776794434, -0.5141147971153259, 1e30]],
  ['begins', [-21.727075576782227, -1748.4453125, -2150.421875, 2772.248291015625, 0.005114095751196146, 0.6306958198547363, 0.7760132551193237, 1e30]],
] as const

// Rays of `npm run verify` that come from a hundred sizes away: rounded, they set out behind the face by which they come in, and all
// eleven passed over the triangles that lie in it, where the tree has cells as thin as rounding itself.
const ENTERING = [
  [1, '4139f067 42e8be39 42654366 00000000 bdb625de bf6413e5 bee404d6 7149f2ca'],
  [1, 'bf6c4ca9 433e0f07 c34b87d9 3a83126f 3b4748bb bf2e5d03 3f3b7002 7149f2ca'],
  [3, 'c2a628a1 43989855 c16e71ce 00000000 3e86a1b7 bf76acf0 3d47af20 7149f2ca'],
] as const
const soups = new Map([1, 3].map((seed) => [seed, singleScene(degenerateSoup(1500, seed), { builder: 'object-median' })]))
const modules = new Map<string, ReturnType<typeof instantiate>>()
const words = (hex: string): Uint32Array => Uint32Array.from(hex.split(' '), (word) => parseInt(word, 16))

/** The kernel of a walk, compiled once. */
function moduleOf(runs: 'checked' | 'step', mode: 'uber' | 'brute-force', traversal?: TraversalName): ReturnType<typeof instantiate> {
  const key = `${runs} ${mode} ${traversal}`
  const module = modules.get(key) ?? instantiate(compileTwin([...SCENE_PIECES, alphaNoneWgsl, ...traversalPieces(mode, traversal), traceRaysWgsl].map(pieceOf), { entryPoint: 'trace_rays', mode: runs }))
  modules.set(key, module)
  return module
}

/** t of the closest hit. */
function closest(scene: TestScene, hex: string, mode: 'uber' | 'brute-force', traversal?: TraversalName): number {
  const module = moduleOf('checked', mode, traversal)
  const { nodes, references, triangles, instances, uniforms } = packScene(scene, traversal)
  const traced = new Float32Array(HIT_WORDS)
  createTwinKernel(module, {
    nodes, references, triangles, instances, attributes: new Uint32Array(64), materials: new Uint32Array(64), scene: uniforms, rays: words(hex), traced,
    trace_params: Uint32Array.of(0, 1, 1, 0),
  }).dispatch(1)
  return traced[0]
}

describe.each(COMMON_WALKS)('%s', comesFromFar)
describe.each(OTHER_WALKS)('%s', { tags: 'proof' }, comesFromFar)

function comesFromFar(traversal: TraversalName): void {
  test.each(ENDLESS)('a ray that %s far away comes to an end', (_, ray) => {
    const module = moduleOf('step', 'uber', traversal)
    const { nodes, references, triangles, instances, uniforms } = packScene(testScene('slab', [slab], [{ mesh: 0, worldFromObject: lying }]), traversal)
    const traced = new Uint32Array(HIT_WORDS)
    const resources = {
      nodes, references, triangles, instances, attributes: new Uint32Array(64), materials: new Uint32Array(64), scene: uniforms, rays: Float32Array.from(ray),
      traced, trace_params: Uint32Array.of(0, 1, 3, 0),
    }
    let steps = 0
    for (const step of stepInvocation(module, resources, [0, 0, 0], [1, 1, 1])) if (step.site.at.line >= 0 && ++steps > MOST_STEPS) break
    expect(steps).toBeGreaterThan(50)
    expect(steps).toBeLessThan(MOST_STEPS)
  })

  test.each(ENTERING)('degenerate soup %i: a ray from far away meets what lies in the face of the root cell (seed 20261124, %s)', (seed, hex) => {
    const right = closest(soups.get(seed)!, hex, 'brute-force')
    expect(right).toBeLessThan(1e3)
    expect(closest(soups.get(seed)!, hex, 'uber', traversal)).toBe(right)
  })
}
