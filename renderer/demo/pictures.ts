import type { Capture } from '../interaction/viewport.ts'

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
