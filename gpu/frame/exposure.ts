import { adaptedExposure, exposureOf, guardOf, type Meter } from '../passes/display/meter.ts'
import type { RenderSettings } from '../settings.ts'
import { pictureSize } from './job.ts'
import type { FramePass } from './pass.ts'

/** What a guarded exposure leaves to the tone curve, above the display's white. */
const GUARD_STOPS = 1

/** Settings that say how a picture is exposed. */
type Exposed = Pick<RenderSettings, 'exposure' | 'exposureEv' | 'shadows'>

/** Exposure that follows what is shown, from picture to picture. */
export interface ExposureFollower {
  /** The exposure that pictures are shown with, EV. */
  evOf(settings: Exposed): number
  /** Starts anew: nothing was metered. */
  forget(): void
  /**
   * Looks at a picture and goes after it, at once where no further picture would take exposure the rest of the way.
   *
   * @param count  of pixels in `radiance`
   * @param isAtOnce  no picture follows that would take it the rest of the way, or this one is lit in another way
   */
  follow(meter: Meter, radiance: GPUBuffer, count: number, isAtOnce: boolean): Promise<void>
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
    async follow(meter, radiance, count, isAtOnce) {
      const bins = await meter.read(radiance, count)
      const [ev, guardEv] = [exposureOf(bins), guardOf(bins)]
      if (ev === null || guardEv === null) return
      const now = performance.now()
      const seconds = isAtOnce || metered === null ? Infinity : (now - metered.atMs) / 1000
      metered = { ev: adaptedExposure(metered?.ev ?? null, ev, seconds), guardEv: adaptedExposure(metered?.guardEv ?? null, guardEv, seconds), atMs: now }
    },
  }
}

/** Lets an exposure that is not locked follow what is shown. @param compile  asked at the first picture that is metered */
export function createMeterPass(exposure: ExposureFollower, compile: () => Promise<Meter>): FramePass {
  /** Of the last picture that was metered: without shadows a room may be a thousand times as bright, which no eye follows by and by. */
  let hadShadows = true
  return {
    async finish({ job, targets }, isLast) {
      const { settings } = job.input
      if (settings.exposure === 'locked') exposure.forget()
      if (settings.exposure === 'locked' || settings.view !== 'shaded' || !job.isShown) return false
      const { width, height } = pictureSize(job)
      const before = exposure.evOf(settings)
      await exposure.follow(await compile(), targets.radiance, width * height, isLast || settings.shadows !== hadShadows)
      hadShadows = settings.shadows
      return exposure.evOf(settings) !== before
    },
  }
}
