import type { TreeLayout } from '../../kdtree/pack.ts'
import { DEFAULT_TRAVERSAL, TREE_LAYOUTS, type TraversalName } from '../traversals.ts'

type BufferLimits = Pick<GPUSupportedLimits, 'maxStorageBufferBindingSize' | 'maxBufferSize'>

/**
 * Bytes of the largest buffer per triangle, by what was measured on large scenes (Sponza: 71 nodes and references, 274 of leaf records,
 * 195 of triangles as leaves list them), with a fifth on top. Layouts with less never were too large where the triangles fit.
 */
const LARGEST_BUFFER: Partial<Record<TreeLayout, number>> = { ropes: 330, parents: 260, bvh: 150 }

/** Bytes of all buffers per triangle: a record each, and what was measured on bunny beside it, with a fifth on top. */
const ALL_BUFFERS: Readonly<Record<TreeLayout, number>> = { plain: 120, boxes: 160, parents: 320, ropes: 560, bvh: 350 }

/** What trees of so many triangles take in a layout, bytes; more than there can be where a buffer of them would be too large. */
export function bytesOfTrees(layout: TreeLayout, triangles: number, { maxStorageBufferBindingSize, maxBufferSize }: BufferLimits): number {
  const fits = (LARGEST_BUFFER[layout] ?? 0) * triangles <= Math.min(maxStorageBufferBindingSize, maxBufferSize)
  return fits ? ALL_BUFFERS[layout] * triangles : Infinity
}

/**
 * A traversal whose trees fit into this adapter's buffers: the one that is wanted, or the default, whose trees are the smallest.
 *
 * @param triangles  of all meshes of the scene
 */
export function withRoom(wanted: TraversalName, triangles: number, { maxStorageBufferBindingSize, maxBufferSize }: BufferLimits): TraversalName {
  const bytes = (LARGEST_BUFFER[TREE_LAYOUTS[wanted]] ?? 0) * triangles
  return bytes <= Math.min(maxStorageBufferBindingSize, maxBufferSize) ? wanted : DEFAULT_TRAVERSAL
}
