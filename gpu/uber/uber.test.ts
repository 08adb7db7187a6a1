import { expect, test } from 'vitest'
import { buildKdTree } from '../kdtree/build/build.ts'
import { findTreeFault } from '../kdtree/check.ts'
import { cube, sphere } from '../testing/meshes.ts'
import { randomDirection, seeded } from '../testing/random.ts'
import { instancedScene, placed } from '../testing/scenes.ts'
import { instanceBounds } from './bounds.ts'
import { buildUber, MAX_UBER_DEPTH } from './build.ts'
import { INSTANCE_MIRRORED, INSTANCE_WORDS, packInstance } from './instance.ts'
import { determinant, invertAffine } from '../math.ts'

/** Furniture-sized boxes on the floors of a building. */
function furnished(count: number, seed: number): { bounds: Float32Array; slots: Uint32Array } {
  const random = seeded(seed)
  const side = Math.sqrt(count) * 1.5
  const bounds = new Float32Array(6 * count)
  for (let i = 0; i < count; i++) {
    for (let k = 0; k < 3; k++) {
      const low = k === 1 ? 3 * Math.floor(3 * random()) : side * random()
      bounds[6 * i + k] = low
      bounds[6 * i + 3 + k] = low + 0.2 + 1.5 * random()
    }
  }
  return { bounds, slots: Uint32Array.from({ length: count }, (_, i) => i) }
}

test('every instance is listed in every leaf that its box overlaps', () => {
  const { bounds, slots } = furnished(200, 1)
  const tree = buildUber(bounds, slots.map((slot) => slot + 1000))
  expect(findTreeFault({ ...tree, references: tree.references.map((slot) => slot - 1000), triangleOfRecord: slots }, 200)).toBeNull()
  const planes = new Float32Array(tree.nodes.buffer)
  const walk = (node: number, cell: number[]): void => {
    const word = tree.nodes[2 * node + 1]
    const axis = word & 3
    if (axis !== 3) {
      walk(node + 1, cell.with(3 + axis, planes[2 * node]))
      walk(word >>> 2, cell.with(axis, planes[2 * node]))
      return
    }
    const listed = [...tree.references.subarray(tree.nodes[2 * node], tree.nodes[2 * node] + (word >>> 2))]
    const overlapping = [...slots].filter((i) => [0, 1, 2].every((k) => bounds[6 * i + k] < cell[3 + k] && bounds[6 * i + 3 + k] > cell[k]))
    expect(listed.toSorted((a, b) => a - b)).toEqual(overlapping.map((i) => 1000 + i))
  }
  walk(0, [...tree.bounds])
})

test('nothing gives an empty tree that no ray enters', () => {
  const tree = buildUber(new Float32Array(0), new Uint32Array(0))
  expect([...tree.nodes]).toEqual([0, 3])
  expect(tree.bounds[0]).toBeGreaterThan(tree.bounds[3])
})

test('a thousand coincident instances make one leaf, not a deep tree', () => {
  const bounds = new Float32Array(6000).map((_, i) => (i % 6 < 3 ? 0 : 1))
  const tree = buildUber(bounds, Uint32Array.from({ length: 1000 }, (_, i) => i))
  expect(tree.depth).toBe(0)
  expect(tree.references).toHaveLength(1000)
})

test('world bounds hold every vertex and are tighter than the turned root box, seed 4', () => {
  const mesh = sphere(16)
  const tree = buildKdTree(mesh)
  const random = seeded(4)
  for (let i = 0; i < 30; i++) {
    const m = placed([10 * random(), 10 * random(), 10 * random()], [random() + 0.1, -random() - 0.1, 1], randomDirection(random), 7 * random())
    const bounds = instanceBounds(tree, m)!
    for (let row = 0; row < 3; row++) {
      const along = Array.from({ length: mesh.positions.length / 3 }, (_, v) => {
        const [x, y, z] = mesh.positions.subarray(3 * v, 3 * v + 3)
        return m[row] * x + m[4 + row] * y + m[8 + row] * z + m[12 + row]
      })
      expect(Math.min(...along)).toBeGreaterThan(bounds[row])
      expect(Math.max(...along)).toBeLessThan(bounds[3 + row])
    }
    const reach = Math.abs(m[0]) + Math.abs(m[4]) + Math.abs(m[8])
    expect(bounds[3] - bounds[0]).toBeLessThan(2.02 * reach)
    expect(instanceBounds(tree, m)).toBe(bounds)
  }
})

test('a tree without triangles has no bounds', () => {
  const nothing = { ...cube(), indices: new Uint32Array(0) }
  expect(instanceBounds(buildKdTree(nothing), placed([0, 0, 0]))).toBeNull()
})

test('the inverse of a matrix undoes it, and a mirror is told', () => {
  const words = new Uint32Array(2 * INSTANCE_WORDS)
  const floats = new Float32Array(words.buffer)
  for (const { worldFromObject: m } of instancedScene(2).instances) {
    const rows = invertAffine(m)
    const p = [0.3, -0.7, 0.9]
    const world = [0, 1, 2].map((row) => m[row] * p[0] + m[4 + row] * p[1] + m[8 + row] * p[2] + m[12 + row])
    const back = [0, 4, 8].map((row) => rows[row] * world[0] + rows[row + 1] * world[1] + rows[row + 2] * world[2] + rows[row + 3])
    back.forEach((x, k) => expect(x).toBeCloseTo(p[k], 9))
    packInstance(words, floats, 1, { worldFromObject: m, nodes: 7, references: 8, triangles: 9, triangleCount: 10, attributes: 11, materials: 12, bounds: null, masked: false })
    expect((words[INSTANCE_WORDS + 36] & INSTANCE_MIRRORED) !== 0).toBe(determinant(m) < 0)
    expect(floats[INSTANCE_WORDS + 3]).toBe(m[12])
  }
  expect(() => invertAffine(placed([0, 0, 0], [1, 0, 1]))).toThrow('cannot be inverted')
})

test.each([65, 1000, 4000])('a tree over %i furnished instances stays within the stack, and its work grows with their number', (count) => {
  const { bounds, slots } = furnished(count, 3)
  const tree = buildUber(bounds, slots)
  expect(tree.depth).toBeLessThanOrEqual(MAX_UBER_DEPTH)
  expect(tree.referencesPerInstance).toBeLessThan(8)
  // Two words a node; about four nodes an instance.
  expect(tree.nodes.length / 2).toBeLessThan(8 * count)
})
