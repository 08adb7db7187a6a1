import { expect, test } from 'vitest'
import { buildKdTree } from '../kdtree/build/build.ts'
import { sphereMesh, transform } from '../testing/shapes.ts'
import { treeCells } from './tree-cells.ts'

const tree = buildKdTree(sphereMesh(12))
const volume = (corners: Float32Array, cell: number): number => {
  const at = (corner: number) => corners.subarray(24 * cell + 3 * corner, 24 * cell + 3 * corner + 3)
  const edge = (corner: number) => Math.hypot(...at(corner).map((v, axis) => v - at(0)[axis]))
  return edge(1) * edge(2) * edge(4)
}

test('the cells at every depth fill the root cell, and at the last they are the leaves', () => {
  const root = volume(treeCells(tree, null, 0, 1).corners, 0)
  const { depth } = treeCells(tree, null, 0, 1)
  for (let level = 0; level <= depth; level++) {
    const { corners, count, references } = treeCells(tree, null, level, 1e6)
    expect(references.length).toBe(count)
    const filled = Array.from({ length: count }, (_, cell) => volume(corners, cell)).reduce((a, b) => a + b, 0)
    expect(filled / root, `depth ${level}`).toBeCloseTo(1, 4)
  }
  const { references } = treeCells(tree, null, depth, 1e6)
  expect(references.every((count) => count >= 0)).toBe(true)
  expect(references.reduce((a, b) => a + b, 0)).toBe(Array.from(tree.nodes).reduce((sum, word, i) => (i % 2 === 1 && (word & 3) === 3 ? sum + (word >>> 2) : sum), 0))
})

test('cells stand where their object stands, and more than asked for are counted, not written', () => {
  const here = treeCells(tree, null, 3, 4)
  const there = treeCells(tree, transform({ move: [5, 0, 0], scale: [2, 2, 2] }), 3, 4)
  expect(here.references.length).toBe(4)
  expect(here.count).toBeGreaterThan(4)
  here.corners.forEach((v, i) => expect(there.corners[i]).toBeCloseTo(2 * v + (i % 3 === 0 ? 5 : 0), 4))
})
