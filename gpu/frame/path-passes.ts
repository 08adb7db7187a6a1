import { cameraRays } from '../passes/raster/camera.ts'
import type { SceneTables } from '../tables/scene-tables.ts'
import type { Job } from './job.ts'
import type { FramePass } from './pass.ts'
import type { PathLights } from './path-lights.ts'
import { pathLengthOf } from './plan.ts'

/** Lights and rules of a hybrid frame's paths. */
export function createLightsPass(scene: Pick<SceneTables, 'drawn' | 'slotOf'>, lights: PathLights): FramePass {
  return {
    prepare({ job: { input: { settings, camera, pathBounces }, gbuffer: { width, height }, stride, isFinal }, tracer }) {
      const spread = cameraRays(camera, width, height).spread * stride
      lights.prepare(scene, { settings, spread, ...pathLengthOf(settings, pathBounces), isFinal }, tracer.kind === 'cpu' ? tracer.executor : null)
    },
  }
}

/** Moving pictures look indirect light up, so it must be known first; at rest it is traced. */
export function createIrradiancePass(scene: Pick<SceneTables, 'drawn' | 'version' | 'bindings'>): FramePass {
  /** Of the last update on the GPU; null: not known. */
  let lastMs: number | null = null
  /** What an update starts from, before a picture's first slice; null: there is none. */
  function inputsOf({ isFinal, progress, input: { camera: { position }, settings } }: Job) {
    const { version, drawn } = scene
    if (!settings.indirect || isFinal || progress.block > 0 || progress.lane > 0 || drawn === null) return null
    return { position, scene: { snapshot: drawn, version, settings }, lastMs }
  }
  return {
    async prepare({ job, tracer }) {
      const inputs = inputsOf(job)
      if (inputs !== null && tracer.kind === 'cpu') job.ms.irradiance = await tracer.passes.prepare?.({ ...inputs, memory: job.cpuScene! }) ?? 0
    },
    slice(encoder, { job, tracer, timestamps }) {
      const inputs = inputsOf(job)
      if (inputs !== null && tracer.kind === 'gpu') tracer.passes.prepare?.(encoder, { ...inputs, bindings: scene.bindings(), timestamps })
    },
    took({ job, tracer }, { ms: { irradiance } }) {
      if (tracer.kind === 'gpu' && irradiance !== undefined) job.ms.irradiance = lastMs = irradiance
    },
  }
}
