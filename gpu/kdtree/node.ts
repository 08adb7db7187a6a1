/**
 * The packed kD-tree: what builders make, traversals walk and caches store.
 *
 * A node is 8 bytes, two u32. Inner: word 0 = split plane (f32 bits), word 1 = above child << 2 | axis (0..2); the below
 * child is the next node. Leaf: word 0 = first reference, word 1 = count << 2 | 3. Depth-first order, root at 0.
 */
export interface KdTree {
  /** 2 per node. */
  readonly nodes: Uint32Array
  /** Triangle records, listed by leaves. */
  readonly references: Uint32Array
  /** Which triangle of the mesh each record holds: records are ordered by the first leaf that needs them. */
  readonly triangleOfRecord: Uint32Array
  /** Root cell, padded: min xyz, max xyz. */
  readonly bounds: Float32Array
  readonly depth: number
}
