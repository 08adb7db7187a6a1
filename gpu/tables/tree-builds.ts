import type { KdTree } from '../kdtree/node.ts'
import type { BuildTree, PackedMesh, TreeLayout } from '../kdtree/pack.ts'
import type { MeshData, MeshKey } from '../scene.ts'

/** The trees that are being built, and those that were. */
export interface TreeBuilds {
  readonly pendingCount: number
  /** null: it was never built, or nobody held its mesh. */
  finished(mesh: MeshData): KdTree | null
  start(mesh: MeshData, layout: TreeLayout): void
  stop(key: MeshKey): void
  stopAll(): void
  /** What was stopped may have been the last that somebody waits for. */
  settle(): void
  /** Resolves when no tree is being built; rejects with the first failure since it was last asked. */
  ready(): Promise<void>
}

/** @param install  takes a tree that is ready, and its packing where the builder packed it for the layout it was asked for */
export function createTreeBuilds(buildTree: BuildTree, install: (mesh: MeshData, tree: KdTree, asked: TreeLayout, packed: PackedMesh | undefined) => void): TreeBuilds {
  const building = new Map<MeshKey, AbortController>()
  // Undo brings a mesh back as the same object: its tree is kept as long as somebody holds the mesh.
  const done = new WeakMap<MeshData, KdTree>()
  let failure: unknown = null
  let waiting: { resolve: () => void; reject: (reason: unknown) => void }[] = []

  async function build(mesh: MeshData, layout: TreeLayout): Promise<void> {
    const controller = new AbortController()
    building.set(mesh.key, controller)
    try {
      const { packed, ...tree } = await buildTree(mesh, controller.signal, layout)
      done.set(mesh, tree)
      if (controller.signal.aborted) return
      building.delete(mesh.key)
      install(mesh, tree, layout, packed)
    } catch (error) {
      if (controller.signal.aborted) return
      failure ??= error
      building.delete(mesh.key)
    }
    settle()
  }

  function settle(): void {
    if (building.size > 0) return
    for (const { resolve, reject } of waiting) {
      if (failure === null) resolve()
      else reject(failure)
    }
    // What failed while nobody waited is kept for whoever asks next.
    if (waiting.length > 0) failure = null
    waiting = []
  }

  return {
    get pendingCount() { return building.size },
    finished: (mesh) => done.get(mesh) ?? null,
    start: (mesh, layout) => void build(mesh, layout),
    stop(key) {
      building.get(key)?.abort()
      building.delete(key)
    },
    settle,
    stopAll() {
      for (const controller of building.values()) controller.abort()
      building.clear()
      settle()
    },
    ready() {
      return new Promise((resolve, reject) => {
        waiting.push({ resolve, reject })
        settle()
      })
    },
  }
}
