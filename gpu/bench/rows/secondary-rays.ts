import type { FrameLoop } from '../../frame/frame.ts'
import type { Rasterizer } from '../../passes/raster/gbuffer.ts'
import type { Camera, SceneSnapshot } from '../../scene.ts'
import { type RenderSettings, type SecondaryRays, DEFAULT_SETTINGS } from '../../settings.ts'
import { ROOM_CAMERA, testRoom } from '../../testing/room.ts'
import { mirrorRoom } from '../../testing/mirror-room.ts'
import { createHeadlessEngine } from '../../headless/still.ts'
import { checkBudget, type Experiment, type Finding, timeRow } from '../bench.ts'
import { type Clock, interleave } from '../measure.ts'

const WAYS: readonly SecondaryRays[] = ['compacted', 'loop', 'stages', 'work-queue']
const BOUNCES = [1, 2, 4, 8] as const
/** Small where a program plays the GPU; a frame of some milliseconds on hardware. */
const SIZES = { software: [192, 108], hardware: [1920, 1080] } as const

/**
 * What following mirrored rays costs: shading and reflecting one full-size sample, compacted between bounces against a loop, stages and a
 * work queue, at 1, 2, 4 and 8 bounces; in a furnished room, where few pixels mirror, and in one of mirrors, where all do.
 */
export function secondaryRaysRows(): Experiment[] {
  const scenes: [string, () => SceneSnapshot][] = [['test_room', testRoom], ['mirror_room', mirrorRoom]]
  return scenes.map(([name, makeScene]) => ({
    name: `frame/secondary-rays/${name}`, group: 'frame', weight: 3, needsGpu: true,
    async run({ device, gpu, isSoftware, clock }, budgetMs) {
      const [width, height] = SIZES[isSoftware ? 'software' : 'hardware']
      const scene = makeScene()
      const traced = await createTracedFrames(device!, scene, ROOM_CAMERA, width, height)
      try {
        const findings: Finding[] = []
        for (const bounces of BOUNCES) {
          // Compiles, and knows then how far a slice may go.
          await traced.trace({ bounces, secondaryRays: 'compacted' }, clock)
          const start = performance.now()
          await traced.trace({ bounces, secondaryRays: 'compacted' }, clock)
          checkBudget((performance.now() - start) * WAYS.length, budgetMs / BOUNCES.length)
          const series = await interleave(
            WAYS.map((secondaryRays) => ({ name: secondaryRays, run: () => traced.trace({ bounces, secondaryRays }, clock) })), { clock, budgetMs: budgetMs / BOUNCES.length },
          )
          const { shadow, reflection } = traced.rays
          for (const way of WAYS) {
            findings.push(timeRow({
              what: 'frame/secondary-rays', scene: name, triangles: traced.triangles, instances: traced.instances, variant: way, adapter: gpu, x: bounces,
              detail: `${width}x${height}, ${bounces} bounces, ${reflection} mirrored and ${shadow} shadow rays`, ...(way === 'compacted' ? {} : { peer: 'compacted' }),
            }, clock, series[way], way === 'compacted' ? undefined : series.compacted, 'frame'))
          }
        }
        return findings
      } finally {
        traced.dispose()
      }
    },
  }))
}

/** Frames of one view whose raster is kept, so that shading and reflecting are what is measured. */
export async function createTracedFrames(device: GPUDevice, scene: SceneSnapshot, camera: Camera, width: number, height: number) {
  const engine = await createHeadlessEngine(device)
  const { triangles, instances } = engine.setScene(scene)
  await engine.treesReady()
  const loop = engine.createFrameLoop(keepRasters(await engine.createPrimaryRasterizer()))
  let frames = 0
  return {
    triangles, instances,
    get rays() { return loop.report.rays },
    /** @returns milliseconds to the first complete sample, the quick picture before it included */
    trace(settings: Partial<RenderSettings>, clock: Clock): Promise<number> {
      // A hair's breadth of another offset: a picture to be traced anew, as hard as the last.
      const epsilon = 1e-4 + (frames++ % 2) * 1e-9
      loop.update({ camera, width, height, settings: { ...DEFAULT_SETTINGS, indirect: false, ...settings, epsilon }, interacting: false })
      return timeSample(loop, clock)
    },
    dispose: () => engine.dispose(),
  }
}

/** Rasterizes a view and a jitter once. */
function keepRasters(rasterizer: Rasterizer): Rasterizer {
  let kept: { key: string; gbuffer: ReturnType<Rasterizer['rasterize']> } | null = null
  return {
    rasterize(camera, width, height, jitter) {
      const key = [width, height, ...jitter].join(' ')
      if (kept?.key !== key) kept = { key, gbuffer: rasterizer.rasterize(camera, width, height, jitter) }
      return kept.gbuffer
    },
  }
}

async function timeSample(loop: FrameLoop, clock: Clock): Promise<number> {
  const [before, start] = [loop.report, clock.now()]
  while (loop.report === before || loop.report.samples !== 1) await loop.step()
  return clock.now() - start
}
