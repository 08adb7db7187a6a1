import { describe, expect, test } from 'vitest'
import alphaNoneWgsl from '../kernels/alpha-none.wgsl?raw'
import { compileTwin } from '../twin/compiler/compile.ts'
import { instantiate } from '../twin/runtime/instantiate.ts'
import { pieceOf } from '../twin/compiler/lex.ts'
import { createTwinKernel } from '../twin/runtime/run.ts'
import { rayZoo } from '../testing/rays.ts'
import { instancedScene, objectScenes } from '../testing/scenes.ts'
import traceRaysWgsl from './scene/trace-rays.wgsl?raw'
import { HIT_WORDS, packScene } from '../testing/tracer.ts'
import { SCENE_PIECES, type TraversalName, traversalPieces } from './traversals.ts'
import { COMMON_WALKS, OTHER_WALKS } from './testing-walks.ts'

const SEED = 33
const scenes = [...objectScenes(), instancedScene(SEED)]

/** Packed for a traversal, and a walk with no more room than the deepest of them asks for. */
function packed(traversal: TraversalName) {
  const all = scenes.map((scene) => packScene(scene, traversal))
  const least = (need: 'objectDepth' | 'uberDepth') => Math.max(1, ...all.map(({ needs }) => needs[need]))
  return { all, walk: { traversal, objectStack: least('objectDepth'), uberStack: least('uberDepth'), isLone: false } }
}

describe.each(COMMON_WALKS)('%s', staysInside)
describe.each(OTHER_WALKS)('%s', { tags: 'proof' }, staysInside)

function staysInside(traversal: TraversalName): void {
  test(`reads nothing outside its arrays, nor past stacks as deep as the trees, zoo ${SEED}`, () => {
    const { all, walk } = packed(traversal)
    const pieces = [...SCENE_PIECES, alphaNoneWgsl, ...traversalPieces('uber', walk), traceRaysWgsl].map(pieceOf)
    const module = instantiate(compileTwin(pieces, { entryPoint: 'trace_rays', mode: 'checked' }))
    for (const [i, scene] of scenes.entries()) {
      const { rays, kinds } = rayZoo(scene, 12, SEED)
      const { nodes, references, triangles, instances, uniforms } = all[i]
      const kernel = createTwinKernel(module, {
        nodes, references, triangles, instances, attributes: new Uint32Array(64), materials: new Uint32Array(64), scene: uniforms, rays,
        traced: new Uint32Array(kinds.length * HIT_WORDS), trace_params: Uint32Array.of(0, kinds.length, 3, 0),
      })
      expect(() => kernel.dispatch(Math.ceil(kinds.length / 64)), scene.name).not.toThrow()
    }
  })
}
