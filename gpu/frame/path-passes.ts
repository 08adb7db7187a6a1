import { cameraRays } from '../passes/raster/camera.ts'
import type { SceneTables } from '../tables/scene-tables.ts'
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
export function createIrradiancePass(device: GPUDevice, scene: Pick<SceneTables, 'drawn' | 'version' | 'bindings'>): FramePass {
  /** Of the last update on the GPU; null: not known. */
  let lastMs: number | null = null
  return {
    async prepare({ job, tracer, timestamps }) {
      const { isFinal, progress, input: { camera: { position }, settings } } = job
      const { version, drawn } = scene
      if (!settings.indirect || isFinal || progress.block > 0 || progress.lane > 0 || drawn === null) return
      const inputs = { position, scene: { snapshot: drawn, version, settings }, lastMs }
      if (tracer.kind === 'cpu') {
        job.ms.irradiance = await tracer.passes.prepare?.({ ...inputs, memory: job.cpuScene! }) ?? 0
        return
      }
      const encoder = device.createCommandEncoder({ label: 'irradiance' })
      tracer.passes.prepare?.(encoder, { ...inputs, bindings: scene.bindings(), timestamps })
      device.queue.submit([encoder.finish()])
    },
    took({ job, tracer }, { irradiance }) {
      if (tracer.kind === 'gpu' && irradiance !== undefined) job.ms.irradiance = lastMs = irradiance
    },
  }
}
