import { createStorageBuffer, createUniform, readBuffer } from '../../buffers/buffer.ts'
import { createKernel, structOf } from '../../kernels/kernel.ts'
import { greyOf } from '../../settings.ts'
import meterWgsl from './meter.wgsl?raw'

/** What meter.wgsl is linked from. */
export const METER_PIECES: readonly string[] = [meterWgsl]

/** Columns or rows of zones along a picture's longer side. */
const ZONES = 32
/** METER_* of meter.wgsl. */
const BINS = 256
const DARKEST = -16
const BINS_PER_STOP = 6.4
/** Shares of the darkest and the brightest zones that do not count: corners in the dark, lamps, the sun in a window. */
const [DARK_SHARE, BRIGHT_SHARE] = [0.1, 0.05]
/** What is as many stops brighter than half of the zones does not count either: windows of a room, and the sun on its floor. */
const FAR_BRIGHTER = 3
const [LEAST_EV, MOST_EV] = [-10, 20]
/** Seconds in which the eye of the window gets two thirds of the way. */
const ADAPTS_SECONDS = 0.35

/**
 * Exposure that shows the middle of a histogram as `greyOf()` it: the mean of the logarithms between its percentiles, without what is far brighter than
 * its median.
 *
 * @returns EV at ISO 100; null: nothing was bright enough to be seen
 */
export function exposureOf(bins: ArrayLike<number>): number | null {
  let total = 0
  for (let bin = 0; bin < BINS; bin++) total += bins[bin]
  if (total === 0) return null
  const low = DARK_SHARE * total
  const high = Math.min((1 - BRIGHT_SHARE) * total, darkerThan(bins, medianOf(bins, total) + FAR_BRIGHTER * BINS_PER_STOP))
  let [before, sum, weights] = [0, 0, 0]
  for (let bin = 0; bin < BINS; bin++) {
    const weight = Math.max(0, Math.min(before + bins[bin], high) - Math.max(before, low))
    sum += weight * (DARKEST + (bin + 0.5) / BINS_PER_STOP)
    weights += weight
    before += bins[bin]
  }
  const mean = sum / weights
  return Math.min(MOST_EV, Math.max(LEAST_EV, mean - Math.log2(greyOf(2 ** mean) * 1.2)))
}

function medianOf(bins: ArrayLike<number>, total: number): number {
  let [bin, count] = [0, bins[0]]
  while (count < total / 2) count += bins[++bin]
  return bin
}

function darkerThan(bins: ArrayLike<number>, end: number): number {
  let count = 0
  for (let bin = 0; bin < Math.min(BINS, end); bin++) count += bins[bin]
  return count
}

/**
 * Exposure at which no more than those brightest zones that do not count are brighter than the display's white, whatever becomes of the rest.
 *
 * @returns EV at ISO 100; null: nothing was bright enough to be seen
 */
export function guardOf(bins: ArrayLike<number>): number | null {
  let total = 0
  for (let bin = 0; bin < BINS; bin++) total += bins[bin]
  if (total === 0) return null
  let [bin, brighter] = [BINS - 1, bins[BINS - 1]]
  while (brighter <= BRIGHT_SHARE * total) brighter += bins[--bin]
  return Math.min(MOST_EV, Math.max(LEAST_EV, DARKEST + (bin + 1) / BINS_PER_STOP - Math.log2(1.2)))
}

/** A picture in memory, 4 floats per pixel: radiance times coverage (or a number of samples), and that. */
export interface MeteredPicture { readonly rgba: Float32Array; readonly width: number; readonly height: number }

/**
 * The histogram of a picture's zones. As a camera's meter does, it sees areas and no pixels: brightness goes by logarithms, and the logarithm of a noisy pixel
 * sees darkness where the eye sees an even wall. A few samples say the same of a zone as thousands do, in a picture of any size.
 */
export function histogramOf({ rgba, width, height }: MeteredPicture): Uint32Array {
  const bins = new Uint32Array(BINS)
  const [columns, rows] = zonesOf(width, height)
  for (let row = 0; row < rows; row++) {
    const [top, bottom] = [Math.floor((row * height) / rows), Math.floor(((row + 1) * height) / rows)]
    for (let column = 0; column < columns; column++) {
      const [left, right] = [Math.floor((column * width) / columns), Math.floor(((column + 1) * width) / columns)]
      let [sum, count] = [0, 0]
      for (let y = top; y < bottom; y++) {
        for (let x = left; x < right; x++) {
          const at = 4 * (y * width + x)
          const luminance = (0.2126 * rgba[at] + 0.7152 * rgba[at + 1] + 0.0722 * rgba[at + 2]) / Math.max(rgba[at + 3], 1e-6)
          if (!(rgba[at + 3] > 0 && luminance >= 0 && luminance < 1e30)) continue
          sum += luminance
          count++
        }
      }
      if (sum > 0) bins[Math.floor(Math.min(BINS - 1, Math.max(0, (Math.log2(sum / count) - DARKEST) * BINS_PER_STOP)))]++
    }
  }
  return bins
}

/** Columns and rows of a picture's zones: about as wide as they are high, and never smaller than a pixel. */
function zonesOf(width: number, height: number): [columns: number, rows: number] {
  const longer = Math.max(width, height)
  const zones = Math.min(ZONES, longer)
  return [Math.max(1, Math.round((zones * width) / longer)), Math.max(1, Math.round((zones * height) / longer))]
}

/** The next exposure on the way to another. @param seconds  since the last one; Infinity: at once */
export function adaptedExposure(from: number | null, to: number, seconds: number): number {
  return from === null || Math.abs(to - from) < 0.02 ? to : from + (to - from) * (1 - Math.exp(-Math.max(0, seconds) / ADAPTS_SECONDS))
}

/** Meters pictures on the GPU. */
export interface Meter {
  /** Counts what histogramOf() says into a buffer, which it returns. @param radiance  vec4f per pixel */
  encode(encoder: GPUCommandEncoder, radiance: GPUBuffer, size: PictureSize): GPUBuffer
  /** The same at once. */
  read(radiance: GPUBuffer, size: PictureSize): Promise<Uint32Array>
  dispose(): void
}

/** Pixels. */
type PictureSize = Pick<MeteredPicture, 'width' | 'height'>

export async function createMeter(device: GPUDevice): Promise<Meter> {
  const kernel = await createKernel(device, 'meter', METER_PIECES)
  const params = createUniform(device, structOf(METER_PIECES, 'MeterParams'))
  const bins = createStorageBuffer(device, 'meter bins', BINS * 4)
  function encode(encoder: GPUCommandEncoder, radiance: GPUBuffer, { width, height }: PictureSize): GPUBuffer {
    const zones = zonesOf(width, height)
    params.write({ size: [width, height], zones })
    encoder.clearBuffer(bins)
    const pass = encoder.beginComputePass({ label: 'meter' })
    kernel.dispatch(pass, [kernel.bind(0, { meter_params: params.buffer, metered: radiance, meter_bins: bins })], ...zones)
    pass.end()
    return bins
  }
  return {
    encode,
    async read(radiance, size) {
      const encoder = device.createCommandEncoder({ label: 'meter' })
      encode(encoder, radiance, size)
      device.queue.submit([encoder.finish()])
      return new Uint32Array(await readBuffer(device, bins))
    },
    dispose() {
      params.dispose()
      bins.destroy()
    },
  }
}
