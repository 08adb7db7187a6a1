import { buildBvh } from '../../bvh/build.ts'
import { measureBvh } from '../../bvh/stats.ts'
import { buildKdTree, type BuilderName } from '../../kdtree/build/build.ts'
import { DEFAULT_BUILD } from '../../kdtree/build/options.ts'
import { packMesh, type TreeLayout, TRIANGLE_WORDS, treeBytes } from '../../kdtree/pack.ts'
import { measureTree } from '../../kdtree/stats.ts'
import { OBJECT_TRAVERSALS, TREE_LAYOUTS, type TraversalName } from '../../traversal/traversals.ts'
import { type BenchScene, treeOf } from '../bench-scenes.ts'
import { checkBudget, countRow, type Experiment, type Finding, timeRow } from '../bench.ts'
import { CPU_CLOCK, interleave, median } from '../measure.ts'
import { buildPeer, PEER_BUILD, peerBytes } from '../peers/peer-cpu.ts'
import { peerGeometry } from '../peers/peer-webgpu.ts'

/** Building one tree over all triangles against three-mesh-bvh, ours of both kinds, and what a kD-tree costs a ray. */
export function buildRows(name: string, source: () => Promise<BenchScene>): Experiment {
  return buildersRows(`build/${name}`, 4, name, source, ['exact-sah', 'binned-sah', BVH])
}

/** The same with the builders that are there for comparison; they are slow and make slow trees. */
export function medianRows(name: string, source: () => Promise<BenchScene>): Experiment {
  return buildersRows(`build-medians/${name}`, 1.5, name, source, ['spatial-median', 'object-median'])
}

const BVH = 'bvh'

function buildersRows(experiment: string, weight: number, name: string, source: () => Promise<BenchScene>, names: readonly (BuilderName | typeof BVH)[]): Experiment {
  return {
    name: experiment, group: 'build', weight, needsGpu: false,
    async run(bench, budgetMs) {
      const { merged } = await source()
      const build = (builder: BuilderName | typeof BVH): void => void (builder === BVH ? buildBvh(merged) : buildKdTree(merged, { builder }))
      const start = CPU_CLOCK.now()
      for (const builder of names) build(builder)
      buildPeer(peerGeometry(merged))
      checkBudget(CPU_CLOCK.now() - start, budgetMs)
      const triangles = merged.indices.length / 3
      const what = { scene: name, triangles, adapter: bench.cpu }
      // What is built stays until the next one: measuring it is no part of the time.
      const geometries = Array.from({ length: 12 }, () => peerGeometry(merged))
      let next = 0
      const series = await interleave([
        { name: PEER_BUILD, run: () => void buildPeer(geometries[next++ % geometries.length]) },
        ...names.map((builder) => ({ name: builder as string, run: () => build(builder) })),
      ], { clock: CPU_CLOCK, budgetMs, repetitions: [5, 9] })
      const exact = measureTree(treeOf(merged), DEFAULT_BUILD)
      const findings: Finding[] = []
      if (names.includes('exact-sah')) findings.push(timeRow({ ...what, what: 'build', variant: PEER_BUILD, detail: 'one thread' }, CPU_CLOCK, series[PEER_BUILD]))
      for (const builder of names) {
        const { nodes, depth, leaves, references, sahCost } = builder === BVH ? measureBvh(buildBvh(merged)) : measureTree(treeOf(merged, builder), DEFAULT_BUILD)
        findings.push(timeRow({ ...what, what: 'build', variant: builder, peer: PEER_BUILD, detail: `one thread; ${nodes} nodes, depth ${depth}, ${leaves} leaves, ${references} references; ${(triangles / median(series[builder])).toFixed(0)} triangles per CPU ms` }, CPU_CLOCK, series[builder], series[PEER_BUILD]))
        // A step through a BVH meets two boxes: its cost is another unit.
        if (builder !== 'exact-sah' && builder !== BVH) findings.push(countRow({ ...what, what: 'tree-cost', variant: builder, peer: 'exact-sah', detail: `expected steps and tests of a ray, ${DEFAULT_BUILD.stepCost} : ${DEFAULT_BUILD.triangleCost}` }, sahCost, 'SAH cost', exact.sahCost))
      }
      return findings
    },
  }
}

/** What lies in a tree beside one record per triangle. */
const KEPT: Readonly<Record<TreeLayout, string>> = {
  plain: 'nodes and references', boxes: 'nodes and references, with boxes', parents: 'nodes and references, with parents',
  ropes: 'nodes, leaf records with ropes, and what leaves list', bvh: 'nodes of two boxes, and what leaves list',
}

/** Bytes per triangle of every traversal's tree (Santos et al. 2011, figure 11), without and with intersection records. */
export function memoryRows(name: string, source: () => Promise<BenchScene>): Experiment {
  return {
    name: `memory/${name}`, group: 'build', weight: 0.5, needsGpu: false,
    async run(bench) {
      const { merged } = await source()
      const triangles = merged.indices.length / 3
      const peer = peerBytes(merged)
      const what = { scene: name, triangles, adapter: bench.cpu }
      const unit = 'bytes per triangle'
      const findings: Finding[] = [
        countRow({ ...what, what: 'memory/tree', variant: PEER_BUILD, detail: 'nodes' }, peer.nodes / triangles, unit),
        countRow({ ...what, what: 'memory/all', variant: PEER_BUILD, detail: 'nodes, index and positions, on the CPU' }, peer.all / triangles, unit),
      ]
      for (const traversal of Object.keys(OBJECT_TRAVERSALS) as TraversalName[]) {
        const packed = packMesh(merged, treeOf(merged), TREE_LAYOUTS[traversal])
        const tree = treeBytes(packed)
        findings.push(
          countRow({ ...what, what: 'memory/tree', variant: traversal, peer: PEER_BUILD, detail: KEPT[TREE_LAYOUTS[traversal]] }, tree / triangles, unit, peer.nodes / triangles),
          countRow({ ...what, what: 'memory/all', variant: traversal, peer: PEER_BUILD, detail: 'with intersection records; shading data apart' }, (tree + 4 * TRIANGLE_WORDS * packed.triangleCount) / triangles, unit, peer.all / triangles),
        )
      }
      return findings
    },
  }
}

