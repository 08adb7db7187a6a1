import type { HeatFigures, HeatStatistics } from '../../debug/heat-statistics.ts'
import { tracedSize } from '../job.ts'
import type { FramePass } from '../pass.ts'
import type { HeatScales } from './tone-pass.ts'

export interface HeatPass extends FramePass {
  /** Of the last complete heat map. */
  readonly figures: HeatFigures | null
  /** Kept as long as they fit: a legend that moves with every frame cannot be read. */
  readonly scales: Readonly<HeatScales>
}

/** Reads the figures of heat maps. @param compile  asked at the first one */
export function createHeatPass(compile: () => Promise<HeatStatistics>): HeatPass {
  const scales: HeatScales = { nodes: 1, tests: 1, occupancy: 1 }
  let figures: HeatFigures | null = null
  return {
    scales,
    get figures() { return figures },
    async finish({ job, targets }) {
      if (job.sample > 0) return false
      const counted = await (await compile()).read(targets, job.region, tracedSize(job).width)
      let isChanged = false
      for (const view of ['nodes', 'tests', 'occupancy'] as const) {
        const { scale } = counted[view]
        if (scale <= scales[view] && scale > 0.6 * scales[view]) continue
        scales[view] = scale
        isChanged = true
      }
      const shown = (view: keyof HeatScales) => ({ ...counted[view], scale: scales[view] })
      figures = { pixels: counted.pixels, nodes: shown('nodes'), tests: shown('tests'), occupancy: shown('occupancy') }
      return isChanged
    },
  }
}
