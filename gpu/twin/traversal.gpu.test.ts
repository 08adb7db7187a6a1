import { beforeAll, describe, expect, test } from 'vitest'
import alphaNoneWgsl from '../kernels/alpha-none.wgsl?raw'
import type { RenderSettings } from '../settings.ts'
import { sharedDevice } from '../headless/headless.ts'
import { rayZoo } from '../testing/rays.ts'
import { instancedScene, objectScenes, type TestScene } from '../testing/scenes.ts'
import traceRaysWgsl from '../traversal/scene/trace-rays.wgsl?raw'
import { createTracer, HIT_WORDS, packScene } from '../testing/tracer.ts'
import { COMMON_WALKS, OTHER_WALKS } from '../traversal/testing-walks.ts'
import { SCENE_PIECES, type TraversalName, traversalPieces } from '../traversal/traversals.ts'
import { compileTwin } from './compiler/compile.ts'
import { instantiate } from './runtime/instantiate.ts'
import { pieceOf } from './compiler/lex.ts'
import { createTwinKernel, type GeneratedModule } from './runtime/run.ts'

let device: GPUDevice
beforeAll(async () => { device = await sharedDevice() })

const SEED = 20
const PER_KIND = 24

const modules = new Map<string, GeneratedModule>()

/** Compiled once for all scenes, as in a thread: what one leaves behind, the next would see. */
function twinOf(mode: RenderSettings['mode'], traversal: TraversalName): GeneratedModule {
  const key = `${mode} ${traversal}`
  const pieces = () => [...SCENE_PIECES, alphaNoneWgsl, ...traversalPieces(mode, traversal), traceRaysWgsl].map(pieceOf)
  const module = modules.get(key) ?? instantiate(compileTwin(pieces(), { entryPoint: 'trace_rays', denormals: 'flush' }))
  modules.set(key, module)
  return module
}

/** What the same kernel gives on the CPU, word for word. */
function traceOnCpu(scene: TestScene, rays: Float32Array, mode: RenderSettings['mode'], traversal: TraversalName): Uint32Array {
  const packed = packScene(scene, traversal)
  const count = rays.length / 8
  const traced = new Uint32Array(count * HIT_WORDS)
  const kernel = createTwinKernel(twinOf(mode, traversal), {
    nodes: packed.nodes, references: packed.references, triangles: packed.triangles, attributes: new Uint32Array(64), instances: packed.instances,
    materials: new Uint32Array(64), scene: packed.uniforms, rays, traced, trace_params: Uint32Array.of(0, count, 3, 0),
  })
  // Twice: nothing may be left over from an earlier dispatch.
  kernel.dispatch(Math.ceil(count / 64))
  traced.fill(0)
  kernel.dispatch(Math.ceil(count / 64))
  return traced
}

/** The compiler is the same for all traversals: one sees every scene, the others the two that ask most. */
const scenesFor = (traversal: TraversalName): readonly TestScene[] => [...objectScenes(), instancedScene(SEED)].filter(({ name }) => traversal === 'standard-8' || /^(?:soup|instances)/.test(name))

describe.each(COMMON_WALKS)('the twin of %s', hasBitsOfGpu)
describe.each(OTHER_WALKS)('the twin of %s', { tags: 'proof' }, hasBitsOfGpu)

function hasBitsOfGpu(traversal: TraversalName): void {
  test.each(scenesFor(traversal))(`gives every zoo ray the GPU's bits in $name, seed ${SEED}`, async (scene) => {
    const { rays, kinds } = rayZoo(scene, PER_KIND, SEED)
    const tracer = createTracer(device, packScene(scene, traversal), 'uber', traversal)
    const { words } = await tracer.trace(rays, 'both')
    tracer.dispose()
    const mirrored = traceOnCpu(scene, rays, 'uber', traversal)
    const differing = kinds.filter((_, i) => [0, 1, 2, 3, 4, 5].some((word) => words[i * HIT_WORDS + word] !== mirrored[i * HIT_WORDS + word]))
    expect(differing).toEqual([])
    expect(words.some((word, i) => i % HIT_WORDS === 3 && word !== 0xffffffff)).toBe(true)
  })
}

// The card compiles each for more than a second; the twin walks as the card would.
describe.each(OTHER_WALKS)('%s', (traversal) => {
  test.each(scenesFor(traversal))(`gives every zoo ray what brute force gives in $name, by the twin, seed ${SEED}`, async (scene) => {
    const { rays, kinds } = rayZoo(scene, PER_KIND, SEED)
    const tracer = createTracer(device, packScene(scene, traversal), 'brute-force')
    const { words } = await tracer.trace(rays, 'both')
    tracer.dispose()
    const walked = traceOnCpu(scene, rays, 'uber', traversal)
    // t of the closest hit, and whether there is any.
    expect(kinds.filter((_, i) => [0, 5].some((word) => words[i * HIT_WORDS + word] !== walked[i * HIT_WORDS + word]))).toEqual([])
    expect(words.some((word, i) => i % HIT_WORDS === 3 && word !== 0xffffffff)).toBe(true)
  })
})

test.each(['brute-force', 'object-list'] as const)(`the twin of %s gives every zoo ray the GPU's bits, seed ${SEED}`, async (mode) => {
  const scene = instancedScene(SEED)
  const { rays } = rayZoo(scene, 10, SEED)
  const tracer = createTracer(device, packScene(scene), mode)
  const { words } = await tracer.trace(rays, 'both')
  tracer.dispose()
  expect(traceOnCpu(scene, rays, mode, 'standard-8')).toEqual(words)
})
