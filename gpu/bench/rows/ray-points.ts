import type { Vec3 } from '../../scene.ts'
import { packScene, type PackedScene } from '../../testing/tracer.ts'
import type { TestScene } from '../../testing/scenes.ts'
import type { TraversalName } from '../../traversal/traversals.ts'
import { pilotPicture } from '../adapter.ts'
import type { Bench } from '../bench.ts'
import { interleave } from '../measure.ts'
import { createTwinTracer } from '../trace/twin-rays.ts'
import { diffuseRays, mirroredRays, pinholeRays, shadowRays, type TracedScene, type View } from '../trace/ray-sets.ts'
import { createGpuTracer } from '../trace/trace-harness.ts'

/** One measured point of a series: rays of one kind, on one scene, by one traversal. */
export interface RayPoint {
  readonly id: string
  readonly packed: PackedScene
  readonly mode: 'uber' | 'object-list'
  readonly traversal: TraversalName
  readonly kind: 'closest' | 'any'
  /** Traced one after the other; several sets make one picture. */
  readonly sets: readonly Float32Array[]
}

export function raysIn({ sets }: RayPoint): number {
  return sets.reduce((sum, rays) => sum + rays.length / 8, 0)
}

/** Lets all points take turns. @returns milliseconds by id; points whose trees do not fit into this adapter's buffers are missing */
export async function measurePoints(bench: Bench, points: readonly RayPoint[], budgetMs: number): Promise<Record<string, number[]>> {
  const tracers = new Map<string, Awaited<ReturnType<typeof createGpuTracer>>>()
  const keys = new Map<PackedScene, number>()
  const contestants = []
  for (const point of points) {
    const { packed, mode, traversal } = point
    keys.set(packed, keys.get(packed) ?? keys.size)
    const key = `${keys.get(packed)} ${mode} ${traversal}`
    let tracer = tracers.get(key)
    if (tracer === undefined) {
      try {
        tracer = await createGpuTracer(bench.device!, packed, { mode, traversal })
      } catch (error) {
        process.stderr.write(`${point.id}: left out. ${(error as Error).message}\n`)
        continue
      }
      tracers.set(key, tracer)
    }
    const own = tracer
    contestants.push({
      name: point.id,
      async run() {
        let ms = 0
        for (const rays of point.sets) {
          const { cpuMs, wallMs } = await own.trace(rays, point.kind)
          ms += bench.clock.name === 'CPU' ? cpuMs : wallMs
        }
        return ms
      },
    })
  }
  try {
    return await interleave(contestants, { clock: bench.clock, budgetMs, repetitions: [5, 9] })
  } finally {
    for (const tracer of tracers.values()) tracer.dispose()
  }
}

/** 4:3 pictures in tiles of 8x8. */
const SIZES: readonly (readonly [width: number, height: number])[] = [
  [32, 24], [64, 48], [96, 72], [128, 96], [160, 120], [192, 144], [256, 192], [320, 240], [384, 288], [512, 384], [640, 480], [768, 576], [1024, 768], [1600, 1200], [2048, 1536],
]

/** The largest picture of at most so many pixels. */
export function sizeOf(pixels: number): readonly [width: number, height: number] {
  return SIZES.findLast(([width, height]) => width * height <= pixels) ?? SIZES[0]
}

/**
 * The picture size that a budget pays for, by a pilot.
 *
 * @param pointsAt  the points at a size, as they would be measured
 */
export async function pilotSize(bench: Bench, budgetMs: number, pointsAt: (width: number, height: number) => readonly RayPoint[]): Promise<readonly [width: number, height: number]> {
  const [width, height] = pilotPicture(bench)
  const perRound = await pilotRound(bench, pointsAt(width, height))
  // A warm-up and nine turns; smaller pictures measure little but what a dispatch costs.
  return sizeOf(Math.min(bench.isSoftware ? 512 * 384 : 1600 * 1200, Math.max(width * height, (width * height * budgetMs) / (10 * perRound))))
}

/** Wall milliseconds of tracing every point once; kernels are compiled in a turn before. */
async function pilotRound(bench: Bench, points: readonly RayPoint[]): Promise<number> {
  let total = 0
  for (const { packed, mode, traversal, sets, kind } of points) {
    const tracer = await createGpuTracer(bench.device!, packed, { mode, traversal }).catch(() => null)
    if (tracer === null) continue
    for (let turn = 0; turn < 2; turn++) {
      for (const rays of sets) {
        const { wallMs } = await tracer.trace(rays, kind)
        if (turn === 1) total += wallMs
      }
    }
    tracer.dispose()
  }
  return total
}

/** A scene that rays are made in, by the twin. */
export interface RayScene extends TracedScene {
  readonly extent: number
}

export function rayScene(scene: TestScene, extent: number): RayScene {
  return { scene, packed: packScene(scene), extent }
}

const hitsOf = ({ packed }: RayScene, rays: Float32Array) => createTwinTracer(packed, 'uber', 'standard-8').trace(rays, 'closest')

export function primaryAndDiffuse(scene: RayScene, view: View, width: number, height: number): { primary: Float32Array; diffuse: Float32Array } {
  const primary = pinholeRays(view, width, height)
  return { primary, diffuse: diffuseRays(primary, hitsOf(scene, primary), scene, scene.extent) }
}

/** Rays of one picture by kind: shadow rays at every hit of every bounce, mirrored rays as if all surfaces were mirrors. */
export interface PictureRays {
  /** primary, then one set per bounce. */
  readonly bounces: readonly Float32Array[]
  /** Per light, of the primary hits. */
  readonly shadows: readonly Float32Array[]
}

export function pictureRays(scene: RayScene, view: View, width: number, height: number, bounces: number, lights: readonly Vec3[]): PictureRays {
  const sets = [pinholeRays(view, width, height)]
  const firstHits = hitsOf(scene, sets[0])
  let hits = firstHits
  for (let bounce = 1; bounce <= bounces; bounce++) {
    const next = mirroredRays(sets.at(-1)!, hits, scene, scene.extent)
    if (next.length === 0) break
    sets.push(next)
    hits = hitsOf(scene, next)
  }
  return { bounces: sets, shadows: lights.map((light) => shadowRays(sets[0], firstHits, scene, scene.extent, light)) }
}
