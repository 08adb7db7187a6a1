import type { KdTree } from './node.ts'

const NONE = 0xffffffff

/** Words per node before the references: {min xyz, parent, max xyz, unused}. */
export const PARENT_WORDS = 8

/**
 * A finished tree with a parent and a box for every node, in front of its references: what kD-backtrack climbs by.
 * Leaves' first references are moved behind that table; the root's parent is NONE (0xffffffff).
 */
export function withParents({ nodes, references, bounds }: KdTree): { nodes: Uint32Array; references: Uint32Array } {
  const count = nodes.length / 2
  const planes = new Float32Array(nodes.buffer, nodes.byteOffset, nodes.length)
  const movedNodes = nodes.slice()
  const words = new Uint32Array(count * PARENT_WORDS + references.length)
  const floats = new Float32Array(words.buffer)
  words.set(references, count * PARENT_WORDS)
  floats.set(bounds.subarray(0, 3), 0)
  floats.set(bounds.subarray(3, 6), 4)
  words[3] = NONE
  // Depth first: a parent comes before its children, so its box is known.
  for (let node = 0; node < count; node++) {
    const axis = nodes[2 * node + 1] & 3
    if (axis === 3) {
      movedNodes[2 * node] += count * PARENT_WORDS
      continue
    }
    const from = node * PARENT_WORDS
    for (const child of [node + 1, nodes[2 * node + 1] >>> 2]) {
      const to = child * PARENT_WORDS
      words.copyWithin(to, from, from + PARENT_WORDS)
      words[to + 3] = node
      floats[to + axis + (child === node + 1 ? 4 : 0)] = planes[2 * node]
    }
  }
  return { nodes: movedNodes, references: words }
}
