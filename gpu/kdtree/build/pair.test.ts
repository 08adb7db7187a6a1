import { expect, test } from 'vitest'
import { degenerateSoup, soup, sphere, terrain } from '../../testing/meshes.ts'
import type { KdTree } from '../node.ts'
import { buildKdTree } from './build.ts'
import { DEFAULT_BUILD } from './options.ts'
import { helpPair, leadPair, PAIR_STATE_BYTES } from './pair.ts'

async function paired(mesh: Parameters<typeof leadPair>[0], options = DEFAULT_BUILD) {
  const { port1, port2 } = new MessageChannel()
  const state = new SharedArrayBuffer(PAIR_STATE_BYTES)
  // The helper first: on one thread it is then idle from the start, so the two give each other whatever they can.
  const helper = helpPair(mesh, port2, state, options)
  const tree = await leadPair(mesh, port1, state, options)
  await helper
  return tree
}

/** As text: arrays of a hundred thousand words are slow to compare one by one. */
const wordsOf = ({ nodes, references, triangleOfRecord, bounds, depth }: KdTree): string => [nodes, references, triangleOfRecord, bounds].map((array) => array.join()).join('|') + depth

test.each([terrain(45), soup(3000, 3), sphere(24), degenerateSoup(3000, 5), terrain(4)])('two builders make the tree of one, word for word: $key', async (mesh) => {
  expect(wordsOf(await paired(mesh))).toEqual(wordsOf(buildKdTree(mesh)))
})

test('other options reach both', async () => {
  const options = { ...DEFAULT_BUILD, minGain: 0, patience: 2, minTriangles: 4 }
  const mesh = terrain(36)
  expect(wordsOf(await paired(mesh, options))).toEqual(wordsOf(buildKdTree(mesh, { options })))
  expect(wordsOf(await paired(mesh, options))).not.toEqual(wordsOf(buildKdTree(mesh)))
})

test('a mesh that cannot be built names its triangle and lets the helper go', async () => {
  const mesh = terrain(20)
  mesh.positions[3 * mesh.indices[30]] = NaN
  const { port1, port2 } = new MessageChannel()
  const state = new SharedArrayBuffer(PAIR_STATE_BYTES)
  const helper = helpPair(mesh, port2, state).catch((error: unknown) => String(error))
  await expect(leadPair(mesh, port1, state)).rejects.toThrow(/triangle \d+ has a corner/)
  expect(await helper).toMatch(/triangle \d+ has a corner/)
})
