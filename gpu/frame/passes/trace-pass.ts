import { raysOf } from '../../passes/whitted/whitted.ts'
import type { SceneTables } from '../../tables/scene-tables.ts'
import { frameParams } from '../job.ts'
import type { FramePass } from '../pass.ts'

/** Shades what the rasterizer saw and follows its rays, slice by slice. */
export function createTracePass(scene: Pick<SceneTables, 'bindings' | 'hasGlass'>): FramePass {
  return {
    prepare({ job: { progress }, tracer }) {
      if (tracer.kind === 'cpu' && progress.block === 0 && progress.lane === 0) tracer.passes.clearCounters()
    },
    slice(encoder, { job, targets, tracer, timestamps }, slice) {
      const inputs = { gbuffer: job.gbuffer, targets, slice, rays: raysOf(job.input.settings, scene.hasGlass), frame: frameParams(job) }
      if (tracer.kind === 'cpu') return tracer.passes.trace({ ...inputs, scene: job.cpuScene! })
      tracer.passes.encode(encoder, { ...inputs, bindings: scene.bindings(), timestamps })
    },
  }
}
