/**
 * The packed bounding volume hierarchy: what the builder makes and bvh.wgsl walks.
 *
 * A node is 64 bytes, sixteen words: {min xyz, child}{max xyz, 0} of its first child, then of its second. A child is another node, or a
 * leaf: then its top bit is set, four bits say how many triangles it lists, and the rest where they begin in `triangles`. The root
 * stands at 0, parents before their children. Where there is nothing for a second child, it is a leaf without triangles.
 */
export interface Bvh {
  readonly nodes: Uint32Array
  /** What leaves list: triangles of the mesh, some in several leaves. */
  readonly triangles: Uint32Array
  /** Inner nodes on the longest path. */
  readonly depth: number
}

export const BVH_NODE_WORDS = 16

/** Of a child's word. */
export const BVH_LEAF = 0x80000000
export const BVH_COUNT_SHIFT = 27
export const BVH_FIRST_MASK = (1 << BVH_COUNT_SHIFT) - 1

/** Longest path that the builder makes: a ray's stack may have as many entries. */
export const MAX_BVH_DEPTH = 48

/** The root's own box: that of both children. Without triangles min lies above max. */
export function boundsOfBvh({ nodes }: Pick<Bvh, 'nodes'>): Float32Array {
  const floats = new Float32Array(nodes.buffer, nodes.byteOffset, nodes.length)
  const bounds = Float32Array.of(Infinity, Infinity, Infinity, -Infinity, -Infinity, -Infinity)
  for (const at of [0, 8]) {
    if (nodes[at + 3] === BVH_LEAF) continue
    for (let k = 0; k < 3; k++) {
      bounds[k] = Math.min(bounds[k], floats[at + k])
      bounds[3 + k] = Math.max(bounds[3 + k], floats[at + 4 + k])
    }
  }
  return bounds
}
