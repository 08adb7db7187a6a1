import { type KdTree, type TreeLayout, buildKdTree, helpPair, leadPair, packMesh } from '../../gpu/trees.ts'
import type { MeshData } from '../../gpu/index.ts'
import type { FromTreeWorker, Pairing, ToTreeWorker, TreeMesh } from './tree-protocol.ts'
import { bytesToKeep, keepTree, loadTree } from './tree-cache.ts'

interface WorkerScope {
  postMessage(message: FromTreeWorker, transfer: Transferable[]): void
  addEventListener(type: 'message', listener: (event: MessageEvent<ToTreeWorker>) => void): void
}

const scope = globalThis as unknown as WorkerScope

/** From so many triangles on a second worker is worth asking for. */
const PAIR_TRIANGLES = 20_000
const pairings = new Map<number, (pairing: Pairing | null) => void>()

/** Builds one object tree after the other, or helps with one. */
scope.addEventListener('message', ({ data }) => {
  if (data.kind === 'build') void build(data.id, data.mesh, data.layout)
  else if (data.kind === 'help') void help(data.id, data, data.pairing)
  else {
    pairings.get(data.id)?.(data.pairing)
    pairings.delete(data.id)
  }
})

async function build(id: number, mesh: MeshData, layout: TreeLayout): Promise<void> {
  try {
    const known = await loadTree(mesh)
    const tree = known ?? await buildAnew(id, mesh)
    const kept = known === null ? bytesToKeep(mesh, tree) : null
    const packed = packMesh(mesh, tree, layout)
    const arrays = [tree.nodes, tree.references, tree.triangleOfRecord, tree.bounds, packed.nodes, packed.references, packed.triangles, packed.attributes]
    scope.postMessage({ id, tree, packed }, [...new Set(arrays.map(({ buffer }) => buffer as ArrayBuffer))])
    if (kept !== null) await keepTree(mesh, kept)
  } catch (error) {
    scope.postMessage({ id, message: error instanceof Error ? error.message : String(error) }, [])
  }
}

async function buildAnew(id: number, mesh: TreeMesh): Promise<KdTree> {
  if (mesh.indices.length / 3 < PAIR_TRIANGLES) return buildKdTree(mesh)
  const answer = new Promise<Pairing | null>((resolve) => pairings.set(id, resolve))
  scope.postMessage({ id, wantsHelp: true }, [])
  const pairing = await answer
  return pairing === null ? buildKdTree(mesh) : leadPair(mesh, pairing.port, pairing.state)
}

/** What is wrong with the mesh the leader says, too. */
async function help(id: number, mesh: TreeMesh, { port, state }: Pairing): Promise<void> {
  await helpPair(mesh, port, state).catch(() => {})
  scope.postMessage({ id, helped: true }, [])
}
