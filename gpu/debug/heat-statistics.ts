import { createStorageBuffer, createUniform, readBuffer } from '../buffers/buffer.ts'
import { createKernel, structOf } from '../kernels/kernel.ts'
import type { FrameTargets } from '../passes/targets.ts'
import heatStatisticsWgsl from './heat-statistics.wgsl?raw'

/** One count over the pixels of a heat map. */
export interface HeatFigure {
  readonly mean: number
  readonly max: number
  /** The end of a legend: a round number that 99 of 100 pixels stay below; 1 at least. */
  readonly scale: number
}

/** Figures of the three heat maps; the leaf occupancy counts pixels alone whose ray ends in a leaf. */
export interface HeatFigures {
  readonly nodes: HeatFigure
  readonly tests: HeatFigure
  readonly occupancy: HeatFigure
  readonly pixels: number
}

export interface HeatStatistics {
  /** @param region  traced pixels of a picture that is `width` traced pixels wide; waits for the GPU */
  read(targets: FrameTargets, region: { readonly x: number; readonly y: number; readonly width: number; readonly height: number }, width: number): Promise<HeatFigures>
  dispose(): void
}

const BINS = 64
const TOTALS_WORDS = 4 + BINS
const WORDS = 2 + 3 * TOTALS_WORDS
/** Share of the pixels that a scale leaves above its end. */
const ABOVE = 0.01
const ROUND = [1, 1.2, 1.5, 2, 2.5, 3, 4, 5, 6, 8, 10]

/** @throws EngineError `gpu-kernel` */
export async function createHeatStatistics(device: GPUDevice): Promise<HeatStatistics> {
  const kernel = await createKernel(device, 'heat_statistics', [heatStatisticsWgsl])
  const params = createUniform(device, structOf([heatStatisticsWgsl], 'HeatRegion'))
  const totals = createStorageBuffer(device, 'heat statistics', WORDS * 4)
  return {
    async read(targets, { x, y, width: columns, height: rows }, width) {
      params.write({ first: [x, y], end: [x + columns, y + rows], width })
      const encoder = device.createCommandEncoder({ label: 'heat statistics' })
      encoder.clearBuffer(totals)
      const pass = encoder.beginComputePass({ label: 'heat statistics' })
      const group = kernel.bind(0, { heat_region: params.buffer, counted: targets.radiance, statistics: totals })
      kernel.dispatch(pass, [group], Math.ceil(columns / 8), Math.ceil(rows / 8))
      pass.end()
      device.queue.submit([encoder.finish()])
      return figuresOf(new Uint32Array(await readBuffer(device, totals, 0, WORDS * 4)))
    },
    dispose() {
      params.dispose()
      totals.destroy()
    },
  }
}

/** @param words  `HeatStatistics` of heat-statistics.wgsl */
export function figuresOf(words: Uint32Array): HeatFigures {
  const figure = (index: number): HeatFigure => {
    const totals = words.subarray(2 + index * TOTALS_WORDS, 2 + (index + 1) * TOTALS_WORDS)
    const [low, high, max] = totals
    const bins = totals.subarray(4)
    const counted = bins.reduce((sum, count) => sum + count, 0)
    return { mean: counted === 0 ? 0 : (high * 2 ** 32 + low) / counted, max, scale: scaleOf(bins, counted, max) }
  }
  return { nodes: figure(0), tests: figure(1), occupancy: figure(2), pixels: words[0] }
}

function scaleOf(bins: Uint32Array, counted: number, max: number): number {
  let above = counted
  let bin = 0
  for (; bin < BINS; bin++) {
    above -= bins[bin]
    if (above <= ABOVE * counted) break
  }
  return roundUp(Math.max(1, Math.min(max, 2 ** ((bin + 1) / 4) - 1)))
}

/** The next number of few digits: 137 → 150. */
export function roundUp(value: number): number {
  const power = 10 ** Math.floor(Math.log10(value))
  const step = ROUND.find((candidate) => candidate * power >= value * (1 - 1e-9)) ?? 10
  return Math.max(1, Math.round(step * power))
}
