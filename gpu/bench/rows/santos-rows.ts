import { IDENTITY, placed, type TestScene } from '../../testing/scenes.ts'
import { sphere } from '../../testing/meshes.ts'
import { squareMesh } from '../../testing/shapes.ts'
import { asInstances, asOneObject, type BenchScene, extentOf, viewOf } from '../bench-scenes.ts'
import { countRow, type Experiment, type Finding, rateRow, timeRow } from '../bench.ts'
import { countRays } from '../trace/twin-rays.ts'
import { measurePoints, pictureRays, pilotSize, type RayPoint, raysIn, rayScene } from './ray-points.ts'
import { pinholeRays } from '../trace/ray-sets.ts'
import { ALL_TRAVERSALS, packedLayouts } from './scaling-rows.ts'

/** Node steps and speed of every traversal (figures 10 and, by resolution, 15 of Santos et al. 2011; 11 is memory/). */
export function santosSteps(name: string, source: () => Promise<BenchScene>): Experiment {
  return {
    name: `santos/${name}`, group: 'trace', weight: 4, needsGpu: true,
    async run(bench, budgetMs) {
      const scene = await source()
      const one = asOneObject(scene)
      const view = viewOf(scene)
      const layoutOf = packedLayouts(one)
      const pointsAt = (width: number, height: number): RayPoint[] => ALL_TRAVERSALS.map((traversal) =>
        ({ id: `${traversal} ${width}x${height}`, packed: layoutOf(traversal), mode: 'uber', traversal, kind: 'closest', sets: [pinholeRays(view, width, height)] }))
      const sizesFor = (width: number, height: number) => [[width, height], [width / 2, height / 2]].map((size) => size.map((x) => Math.max(8, Math.round(x / 8) * 8)) as [number, number])
      const [width, height] = await pilotSize(bench, budgetMs / 1.3, pointsAt)
      const points = sizesFor(width, height).toReversed().flatMap((size) => pointsAt(...size))
      const series = await measurePoints(bench, points, budgetMs)
      const what = { scene: name, triangles: scene.merged.indices.length / 3, adapter: bench.gpu }
      const findings: Finding[] = []
      const standard = countRays(layoutOf('standard-8'), 'uber', 'standard-8', pinholeRays(view, 64, 48))
      for (const traversal of ALL_TRAVERSALS) {
        const counts = traversal === 'standard-8' ? standard : countRays(layoutOf(traversal), 'uber', traversal, pinholeRays(view, 64, 48))
        const detail = `3072 primary rays, 64x48; ${counts.tests.toFixed(2)} tests per ray`
        findings.push(countRow({ ...what, what: 'santos/steps', variant: traversal, peer: 'standard-8', detail }, counts.uberSteps + counts.objectSteps, 'nodes read per ray', standard.uberSteps + standard.objectSteps))
      }
      for (const point of points) {
        const size = point.id.split(' ')[1]
        if (series[point.id] === undefined) continue
        findings.push(rateRow({ ...what, what: 'santos/resolution', variant: point.traversal, peer: 'standard-8', x: raysIn(point), detail: size }, bench.clock, raysIn(point), series[point.id], series[`standard-8 ${size}`]))
      }
      return findings
    },
  }
}

const LEVELS = [0, 1, 2, 4, 8]

/** Time of a picture by levels of reflection (Santos et al. 2011, figure 13): the object, four spheres and a plane, all mirrors. */
export function santosReflections(name: string, source: () => Promise<BenchScene>): Experiment {
  return {
    name: `reflections/${name}`, group: 'trace', weight: 4, needsGpu: true,
    async run(bench, budgetMs) {
      const scene = await source()
      const mirrors = amongMirrors(scene)
      const traced = rayScene(mirrors, extentOf(scene.merged))
      const layoutOf = packedLayouts(mirrors)
      const view = viewOf(scene)
      const pointsAt = (width: number, height: number): RayPoint[] => {
        const { bounces } = pictureRays(traced, view, width, height, LEVELS.at(-1)!, [])
        return ALL_TRAVERSALS.flatMap((traversal) => bounces.map((rays, bounce): RayPoint =>
          ({ id: `${traversal} ${bounce}`, packed: layoutOf(traversal), mode: 'uber', traversal, kind: 'closest', sets: [rays] })))
      }
      const [width, height] = await pilotSize(bench, budgetMs, pointsAt)
      const points = pointsAt(width, height)
      const series = await measurePoints(bench, points, budgetMs)
      const upTo = (traversal: string, level: number) => {
        const own = points.filter((point) => point.traversal === traversal && Number(point.id.split(' ')[1]) <= level && series[point.id] !== undefined)
        return { ms: series[own[0].id].map((_, i) => own.reduce((sum, { id }) => sum + series[id][i], 0)), rays: own.reduce((sum, point) => sum + raysIn(point), 0) }
      }
      const triangles = mirrors.instances.reduce((sum, { mesh }) => sum + mirrors.meshes[mesh].mesh.indices.length / 3, 0)
      return ALL_TRAVERSALS.flatMap((traversal) => LEVELS.map((level) => {
        const { ms, rays } = upTo(traversal, level)
        return timeRow({
          what: 'santos/reflections', scene: `${name}, 4 spheres, 1 plane`, triangles, instances: mirrors.instances.length, adapter: bench.gpu, variant: traversal, peer: 'standard-8', x: level,
          detail: `${width}x${height}, ${rays} rays, traced without shading`,
        }, bench.clock, ms, upTo('standard-8', level).ms, 'picture')
      }))
    },
  }
}

/** The object on a plane, between four spheres. */
function amongMirrors({ name, merged }: BenchScene): TestScene {
  const { min, max } = merged.bounds
  const center = [0, 1, 2].map((k) => (min[k] + max[k]) / 2)
  const radius = Math.hypot(max[0] - min[0], max[1] - min[1], max[2] - min[2]) / 2
  const ball = 0.45 * radius
  const corners = [[1, 1], [1, -1], [-1, 1], [-1, -1]]
  return asInstances({
    name: `${name} among mirrors`,
    meshes: [merged, sphere(24), squareMesh()],
    instances: [
      { mesh: 0, worldFromObject: IDENTITY },
      ...corners.map(([x, z]) => ({ mesh: 1, worldFromObject: placed([center[0] + 1.1 * radius * x, min[1] + ball, center[2] + 1.1 * radius * z], [ball, ball, ball]) })),
      { mesh: 2, worldFromObject: placed([center[0], min[1] - 1e-3 * radius, center[2]], [4 * radius, 1, 4 * radius]) },
    ],
  })
}
