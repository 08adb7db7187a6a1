import { buildBvh } from '../bvh/build.ts'
import { BVH_LEAF, type Bvh } from '../bvh/node.ts'
import type { MeshData } from '../scene.ts'
import type { KdTree } from './node.ts'
import { withParents } from './parents.ts'
import { ATTRIBUTES_WORDS, NONE, packNormal, TRIANGLE_WORDS } from './records.ts'
import { withLeafBoxes, withRopes } from './ropes.ts'
import { packShape } from './shape.ts'

export { ATTRIBUTES_WORDS, NONE, packNormal, TRIANGLE_WORDS } from './records.ts'

/** One mesh as the arenas hold it: every index counts from the mesh's own first entry, so it can lie at any offset. */
export interface PackedMesh {
  /** 2 words per node; empty without a tree. */
  readonly nodes: Uint32Array
  /** Records, listed by leaves; empty without a tree. */
  readonly references: Uint32Array
  /** `Triangle` records: in leaf order with a tree, in the mesh's order without. With ropes, what leaves list follows, leaf by leaf. */
  readonly triangles: Uint32Array
  /** `TriangleAttributes`, always in the mesh's order. */
  readonly attributes: Uint32Array
  /** Number of triangles that have a record; degenerate ones have none once there is a tree. */
  readonly triangleCount: number
  /** Longest path that rays may take in it, in inner nodes. */
  readonly depth: number
}

/**
 * What a traversal wants beside nodes and references: nothing, leaves' boxes, leaves as records with ropes, every node's box
 * and parent; or another tree than the kD-tree.
 */
export type TreeLayout = 'plain' | 'boxes' | 'ropes' | 'parents' | 'bvh'

/**
 * Packs a mesh for the GPU's arenas.
 *
 * @param tree  its object tree, or null while that is being built: then all triangles are packed in the mesh's order, so that
 *              rasterized pixels can be shaded while rays still pass through
 * @param layout  what the traversal in use needs (TREE_LAYOUTS of traversal/traversals.ts)
 * @param bvh  of this mesh, if it was built before: for a large one that takes seconds
 */
export function packMesh(mesh: MeshData, tree: KdTree | null, layout: TreeLayout = 'plain', bvh?: Bvh): PackedMesh {
  if (mesh.shape !== undefined && tree !== null) return { ...packForTracing(mesh, tree, layout), attributes: packShape(mesh, tree).attributes }
  const triangleOfRecord = tree?.triangleOfRecord ?? identity(mesh.indices.length / 3)
  return { ...packForTracing(mesh, tree, layout, bvh), attributes: packAttributes(mesh, triangleOfRecord) }
}

/** What rays alone need of it: no attributes, which are as large as the triangles. */
export function packForTracing(
  mesh: MeshData, tree: KdTree | null, layout: TreeLayout = 'plain', bvh?: Bvh,
): Omit<PackedMesh, 'attributes'> {
  if (tree === null) {
    const triangleCount = mesh.indices.length / 3
    return { nodes: new Uint32Array(0), references: new Uint32Array(0), triangles: packTriangles(mesh, identity(triangleCount)), triangleCount, depth: 0 }
  }
  const { triangleOfRecord, depth } = tree
  const triangleCount = triangleOfRecord.length
  // Rays meet a shape without any tree.
  if (mesh.shape !== undefined) return { nodes: tree.nodes, references: tree.references, triangles: packShape(mesh, tree).triangles, triangleCount, depth: 0 }
  if (layout === 'bvh') return packBvh(mesh, tree, bvh ?? buildBvh(mesh))
  const listed = layout === 'ropes' ? withListed(tree) : triangleOfRecord
  return { ...layOut(tree, layout), triangles: packTriangles(mesh, listed), triangleCount, depth }
}

/** Its BVH instead of its kD-tree: nodes lie among the references, what leaves list behind the triangles. */
function packBvh(mesh: MeshData, { triangleOfRecord }: KdTree, { nodes: own, triangles, depth }: Bvh): Omit<PackedMesh, 'attributes'> {
  const nodes = own.slice()
  // Leaves count from where the listed ones begin.
  for (let at = 3; at < nodes.length; at += 8) if (nodes[at] >= BVH_LEAF) nodes[at] += triangleOfRecord.length
  const listed = new Uint32Array(triangleOfRecord.length + triangles.length)
  listed.set(triangleOfRecord)
  listed.set(triangles, triangleOfRecord.length)
  return { nodes: new Uint32Array(0), references: nodes, triangles: packTriangles(mesh, listed), triangleCount: triangleOfRecord.length, depth }
}

/** The BVH of a mesh that was packed by it. */
export function bvhOf({ references, triangles, triangleCount, depth }: Omit<PackedMesh, 'attributes'>): Bvh {
  const nodes = references.slice()
  for (let at = 3; at < nodes.length; at += 8) if (nodes[at] >= BVH_LEAF) nodes[at] -= triangleCount
  const listed = Uint32Array.from({ length: triangles.length / TRIANGLE_WORDS - triangleCount }, (_, i) => triangles[(triangleCount + i) * TRIANGLE_WORDS + 3])
  return { nodes, triangles: listed, depth }
}

/** The same tree with the extra data of a layout among its references. */
function layOut(tree: KdTree, layout: Exclude<TreeLayout, 'bvh'>): { nodes: Uint32Array; references: Uint32Array } {
  switch (layout) {
    case 'plain': return { nodes: tree.nodes, references: tree.references }
    case 'boxes': return withLeafBoxes(tree)
    case 'ropes': return withRopes(tree)
    case 'parents': return withParents(tree)
  }
}

/** What a tree takes beside one record per triangle. */
export const treeBytes = ({ nodes, references, triangles, triangleCount }: Omit<PackedMesh, 'attributes'>): number =>
  nodes.byteLength + references.byteLength + triangles.byteLength - 4 * TRIANGLE_WORDS * triangleCount

/** The triangle of every record, and then of all that leaves list, in their order. */
function withListed({ references, triangleOfRecord }: KdTree): Uint32Array {
  const listed = new Uint32Array(triangleOfRecord.length + references.length)
  listed.set(triangleOfRecord)
  for (let i = 0; i < references.length; i++) listed[triangleOfRecord.length + i] = triangleOfRecord[references[i]]
  return listed
}

function identity(count: number): Uint32Array {
  return Uint32Array.from({ length: count }, (_, i) => i)
}

function packTriangles({ positions, indices, materialSlots }: Pick<MeshData, 'positions' | 'indices' | 'materialSlots'>, triangleOfRecord: Uint32Array): Uint32Array {
  const words = new Uint32Array(triangleOfRecord.length * TRIANGLE_WORDS)
  const floats = new Float32Array(words.buffer)
  for (let record = 0; record < triangleOfRecord.length; record++) {
    const triangle = triangleOfRecord[record]
    for (let corner = 0; corner < 3; corner++) {
      const from = indices[3 * triangle + corner] * 3
      const to = record * TRIANGLE_WORDS + 4 * corner
      floats[to] = positions[from]
      floats[to + 1] = positions[from + 1]
      floats[to + 2] = positions[from + 2]
    }
    words[record * TRIANGLE_WORDS + 3] = triangle
    words[record * TRIANGLE_WORDS + 7] = materialSlots === null ? 0 : materialSlots[triangle]
  }
  return words
}

function packAttributes({ indices, normals, uvs, materialSlots }: MeshData, triangleOfRecord: Uint32Array): Uint32Array {
  const count = indices.length / 3
  const words = new Uint32Array(count * ATTRIBUTES_WORDS)
  const floats = new Float32Array(words.buffer)
  for (let triangle = 0; triangle < count; triangle++) {
    const to = triangle * ATTRIBUTES_WORDS
    for (let corner = 0; corner < 3; corner++) {
      const vertex = indices[3 * triangle + corner]
      words[to + corner] = packNormal(normals[3 * vertex], normals[3 * vertex + 1], normals[3 * vertex + 2])
      if (uvs === null) continue
      floats[to + 4 + 2 * corner] = uvs[2 * vertex]
      floats[to + 5 + 2 * corner] = uvs[2 * vertex + 1]
    }
    words[to + 3] = materialSlots === null ? 0 : materialSlots[triangle]
    words[to + 10] = NONE
  }
  for (let record = 0; record < triangleOfRecord.length; record++) words[triangleOfRecord[record] * ATTRIBUTES_WORDS + 10] = record
  return words
}

/**
 * Builds one object tree.
 *
 * @param layout  how the engine wants the mesh packed, if the builder does that too: for a large mesh it takes longer than a frame
 */
export type BuildTree = (mesh: MeshData, signal: AbortSignal, layout: TreeLayout) => Promise<KdTree & { readonly packed?: PackedMesh }>
