import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { buildKdTree, type BuilderName } from '../kdtree/build/build.ts'
import { readMeshFile } from '../bench/files/mesh-file.ts'
import { placedMeshes } from '../bench/files/placed-meshes.ts'
import { sharedDevice } from '../headless/headless.ts'
import { rayZoo } from '../testing/rays.ts'
import { createTracer, HIT_WORDS, packScene } from '../testing/tracer.ts'
import type { TraversalName } from './traversals.ts'

const folder = process.env.ATRIUM_SCENES

describe.runIf(folder !== undefined).each([
  ['classic/utah_teapot_6k.glb', 'exact-sah', 'standard-8'],
  ['classic/bunny_69k.glb', 'binned-sah', 'ropes-plus-plus'],
  ['interiors/small_house.glb', 'binned-sah', 'standard-8'],
] as const satisfies readonly (readonly [string, BuilderName, TraversalName])[])('@scenes (skipped: ATRIUM_SCENES is not set) %s with %s and %s', (file, builder, traversal) => {
  test('gives every ray of zoo 7 the same hits as brute force', async () => {
    const parts = placedMeshes(await readMeshFile(path.join(folder!, file)))
    const meshes = [...new Set(parts.map(({ mesh }) => mesh))]
    const scene = {
      name: file,
      meshes: meshes.map((mesh) => ({ mesh, tree: buildKdTree(mesh, { builder }) })),
      instances: parts.map(({ mesh, worldFromObject }) => ({ mesh: meshes.indexOf(mesh), worldFromObject })),
    }
    const { rays, kinds } = rayZoo(scene, 12, 7)
    const device = await sharedDevice()
    const judge = await createTracer(device, packScene(scene), 'brute-force', undefined, { raysPerDispatch: 64 }).trace(rays, 'both')
    const hits = await createTracer(device, packScene(scene, traversal), 'uber', traversal).trace(rays, 'both')
    const wrong = kinds.filter((_, i) => [0, 5].some((word) => hits.words[HIT_WORDS * i + word] !== judge.words[HIT_WORDS * i + word]))
    expect(wrong).toEqual([])
  })
})
