import { adaptedExposure, exposureOf, guardOf, type Meter } from '../../passes/display/meter.ts'
import type { RenderSettings } from '../../settings.ts'
import { type Job, pictureSize } from '../job.ts'
import type { FramePass } from '../pass.ts'

/** What a guarded exposure leaves to the tone curve, above the display's white. */
const GUARD_STOPS = 1

/** Settings that say how a picture is exposed. */
type Exposed = Pick<RenderSettings, 'exposure' | 'exposureEv' | 'shadows'>

/** Exposure that follows what is shown, from picture to picture. */
export interface ExposureFollower {
  /** The exposure that pictures are shown with, EV. */
  evOf(settings: Exposed): number
  /** A picture was metered since it was chosen. */
  readonly isFollowing: boolean
  /** Starts anew: nothing was metered. */
  forget(): void
  /**
   * Goes after a picture.
   *
   * @param bins  its histogram
   * @param isAtOnce  no picture follows that would take it the rest of the way, or this one is lit in another way
   */
  follow(bins: Uint32Array, isAtOnce: boolean): void
}

export function createExposureFollower(): ExposureFollower {
  /** Where it has come to; null: no picture was metered since it was chosen. */
  let metered: { readonly ev: number; readonly guardEv: number; readonly atMs: number } | null = null
  return {
    // Where the sun shines through walls a part of a room is a thousand times as bright as the rest, and a mean is white for the one and black for the other.
    evOf({ exposure, exposureEv, shadows }) {
      if (exposure === 'locked' || metered === null) return exposureEv
      const wanted = exposure === 'automatic' ? metered.ev : exposureEv
      return shadows ? wanted : Math.max(wanted, metered.guardEv - GUARD_STOPS)
    },
    forget() { metered = null },
    get isFollowing() { return metered !== null },
    follow(bins, isAtOnce) {
      const [ev, guardEv] = [exposureOf(bins), guardOf(bins)]
      if (ev === null || guardEv === null) return
      const now = performance.now()
      const seconds = isAtOnce || metered === null ? Infinity : (now - metered.atMs) / 1000
      metered = { ev: adaptedExposure(metered?.ev ?? null, ev, seconds), guardEv: adaptedExposure(metered?.guardEv ?? null, guardEv, seconds), atMs: now }
    },
  }
}

/**
 * Lets an exposure that is not locked follow what is shown. While the picture moves nobody waits for that: the next one is shown by it.
 *
 * @param compile  asked at the first picture that is metered
 */
export function createMeterPass(exposure: ExposureFollower, compile: () => Promise<Meter>): FramePass {
  let meter: Meter | null = null
  /** Of the last picture that was metered: without shadows a room may be a thousand times as bright, which no eye follows by and by. */
  let hadShadows = true
  const isMetered = ({ input: { settings } }: Job): boolean => settings.exposure !== 'locked' && settings.view === 'shaded'
  const ridesAlong = ({ input: { interacting, settings } }: Job): boolean => interacting && exposure.isFollowing && settings.shadows === hadShadows
  return {
    async prepare({ job }) {
      if (job.input.settings.exposure === 'locked') exposure.forget()
      if (isMetered(job)) meter ??= await compile()
    },
    encode(encoder, { job, targets, readback }) {
      if (meter === null || !isMetered(job) || !ridesAlong(job)) return
      const bins = meter.encode(encoder, targets.radiance, pictureSize(job))
      readback.encodeCopy(encoder, 'meter', bins, 0, bins.size)
    },
    took(_, arrived) {
      const bins = arrived.words('meter')
      if (bins !== null) exposure.follow(bins, false)
    },
    async finish({ job, targets }, isLast) {
      const { settings } = job.input
      if (settings.exposure === 'locked') exposure.forget()
      if (!isMetered(job) || !job.isShown || ridesAlong(job)) return false
      const before = exposure.evOf(settings)
      exposure.follow(await (await compile()).read(targets.radiance, pictureSize(job)), isLast || settings.shadows !== hadShadows)
      hadShadows = settings.shadows
      return exposure.evOf(settings) !== before
    },
  }
}
