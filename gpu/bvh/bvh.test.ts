import { describe, expect, test } from 'vitest'
import { cube, degenerateSoup, meshOf, soup, sphere, terrain } from '../testing/meshes.ts'
import { seeded } from '../testing/random.ts'
import { buildBvh, bvhSteps } from './build.ts'
import { findBvhFault } from './check.ts'
import { BVH_COUNT_SHIFT, BVH_FIRST_MASK, BVH_LEAF, type Bvh } from './node.ts'
import { measureBvh } from './stats.ts'

const scaled = (by: number) => {
  const mesh = soup(300, 4)
  return meshOf(`soup x ${by}`, mesh.positions.map((x) => by * x), mesh.indices)
}
/** A thousand times the same triangle, and one more elsewhere. */
const same = meshOf('same', Float32Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0, 5, 5, 5), Uint32Array.from({ length: 3003 }, (_, i) => (i === 3002 ? 3 : i % 3)))
/** Thin and diagonal: whole boxes of these overlap all over. */
const sticks = (() => {
  const random = seeded(9)
  const positions = Array.from({ length: 300 }, () => { const [x, y] = [random(), random()]; return [x, y, 0, x + 3, y + 3, 3, x + 3.01, y + 3, 3] }).flat()
  return meshOf('sticks', Float32Array.from(positions), Uint32Array.from({ length: 900 }, (_, i) => i))
})()
const meshes = [terrain(20), sphere(12), cube(), soup(400, 2), degenerateSoup(400, 3), scaled(0.001), scaled(1000), same, sticks]

interface Leaf { readonly box: Float32Array; readonly triangles: Uint32Array }

function leavesOf({ nodes, triangles }: Bvh): Leaf[] {
  const floats = new Float32Array(nodes.buffer, nodes.byteOffset, nodes.length)
  const leaves: Leaf[] = []
  for (let at = 0; at < nodes.length; at += 8) {
    const child = nodes[at + 3]
    const first = child & BVH_FIRST_MASK
    if (child > BVH_LEAF) leaves.push({ box: Float32Array.of(...floats.subarray(at, at + 3), ...floats.subarray(at + 4, at + 7)), triangles: triangles.subarray(first, first + ((child >>> BVH_COUNT_SHIFT) & 15)) })
  }
  return leaves
}

describe.each(meshes.map((mesh) => [mesh.key, mesh] as const))('a BVH of %s', (_, mesh) => {
  const bvh = buildBvh(mesh)

  test('is sound', () => {
    expect(findBvhFault(bvh, mesh.indices.length / 3)).toBeNull()
    for (const { triangles } of leavesOf(bvh)) {
      expect(triangles.length).toBeLessThanOrEqual(8)
      expect(new Set(triangles).size).toBe(triangles.length)
    }
  })

  test('has every point of every triangle in a leaf that lists it, seed 77', () => {
    const leaves = leavesOf(bvh)
    const random = seeded(77)
    const listed = new Set(bvh.triangles)
    const missing: string[] = []
    for (let i = 0; i < 300; i++) {
      const triangle = Math.floor((random() * mesh.indices.length) / 3)
      // One without area is in none.
      if (!listed.has(triangle)) continue
      const [a, b] = [random(), random()]
      const w = a + b > 1 ? [1 - a, 1 - b, a + b - 1] : [a, b, 1 - a - b]
      const point = [0, 1, 2].map((k) => [0, 1, 2].reduce((sum, corner) => sum + w[corner] * mesh.positions[3 * mesh.indices[3 * triangle + corner] + k], 0))
      if (!leaves.some(({ box, triangles }) => triangles.includes(triangle) && point.every((x, k) => x >= box[k] && x <= box[3 + k]))) missing.push(`${triangle} at ${point.join(' ')}`)
    }
    expect(missing).toEqual([])
  })
})

test('spatial splits are made where boxes overlap, and hardly elsewhere', () => {
  const bvh = buildBvh(sticks)
  expect(measureBvh(bvh).references).toBeGreaterThan(1.2 * 300)
  expect(measureBvh(bvh).references).toBeLessThanOrEqual(2 * 300 + 300)
  expect(measureBvh(buildBvh(terrain(20))).references).toBeLessThan(1.5 * 800)
})

test('of nothing is one node whose children hold nothing', () => {
  const bvh = buildBvh(meshOf('nothing', new Float32Array(9), Uint32Array.of(0, 1, 2)))
  expect(findBvhFault(bvh, 1)).toBeNull()
  expect([bvh.nodes.length, bvh.triangles.length]).toEqual([16, 0])
})

test('says where a mesh is not finite, and pauses while it builds', () => {
  expect(() => buildBvh(meshOf('torn', Float32Array.of(0, 0, 0, 1, 0, 0, 0, NaN, 0), Uint32Array.of(0, 1, 2)))).toThrow('triangle 0')
  let pauses = 0
  let last = 0
  const steps = bvhSteps(terrain(60))
  for (let step = steps.next(); !step.done; step = steps.next()) {
    expect(step.value).toBeGreaterThanOrEqual(last)
    last = step.value
    pauses++
  }
  expect(pauses).toBeGreaterThan(2)
})

test('a tree that is damaged is found out, seed 3', () => {
  const mesh = soup(200, 3)
  const bvh = buildBvh(mesh)
  const random = seeded(3)
  let found = 0
  for (let i = 0; i < 200; i++) {
    const damaged = { ...bvh, nodes: bvh.nodes.slice() }
    damaged.nodes[8 * Math.floor((random() * bvh.nodes.length) / 8) + 3] ^= 1 << Math.floor(32 * random())
    if (findBvhFault(damaged, mesh.indices.length / 3) !== null) found++
    else expect(leavesOf(damaged).every(({ triangles }) => triangles.every((triangle) => triangle < 200))).toBe(true)
  }
  expect(found).toBeGreaterThan(100)
})
