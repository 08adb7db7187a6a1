import { buildKdTree } from '../../gpu/kdtree/build/build.ts'
import type { MeshData } from '../../gpu/index.ts'
import type { FromTreeWorker, ToTreeWorker } from './messages.ts'

interface WorkerScope {
  postMessage(message: FromTreeWorker, transfer: Transferable[]): void
  addEventListener(type: 'message', listener: (event: MessageEvent<ToTreeWorker>) => void): void
}

const scope = globalThis as unknown as WorkerScope

/** Builds one object tree after the other. */
scope.addEventListener('message', ({ data: { id, key, positions, indices } }) => {
  try {
    const mesh: Pick<MeshData, 'key' | 'positions' | 'indices'> = { key, positions, indices }
    const tree = buildKdTree(mesh)
    const { nodes, references, triangleOfRecord, bounds } = tree
    scope.postMessage({ id, tree }, [...new Set([nodes, references, triangleOfRecord, bounds].map(({ buffer }) => buffer as ArrayBuffer))])
  } catch (error) {
    scope.postMessage({ id, message: error instanceof Error ? error.message : String(error) }, [])
  }
})
