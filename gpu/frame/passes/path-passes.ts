import { cameraRays } from '../../passes/raster/camera.ts'
import type { SceneTables } from '../../tables/scene-tables.ts'
import type { Job } from '../job.ts'
import type { FramePass, Tracer } from '../pass.ts'
import type { PathLights } from '../tracing/path-lights.ts'
import { isHybrid, pathLengthOf } from '../plan.ts'

/** Lights and rules of a hybrid frame's paths, and of those that only a cache follows for a quick picture. */
export function createLightsPass(scene: Pick<SceneTables, 'drawn' | 'slotOf' | 'luminaires'>, lights: PathLights, quickLights: PathLights): FramePass {
  return {
    prepare({ job: { input: { settings, camera, pathBounces }, gbuffer: { width, height }, stride, isFinal }, tracer }) {
      const spread = cameraRays(camera, width, height).spread * stride
      const [of, counts] = isHybrid(settings) ? [lights, isFinal] : [quickLights, false]
      of.prepare(scene, { settings, spread, ...pathLengthOf(settings, pathBounces), isFinal: counts }, tracer.kind === 'cpu' ? tracer.executor : null)
    },
  }
}

/** Updates of the cache that a quick picture at rest waits for: by then what it shows is sure. */
const UPDATES_AT_REST = 24
/** Where it is asked what the cache is sure of, updates go on until that is nearly all of what is seen, but not for ever: fewer paths fit an update of a slow machine. The rest is seen by a pixel now and then, as pictures look through others each time. */
const [NEARLY_ALL, MOST_UPDATES_AT_REST] = [0.9, 48]
/** So many follow pictures of full resolution after those of a smaller one, which passed over some of what is seen: by the clock, a slow machine had blots on its ceilings. */
const [UPDATES_AT_FULL_SIZE, MOST_UPDATES_AT_FULL_SIZE] = [2, 6]

/** Updates that a picture waits for in the size at hand: so many, and so many at most. */
function updatesOf({ isFinal, learned }: Job): readonly [number, number] {
  return isFinal && learned >= UPDATES_AT_REST ? [UPDATES_AT_FULL_SIZE, MOST_UPDATES_AT_FULL_SIZE] : [UPDATES_AT_REST, MOST_UPDATES_AT_REST]
}

/**
 * Moving and quick pictures look indirect light up, so it must be known first; hybrid ones at rest trace it. An update is submitted by itself: a card is at
 * work on it while the picture's own passes are recorded.
 */
export function createIrradiancePass(device: GPUDevice, scene: Pick<SceneTables, 'drawn' | 'version' | 'unbuilt' | 'bindings'>): FramePass {
  /** Of the last update on the GPU; null: not known. */
  let lastMs: number | null = null
  /** What an update starts from, before a picture's first slice; null: there is none. */
  function inputsOf(job: Job, { passes }: Tracer) {
    const { isFinal, sample, progress, wholeMs, shrink, stride, input: { camera: { position }, settings, interacting } } = job
    const { version, drawn, unbuilt } = scene
    const isTraced = isFinal && (isHybrid(settings) || sample > 0)
    if (!settings.indirect || isTraced || progress.block > 0 || progress.lane > 0 || drawn === null || passes.prepare === undefined) return null
    if (!interacting) job.updates++
    job.isLearning = !isHybrid(settings)
    return { position, scene: { snapshot: drawn, version, settings, unbuilt }, pictureMs: interacting ? null : wholeMs / (shrink * stride) ** 2, lastMs }
  }
  /** After an update: whether another one is worth it. */
  function learnsOn(job: Job, known: number): boolean {
    const [least, most] = updatesOf(job)
    return job.isLearning && (job.updates < least || (known < NEARLY_ALL && job.updates < most))
  }

  return {
    async prepare({ job, tracer, timestamps }) {
      const inputs = inputsOf(job, tracer)
      if (inputs === null) return
      if (tracer.kind === 'cpu') {
        job.ms.irradiance = await tracer.passes.prepare?.({ ...inputs, memory: job.cpuScene! }) ?? 0
        job.isLearning = learnsOn(job, tracer.passes.known?.() ?? 1)
        return
      }
      const encoder = device.createCommandEncoder({ label: 'irradiance' })
      tracer.passes.prepare?.(encoder, { ...inputs, bindings: scene.bindings(), timestamps })
      device.queue.submit([encoder.finish()])
      // A card has paths enough.
      job.isLearning = learnsOn(job, 1)
    },
    took({ job, tracer }, { ms: { irradiance } }) {
      if (tracer.kind === 'gpu' && irradiance !== undefined) job.ms.irradiance = lastMs = irradiance
    },
  }
}
