import { type AccumulatePass, createAccumulatePass } from './history.ts'
import { createExposureFollower, createMeterPass, type ExposureFollower } from './exposure.ts'
import { createHeatPass, type HeatPass } from './heat-pass.ts'
import type { FramePass } from '../pass.ts'
import { createIrradiancePass, createLightsPass } from './path-passes.ts'
import type { FramePassName } from '../plan.ts'
import type { FrameShared } from '../tracing/shared.ts'
import { createEdgesPass, createTonePass, type TonePass } from './tone-pass.ts'
import { createTracePass } from './trace-pass.ts'

/** Every pass of a frame loop, each with its own state; plan.ts says which a picture takes, in what order. */
export type FramePasses = Readonly<Record<FramePassName, FramePass>> & { readonly accumulate: AccumulatePass; readonly tone: TonePass; readonly heat: HeatPass; readonly exposure: ExposureFollower }

export function createFramePasses({ device, scene, lights, quickLights, queue, kernels }: FrameShared): FramePasses {
  const exposure = createExposureFollower()
  const heat = createHeatPass(() => kernels.heatStatistics())
  return {
    exposure,
    lights: createLightsPass(scene, lights, quickLights),
    irradiance: createIrradiancePass(device, scene),
    trace: createTracePass(scene),
    accumulate: createAccumulatePass(device, { scene, lights, queue, exposure, compile: () => kernels.accumulation() }),
    tone: createTonePass(kernels.toneMap, exposure, heat.scales),
    edges: createEdgesPass(kernels.markEdges, exposure),
    heat,
    meter: createMeterPass(exposure, () => kernels.meter()),
  }
}
