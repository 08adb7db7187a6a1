import type { KdTree } from './node.ts'

const NONE = 0xffffffff

/** Words before a leaf's references: its box. */
export const BOX_WORDS = 6
/** Words of a leaf's record, which is a row of a card's cache: {min xyz, first}{max xyz, 0}{ropes at min xyz, 0}{ropes at max xyz, 0}. */
export const LEAF_RECORD_WORDS = 16

/**
 * A finished tree with a box in every leaf: a leaf's word 0 then names the place of {min xyz, max xyz, references...} in `references`.
 */
export function withLeafBoxes({ nodes, references, bounds }: KdTree): { nodes: Uint32Array; references: Uint32Array } {
  const boxedNodes = nodes.slice()
  const words = new Uint32Array(leafCount(nodes) * BOX_WORDS + references.length)
  const floats = new Float32Array(words.buffer)
  let at = 0
  eachLeaf({ nodes, bounds }, (node, cell) => {
    const first = nodes[2 * node]
    const count = nodes[2 * node + 1] >>> 2
    boxedNodes[2 * node] = at
    floats.set(cell, at)
    words.set(references.subarray(first, first + count), at + BOX_WORDS)
    at += BOX_WORDS + count
  })
  return { nodes: boxedNodes, references: words }
}

/**
 * A finished tree whose leaves are records with a box and ropes: for each of its six faces the smallest node that holds all
 * its neighbours there, so that a walk can go on from leaf to leaf. Havran, Bittner, Sara 1998, "Ray tracing with rope trees".
 *
 * A leaf's word 0 then is its number among the records, which fill `references`. What it lists lies among the triangle records in the
 * order of `tree.references`, behind those that every layout has. A rope is a node of this tree or NONE (0xffffffff) at the root's own faces.
 */
export function withRopes({ nodes, bounds, triangleOfRecord }: KdTree): { nodes: Uint32Array; references: Uint32Array } {
  const planes = new Float32Array(nodes.buffer, nodes.byteOffset, nodes.length)
  const numberedNodes = nodes.slice()
  const words = new Uint32Array(leafCount(nodes) * LEAF_RECORD_WORDS)
  const floats = new Float32Array(words.buffer)
  let leaf = 0
  eachLeaf({ nodes, bounds }, (node, cell, faces) => {
    const at = leaf * LEAF_RECORD_WORDS
    numberedNodes[2 * node] = leaf++
    for (let axis = 0; axis < 3; axis++) {
      floats[at + axis] = cell[axis]
      floats[at + 4 + axis] = cell[3 + axis]
      words[at + 8 + axis] = smallestNeighbour(faces[axis], axis, cell)
      words[at + 12 + axis] = smallestNeighbour(faces[3 + axis], 3 + axis, cell)
    }
    words[at + 3] = triangleOfRecord.length + nodes[2 * node]
  })

  /** Goes down from a node across a face as long as one child alone touches all of the leaf's face. */
  function smallestNeighbour(start: number, face: number, cell: Float32Array): number {
    let node = start
    while (node !== NONE) {
      const word = nodes[2 * node + 1]
      const axis = word & 3
      if (axis === 3) break
      const plane = planes[2 * node]
      if (axis === face % 3) node = face < 3 ? word >>> 2 : node + 1
      else if (plane >= cell[3 + axis]) node = node + 1
      else if (plane <= cell[axis]) node = word >>> 2
      else break
    }
    return node
  }

  return { nodes: numberedNodes, references: words }
}

function leafCount(nodes: Uint32Array): number {
  let leaves = 0
  for (let i = 1; i < nodes.length; i += 2) if ((nodes[i] & 3) === 3) leaves++
  return leaves
}

/** Visits leaves in depth-first order. @param visit  gets the leaf's cell, and the nodes beyond its faces on the way there, NONE at the root's own */
function eachLeaf({ nodes, bounds }: Pick<KdTree, 'nodes' | 'bounds'>, visit: (node: number, cell: Float32Array, faces: Uint32Array) => void): void {
  const planes = new Float32Array(nodes.buffer, nodes.byteOffset, nodes.length)
  const cell = Float32Array.from(bounds)
  const faces = new Uint32Array(6).fill(NONE)

  function goDown(node: number): void {
    const word = nodes[2 * node + 1]
    const axis = word & 3
    if (axis === 3) {
      visit(node, cell, faces)
      return
    }
    const plane = planes[2 * node]
    const above = word >>> 2
    const [low, high] = [cell[axis], cell[3 + axis]]
    const [ropeLow, ropeHigh] = [faces[axis], faces[3 + axis]]
    cell[3 + axis] = plane
    faces[3 + axis] = above
    goDown(node + 1)
    cell[3 + axis] = high
    faces[3 + axis] = ropeHigh
    cell[axis] = plane
    faces[axis] = node + 1
    goDown(above)
    cell[axis] = low
    faces[axis] = ropeLow
  }

  goDown(0)
}
