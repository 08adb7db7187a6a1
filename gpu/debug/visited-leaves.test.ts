import { expect, test } from 'vitest'
import { buildBvh } from '../bvh/build.ts'
import { BVH_LEAF } from '../bvh/node.ts'
import { soup } from '../testing/meshes.ts'
import { randomDirection, seeded } from '../testing/random.ts'
import { placed, testScene } from '../testing/scenes.ts'
import { loadShippedTwin } from '../testing/shipped-twin.ts'
import { packScene } from '../testing/tracer.ts'
import { createRayReplay } from './debug-pixel.ts'
import { explainPixel } from './explain.ts'
import { uncomparedPixel } from './replay.ts'
import { sceneCopy } from './scene-copy.ts'
import { sparseImages } from './sparse-images.ts'

/** Of its instance. */
const AT = [3, 0, 0] as const
const MESH = soup(1000, 7)

/** Boxes of all leaves that list something, min xyz, max xyz, where the instance stands. */
function leafBoxes(): number[][] {
  const { nodes } = buildBvh(MESH)
  const floats = new Float32Array(nodes.buffer)
  return Array.from({ length: nodes.length / 8 }, (_, i) => 8 * i).filter((at) => nodes[at + 3] > BVH_LEAF)
    .map((at) => [...floats.subarray(at, at + 3), ...floats.subarray(at + 4, at + 7)].map((x, k) => x + AT[k % 3]))
}

/** Where a ray enters a box; Infinity: it misses it. */
function entryOf(box: readonly number[], origin: readonly number[], direction: readonly number[]): number {
  const planes = [0, 1, 2].map((k) => [box[k], box[3 + k]].map((plane) => (plane - origin[k]) / direction[k]).toSorted((a, b) => a - b))
  const enters = Math.max(0, ...planes.map(([near]) => near))
  return enters <= Math.min(...planes.map(([, far]) => far)) ? enters : Infinity
}

test('through a BVH the debug pixel counts and draws the leaves whose boxes a ray meets, as if it was asked box by box, seed 12', async () => {
  // Another mesh before it, so that nothing of its own begins at 0.
  const packed = packScene(testScene('soups', [soup(20, 5), MESH], [{ mesh: 0, worldFromObject: placed([-20, 0, 0]) }, { mesh: 1, worldFromObject: placed(AT) }]), 'bvh')
  const { nodes, references, triangles, instances } = packed
  const none = new Uint32Array(64)
  const scene = sceneCopy({ nodes, references, triangles, instances, attributes: none, materials: none }, new Uint8Array(packed.uniforms.buffer as ArrayBuffer))
  const module = await loadShippedTwin('debug-ray/uber/bvh')
  const known = { ...scene.resources, scene: scene.uniforms, ...sparseImages([]) }
  const replay = createRayReplay(module, Object.fromEntries(Object.entries(known).filter(([name]) => module.kernel.bindings.some((binding) => binding.name === name))))
  const boxes = leafBoxes()
  const random = seeded(12)
  const found = { misses: 0, hits: 0, leaves: 0 }
  for (let i = 0; i < 100; i++) {
    const direction = randomDirection(random)
    const origin = AT.map((x, k) => x + 2 * random() - 1 - 5 * direction[k])
    const report = uncomparedPixel(replay({ kind: 'primary', question: 'closest', origin, direction, tMin: 0, tMax: 1e30, steps: [], hit: null, seen: null, offered: null, passed: null, entries: [0, 0] }, 4096))
    const answer = explainPixel(report, { scene, instanceAt: () => null, lights: [] })
    const { hit, counts } = answer.rays[0]
    // Those of the über tree count, too.
    const leaves = counts.leaves - report.rays[0].steps.filter((step) => step.kind === 'node' && step.tree === 'uber' && scene.isLeaf(step.node)).length
    const met = boxes.flatMap((box) => { const t = entryOf(box, origin, direction); return t < Infinity ? [{ box, t }] : [] })
    const drawn = answer.leafCells(0, 99)
    const cells = Array.from({ length: drawn.length / 24 }, (_, k) => [...drawn.subarray(24 * k, 24 * k + 3), ...drawn.subarray(24 * k + 21, 24 * k + 24)])
    expect(leaves).toBe(cells.length)
    // Nothing hides a box from a ray that meets nothing; of one that does, those before its hit.
    const sure = hit === null ? met : met.filter(({ t }) => t < hit.t - 1e-4)
    const near = (a: readonly number[], b: readonly number[]) => a.every((x, k) => Math.abs(x - b[k]) < 1e-5)
    for (const { box } of sure) expect(cells.some((cell) => near(cell, box))).toBe(true)
    for (const cell of cells) expect(met.some(({ box }) => near(cell, box))).toBe(true)
    if (hit === null) expect(leaves).toBe(met.length)
    found[hit === null ? 'misses' : 'hits']++
    found.leaves += leaves
  }
  expect(Math.min(found.misses, found.hits)).toBeGreaterThan(20)
  expect(found.leaves).toBeGreaterThan(100)
})
