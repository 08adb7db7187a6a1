import type { MeshData } from '../../gpu/index.ts'
import type { KdTree, PackedMesh, TreeLayout } from '../../gpu/trees.ts'

/** The mesh is copied: the page keeps its own. */
export interface TreeMesh {
  readonly key: string
  readonly positions: Float32Array
  readonly indices: Uint32Array
}

/** How two workers build one tree (gpu/kdtree/build/pair.ts): each has one end of the port. */
export interface Pairing {
  readonly port: MessagePort
  readonly state: SharedArrayBuffer
}

export type ToTreeWorker =
  | { readonly kind: 'build'; readonly id: number; readonly key: string; readonly mesh: MeshData; readonly layout: TreeLayout }
  /** The answer to `wantsHelp`; null: everybody is busy. */
  | { readonly kind: 'pair'; readonly id: number; readonly pairing: Pairing | null }
  | ({ readonly kind: 'help'; readonly id: number; readonly pairing: Pairing } & TreeMesh)

export type FromTreeWorker =
  | { readonly id: number; readonly tree: KdTree; readonly packed?: PackedMesh }
  | { readonly id: number; readonly message: string }
  /** The mesh is large, and not in the cache. */
  | { readonly id: number; readonly wantsHelp: true }
  | { readonly id: number; readonly helped: true }
