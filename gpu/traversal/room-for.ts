import { DEFAULT_TRAVERSAL, TREE_LAYOUTS, type TraversalName } from './traversals.ts'

/**
 * Bytes of the largest buffer per triangle, by what was measured on large scenes (Sponza: 71 nodes and references, 274 of leaf records,
 * 195 of triangles as leaves list them), with a fifth on top. Layouts with less never were too large where the triangles fit.
 */
const LARGEST_BUFFER: Partial<Record<(typeof TREE_LAYOUTS)[TraversalName], number>> = { ropes: 330, parents: 260, bvh: 150 }

/**
 * A traversal whose trees fit into this adapter's buffers: the one that is wanted, or the default, whose trees are the smallest.
 *
 * @param triangles  of all meshes of the scene
 */
export function withRoom(wanted: TraversalName, triangles: number, { maxStorageBufferBindingSize, maxBufferSize }: Pick<GPUSupportedLimits, 'maxStorageBufferBindingSize' | 'maxBufferSize'>): TraversalName {
  const bytes = (LARGEST_BUFFER[TREE_LAYOUTS[wanted]] ?? 0) * triangles
  return bytes <= Math.min(maxStorageBufferBindingSize, maxBufferSize) ? wanted : DEFAULT_TRAVERSAL
}
