import type { KdTree } from './node.ts'

const NONE = 0xffffffff

/** Words before a leaf's references: its box, and with ropes one node per face. */
export const BOX_WORDS = 6
export const ROPE_WORDS = 12

/**
 * A finished tree with a box in every leaf, and ropes if wanted: for each of its six faces the smallest node that holds all
 * its neighbours there, so that a walk can go on from leaf to leaf. Havran, Bittner, Sara 1998, "Ray tracing with rope trees".
 *
 * A leaf's word 0 then names the place of {min xyz, max xyz, [ropes at min xyz, ropes at max xyz,] references...} in
 * `references`; an empty leaf has one of 0 that does not count (layOut of pack.ts). A rope is a node of this tree or NONE
 * (0xffffffff) at the root's own faces.
 */
export function withLeafBoxes({ nodes, references, bounds }: KdTree, ropes: boolean): { nodes: Uint32Array; references: Uint32Array } {
  const planes = new Float32Array(nodes.buffer, nodes.byteOffset, nodes.length)
  const header = ropes ? ROPE_WORDS : BOX_WORDS
  const boxedNodes = nodes.slice()
  let leaves = 0
  let emptyLeaves = 0
  for (let i = 1; i < nodes.length; i += 2) {
    if ((nodes[i] & 3) === 3) leaves++
    if (nodes[i] === 3) emptyLeaves++
  }
  const words = new Uint32Array(leaves * header + references.length + emptyLeaves)
  const floats = new Float32Array(words.buffer)
  let at = 0
  // Cells and ropes of the nodes on the path; ropes are optimised when a leaf takes them.
  const cell = Float32Array.from(bounds)
  const faces = new Uint32Array(6).fill(NONE)

  function addNode(node: number): void {
    const word = nodes[2 * node + 1]
    const axis = word & 3
    if (axis === 3) {
      addLeaf(node, word >>> 2)
      return
    }
    const plane = planes[2 * node]
    const above = word >>> 2
    const [low, high] = [cell[axis], cell[3 + axis]]
    const [ropeLow, ropeHigh] = [faces[axis], faces[3 + axis]]
    cell[3 + axis] = plane
    faces[3 + axis] = above
    addNode(node + 1)
    cell[3 + axis] = high
    faces[3 + axis] = ropeHigh
    cell[axis] = plane
    faces[axis] = node + 1
    addNode(above)
    cell[axis] = low
    faces[axis] = ropeLow
  }

  function addLeaf(node: number, count: number): void {
    const first = nodes[2 * node]
    boxedNodes[2 * node] = at
    floats.set(cell, at)
    if (ropes) for (let face = 0; face < 6; face++) words[at + 6 + face] = smallestNeighbour(faces[face], face)
    words.set(references.subarray(first, first + count), at + header)
    at += header + Math.max(1, count)
  }

  /** Goes down from a node across a face as long as one child alone touches all of the leaf's face. */
  function smallestNeighbour(start: number, face: number): number {
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

  addNode(0)
  return { nodes: boxedNodes, references: words }
}
