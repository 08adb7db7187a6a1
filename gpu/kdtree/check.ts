import { MAX_OBJECT_DEPTH } from './build/options.ts'
import type { KdTree } from './node.ts'

/**
 * Says what is wrong with a tree that came from outside (a cache, a worker), or null when it can be traversed safely: every
 * index in range, every node reached exactly once in depth-first order, every plane inside its cell, no path longer than the
 * traversals' stack.
 *
 * @param triangleCount  number of triangles of the mesh it is said to belong to
 */
export function findTreeFault(tree: KdTree, triangleCount: number): string | null {
  const { nodes, references, triangleOfRecord, bounds } = tree
  if (!(nodes instanceof Uint32Array) || !(references instanceof Uint32Array) || !(triangleOfRecord instanceof Uint32Array)) return 'an array has the wrong type'
  if (!(bounds instanceof Float32Array) || bounds.length !== 6) return 'the root cell is not six floats'
  if (nodes.length < 2 || nodes.length % 2 !== 0) return `${nodes.length} words are no nodes`
  for (let axis = 0; axis < 3; axis++) {
    if (!Number.isFinite(bounds[axis]) || !Number.isFinite(bounds[3 + axis]) || bounds[axis] > bounds[3 + axis]) return 'the root cell is not a box'
  }
  const seen = new Uint8Array(triangleCount)
  for (const triangle of triangleOfRecord) {
    if (triangle >= triangleCount || seen[triangle] === 1) return `triangle ${triangle} is out of range or has two records`
    seen[triangle] = 1
  }
  for (const record of references) if (record >= triangleOfRecord.length) return `a reference names record ${record} of ${triangleOfRecord.length}`
  return findNodeFault(tree)
}

function findNodeFault({ nodes, references, bounds, depth }: KdTree): string | null {
  const planes = new Float32Array(nodes.buffer, nodes.byteOffset, nodes.length)
  const count = nodes.length / 2
  // Depth first: the node after an inner node is its below child, the node after a subtree is what waits on the stack.
  const stack: { above: number; cell: Float64Array; depth: number }[] = []
  let cell: Float64Array = Float64Array.from(bounds)
  let level = 0
  let deepest = 0
  for (let node = 0; node < count; node++) {
    const word = nodes[2 * node + 1]
    const axis = word & 3
    if (axis !== 3) {
      const plane = planes[2 * node]
      if (!(plane > cell[axis] && plane < cell[3 + axis])) return `the plane of node ${node} lies outside its cell`
      const above = cell.slice()
      above[axis] = plane
      cell[3 + axis] = plane
      level++
      if (level > MAX_OBJECT_DEPTH) return `node ${node} lies deeper than ${MAX_OBJECT_DEPTH}`
      stack.push({ above: word >>> 2, cell: above, depth: level })
      continue
    }
    if (nodes[2 * node] + (word >>> 2) > references.length) return `leaf ${node} lists references beyond the end`
    if (level > deepest) deepest = level
    const next = stack.pop()
    if (next === undefined) return node + 1 === count && deepest === depth ? null : 'nodes lie behind the last leaf, or the depth is wrong'
    if (next.above !== node + 1) return `the above child of a node is ${next.above}, not ${node + 1}`
    cell = next.cell
    level = next.depth
  }
  return 'the last subtree is cut off'
}
