import { createArena } from '../buffers/arena.ts'
import type { Arena } from '../buffers/arena.ts'
import { EngineError } from '../device/error.ts'
import { type BuildTree, ATTRIBUTES_WORDS, bvhOf, type PackedMesh, packForTracing, packMesh, TRIANGLE_WORDS, type TreeLayout } from '../kdtree/pack.ts'
import type { Bvh } from '../bvh/node.ts'
import type { KdTree } from '../kdtree/node.ts'
import { findShapeFault, shapeTree } from '../kdtree/shape.ts'
import type { MeshData, MeshKey } from '../scene.ts'
import { createTreeBuilds } from './tree-builds.ts'

/** Meshes on the GPU share four arenas; each mesh is uploaded once, and once more in leaf order when its tree is ready. */
export interface MeshArenas {
  readonly nodes: Arena
  readonly references: Arena
  readonly triangles: Arena
  readonly attributes: Arena
}

/** Words that runs of references begin at multiples of: kernels may read them as rows. */
const REFERENCES_ROW = 16

interface Span { readonly offset: number; readonly count: number }

/** Where a mesh lies; replaced by a new record when its tree arrives. */
export interface ResidentMesh {
  readonly data: MeshData
  /** null: rays pass through, pixels are shaded. */
  readonly tree: KdTree | null
  readonly nodes: Span
  readonly references: Span
  readonly triangles: Span
  /** Of these, the records that stand for a triangle each; what a layout adds lies behind. */
  readonly triangleCount: number
  /** Longest path that rays take in its tree, in inner nodes. */
  readonly depth: number
  readonly attributes: Span
  /** Largest material slot that a triangle wears. */
  readonly maxMaterialSlot: number
}

/** Meshes as they are to lie in the arenas; what came since is missing. */
export type PreparedLayout = ReadonlyMap<MeshData, Omit<PackedMesh, 'attributes'>>

export interface MeshTable {
  readonly arenas: MeshArenas
  find(key: MeshKey): ResidentMesh | null
  /** Uploads what is new, starts its tree, forgets what is gone. @throws EngineError `gpu-memory`, `scene-invalid` */
  update(meshes: ReadonlyMap<MeshKey, MeshData>): void
  readonly pendingCount: number
  /** Longest path of any of their trees, in inner nodes. */
  readonly depth: number
  /** Packs every tree for another layout where trees are built, not here: some layouts take as long as a tree. */
  prepareLayout(layout: TreeLayout, signal: AbortSignal): Promise<PreparedLayout>
  /** Every mesh that has a tree, packed for a layout: large ones where trees are built, with other work going on between the others. @throws the signal's reason */
  packFor(layout: TreeLayout, signal: AbortSignal): Promise<PreparedLayout>
  /** Uploads every tree again with the extra data of another layout; between frames only, and instances have to be packed again. */
  setLayout(layout: TreeLayout, prepared: PreparedLayout): void
  /** Moves everything together in arenas as small as they can be; between frames only, and instances have to be packed again. */
  repack(): void
  /** Resolves when no tree is being built; rejects when one failed. */
  ready(): Promise<void>
  dispose(): void
}

export interface MeshTableOptions {
  readonly buildTree: BuildTree
  /** What the traversal in use needs beside a tree's nodes and references. */
  readonly layout: TreeLayout
  /** A tree has been uploaded. */
  readonly onTree: () => void
  /** Runs `change` before the next frame starts: what it frees or overwrites may be in use by this one. */
  readonly defer: (change: () => void) => void
}

/** Laid out with ropes here, it would keep whatever else there is to do waiting for a tenth of a second. */
const isLarge = ({ indices, shape }: MeshData): boolean => shape === undefined && indices.length > 3 * 10_000

export function createMeshTable(device: GPUDevice, { buildTree, layout: firstLayout, onTree, defer }: MeshTableOptions): MeshTable {
  let layout = firstLayout
  const arenas: MeshArenas = {
    nodes: createArena(device, 'nodes', 8, 65536),
    references: createArena(device, 'references', 4, 65536, REFERENCES_ROW),
    triangles: createArena(device, 'triangles', TRIANGLE_WORDS * 4, 16384),
    attributes: createArena(device, 'attributes', ATTRIBUTES_WORDS * 4, 16384),
  }
  const resident = new Map<MeshKey, ResidentMesh>()
  const trees = createTreeBuilds(buildTree, install)
  /** Of the same meshes: what a move within the arenas or an undo would build again here. */
  const bvhs = new WeakMap<MeshData, Bvh>()

  function store(arena: Arena, words: Uint32Array, wordsPerElement: number): Span {
    const count = words.length / wordsPerElement
    const offset = arena.allocate(count)
    if (count > 0) arena.write(offset, words)
    return { offset, count }
  }

  function upload(mesh: MeshData): void {
    checkMesh(mesh)
    const tree = trees.finished(mesh) ?? (mesh.shape === undefined ? null : shapeTree(mesh))
    place(mesh, tree)
    if (tree === null) trees.start(mesh, layout)
  }

  /** What rays read of a mesh. */
  const storeTraced = ({ nodes, references, triangles, depth }: Omit<PackedMesh, 'attributes'>) => ({
    nodes: store(arenas.nodes, nodes, 2), references: store(arenas.references, references, 1), triangles: store(arenas.triangles, triangles, TRIANGLE_WORDS), depth,
  })

  function freeTraced({ nodes, references, triangles }: ResidentMesh): void {
    arenas.nodes.free(nodes.offset, nodes.count)
    arenas.references.free(references.offset, references.count)
    arenas.triangles.free(triangles.offset, triangles.count)
  }

  function place(mesh: MeshData, tree: KdTree | null): void {
    const packed = packMesh(mesh, tree, layout, bvhs.get(mesh))
    resident.set(mesh.key, {
      data: mesh, tree, ...storeTraced(packed), triangleCount: packed.triangleCount, attributes: store(arenas.attributes, packed.attributes, ATTRIBUTES_WORDS),
      maxMaterialSlot: mesh.materialSlots?.reduce((most, slot) => Math.max(most, slot), 0) ?? 0,
    })
  }

  function remember(mesh: MeshData, packedAs: TreeLayout, packed: Omit<PackedMesh, 'attributes'>): void {
    if (packedAs === 'bvh' && mesh.shape === undefined) bvhs.set(mesh, bvhOf(packed))
  }

  function install(mesh: MeshData, tree: KdTree, asked: TreeLayout, packed: PackedMesh | undefined): void {
    if (packed !== undefined) remember(mesh, asked, packed)
    const before = resident.get(mesh.key)!
    const now = packed === undefined || layout !== asked ? packMesh(mesh, tree, layout, bvhs.get(mesh)) : packed
    resident.set(mesh.key, { ...before, tree, ...storeTraced(now), triangleCount: now.triangleCount, attributes: store(arenas.attributes, now.attributes, ATTRIBUTES_WORDS) })
    defer(() => {
      arenas.triangles.free(before.triangles.offset, before.triangles.count)
      arenas.attributes.free(before.attributes.offset, before.attributes.count)
    })
    onTree()
  }

  function release(mesh: ResidentMesh): void {
    defer(() => {
      freeTraced(mesh)
      arenas.attributes.free(mesh.attributes.offset, mesh.attributes.count)
    })
  }

  async function prepareLayout(next: TreeLayout, signal: AbortSignal): Promise<PreparedLayout> {
    const prepared = new Map<MeshData, Omit<PackedMesh, 'attributes'>>()
    if (next !== 'bvh') return prepared
    await Promise.all([...resident.values()].map(async ({ data, tree }) => {
      if (tree === null || data.shape !== undefined || bvhs.has(data)) return
      const { packed } = await buildTree(data, signal, next)
      if (packed === undefined) return
      remember(data, next, packed)
      prepared.set(data, packed)
    }))
    return prepared
  }

  return {
    arenas,
    find: (key) => resident.get(key) ?? null,
    get pendingCount() { return trees.pendingCount },
    get depth() {
      let deepest = 0
      for (const { depth } of resident.values()) deepest = Math.max(deepest, depth)
      return deepest
    },
    prepareLayout,
    async packFor(next, signal) {
      const prepared = await prepareLayout(next, signal)
      const packed = new Map<MeshData, Omit<PackedMesh, 'attributes'>>()
      for (const { data, tree } of resident.values()) {
        signal.throwIfAborted()
        if (tree === null) continue
        const elsewhere = prepared.get(data) ?? (isLarge(data) && next !== 'bvh' ? (await buildTree(data, signal, next)).packed : undefined)
        packed.set(data, elsewhere ?? packForTracing(data, tree, next, bvhs.get(data)))
        await new Promise((resolve) => setTimeout(resolve, 0))
      }
      return packed
    },
    setLayout(next, prepared) {
      if (next === layout) return
      layout = next
      const built = [...resident].flatMap(([key, mesh]) => (mesh.tree === null ? [] : [{ key, mesh, tree: mesh.tree }]))
      // All room is given back first: two layouts may not fit.
      for (const { mesh } of built) freeTraced(mesh)
      for (const { key, mesh, tree } of built) {
        const packed = prepared.get(mesh.data) ?? packForTracing(mesh.data, tree, next, bvhs.get(mesh.data))
        resident.set(key, { ...mesh, ...storeTraced(packed) })
      }
    },
    repack() {
      for (const arena of Object.values(arenas) as Arena[]) arena.clear()
      for (const { data, tree } of resident.values()) place(data, tree)
    },
    update(meshes) {
      for (const [key, mesh] of resident) {
        if (meshes.has(key)) continue
        trees.stop(key)
        resident.delete(key)
        release(mesh)
      }
      for (const mesh of meshes.values()) if (!resident.has(mesh.key)) upload(mesh)
      trees.settle()
    },
    ready: () => trees.ready(),
    dispose() {
      trees.stopAll()
      for (const arena of Object.values(arenas) as Arena[]) arena.dispose()
    },
  }
}

function checkMesh(mesh: MeshData): void {
  const { key, positions, normals, uvs, indices, materialSlots } = mesh
  const vertices = positions.length / 3
  const problem = indices.length % 3 !== 0 ? 'its indices are not whole triangles'
    : normals.length !== positions.length ? 'it has not one normal per vertex'
      : uvs !== null && uvs.length !== vertices * 2 ? 'it has not one uv per vertex'
        : materialSlots !== null && materialSlots.length !== indices.length / 3 ? 'it has not one material slot per triangle'
          : indices.some((index) => index >= vertices) ? 'an index points past its vertices' : findShapeFault(mesh)
  if (problem !== null) throw new EngineError('scene-invalid', `Mesh ${key}: ${problem}`, { mesh: key })
}
