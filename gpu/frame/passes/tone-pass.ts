import type { PassTimer } from '../../device/timestamps.ts'
import type { ToneMap } from '../../passes/display/tonemap.ts'
import type { FrameTargets } from '../../passes/targets.ts'
import type { MarkEdges } from '../../passes/raster/mark-edges.ts'
import { type HeatView, whiteOf } from '../../settings.ts'
import type { ExposureFollower } from './exposure.ts'
import { blocksOf, isFullSize, type Job, pictureSize } from '../job.ts'
import type { Region } from '../pace.ts'
import type { FramePass, Portion } from '../pass.ts'
import { blurs, isHybrid } from '../plan.ts'

/** Ends of the heat maps' legends. */
export type HeatScales = Record<HeatView, number>

export interface TonePass extends FramePass {
  /** Shows the whole picture as it stands. @param fillsGaps  where a part alone was traced */
  show(encoder: GPUCommandEncoder, picture: { readonly job: Job; readonly targets: FrameTargets; readonly timestamps: PassTimer }, fillsGaps: boolean): void
}

/** Full resolution comes tile by tile over the quick picture; smoothed pictures come whole. */
const showsTiles = (job: Job): boolean => isFullSize(job) && job.sample === 0 && job.isShown && !isHybrid(job.input.settings)

/** Turns radiance into what is shown. */
export function createTonePass(toneMap: ToneMap, exposure: Pick<ExposureFollower, 'evOf'>, heatScales: Readonly<HeatScales>): TonePass {
  function encode(encoder: GPUCommandEncoder, { job, targets, timestamps }: Pick<Portion, 'job' | 'targets' | 'timestamps'>, region: Region, fillsGaps: boolean): void {
    if (region.height <= 0) return
    const { width: tracedWidth, height: tracedHeight, stride, phase } = pictureSize(job)
    const { gbuffer, input: { settings } } = job
    toneMap.encode(encoder, {
      targets, gbuffer, settings: { ...settings, exposureEv: exposure.evOf(settings) }, tracedWidth, tracedHeight, stride, phase,
      keepsEdges: !isHybrid(settings), region, heatScales, fillsGaps, timestamps,
    })
  }
  const whole = ({ width, height }: FrameTargets): Region => ({ x: 0, y: 0, width, height })
  return {
    slice(encoder, portion, { firstBlock, blockCount }) {
      if (showsTiles(portion.job)) encode(encoder, portion, bandOf(portion.job, firstBlock, blockCount), false)
    },
    encode(encoder, portion) {
      const { job, targets } = portion
      if (!showsTiles(job)) encode(encoder, portion, whole(targets), job.reason !== null && !job.isShown)
    },
    show: (encoder, picture, fillsGaps) => encode(encoder, picture, whole(picture.targets), fillsGaps),
  }
}

/** The rows of the output that a run of blocks completes; stride is 1. */
function bandOf(job: Job, firstBlock: number, blockCount: number): Region {
  const across = blocksOf(job).x
  const top = job.region.y + Math.floor(firstBlock / across) * 8
  const bottom = job.region.y + Math.floor((firstBlock + blockCount) / across) * 8
  return { x: job.region.x, y: top, width: job.region.width, height: bottom - top }
}

/** Finds the pixels that further samples would change. */
export function createEdgesPass(markEdges: MarkEdges, exposure: Pick<ExposureFollower, 'evOf'>): FramePass {
  return {
    encode(encoder, { job, targets }) {
      if (!isFullSize(job) || job.sample > 0) return
      markEdges.encode(encoder, { gbuffer: job.gbuffer, targets, scale: 1 / whiteOf(exposure.evOf(job.input.settings)), all: blurs(job.input) })
    },
  }
}
