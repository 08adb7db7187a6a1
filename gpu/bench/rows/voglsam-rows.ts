import type { Vec3 } from '../../scene.ts'
import { DEFAULT_TRAVERSAL } from '../../traversal/traversals.ts'
import { asOneObject, type BenchScene, extentOf, viewOf } from '../bench-scenes.ts'
import { type Experiment, type Finding, rateRow, timeRow } from '../bench.ts'
import { measurePoints, pictureRays, pilotSize, type RayPoint, raysIn, rayScene } from './ray-points.ts'

/** The thesis' resolutions against its smallest: 640x480, 800x600, 1024x768, 1600x1200. */
const FACTORS = [1, 1.25, 1.6, 2.5]
const BOUNCES = 4
const FULL_BOUNCES = 2

/**
 * Rays by kind and resolution (Voglsam 2013, tables 7.2 to 7.5): primary rays, shadow rays to a light far away (directional) and to
 * a near one (point), four bounces of mirrored rays, and "full": primary rays, both shadows, two bounces. Rays are traced, not
 * shaded; shadow rays end at the first hit, which the thesis' did not.
 */
export function voglsamRows(name: string, source: () => Promise<BenchScene>): Experiment {
  return {
    name: `voglsam/${name}`, group: 'trace', weight: 3, needsGpu: true,
    async run(bench, budgetMs) {
      const scene = await source()
      const traced = rayScene(asOneObject(scene), extentOf(scene.merged))
      const view = viewOf(scene)
      const far: Vec3 = [view.light[0] + 40 * traced.extent, view.light[1] + 90 * traced.extent, view.light[2] + 30 * traced.extent]
      const pointsAt = (width: number, height: number): RayPoint[] => {
        const { bounces, shadows: [directional, point] } = pictureRays(traced, view, width, height, BOUNCES, [far, view.light])
        const of = (id: string, kind: 'closest' | 'any', rays: Float32Array): RayPoint =>
          ({ id: `${id} ${width}`, packed: traced.packed, mode: 'uber', traversal: DEFAULT_TRAVERSAL, kind, sets: [rays] })
        return [
          of('primary', 'closest', bounces[0]), of('shadow-directional', 'any', directional), of('shadow-point', 'any', point),
          ...bounces.slice(1).map((rays, i) => of(`reflection-${i + 1}`, 'closest', rays)),
        ].filter((made) => raysIn(made) > 0)
      }
      const sizes = (width: number, height: number) => FACTORS.map((factor) => [width, height].map((x) => Math.round((x * factor) / 8) * 8) as [number, number])
      const [baseWidth, baseHeight] = await pilotSize(bench, budgetMs / FACTORS.reduce((sum, factor) => sum + factor ** 2, 0), pointsAt)
      const all = sizes(baseWidth, baseHeight).map(([width, height]) => ({ width, height, points: pointsAt(width, height) }))
      const series = await measurePoints(bench, all.flatMap(({ points }) => points), budgetMs)
      const findings: Finding[] = []
      const what = { scene: name, triangles: scene.merged.indices.length / 3, adapter: bench.gpu, variant: DEFAULT_TRAVERSAL }
      for (const { width, height, points } of all) {
        const size = { x: width * height, detail: `${width}x${height}` }
        const ofPrimary = points[0]
        for (const point of points) {
          const kind = point.id.split(' ')[0]
          findings.push(rateRow({ ...what, ...size, what: `voglsam/${kind}`, ...kind === 'primary' ? {} : { peer: 'primary rays' }, detail: `${size.detail}, ${raysIn(point)} rays` },
            bench.clock, raysIn(point), series[point.id], kind === 'primary' ? undefined : series[ofPrimary.id], raysIn(ofPrimary)))
        }
        const full = points.filter(({ id }) => !/^reflection-[34]/.test(id))
        const ms = series[ofPrimary.id].map((_, i) => full.reduce((sum, { id }) => sum + series[id][i], 0))
        const rays = full.reduce((sum, point) => sum + raysIn(point), 0)
        const detail = `${size.detail}, ${rays} rays: primary, shadows of two lights, ${FULL_BOUNCES} bounces`
        findings.push(
          rateRow({ ...what, ...size, what: 'voglsam/full', detail }, bench.clock, rays, ms),
          timeRow({ ...what, ...size, what: 'voglsam/full-time', peer: 'primary rays alone', detail }, bench.clock, ms, series[ofPrimary.id], 'picture'),
        )
      }
      return findings
    },
  }
}
