import { createUniform, type Uniform } from '../../buffers/buffer.ts'
import type { StructValue } from '../../buffers/layout.ts'
import type { PassTimer } from '../../device/timestamps.ts'
import { createKernel, type Kernel, structOf } from '../../kernels/kernel.ts'
import luminanceWgsl from '../../kernels/luminance.wgsl?raw'
import octahedralWgsl from '../../kernels/octahedral.wgsl?raw'
import rootsWgsl from '../../kernels/roots.wgsl?raw'
import accumulateWgsl from './accumulate.wgsl?raw'
import type { CameraRays } from '../raster/camera.ts'
import composeWgsl from './compose.wgsl?raw'
import denoiseWgsl from './denoise.wgsl?raw'
import agesWgsl from './ages.wgsl?raw'
import areasWgsl from './areas.wgsl?raw'
import blockWgsl from './block.wgsl?raw'
import edgeMarkWgsl from './edge-mark.wgsl?raw'
import giveBackWgsl from './give-back.wgsl?raw'
import glossWgsl from './gloss.wgsl?raw'
import guideWgsl from './guide.wgsl?raw'
import heldWgsl from './held.wgsl?raw'
import { areasAlong } from './hybrid-targets.ts'
import rayQueueWgsl from '../whitted/ray-queue.wgsl?raw'
import outdatedWgsl from './outdated.wgsl?raw'
import pastWgsl from './past.wgsl?raw'
import reprojectWgsl from './reproject.wgsl?raw'
import restWgsl from './rest.wgsl?raw'
import resolveWgsl from './resolve.wgsl?raw'
import { type MovedBox, nearOf } from '../irradiance/moved-box.ts'
import type { FrameTargets } from '../targets.ts'
import smoothedWgsl from './smoothed.wgsl?raw'
import sumAreasWgsl from './sum-areas.wgsl?raw'
import varianceWgsl from './variance.wgsl?raw'

const pieces = (...wgsl: readonly string[]): readonly string[] => [octahedralWgsl, luminanceWgsl, rootsWgsl, guideWgsl, ...wgsl]
const ACCUMULATE_PIECES = pieces(reprojectWgsl, outdatedWgsl, rayQueueWgsl, smoothedWgsl, glossWgsl, restWgsl, pastWgsl, accumulateWgsl)
const RESOLVE_PIECES = pieces(smoothedWgsl, glossWgsl, reprojectWgsl, outdatedWgsl, edgeMarkWgsl, resolveWgsl)

/** What every frame loop of a device shares. */
export interface AccumulationKernels { readonly accumulate: Kernel; readonly variance: Kernel; readonly sumAreas: Kernel; readonly giveBack: Kernel; readonly held: Kernel; readonly denoise: Kernel; readonly compose: Kernel; readonly resolve: Kernel }

/** @throws EngineError `gpu-kernel` */
export async function compileAccumulation(device: GPUDevice): Promise<AccumulationKernels> {
  const [accumulate, variance, sumAreas, giveBack, held, denoise, compose, resolve] = await Promise.all([
    createKernel(device, 'accumulate', ACCUMULATE_PIECES),
    createKernel(device, 'variance', pieces(smoothedWgsl, glossWgsl, agesWgsl, blockWgsl, varianceWgsl)),
    createKernel(device, 'sum_areas', [luminanceWgsl, agesWgsl, areasWgsl, blockWgsl, sumAreasWgsl]),
    createKernel(device, 'give_back', pieces(smoothedWgsl, agesWgsl, areasWgsl, giveBackWgsl)),
    createKernel(device, 'keep_held', [luminanceWgsl, smoothedWgsl, heldWgsl]),
    createKernel(device, 'denoise', pieces(smoothedWgsl, denoiseWgsl)),
    createKernel(device, 'compose', pieces(smoothedWgsl, glossWgsl, restWgsl, composeWgsl)),
    createKernel(device, 'resolve', RESOLVE_PIECES),
  ])
  return { accumulate, variance, sumAreas, giveBack, held, denoise, compose, resolve }
}

/** A traced picture and how it was seen. */
export interface TracedView {
  readonly rays: CameraRays
  readonly stride: number
  /** Traced pixels. */
  readonly width: number
  readonly height: number
  readonly rasterWidth: number
  readonly rasterHeight: number
  /** Raster pixels: what a pixel shows lies so far from its middle. */
  readonly jitter: readonly [x: number, y: number]
}

/** A frame whose every pixel has its path. */
export interface NewFrame {
  readonly targets: FrameTargets
  readonly view: TracedView
  /** What was rasterized: instances keep the edges of pictures of few traced pixels. */
  readonly ids: GPUTexture
  /** Samples of this very picture before this one. */
  readonly sample: number
  /** At rest: with so many nothing is left of what was traced before. */
  readonly fades: number
  /** Samples that a frame of the last picture that moved is worth. */
  readonly movedWorth: number
  /** Full resolution: samples are gathered plainly as well. */
  readonly isRest: boolean
  /** Earlier frames count for so many, at most; 0: they show other light. */
  readonly mostHistory: number
  /** And for so many of what glosses show; left out: for as many. */
  readonly mostGloss?: number | undefined
  /** And earlier pictures. */
  readonly mostPictures: number
  /** At rest: the last picture that moved shows what this one does, if it was seen from here. */
  readonly goesOn: boolean
  /** Things are not what or where they were in the frame before, or the light is another. */
  readonly isEdited: boolean
  readonly denoise: boolean
  /** Around what moved since: history counts for less there; left out or null: everywhere the same. */
  readonly movedBox?: MovedBox | null
  /** What the display shows as 1, nits, within a few stops: light is kept by it. */
  readonly white: number
  /** `Moved` of accumulate.wgsl. */
  readonly moved: readonly StructValue[]
  /** `RayQueue`: its counters count the paths' rays. */
  readonly queue: GPUBuffer
  /** Reconstructs the edges of a picture that moves, as `TracePasses.reconstruct`; left out: nobody does. @param into  as `composed` */
  readonly reconstruct?: ((encoder: GPUCommandEncoder, composed: GPUTexture, into: GPUTexture) => void) | undefined
  readonly timestamps: PassTimer
}

/** Makes pictures of frames: `targets.radiance` of what `targets.hybrid()` holds. One per frame loop: it remembers the frame before. */
export interface Accumulation {
  encode(encoder: GPUCommandEncoder, frame: NewFrame): void
  /** Shows the picture at rest that was encoded last once more, where it has noise by what a denoiser made of it. @param denoised  4 floats per pixel, nits */
  join(encoder: GPUCommandEncoder, denoised: GPUBuffer): void
  dispose(): void
}

const MOST_STEPS = 5
/** Frames that history counts for in what moved; as far off it as it is large, all of them. */
const NEAR_MOST = 3

export function createAccumulation(device: GPUDevice, { accumulate, variance, sumAreas, giveBack, held, denoise, compose, resolve }: AccumulationKernels): Accumulation {
  const motion = createUniform(device, structOf(ACCUMULATE_PIECES, 'Motion'))
  const params = createUniform(device, structOf(ACCUMULATE_PIECES, 'AccumulateParams'))
  const varianceParams = createUniform(device, structOf([varianceWgsl], 'VarianceParams'))
  const giveBackParams = createUniform(device, structOf([agesWgsl, areasWgsl], 'GiveBackParams'))
  const steps: Uniform[] = Array.from({ length: MOST_STEPS }, () => createUniform(device, structOf(pieces(denoiseWgsl), 'DenoiseParams')))
  const composeParams = createUniform(device, structOf(pieces(composeWgsl), 'ComposeParams'))
  const resolveParams = createUniform(device, structOf(RESOLVE_PIECES, 'ResolveParams'))
  /** `samples`: of a picture at rest; 0: it moved. `isHeld`: beside its light lies what a picture that moves is to remember. */
  let before: { readonly targets: FrameTargets; readonly view: TracedView; readonly scale: number; readonly samples: number; readonly isHeld: boolean } | null = null
  /** Whether the picture at rest began with one that moved. */
  let hasMoved = false
  /** Composes the last picture at rest again. */
  let again: ((encoder: GPUCommandEncoder, denoised: GPUBuffer) => void) | null = null

  return {
    encode(encoder, { targets, view, ids, sample, fades, movedWorth, isRest, mostHistory, mostGloss = mostHistory, mostPictures, goesOn, isEdited, denoise: isSmoothed, white, moved, movedBox: box = null, queue, reconstruct, timestamps }) {
      const { sampled, seen, glossy, found, mirrored, guides, lights, moments, glosses, smoothed, blocks, areas, rest, restParts, shownBefore, movedPicture, shownIds, turn } = targets.hybrid()
      const last = 1 - turn
      const { width, height } = view
      const scale = 1 / Math.max(white, 1e-6)
      const known = before?.targets === targets ? before : null
      const pass = (label: string) => encoder.beginComputePass({ label, timestampWrites: timestamps.writes('denoise') })
      const [across, down] = [Math.ceil(width / 8), Math.ceil(height / 8)]
      const now = viewParams(view, view)
      motion.write({ now, before: viewParams(known?.view ?? view, view), moved_count: moved.length, moved })
      params.write({
        scale, history_scale: scale / (known?.scale ?? scale), most: known === null ? 0 : mostHistory, most_gloss: mostGloss, sample, is_rest: isRest, is_edited: isEdited, fades,
        ...nearOf(box), near_most: NEAR_MOST, was_rest: (known?.samples ?? 0) > 0,
      })
      // What moves now remembers a picture at rest as it was held (held.wgsl).
      if (!isRest && known?.isHeld === true) {
        for (const [held, plain] of [lights, moments].map((pair) => [pair[turn], pair[last]])) encoder.copyTextureToTexture({ texture: held }, { texture: plain }, [held.width, held.height])
      }
      const gathering = pass('accumulate')
      accumulate.dispatch(gathering, [accumulate.bind(0, {
        motion: motion.buffer, accumulation: params.buffer, sampled_now: sampled.createView(), seen_now: seen.createView(), guide_found: found.createView(),
        guide_before: guides[last].createView(), guide_now: guides[turn].createView(), light_before: lights[last].createView(), moments_before: moments[last].createView(),
        light_now: lights[turn].createView(), moments_now: moments[turn].createView(), glossy_now: glossy.createView(), mirrored_now: mirrored.createView(), gloss_before: glosses[last].createView(), gloss_now: glosses[turn].createView(), rest, rest_parts: restParts, queue, ids_now: ids.createView(), ids_before: shownIds[last],
      })], across, down)
      gathering.end()

      let light = smoothed[1]
      if (isSmoothed) {
        varianceParams.write({ width, height, is_rest: isRest })
        const estimating = pass('variance')
        variance.dispatch(estimating, [variance.bind(0, {
          estimating: varianceParams.buffer, guide: guides[turn].createView(), light: lights[turn].createView(), moments: moments[turn].createView(),
          known_gloss: glosses[turn].createView(), tamed: smoothed[0].createView(), blocks,
        })], across, down)
        estimating.end()
        giveBackParams.write({ width, height, is_rest: isRest })
        const giving = pass('give back')
        sumAreas.dispatch(giving, [sumAreas.bind(0, { giving: giveBackParams.buffer, blocks, areas })], areasAlong(across), areasAlong(down))
        giveBack.dispatch(giving, [giveBack.bind(0, { giving: giveBackParams.buffer, areas, tamed: smoothed[0].createView(), given: smoothed[1].createView(), given_guide: guides[turn].createView() })], across, down)
        if (isRest) {
          held.dispatch(giving, [held.bind(0, {
            given: smoothed[1].createView(), rested: lights[turn].createView(), rested_moments: moments[turn].createView(),
            held_light: lights[last].createView(), held_moments: moments[last].createView(),
          })], across, down)
        }
        giving.end()
        const count = Math.max(2, Math.min(MOST_STEPS, Math.round(Math.log2(width / 20))))
        for (let step = 0; step < count; step++) {
          steps[step].write({ ...now, step: 1 << step, is_apart: !isRest })
          const smoothing = pass('denoise')
          denoise.dispatch(smoothing, [denoise.bind(0, {
            denoising: steps[step].buffer, guide: guides[turn].createView(), light: light.createView(), smoothed: smoothed[step & 1].createView(),
          })], spreadGroups(width, 16, 1 << step), spreadGroups(height, 8, 1 << step))
          smoothing.end()
          light = smoothed[step & 1]
        }
      }

      const { stride, rasterWidth, rasterHeight } = view
      const onRaster = [Math.ceil(rasterWidth / 8), Math.ceil(rasterHeight / 8)] as const
      if (isRest && sample === 0) {
        // Without smoothing the plain mean is shown alone. What moves is seen through a pinhole.
        hasMoved = isSmoothed && goesOn && known?.samples === 0 && view.rays.focus === 0 && isSameView(known.view, view)
        if (hasMoved) encoder.copyBufferToBuffer(shownBefore, 0, movedPicture(), 0, 16 * rasterWidth * rasterHeight)
      }
      const showsMoved = isRest && hasMoved
      function composePicture(into: GPUCommandEncoder, denoised: GPUBuffer | null): void {
        composeParams.write({
          raster_size: [rasterWidth, rasterHeight], traced_size: [width, height], stride, scale, is_smoothed: isSmoothed, is_rest: isRest,
          moved: showsMoved ? movedWorth * Math.max(0, 1 - (sample + 1) / fades) : 0, is_denoised: denoised !== null,
        })
        const composing = into.beginComputePass({ label: 'compose', timestampWrites: denoised === null ? timestamps.writes('denoise') : undefined })
        compose.dispatch(composing, [compose.bind(0, {
          composing: composeParams.buffer, compose_guide: guides[turn].createView(), smooth_light: light.createView(), compose_seen: seen.createView(),
          rest_sums: rest, moved_picture: showsMoved ? movedPicture() : shownBefore, picture: targets.radiance, compose_ids: ids.createView(), composed: sampled.createView(), plain_light: lights[turn].createView(), plain_gloss: glosses[turn].createView(), shown_ids: shownIds[turn],
          denoised: denoised ?? shownBefore,
        })], ...onRaster)
        composing.end()
      }
      composePicture(encoder, null)
      again = isRest ? composePicture : null

      if (!isRest) {
        // What was remembered before was read: there is room.
        const shown = reconstruct === undefined ? sampled : lights[last]
        reconstruct?.(encoder, sampled, shown)
        resolveParams.write({ most: known === null ? 0 : mostPictures, known: known?.samples ?? 0, is_edited: isEdited, scale })
        const resolving = pass('resolve')
        resolve.dispatch(resolving, [resolve.bind(0, {
          motion: motion.buffer, resolving: resolveParams.buffer, composed: shown.createView(), resolve_guide: guides[turn].createView(),
          shown_before: shownBefore, resolved: targets.radiance, resolve_guide_before: guides[last].createView(), resolve_ids: ids.createView(), ids_before: shownIds[last], resolve_gloss: glosses[turn].createView(),
        })], ...onRaster)
        resolving.end()
      }
      // Kept apart: other methods show their pictures there.
      encoder.copyBufferToBuffer(targets.radiance, 0, shownBefore, 0, 16 * rasterWidth * rasterHeight)
      before = { targets, view, scale, samples: isRest ? sample + 1 : 0, isHeld: isRest && isSmoothed }
      targets.hybrid().turn = last === 0 ? 0 : 1
    },
    join: (encoder, denoised) => again?.(encoder, denoised),
    dispose() {
      for (const each of [motion, params, varianceParams, giveBackParams, composeParams, resolveParams, ...steps]) each.dispose()
    },
  }
}

/** Whether pixels show the same places; where in them they look counts for nothing. */
export function isSameView(a: TracedView, b: TracedView): boolean {
  const numbers = ({ rays, stride }: TracedView) => [stride, ...Object.values(rays).flat()] as number[]
  const known = numbers(a)
  return numbers(b).every((value, i) => value === known[i])
}

/** Workgroups of denoise.wgsl across so many pixels: each has `tile` of them, that lie `step` apart. */
const spreadGroups = (pixels: number, tile: number, step: number): number => step * Math.ceil(pixels / (tile * step))

/** `View` of reproject.wgsl, moved by a frame's jitter. */
function viewParams({ rays, stride, width, height, rasterWidth, rasterHeight }: TracedView, { jitter: [x, y] }: TracedView): StructValue {
  return {
    position: rays.position, stride, corner: rays.corner.map((value, i) => value + x * rays.stepX[i] + y * rays.stepY[i]), width, step_x: rays.stepX, height,
    step_y: rays.stepY, spread: rays.spread * stride, forward: rays.forward, raster_size: [rasterWidth, rasterHeight],
  }
}
