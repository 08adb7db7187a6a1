import { isSameMatrix } from '../../math.ts'
import { type Accumulation, type AccumulationKernels, createAccumulation, isSameView, type TracedView } from '../../passes/hybrid/accumulate.ts'
import { movedBetween } from '../../passes/hybrid/moved.ts'
import type { CacheChange } from '../../passes/irradiance/irradiance-cache.ts'
import { changeBetween, type LitScene } from '../../passes/irradiance/irradiance-watch.ts'
import { type LightChange, lightChangeOf } from '../../passes/irradiance/light-change.ts'
import { cameraRays } from '../../passes/raster/camera.ts'
import { movedBox } from '../../passes/irradiance/moved-box.ts'
import type { RayQueue } from '../../passes/whitted/ray-queue.ts'
import type { Instance, SceneSnapshot } from '../../scene.ts'
import { type RenderSettings, whiteOf } from '../../settings.ts'
import type { SceneTables } from '../../tables/scene-tables.ts'
import { tracedSize } from '../job.ts'
import type { FramePass } from '../pass.ts'
import type { ExposureFollower } from './exposure.ts'
import type { PathLights } from '../tracing/path-lights.ts'
import { isSameLight } from '../same-picture.ts'

/** Frames that the light of a moving picture is remembered for, and pictures that it is a mean of, */
const MEMORY = { light: 32, picture: 16 } as const
/** of eyes that move: each picture blurs what it takes along, and glosses show more of that, */
const MEMORY_OF_WALKS = { light: 12, gloss: 8 } as const
/** after an edit: less, for faint shadows stay behind, */
const MEMORY_OF_EDITS = { light: 16, picture: 6 } as const
/** after a small step of light, and while it is changed on and on, as by a slider: few, and none where what paths find differs by more than chance, */
const MEMORY_OF_LIGHT = { light: 4, picture: 1 } as const
/** and when a picture at rest begins, of what was traced before it. */
const MEMORY_AT_REST = { light: 16, picture: 0 } as const
/** Samples at rest with which nothing is left of that: with fewer the picture would get worse for a while. */
const [FADES_SOONEST, FADES_LATEST] = [64, 256]
/** Samples that a frame of a moving picture is worth: where it looked indirect light up, those find it for themselves. */
const MOVED_WORTH = { indirect: 4, direct: 1 } as const
const NO_MEMORY = { light: 0, picture: 0 } as const
const [SPAN_PER_FRAME, LEAST_SPAN] = [1 / 3, 3]
/** Frames without a change of light after which a large one is alone: of what was shown before nothing is true. */
const PAUSE = 4
/** A picture at rest begins with what moved where no more of that is light from before a step. */
const LITTLE = 0.05

/**
 * Frames that a mean may span, of so many since nothing was known: while the cache of indirect light is young each picture is truer than the one before, and what was shown first is
 * to be forgotten. Without indirect light all of them are as true.
 */
export const spanOf = (frames: number, indirect: boolean): number => (indirect ? Math.max(LEAST_SPAN, Math.floor(frames * SPAN_PER_FRAME)) : Infinity)

/**
 * Pictures that the one at hand is joined by. A picture counts for as many frames as its light is a mean of: of first ones, each of a frame more than the one
 * before, those before make up half as many frames as went by. Counted alike, a spot of the first would stand in the fourth as a quarter of it.
 */
const picturesOf = (frames: number, indirect: boolean): number => (indirect ? Math.min(spanOf(frames, true), frames / 2) : Infinity)

/** A lamp that is dragged takes its light along: what it shone on is forgotten where it differs, not everywhere, and the lamp is not to be seen twice. Whose shade glows less stays where it is. */
const isMove = (before: SceneSnapshot, now: SceneSnapshot): boolean => before.instances.length === now.instances.length && before.instances.some((was, i) => standsElsewhere(was, now.instances[i])) &&
  before.lights.length === now.lights.length && before.lights.every(({ id, on }, i) => now.lights[i].id === id && now.lights[i].on === on)

const standsElsewhere = (was: Instance, now: Instance): boolean => was !== now && (was.id !== now.id || !isSameMatrix(was.worldFromObject, now.worldFromObject))

/** What a frame may keep of those before it. */
export interface History {
  /** Since the frame before, as accumulate.ts takes it: a lamp that is dragged is a thing. */
  readonly change: CacheChange
  /** The frame before showed the same light of the same things. */
  readonly goesOn: boolean
  /** Frames that the light is remembered for, that of glosses apart, and pictures. */
  readonly mostHistory: number
  readonly mostGloss: number
  readonly mostPictures: number
}

/** Follows one loop's frames. */
export function createHistory(): { next(scene: LitScene, isRest: boolean, sample: number, isWalk?: boolean): History } {
  let before: LitScene | null = null
  /** Frames since the light changed. */
  let unchanged = PAUSE
  /** Frames since nothing was known; a sample at rest is as true as any. */
  let frames = 0
  /** That a mean is of, and the share of it that is light from before a step that was alone: both at most. */
  let [counted, outdated] = [0, 0]

  /** @param change  of the light */
  function isKept(change: LightChange, isRest: boolean): boolean {
    return change === 'step' ? !isRest || unchanged < PAUSE : change === 'leap' && unchanged < PAUSE
  }

  return {
    next(scene, isRest, sample, isWalk = false) {
      const found = changeBetween(before, scene)
      const change = found === 'light' && before !== null && isMove(before.snapshot, scene.snapshot) ? 'things' : found
      const begins = isRest && sample === 0
      const knows = before !== null && isSameLight(before.settings, scene.settings) && (change !== 'light' || isKept(lightChangeOf(before, scene), isRest)) && !(begins && outdated > LITTLE)
      const memory = !knows ? NO_MEMORY : { none: begins ? MEMORY_AT_REST : MEMORY, things: MEMORY_OF_EDITS, light: MEMORY_OF_LIGHT }[change]
      // From its last change on means of light grow as if no more was known than what it may remember meanwhile.
      frames = !knows ? 0 : change === 'light' ? Math.min(frames + 1, MEMORY_OF_LIGHT.light / SPAN_PER_FRAME) : frames + 1
      const isYoung = scene.settings.indirect && !isRest
      const all = Math.min(spanOf(frames, isYoung), memory.light)
      const [mostHistory, mostGloss] = isWalk ? [Math.min(all, MEMORY_OF_WALKS.light), Math.min(all, MEMORY_OF_WALKS.gloss)] : [all, all]
      const past = Math.min(counted, mostHistory)
      // A slider that is dragged has light of many steps in it, at rest as well.
      outdated = (change !== 'light' ? outdated : unchanged < PAUSE ? 0 : 1) * past / (past + 1)
      counted = past + 1
      unchanged = change === 'light' ? 0 : unchanged + 1
      before = scene
      return { change, goesOn: knows && change === 'none', mostHistory, mostGloss, mostPictures: Math.min(picturesOf(frames, isYoung), memory.picture) }
    },
  }
}

/** Stops: what light is kept by suits exposures that differ by half of it, and pictures stay what they are while theirs follows a little. */
const KEPT_STEP = 4

/** By what light is kept: an automatic exposure may be sixteen stops off the one that waits behind it, as when night falls over a garden. */
const keptEv = ({ exposureEv }: Pick<RenderSettings, 'exposureEv'>, shownEv: number): number => exposureEv + KEPT_STEP * Math.round((shownEv - exposureEv) / KEPT_STEP)

/** With a denoiser's picture in the end. */
export interface AccumulatePass extends FramePass, Pick<Accumulation, 'join'> {}

/** Makes the pictures of hybrid frames from their paths and from the frames before: `targets.radiance` is the picture then. */
export function createAccumulatePass(device: GPUDevice, parts: {
  readonly scene: Pick<SceneTables, 'drawn' | 'slotOf' | 'bindings'>
  readonly lights: Pick<PathLights, 'light'>
  readonly queue: RayQueue
  readonly exposure: Pick<ExposureFollower, 'evOf'>
  readonly compile: () => Promise<AccumulationKernels>
}): AccumulatePass {
  let accumulation: Accumulation | null = null
  let before: SceneSnapshot | null = null
  const history = createHistory()
  let seenFrom: TracedView | null = null
  let isDisposed = false
  return {
    async ready() {
      if (accumulation !== null) return
      const kernels = await parts.compile()
      if (!isDisposed) accumulation ??= createAccumulation(device, kernels)
    },
    encode(encoder, { job, targets, tracer, timestamps }) {
      const { input: { camera, settings }, gbuffer, jitter, stride, sample, version, isFinal: isRest } = job
      const { drawn: snapshot, slotOf } = parts.scene
      const { light } = parts.lights
      if (snapshot === null || light === null) return
      const scene: LitScene = { snapshot, version, settings, light }
      const rays = cameraRays(camera, gbuffer.width, gbuffer.height)
      const view: TracedView = { rays, stride, ...tracedSize(job), rasterWidth: gbuffer.width, rasterHeight: gbuffer.height, jitter }
      const { change, goesOn, mostHistory, mostGloss, mostPictures } = history.next(scene, isRest, sample, !isRest && seenFrom !== null && !isSameView(seenFrom, view))
      const shownEv = parts.exposure.evOf(settings)
      const reconstruct = tracer.kind === 'gpu' ? tracer.passes.reconstruct : undefined
      accumulation!.encode(encoder, {
        targets, ids: gbuffer.ids,
        reconstruct: reconstruct && ((into, composed, covered) => reconstruct(into, { bindings: parts.scene.bindings(), ids: gbuffer.ids, composed, covered, rays, near: camera.near, width: gbuffer.width, height: gbuffer.height, jitter, white: whiteOf(shownEv), timestamps })),
        view, sample, fades: Math.min(FADES_LATEST, Math.max(FADES_SOONEST, settings.restSamples)), movedWorth: MOVED_WORTH[settings.indirect ? 'indirect' : 'direct'], isRest, denoise: settings.denoise, white: whiteOf(keptEv(settings, shownEv)),
        mostHistory, mostGloss, mostPictures, goesOn, isEdited: change !== 'none', movedBox: change === 'things' && settings.indirect ? movedBox(before, snapshot) : null,
        moved: change === 'none' || before === null ? [] : movedBetween(before, snapshot, slotOf), queue: parts.queue.buffer, timestamps,
      })
      before = snapshot
      seenFrom = view
    },
    join: (encoder, denoised) => accumulation?.join(encoder, denoised),
    dispose() {
      isDisposed = true
      accumulation?.dispose()
    },
  }
}
