import path from 'node:path'
import type { Pace } from '../../frame/pace.ts'
import { pathLengthOf } from '../../frame/plan.ts'
import type { Flip, ShownPicture } from '../../testing/flip.ts'
import { type PathTracer, SAMPLE_BLOCK } from '../../passes/paths/path-trace.ts'
import type { RenderSettings } from '../../settings.ts'
import type { Bench, Experiment, Finding } from '../bench.ts'
import { type Clock, interleave, median, WALL_CLOCK } from '../measure.ts'
import { createPictures, type Pictures, type Shot, slugOf, writeComparison } from './picture-kit.ts'
import type { PictureScene, PictureSource } from './picture-scenes.ts'

export type Method = RenderSettings['method']
export const METHODS: readonly Method[] = ['whitted', 'hybrid']
/** The size that costs are asked at. */
export const FRAME = { width: 640, height: 360 } as const

/** Pixels of a comparison. */
const COMPARED = { software: { width: 96, height: 54 }, hardware: { width: 640, height: 360 } } as const
export const sizeOf = ({ isSoftware }: Pick<Bench, 'isSoftware'>) => COMPARED[isSoftware ? 'software' : 'hardware']
/** Samples of a pixel, at least and at most. */
const LEAST_SAMPLES = 16
const MOST_SAMPLES = 1024

/** Of the group `picture`: what is asked about one scene. @param createPace  of its pictures; left out: the window's */
export const experiment = (
  name: string, weight: number, source: PictureSource, run: (pictures: Pictures, scene: PictureScene, bench: Bench, budgetMs: number) => Promise<Finding[]>, createPace?: () => Pace,
): Experiment => ({
  name: `picture/${name}/${source.name}`, group: 'picture', weight, needsGpu: true,
  async run(bench, budgetMs) {
    const scene = source.load()
    const pictures = await createPictures(bench.device!, scene.snapshot, bench.isSoftware, undefined, createPace?.())
    try {
      return await run(pictures, scene, bench, budgetMs)
    } finally {
      pictures.dispose()
    }
  },
})

/** How a scene's hybrid pictures are lit, as the window has them. */
export const hybridSettings = ({ settings }: Pick<PictureScene, 'settings'>, indirect: boolean): RenderSettings => ({ ...settings, method: 'hybrid', indirect, view: 'shaded', mode: 'uber' })

/** What a row of pictures says of its scene. */
export function whatOf({ name, snapshot }: PictureScene, bench: Bench) {
  const triangles = snapshot.instances.reduce((sum, { mesh }) => sum + snapshot.meshes.get(mesh)!.indices.length / 3, 0)
  return { scene: name, triangles, instances: snapshot.instances.length, adapter: bench.gpu }
}

export function describeFlip({ worstTile: { mean, x, y } }: Flip): string {
  return `worst tile ${mean.toFixed(3)} at ${x},${y}`
}

/** How many samples of a reference this machine makes in a time: a power of two. */
export async function affordableSamples(bench: Bench, pictures: Pictures, scene: PictureScene, ms: number): Promise<number> {
  const rates = await pathRates(pictures, { camera: scene.views[0].camera, settings: scene.settings, ...sizeOf(bench) }, WALL_CLOCK)
  const { width, height } = sizeOf(bench)
  const samples = (median(rates) * ms) / 1000 / (width * height)
  return 2 ** Math.floor(Math.log2(Math.min(MOST_SAMPLES, Math.max(LEAST_SAMPLES, samples))))
}

/** How a tracer is timed on a card: turns of one sample tell of its clocks, which rise for a while, and of waiting. */
export interface PathTurns {
  /** How long it traces before it counts, milliseconds. */
  readonly warmMs: number
  /** What a turn takes at least: as many whole samples as fit, several at once where the tracer takes them so. */
  readonly turnMs: number
  readonly repetitions: readonly [least: number, most: number]
}

const SINGLE: PathTurns = { warmMs: 0, turnMs: 0, repetitions: [3, 9] }

/** What of a tracer is timed. */
export type TimedTracer = Pick<PathTracer, 'begin' | 'step' | 'samples'>

/** @returns paths in a second, by turns */
export async function pathRates({ tracer }: { readonly tracer: TimedTracer }, shot: Shot, clock: Clock, { warmMs, turnMs, repetitions }: PathTurns = SINGLE): Promise<number[]> {
  await tracer.begin({ ...shot, ...pathLengthOf(shot.settings), seed: 5 })
  const together = turnMs > 0 ? SAMPLE_BLOCK : 1
  const turn = async (): Promise<number> => {
    const [samples, from, fromMs] = [tracer.samples, performance.now(), clock.now()]
    do while (!await tracer.step(together)) { /* on */ }
    while (performance.now() - from < turnMs)
    return (clock.now() - fromMs) / (tracer.samples - samples)
  }
  const warmFrom = performance.now()
  do await turn()
  while (performance.now() - warmFrom < warmMs)
  const { sample: ms } = await interleave([{ name: 'sample', run: turn }], { clock, budgetMs: 2000, repetitions })
  return ms.map((value) => (1000 * shot.width * shot.height) / value)
}

export function save(bench: Bench, names: readonly string[], reference: ShownPicture, test: ShownPicture, flip: Flip): void {
  writeComparison(path.join(bench.pictures, `${names.map(slugOf).join('--')}.png`), reference, test, flip)
}
