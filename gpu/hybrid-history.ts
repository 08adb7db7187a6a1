import type { Timestamps } from './device/timestamps.ts'
import type { EngineParts } from './engine.ts'
import { isSameLight, type Job } from './frame-job.ts'
import { jitterOf } from './pace.ts'
import { type AccumulationKernels, createAccumulation } from './passes/accumulate.ts'
import { cameraRays } from './passes/camera.ts'
import { movedBetween } from './passes/moved.ts'
import type { FrameTargets } from './passes/targets.ts'
import { whiteOf } from './passes/tonemap.ts'
import type { RenderSettings, SceneSnapshot } from './scene.ts'

/** Frames that a moving picture remembers, */
const MEMORY = 32
/** after an edit, so that its shadows do not stay behind, */
const MEMORY_OF_EDITS = 6
/** and when a picture at rest begins, of what was traced before it. */
const MEMORY_AT_REST = 8

/** Makes the pictures of hybrid frames from their paths and from the frames before. */
export interface HybridHistory {
  /** Records what follows the last path of a frame; `targets.radiance` is its picture then. */
  encode(encoder: GPUCommandEncoder, frame: Job & {
    readonly targets: FrameTargets
    readonly traced: { readonly width: number; readonly height: number }
    readonly engine: EngineParts
    readonly timestamps: Timestamps
  }): void
  dispose(): void
}

export function createHybridHistory(device: GPUDevice, kernels: AccumulationKernels): HybridHistory {
  const accumulation = createAccumulation(device, kernels)
  let before: { readonly snapshot: SceneSnapshot; readonly version: number; readonly settings: RenderSettings } | null = null
  return {
    encode(encoder, { input: { camera, settings }, targets, traced, engine, timestamps, gbuffer, stride, sample, version, isFinal: isRest }) {
      const { drawn: snapshot } = engine
      if (snapshot === null) return
      const isSame = before !== null && before.version === version
      const knows = before !== null && isSameLight(before.settings, settings)
      accumulation.encode(encoder, {
        targets, view: { rays: cameraRays(camera, gbuffer.width, gbuffer.height), stride, ...traced },
        rasterWidth: gbuffer.width, rasterHeight: gbuffer.height, jitter: jitterOf(sample), sample, isRest, restSamples: settings.restSamples, denoise: settings.denoise, white: whiteOf(settings.exposureEv),
        mostHistory: !knows ? 0 : !isSame ? MEMORY_OF_EDITS : isRest && sample === 0 ? MEMORY_AT_REST : MEMORY,
        moved: isSame || before === null ? [] : movedBetween(before.snapshot, snapshot, engine.slotOf), timestamps,
      })
      before = { snapshot, version, settings }
    },
    dispose: () => accumulation.dispose(),
  }
}
