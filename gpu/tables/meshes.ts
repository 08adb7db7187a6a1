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

type Traced = Omit<PackedMesh, 'attributes'>

/** What runs of the arenas are taken and given back by. */
function createMeshArenas(device: GPUDevice) {
  const arenas: MeshArenas = {
    nodes: createArena(device, 'nodes', 8, 65536),
    references: createArena(device, 'references', 4, 65536, REFERENCES_ROW),
    triangles: createArena(device, 'triangles', TRIANGLE_WORDS * 4, 16384),
    attributes: createArena(device, 'attributes', ATTRIBUTES_WORDS * 4, 16384),
  }
  const all = Object.values(arenas) as Arena[]

  function store(arena: Arena, words: Uint32Array, wordsPerElement: number): Span {
    const count = words.length / wordsPerElement
    const offset = arena.allocate(count)
    if (count > 0) arena.write(offset, words)
    return { offset, count }
  }
  const free = (arena: Arena, { offset, count }: Span): void => arena.free(offset, count)

  return {
    arenas,
    /** What rays read of a mesh. */
    storeTraced: ({ nodes, references, triangles, depth }: Traced) => ({
      nodes: store(arenas.nodes, nodes, 2), references: store(arenas.references, references, 1), triangles: store(arenas.triangles, triangles, TRIANGLE_WORDS), depth,
    }),
    storeAttributes: (words: Uint32Array): Span => store(arenas.attributes, words, ATTRIBUTES_WORDS),
    freeTraced: ({ nodes, references, triangles }: ResidentMesh): void => {
      free(arenas.nodes, nodes)
      free(arenas.references, references)
      free(arenas.triangles, triangles)
    },
    freeTriangles: ({ triangles }: ResidentMesh): void => free(arenas.triangles, triangles),
    freeAttributes: ({ attributes }: ResidentMesh): void => free(arenas.attributes, attributes),
    clear: (): void => all.forEach((arena) => arena.clear()),
    dispose: (): void => all.forEach((arena) => arena.dispose()),
  }
}

/** Meshes as the words of a layout, here or where trees are built. */
function createPacking(buildTree: BuildTree, resident: ReadonlyMap<MeshKey, ResidentMesh>) {
  /** Of the same meshes: what a move within the arenas or an undo would build again here. */
  const bvhs = new WeakMap<MeshData, Bvh>()

  function remember(mesh: MeshData, packedAs: TreeLayout, packed: Traced): void {
    if (packedAs === 'bvh' && mesh.shape === undefined) bvhs.set(mesh, bvhOf(packed))
  }

  const packTraced = (mesh: MeshData, tree: KdTree, layout: TreeLayout): Traced => packForTracing(mesh, tree, layout, bvhs.get(mesh))

  async function prepareLayout(next: TreeLayout, signal: AbortSignal): Promise<PreparedLayout> {
    const prepared = new Map<MeshData, Traced>()
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

  async function packFor(next: TreeLayout, signal: AbortSignal): Promise<PreparedLayout> {
    const prepared = await prepareLayout(next, signal)
    const packed = new Map<MeshData, Traced>()
    for (const { data, tree } of resident.values()) {
      signal.throwIfAborted()
      if (tree === null) continue
      const elsewhere = prepared.get(data) ?? (isLarge(data) && next !== 'bvh' ? (await buildTree(data, signal, next)).packed : undefined)
      packed.set(data, elsewhere ?? packTraced(data, tree, next))
      await new Promise((resolve) => setTimeout(resolve, 0))
    }
    return packed
  }

  const pack = (mesh: MeshData, tree: KdTree | null, layout: TreeLayout): PackedMesh => packMesh(mesh, tree, layout, bvhs.get(mesh))
  return { remember, pack, packTraced, prepareLayout, packFor }
}

export function createMeshTable(device: GPUDevice, { buildTree, layout: firstLayout, onTree, defer }: MeshTableOptions): MeshTable {
  let layout = firstLayout
  const resident = new Map<MeshKey, ResidentMesh>()
  const { arenas, storeTraced, storeAttributes, freeTraced, freeTriangles, freeAttributes, clear, dispose } = createMeshArenas(device)
  const { remember, pack, packTraced, prepareLayout, packFor } = createPacking(buildTree, resident)
  const trees = createTreeBuilds(buildTree, install)

  function upload(mesh: MeshData): void {
    checkMesh(mesh)
    const tree = trees.finished(mesh) ?? (mesh.shape === undefined ? null : shapeTree(mesh))
    place(mesh, tree)
    if (tree === null) trees.start(mesh, layout)
  }

  function place(mesh: MeshData, tree: KdTree | null): void {
    const packed = pack(mesh, tree, layout)
    resident.set(mesh.key, {
      data: mesh, tree, ...storeTraced(packed), triangleCount: packed.triangleCount, attributes: storeAttributes(packed.attributes),
      maxMaterialSlot: mesh.materialSlots?.reduce((most, slot) => Math.max(most, slot), 0) ?? 0,
    })
  }

  function install(mesh: MeshData, tree: KdTree, asked: TreeLayout, packed: PackedMesh | undefined): void {
    if (packed !== undefined) remember(mesh, asked, packed)
    const before = resident.get(mesh.key)!
    const now = packed === undefined || layout !== asked ? pack(mesh, tree, layout) : packed
    resident.set(mesh.key, { ...before, tree, ...storeTraced(now), triangleCount: now.triangleCount, attributes: storeAttributes(now.attributes) })
    defer(() => {
      freeTriangles(before)
      freeAttributes(before)
    })
    onTree()
  }

  function release(mesh: ResidentMesh): void {
    defer(() => {
      freeTraced(mesh)
      freeAttributes(mesh)
    })
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
    packFor,
    setLayout(next, prepared) {
      if (next === layout) return
      layout = next
      const built = [...resident].flatMap(([key, mesh]) => (mesh.tree === null ? [] : [{ key, mesh, tree: mesh.tree }]))
      // All room is given back first: two layouts may not fit.
      for (const { mesh } of built) freeTraced(mesh)
      for (const { key, mesh, tree } of built) resident.set(key, { ...mesh, ...storeTraced(prepared.get(mesh.data) ?? packTraced(mesh.data, tree, next)) })
    },
    repack() {
      clear()
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
      dispose()
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
