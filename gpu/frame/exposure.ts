import { adaptedExposure, type Meter } from '../passes/display/meter.ts'
import type { RenderSettings } from '../settings.ts'
import { pictureSize } from './job.ts'
import type { FramePass } from './pass.ts'

/** Automatic exposure from picture to picture. */
export interface ExposureFollower {
  /** The exposure that pictures are shown with, EV. */
  evOf(settings: Pick<RenderSettings, 'exposure' | 'exposureEv'>): number
  /** Starts anew from the next picture. */
  forget(): void
  /**
   * Looks at a picture and goes after it, at once where no further picture would take exposure the rest of the way.
   *
   * @param count  of pixels in `radiance`
   * @returns EV; null: the picture says nothing
   */
  follow(meter: Meter, radiance: GPUBuffer, count: number, isLast: boolean): Promise<number | null>
}

export function createExposureFollower(): ExposureFollower {
  /** Where it has come to; null: no picture was metered since it was chosen. */
  let metered: { readonly ev: number; readonly atMs: number } | null = null
  return {
    evOf: ({ exposure, exposureEv }) => (exposure === 'automatic' ? metered?.ev ?? exposureEv : exposureEv),
    forget() { metered = null },
    async follow(meter, radiance, count, isLast) {
      const target = await meter.read(radiance, count)
      if (target === null) return null
      const now = performance.now()
      metered = { ev: adaptedExposure(metered?.ev ?? null, target, isLast || metered === null ? Infinity : (now - metered.atMs) / 1000), atMs: now }
      return metered.ev
    },
  }
}

/** Lets automatic exposure follow what is shown. @param compile  asked at the first picture that is metered */
export function createMeterPass(exposure: ExposureFollower, compile: () => Promise<Meter>): FramePass {
  return {
    async finish({ job, targets }, isLast) {
      const { settings } = job.input
      if (settings.exposure !== 'automatic') exposure.forget()
      if (settings.exposure !== 'automatic' || settings.view !== 'shaded' || !job.isShown) return false
      const { width, height } = pictureSize(job)
      const before = exposure.evOf(settings)
      const ev = await exposure.follow(await compile(), targets.radiance, width * height, isLast)
      return ev !== null && ev !== before
    },
  }
}
