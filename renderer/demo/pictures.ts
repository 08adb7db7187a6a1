import { INDIRECT_BOUNCES } from '../../gpu/index.ts'
import type { Capture } from '../interaction/viewport.ts'

/** The reference of the last frame, which the denoiser finishes: what two cores trace in three quarters of a minute, and what a card does. Both have the light of the window: by three bounces an eighth of it was missing at dusk. */
export const STILL = { software: { width: 320, height: 180, samples: 11, bounces: INDIRECT_BOUNCES }, hardware: { width: 960, height: 540, samples: 256, bounces: INDIRECT_BOUNCES } } as const

/** PNG of a picture read back from the GPU. */
export async function pngOf({ width, height, rgba }: Capture): Promise<Blob> {
  const canvas = new OffscreenCanvas(width, height)
  const context = canvas.getContext('2d')
  if (context === null) throw new Error('no 2D context for a PNG')
  context.putImageData(new ImageData(rgba, width, height), 0, 0)
  return canvas.convertToBlob({ type: 'image/png' })
}

/** Largest difference of any channel, 0..255; pictures of different size differ by 255. */
export function largestDifference(a: Capture, b: Capture): number {
  if (a.width !== b.width || a.height !== b.height) return 255
  return a.rgba.reduce((largest, value, index) => Math.max(largest, Math.abs(value - b.rgba[index])), 0)
}

/** Share of pixels that differ visibly: by more than `threshold` of 255 in some channel. */
export function differingShare(a: Capture, b: Capture, threshold = 8): number {
  if (a.width !== b.width || a.height !== b.height) return 1
  let count = 0
  for (let pixel = 0; pixel < a.rgba.length; pixel += 4) {
    const differs = [0, 1, 2].some((channel) => Math.abs(a.rgba[pixel + channel] - b.rgba[pixel + channel]) > threshold)
    if (differs) count++
  }
  return count / (a.width * a.height)
}

/** How bright a picture is on a display: its mean luminance, 0..1 of the signal, and the share of its pixels that are all white. */
export interface Tones { readonly mean: number; readonly clipped: number }

export function tonesOf({ width, height, rgba }: Capture): Tones {
  let [sum, clipped] = [0, 0]
  for (let at = 0; at < rgba.length; at += 4) {
    sum += 0.2126 * rgba[at] + 0.7152 * rgba[at + 1] + 0.0722 * rgba[at + 2]
    if (rgba[at] === 255 && rgba[at + 1] === 255 && rgba[at + 2] === 255) clipped++
  }
  const count = width * height
  return { mean: sum / (255 * count), clipped: clipped / count }
}

/** What no room looks like: nearly black, nearly white, or burnt out. @returns a sentence; null: it may be looked at */
export function absurdityOf({ mean, clipped }: Tones): string | null {
  const percent = (share: number): string => `${(100 * share).toFixed(0)} %`
  if (mean < DARKEST || mean > BRIGHTEST) return `its mean is ${percent(mean)} of white`
  return clipped > MOST_CLIPPED ? `${percent(clipped)} of it are burnt out` : null
}

const [DARKEST, BRIGHTEST, MOST_CLIPPED] = [0.15, 0.75, 0.05]

/** What a picture file shows. */
export async function captureOf(file: Uint8Array<ArrayBuffer>): Promise<Capture> {
  const bitmap = await createImageBitmap(new Blob([file]))
  const { width, height } = bitmap
  const context = new OffscreenCanvas(width, height).getContext('2d')
  if (context === null) throw new Error('no canvas')
  context.drawImage(bitmap, 0, 0)
  bitmap.close()
  return { width, height, rgba: context.getImageData(0, 0, width, height).data }
}
