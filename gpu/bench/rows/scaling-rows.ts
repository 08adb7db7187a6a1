import { normalize, type Vec3 } from '../../math.ts'
import { packScene } from '../../testing/tracer.ts'
import { DEFAULT_TRAVERSAL, OBJECT_TRAVERSALS, TREE_LAYOUTS, type TraversalName } from '../../traversal/traversals.ts'
import type { TreeLayout } from '../../kdtree/pack.ts'
import type { PackedScene } from '../../testing/tracer.ts'
import type { TestScene } from '../../testing/scenes.ts'
import { asInstances, asOneObject, type BenchScene, rowOf, sceneOfMesh, subdivided, trianglesOf, viewOf } from '../bench-scenes.ts'
import { type Experiment, type Finding, rateRow } from '../bench.ts'
import { furnishedRooms } from '../furnished-rooms.ts'
import { measurePoints, pilotSize, primaryAndDiffuse, type RayPoint, raysIn, rayScene, sizeOf } from './ray-points.ts'
import { pinholeRays, type View } from '../trace/ray-sets.ts'

export const ALL_TRAVERSALS = Object.keys(OBJECT_TRAVERSALS) as TraversalName[]

const ROW = [1, 2, 3, 4, 6, 8, 16, 32, 64, 150]

/** A row of 1 to 150 objects, object list against über tree, from the side and from the front (Voglsam 2013, table 7.6 and figure 7.4). */
export function rowRows(name: string, source: () => Promise<BenchScene>): Experiment {
  return {
    name: `row/${name}`, group: 'trace', weight: 5, needsGpu: true,
    async run(bench, budgetMs) {
      const { merged } = await source()
      const rows = ROW.map((count) => ({ count, packed: packScene(asInstances({ name, ...rowOf(merged, count) })) }))
      const findings: Finding[] = []
      for (const [side, view] of Object.entries(rowViews(merged.bounds))) {
        const pointsAt = (width: number, height: number): RayPoint[] => {
          const rays = pinholeRays(view, width, height)
          return rows.flatMap(({ count, packed }) => (['uber', 'object-list'] as const)
            .map((mode) => ({ id: `${mode} ${count}`, packed, mode, traversal: DEFAULT_TRAVERSAL, kind: 'closest', sets: [rays] })))
        }
        const [width, height] = await pilotSize(bench, budgetMs / 2, pointsAt)
        const points = pointsAt(width, height)
        const series = await measurePoints(bench, points, budgetMs / 2)
        const rays = raysIn(points[0])
        for (const { count } of rows) {
          const what = { scene: name, triangles: count * (merged.indices.length / 3), instances: count, adapter: bench.gpu, x: count, detail: `${rays} rays, ${width}x${height}, ${DEFAULT_TRAVERSAL}` }
          findings.push(
            rateRow({ ...what, what: `row/${side}`, variant: 'uber', peer: 'object-list' }, bench.clock, rays, series[`uber ${count}`], series[`object-list ${count}`]),
            rateRow({ ...what, what: `row/${side}`, variant: 'object-list' }, bench.clock, rays, series[`object-list ${count}`]),
            rateRow({ ...what, what: `kept/row-${side}`, variant: 'uber', peer: '1 object' }, bench.clock, rays, series[`uber ${count}`], series['uber 1']),
          )
        }
      }
      return findings
    },
  }
}

/** The first object fills the picture; the others stand behind it, or beside it out of view. */
function rowViews({ min, max }: BenchScene['merged']['bounds']): Record<'side' | 'front', View> {
  const center = [0, 1, 2].map((k) => (min[k] + max[k]) / 2)
  const radius = Math.hypot(max[0] - min[0], max[1] - min[1], max[2] - min[2]) / 2
  const view = (forward: Vec3): View => ({
    eye: [center[0] - 2.1 * radius * forward[0], center[1] - 2.1 * radius * forward[1], center[2] - 2.1 * radius * forward[2]],
    forward, tangent: 0.42, light: [center[0], center[1] + 3 * radius, center[2]],
  })
  // A hair off the axes: rays in a plane of many boxes are a case of their own.
  return { side: view(normalize([0.02, -0.05, -1])), front: view(normalize([-1, -0.05, 0.02])) }
}

const OBJECTS = [100, 1000, 4000]

/** 100 to 4,000 objects: "furnished rooms", seen from the first room. */
export function objectRows(): Experiment {
  return {
    name: 'objects/furnished_rooms', group: 'trace', weight: 2, needsGpu: true,
    async run(bench, budgetMs) {
      const scenes = await Promise.all(OBJECTS.map(async (count) => ({ count, ...await furnishedRooms(count) })))
      const view: View = { eye: [1.2, 1.6, 1.2], forward: normalize([0.7, -0.12, 1]), tangent: 0.6, light: [2, 2.4, 2] }
      const traced = scenes.map((scene) => ({ ...scene, traced: rayScene(asInstances({ name: 'furnished_rooms', ...scene }), 10) }))
      const findings: Finding[] = []
      for (const kind of ['primary', 'diffuse'] as const) {
        const pointsAt = (width: number, height: number): RayPoint[] => traced.map(({ count, traced: scene }) =>
          ({ id: String(count), packed: scene.packed, mode: 'uber', traversal: DEFAULT_TRAVERSAL, kind: 'closest', sets: [primaryAndDiffuse(scene, view, width, height)[kind]] }))
        const [width, height] = await pilotSize(bench, budgetMs / 2, pointsAt)
        const points = pointsAt(width, height)
        const series = await measurePoints(bench, points, budgetMs / 2)
        points.forEach((point, i) => {
          const { count } = scenes[i]
          // Diffuse rays start at what is hit, so their number may differ.
          findings.push(rateRow({
            what: `kept/objects-${kind}`, scene: 'furnished_rooms', triangles: trianglesOf(scenes[i]), instances: count, adapter: bench.gpu, variant: DEFAULT_TRAVERSAL,
            peer: `${OBJECTS[0]} objects`, x: count, detail: `${raysIn(point)} rays, ${width}x${height}`,
          }, bench.clock, raysIn(point), series[point.id], series[points[0].id], raysIn(points[0])))
        })
      }
      return findings
    },
  }
}

/** The same shape in 1, 4 and 16 times as many triangles, by every traversal (Santos et al. 2011, figure 14). */
export function triangleRows(name: string, source: () => Promise<BenchScene>): Experiment {
  return {
    name: `triangles/${name}`, group: 'trace', weight: 5, needsGpu: true,
    async run(bench, budgetMs) {
      const { merged } = await source()
      const meshes = [merged]
      for (let i = 1; i < 3; i++) meshes.push(subdivided(meshes[i - 1], `${name}-${4 ** i}`))
      const scenes = meshes.map((mesh) => asOneObject(sceneOfMesh(mesh.key, mesh)))
      const view = viewOf(sceneOfMesh(name, merged))
      const findings: Finding[] = []
      // One traversal's sizes at a time: all together would take gigabytes. Those that share a layout follow one another.
      const traversals = ALL_TRAVERSALS.toSorted((a, b) => TREE_LAYOUTS[a].localeCompare(TREE_LAYOUTS[b]))
      const share = budgetMs / traversals.length
      const pointsOf = (traversal: TraversalName, here: readonly PackedScene[]) => (width: number, height: number): RayPoint[] => {
        const rays = pinholeRays(view, width, height)
        return here.map((each, i) => ({ id: String(i), packed: each, mode: 'uber', traversal, kind: 'closest', sets: [rays] }))
      }
      // One size for all, chosen by the default with a reserve for those that are slower, and not so small that dispatching is all.
      const chosen = await pilotSize(bench, share / 2, pointsOf(DEFAULT_TRAVERSAL, scenes.map((scene) => packScene(scene, DEFAULT_TRAVERSAL))))
      const [width, height] = sizeOf(Math.max(64 * 48, chosen[0] * chosen[1]))
      let layout: TreeLayout | null = null
      let packed: readonly PackedScene[] = []
      for (const traversal of traversals) {
        if (layout !== TREE_LAYOUTS[traversal]) packed = scenes.map((scene) => packScene(scene, traversal))
        layout = TREE_LAYOUTS[traversal]
        const series = await measurePoints(bench, pointsOf(traversal, packed)(width, height), share)
        meshes.forEach(({ indices }, i) => {
          if (series[i] === undefined || series[0] === undefined) return
          const triangles = indices.length / 3
          findings.push(rateRow({
            what: 'kept/triangles', scene: name, triangles, adapter: bench.gpu, variant: traversal, peer: `${meshes[0].indices.length / 3} triangles`, x: triangles,
            detail: `${width * height} primary rays, ${width}x${height}`,
          }, bench.clock, width * height, series[i], series[0]))
        })
      }
      return findings
    },
  }
}

/** A scene laid out for any traversal; traversals that need the same share it. */
export function packedLayouts(scene: TestScene): (traversal: TraversalName) => PackedScene {
  const packed = new Map<TreeLayout, PackedScene>()
  return (traversal) => {
    const layout = TREE_LAYOUTS[traversal]
    const known = packed.get(layout) ?? packScene(scene, traversal)
    packed.set(layout, known)
    return known
  }
}

