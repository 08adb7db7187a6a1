import { describe, expect, test } from 'vitest'
import { buildBvh } from '../bvh/build.ts'
import { singleScene } from '../testing/scenes.ts'
import { cube, degenerateSoup, meshOf, soup, sphere, terrain } from '../testing/meshes.ts'
import { seeded } from '../testing/random.ts'
import { buildKdTree, buildKdTreeInSlices, BUILDERS, type BuilderName } from './build/build.ts'
import { DEFAULT_BUILD, MAX_OBJECT_DEPTH } from './build/options.ts'
import { MeshInvalidError } from './build/triangles.ts'
import { findTreeFault } from './check.ts'
import type { KdTree } from './node.ts'
import { ATTRIBUTES_WORDS, bvhOf, NONE, packMesh, packNormal, TRIANGLE_WORDS } from './pack.ts'
import { LEAF_RECORD_WORDS } from './ropes.ts'
import { measureTree } from './stats.ts'

const meshes = [terrain(20), sphere(12), cube(), soup(400, 2), degenerateSoup(400, 3)]
const builders = Object.keys(BUILDERS) as BuilderName[]

/** Every leaf with its cell. */
function leavesOf({ nodes, references, bounds }: KdTree): { node: number; cell: number[]; records: Uint32Array }[] {
  const planes = new Float32Array(nodes.buffer, nodes.byteOffset, nodes.length)
  const leaves: { node: number; cell: number[]; records: Uint32Array }[] = []
  const walk = (node: number, cell: number[]): void => {
    const word = nodes[2 * node + 1]
    const axis = word & 3
    if (axis === 3) {
      leaves.push({ node, cell, records: references.subarray(nodes[2 * node], nodes[2 * node] + (word >>> 2)) })
      return
    }
    walk(node + 1, cell.with(3 + axis, planes[2 * node]))
    walk(word >>> 2, cell.with(axis, planes[2 * node]))
  }
  walk(0, [...bounds])
  return leaves
}

describe.each(builders)('a tree built by %s', (builder) => {
  test.each(meshes.map((mesh) => [mesh.key, mesh] as const))('of %s is sound', (_, mesh) => {
    expect(findTreeFault(buildKdTree(mesh, { builder }), mesh.indices.length / 3)).toBeNull()
  })

  test.each(meshes.map((mesh) => [mesh.key, mesh] as const))('of %s lists every point of every triangle in the leaf that holds it, seed 77', (_, mesh) => {
    const tree = buildKdTree(mesh, { builder })
    const leaves = leavesOf(tree)
    const random = seeded(77)
    const missing: string[] = []
    for (let i = 0; i < 300; i++) {
      const record = Math.floor(random() * tree.triangleOfRecord.length)
      const [a, b] = [random(), random()]
      const w = a + b > 1 ? [1 - a, 1 - b, a + b - 1] : [a, b, 1 - a - b]
      const corners = [0, 1, 2].map((corner) => mesh.indices[3 * tree.triangleOfRecord[record] + corner])
      const point = [0, 1, 2].map((k) => corners.reduce((sum, vertex, j) => sum + w[j] * mesh.positions[3 * vertex + k], 0))
      for (const { cell, records } of leaves) {
        if (point.every((x, k) => x >= cell[k] && x <= cell[3 + k]) && !records.includes(record)) missing.push(`${record} at ${point.join(' ')}`)
      }
    }
    expect(missing).toEqual([])
  })

  test('has no flat cell and no plane in a triangle, even where everything lies on a grid', () => {
    for (const mesh of [cube(), terrain(8), degenerateSoup(200, 5)]) {
      expect(leavesOf(buildKdTree(mesh, { builder })).filter(({ cell }) => [0, 1, 2].some((k) => !(cell[3 + k] > cell[k])))).toEqual([])
    }
  })

  test('numbers triangles by the first leaf that lists them and drops those without area', () => {
    const mesh = degenerateSoup(200, 6)
    const tree = buildKdTree(mesh, { builder })
    let next = 0
    for (const { records } of leavesOf(tree)) for (const record of records) {
      expect(record).toBeLessThanOrEqual(next)
      if (record === next) next++
    }
    expect(next).toBe(tree.triangleOfRecord.length)
    expect(next).toBeLessThan(200)
  })

  test('of nothing is one empty leaf', () => {
    const tree = buildKdTree(meshOf('nothing', new Float32Array(9), Uint32Array.of(0, 1, 2)), { builder })
    expect([...tree.nodes]).toEqual([0, 3])
    expect(findTreeFault(tree, 1)).toBeNull()
  })

  test('stays within its depth cap', () => {
    const tree = buildKdTree(terrain(30), { builder, options: { ...DEFAULT_BUILD, maxDepth: 5 } })
    expect(tree.depth).toBeLessThanOrEqual(5)
    expect(buildKdTree(terrain(30), { builder, options: { ...DEFAULT_BUILD, maxDepth: 999 } }).depth).toBeLessThanOrEqual(MAX_OBJECT_DEPTH)
  })

  test('refuses what is not finite, by name', () => {
    const mesh = { key: 'broken', positions: Float32Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0, 0, Infinity, 0), indices: Uint32Array.of(0, 1, 2, 0, 1, 3) }
    expect(() => buildKdTree(mesh, { builder })).toThrow(MeshInvalidError)
    expect(() => buildKdTree(mesh, { builder })).toThrow('Mesh broken: triangle 1 has a corner that is not finite.')
    expect(() => buildKdTree({ ...mesh, indices: Uint32Array.of(0, 1, 9) }, { builder })).toThrow('names vertex 9 of 4')
  })
})

test('the exact builder beats one leaf by far and a sphere is mostly empty', () => {
  const mesh = sphere(40)
  const stats = measureTree(buildKdTree(mesh), DEFAULT_BUILD)
  expect(stats.sahCost).toBeLessThan(80)
  expect(stats.emptyVolume).toBeGreaterThan(0.9)
  expect(stats.triangles).toBe(mesh.indices.length / 3)
})

describe('a build in slices', () => {
  test('gives the same tree and reports progress', async () => {
    const mesh = terrain(60)
    const seen: number[] = []
    const tree = await buildKdTreeInSlices(mesh, { sliceMs: 0, onProgress: (done) => seen.push(done) })
    expect(tree).toEqual(buildKdTree(mesh))
    expect(seen.length).toBeGreaterThan(3)
    expect(seen.toSorted((a, b) => a - b)).toEqual(seen)
    expect(seen.at(-1)).toBeLessThanOrEqual(1)
  })

  test('stops when it is aborted', async () => {
    const controller = new AbortController()
    const building = buildKdTreeInSlices(terrain(60), { sliceMs: 0, signal: controller.signal, onProgress: () => controller.abort() })
    await expect(building).rejects.toThrow('aborted')
  })
})

test('a cached tree that was damaged anywhere is found out or harmless, seed 31', () => {
  const mesh = terrain(6)
  const tree = buildKdTree(mesh)
  const random = seeded(31)
  for (let i = 0; i < 2000; i++) {
    const damaged: KdTree = { ...tree, nodes: tree.nodes.slice(), references: tree.references.slice() }
    const array = random() < 0.7 ? damaged.nodes : damaged.references
    array[Math.floor(random() * array.length)] ^= 1 << Math.floor(32 * random())
    if (findTreeFault(damaged, mesh.indices.length / 3) !== null) continue
    expect(leavesOf(damaged).every(({ records }) => records.every((record) => record < tree.triangleOfRecord.length))).toBe(true)
  }
  expect(findTreeFault({ ...tree, nodes: tree.nodes.slice(0, -2) }, mesh.indices.length / 3)).not.toBeNull()
  expect(findTreeFault(tree, mesh.indices.length / 3 - 1)).not.toBeNull()
})

describe('a packed mesh', () => {
  test('keeps corners exactly, in leaf order, and finds each triangle again', () => {
    const { meshes: [{ mesh, tree }] } = singleScene(degenerateSoup(100, 4))
    const packed = packMesh(mesh, tree)
    const floats = new Float32Array(packed.triangles.buffer)
    expect(packed.triangleCount).toBe(tree.triangleOfRecord.length)
    for (let record = 0; record < packed.triangleCount; record++) {
      const at = record * TRIANGLE_WORDS
      const triangle = packed.triangles[at + 3]
      expect(packed.attributes[triangle * ATTRIBUTES_WORDS + 10]).toBe(record)
      const vertex = mesh.indices[3 * triangle + 2]
      expect([...floats.subarray(at + 8, at + 11)]).toEqual([...mesh.positions.subarray(3 * vertex, 3 * vertex + 3)])
    }
    const kept = new Set(tree.triangleOfRecord)
    for (let triangle = 0; triangle < 100; triangle++) if (!kept.has(triangle)) expect(packed.attributes[triangle * ATTRIBUTES_WORDS + 10]).toBe(NONE)
  })

  test('with ropes repeats behind its triangles what leaves list, and says in a record where', () => {
    const { meshes: [{ mesh, tree }] } = singleScene(degenerateSoup(100, 4))
    const packed = packMesh(mesh, tree, 'ropes')
    const boxes = new Float32Array(packed.references.buffer)
    expect(packed.triangleCount).toBe(tree.triangleOfRecord.length)
    const leaves = leavesOf(tree)
    expect(packed.references).toHaveLength(LEAF_RECORD_WORDS * leaves.length)
    for (const { node, records, cell } of leaves) {
      const at = LEAF_RECORD_WORDS * packed.nodes[2 * node]
      expect([...boxes.subarray(at, at + 3), ...boxes.subarray(at + 4, at + 7)]).toEqual([...Float32Array.from(cell)])
      const listed = [...records].map((_, i) => packed.triangles[(packed.references[at + 3] + i) * TRIANGLE_WORDS + 3])
      expect(listed).toEqual([...records].map((record) => tree.triangleOfRecord[record]))
    }
  })

  test('as a BVH gives back the BVH that it was packed by', () => {
    const { meshes: [{ mesh, tree }] } = singleScene(degenerateSoup(100, 4))
    const bvh = buildBvh(mesh)
    const packed = packMesh(mesh, tree, 'bvh', bvh)
    expect(bvhOf(packed)).toEqual(bvh)
    expect(packMesh(mesh, tree, 'bvh')).toEqual(packed)
  })

  test('without a tree lies in its own order', () => {
    const mesh = cube()
    const packed = packMesh(mesh, null)
    expect(packed.nodes).toHaveLength(0)
    expect(Array.from({ length: 12 }, (_, i) => packed.triangles[i * TRIANGLE_WORDS + 3])).toEqual(Array.from({ length: 12 }, (_, i) => i))
    expect(Array.from({ length: 12 }, (_, i) => packed.attributes[i * ATTRIBUTES_WORDS + 10])).toEqual(Array.from({ length: 12 }, (_, i) => i))
  })

  test('keeps normals to a ten-thousandth, seed 8', () => {
    const random = seeded(8)
    for (let i = 0; i < 500; i++) {
      const z = 2 * random() - 1
      const angle = 7 * random()
      const n = [Math.sqrt(1 - z * z) * Math.cos(angle), Math.sqrt(1 - z * z) * Math.sin(angle), z]
      const packed = packNormal(n[0], n[1], n[2])
      let [u, v] = [((packed << 16) >> 16) / 32767, (packed >> 16) / 32767]
      const w = 1 - Math.abs(u) - Math.abs(v)
      if (w < 0) [u, v] = [(1 - Math.abs(v)) * (u < 0 ? -1 : 1), (1 - Math.abs(u)) * (v < 0 ? -1 : 1)]
      const length = Math.hypot(u, v, w)
      expect((u * n[0] + v * n[1] + w * n[2]) / length).toBeGreaterThan(1 - 1e-8)
    }
  })
})
