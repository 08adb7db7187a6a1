import { BVH_COUNT_SHIFT, BVH_FIRST_MASK, BVH_LEAF, BVH_NODE_WORDS, type Bvh, boundsOfBvh, MAX_BVH_DEPTH } from './node.ts'

/**
 * Says what is wrong with a BVH, or null when it can be walked safely: every index in range, every node reached exactly once, every
 * child's box inside its parent's, every listed triangle one of the mesh's, no path longer than a stack may be.
 *
 * @param triangleCount  number of triangles of the mesh it is said to belong to
 */
export function findBvhFault({ nodes, triangles, depth }: Bvh, triangleCount: number): string | null {
  if (nodes.length === 0 || nodes.length % BVH_NODE_WORDS !== 0) return `${nodes.length} words are no nodes`
  for (const triangle of triangles) if (triangle >= triangleCount) return `a leaf lists triangle ${triangle} of ${triangleCount}`
  const count = nodes.length / BVH_NODE_WORDS
  const floats = new Float32Array(nodes.buffer, nodes.byteOffset, nodes.length)
  const reached = new Uint8Array(count)
  const open = [{ node: 0, level: 1, box: boundsOfBvh({ nodes }) }]
  let deepest = 0
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { node, level, box } = next
    if (reached[node] === 1) return `node ${node} has two parents`
    reached[node] = 1
    if (level > MAX_BVH_DEPTH) return `node ${node} lies deeper than ${MAX_BVH_DEPTH}`
    deepest = Math.max(deepest, level)
    for (const at of [BVH_NODE_WORDS * node, BVH_NODE_WORDS * node + 8]) {
      const child = nodes[at + 3]
      if (child === BVH_LEAF) continue
      const own = Float32Array.of(...floats.subarray(at, at + 3), ...floats.subarray(at + 4, at + 7))
      for (let k = 0; k < 3; k++) if (!(own[k] >= box[k] && own[3 + k] <= box[3 + k] && own[k] <= own[3 + k])) return `a box of node ${node} reaches out of its parent's`
      if (child >= BVH_LEAF) {
        if ((child & BVH_FIRST_MASK) + ((child >>> BVH_COUNT_SHIFT) & 15) > triangles.length) return `a leaf of node ${node} lists triangles beyond the end`
      } else {
        if (child >= count) return `a child of node ${node} is ${child} of ${count}`
        open.push({ node: child, level: level + 1, box: own })
      }
    }
  }
  if (deepest !== depth) return `the depth is ${deepest}, not ${depth}`
  return reached.includes(0) ? 'a node has no parent' : null
}
