import { describe, expect, test } from 'vitest'
import { type KdTree, buildKdTree } from '../../gpu/trees.ts'
import { degenerateSoup, soup, terrain } from '../../gpu/testing/meshes.ts'
import { seeded } from '../../gpu/testing/random.ts'
import { decodeTree, encodeTree } from './tree-file.ts'

const mesh = terrain(12)
const tree = buildKdTree(mesh)
const good = encodeTree(tree)

describe('a tree from the cache', () => {
  test.each([mesh, soup(200, 3), degenerateSoup(200, 4)])('is the one that was built: $key', (each) => {
    const built = buildKdTree(each)
    expect(decodeTree(encodeTree(built), each)).toEqual(built)
  })

  test('that is cut off, prolonged or empty is built anew', () => {
    for (const length of [0, 3, 55, 56, good.length - 4, good.length - 1]) expect(decodeTree(good.slice(0, length), mesh)).toBeNull()
    expect(decodeTree(new Uint8Array([...good, 0, 0, 0, 0]), mesh)).toBeNull()
  })

  test('with any bit turned is built anew, seed 5', () => {
    const random = seeded(5)
    for (let i = 0; i < 300; i++) {
      const bad = good.slice()
      bad[Math.floor(random() * bad.length)] ^= 1 << Math.floor(8 * random())
      expect(decodeTree(bad, mesh)).toBeNull()
    }
  })

  test('of another version, of other options or of another mesh is built anew', () => {
    for (const word of [0, 1, 2]) {
      const words = new Uint32Array(good.slice().buffer)
      words[word]++
      expect(decodeTree(resealed(words), mesh)).toBeNull()
    }
    expect(decodeTree(good, terrain(11))).toBeNull()
    expect(decodeTree(good, { ...mesh, positions: mesh.positions.map((x) => 2 * x) })).toBeNull()
  })

  test('made up with a right checksum is refused where it could lose a triangle or lead a ray astray', () => {
    const change = (edit: (tree: { -readonly [K in keyof KdTree]: KdTree[K] }) => void): KdTree => {
      const copy = { ...tree, nodes: tree.nodes.slice(), references: tree.references.slice(), triangleOfRecord: tree.triangleOfRecord.slice(), bounds: tree.bounds.slice() }
      edit(copy)
      return copy
    }
    const hostile = [
      change((t) => { t.nodes[1] = (0x3fffffff << 2) | 3 }),
      change((t) => { t.references[0] = 0xffffffff }),
      change((t) => { t.references = t.references.map((record) => (record === 5 ? 4 : record)) }),
      change((t) => { t.triangleOfRecord[0] = t.triangleOfRecord[1] }),
      change((t) => { t.triangleOfRecord = t.triangleOfRecord.slice(0, -1) }),
      change((t) => { t.bounds[3] = 0 }),
      change((t) => { t.bounds[0] = NaN }),
      change((t) => { t.depth = 99 }),
    ]
    for (const each of hostile) expect(decodeTree(encodeTree(each), mesh)).toBeNull()
  })
})

/** The words with a checksum that fits them, as a forger would write it. */
function resealed(words: Uint32Array): Uint8Array<ArrayBuffer> {
  let hash = 0x811c9dc5
  words.forEach((word, i) => { if (i !== 3) hash = Math.imul(hash ^ word, 0x01000193) })
  words[3] = hash >>> 0
  return new Uint8Array(words.buffer as ArrayBuffer)
}
