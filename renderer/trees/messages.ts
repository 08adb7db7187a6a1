import type { KdTree } from '../../gpu/kdtree/node.ts'

export interface ToTreeWorker {
  readonly id: number
  readonly key: string
  /** Copies: the page keeps its own. */
  readonly positions: Float32Array
  readonly indices: Uint32Array
}

export type FromTreeWorker = { readonly id: number; readonly tree: KdTree } | { readonly id: number; readonly message: string }
