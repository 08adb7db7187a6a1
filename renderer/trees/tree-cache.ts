import type { KdTree } from '../../gpu/trees.ts'
import type { TreeMesh } from './tree-protocol.ts'
import { decodeTree, encodeTree } from './tree-file.ts'

/** Smaller trees are built faster than asked for. */
const MIN_TRIANGLES = 1000
const CONTENT_KEY = /^[a-f0-9]{64}$/

const urlOf = ({ key }: TreeMesh): URL => new URL(`/tree/${key}`, globalThis.location.href)
const isKept = ({ key, indices }: TreeMesh): boolean => indices.length / 3 >= MIN_TRIANGLES && CONTENT_KEY.test(key)

/**
 * The tree of a mesh that was built before (electron/files/tree-cache.ts keeps it). Whatever is wrong with the entry, or with asking
 * for it, is answered by null: the tree is then built, and kept in its place.
 */
export async function loadTree(mesh: TreeMesh): Promise<KdTree | null> {
  if (!isKept(mesh)) return null
  try {
    const response = await fetch(urlOf(mesh))
    return response.status === 200 ? decodeTree(new Uint8Array(await response.arrayBuffer()), mesh) : null
  } catch {
    return null
  }
}

/** Keeps a tree for the next time. A full disk only costs that. */
export async function keepTree(mesh: TreeMesh, bytes: Uint8Array<ArrayBuffer>): Promise<void> {
  await fetch(urlOf(mesh), { method: 'PUT', body: new Blob([bytes]) }).catch(() => {})
}

/** The tree as bytes, if it is worth keeping: before it is handed over. */
export const bytesToKeep = (mesh: TreeMesh, tree: KdTree): Uint8Array<ArrayBuffer> | null => (isKept(mesh) ? encodeTree(tree) : null)
