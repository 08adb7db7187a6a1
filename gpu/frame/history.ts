import type { Timestamps } from '../device/timestamps.ts'
import type { EngineParts } from './parts.ts'
import { isSameLight, type Job } from './job.ts'
import { type AccumulationKernels, createAccumulation } from '../passes/hybrid/accumulate.ts'
import { cameraRays } from '../passes/raster/camera.ts'
import { changeBetween, type LitScene } from '../passes/irradiance/irradiance-watch.ts'
import { movedBetween } from '../passes/hybrid/moved.ts'
import type { FrameTargets } from '../passes/targets.ts'
import { whiteOf } from '../passes/display/tonemap.ts'

/** Frames that the light of a moving picture is remembered for, and pictures that it is a mean of, */
const MEMORY = { light: 32, picture: 16 } as const
/** after an edit: less, for faint shadows stay behind, */
const MEMORY_OF_EDITS = { light: 16, picture: 6 } as const
/** while light is changed on and on, as by a slider, */
const MEMORY_OF_LIGHT = { light: 2, picture: 1 } as const
/** and when a picture at rest begins, of what was traced before it. */
const MEMORY_AT_REST = { light: 8, picture: 0 } as const
const NO_MEMORY = { light: 0, picture: 0 } as const
/** Frames without a change of light that make the next one a switch: of what it showed before nothing is true. */
const PAUSE = 4

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
  let before: LitScene | null = null
  /** Frames since the light changed. */
  let unchanged = PAUSE
  return {
    encode(encoder, { input: { camera, settings }, targets, traced, engine, timestamps, gbuffer, jitter, stride, sample, version, isFinal: isRest }) {
      const { drawn: snapshot, pathLight: light } = engine
      if (snapshot === null || light === null) return
      const scene: LitScene = { snapshot, version, settings, light }
      const change = changeBetween(before, scene)
      const knows = before !== null && isSameLight(before.settings, settings) && (change !== 'light' || unchanged < PAUSE)
      const memory = !knows ? NO_MEMORY : { none: isRest && sample === 0 ? MEMORY_AT_REST : MEMORY, things: MEMORY_OF_EDITS, light: MEMORY_OF_LIGHT }[change]
      unchanged = change === 'light' ? 0 : unchanged + 1
      accumulation.encode(encoder, {
        targets, ids: gbuffer.ids,
        view: { rays: cameraRays(camera, gbuffer.width, gbuffer.height), stride, ...traced, rasterWidth: gbuffer.width, rasterHeight: gbuffer.height, jitter },
        sample, isRest, denoise: settings.denoise, white: whiteOf(settings.exposureEv),
        mostHistory: memory.light, mostPictures: memory.picture, isEdited: change === 'things',
        moved: change === 'none' || before === null ? [] : movedBetween(before.snapshot, snapshot, engine.slotOf), queue: engine.queue.buffer, timestamps,
      })
      before = scene
    },
    dispose: () => accumulation.dispose(),
  }
}
