/** Pixels across and down that become one. */
export const BLOCK = 4

/**
 * Means over blocks of pixels: of few samples a pixel is black or white by chance, where the eye sees an even wall.
 *
 * @param radiance  4 values per pixel; what is left at the edges is left out. A picture smaller than a block stays as it is
 */
export function inBlocks(radiance: Float32Array, width: number, height: number): Float32Array {
  const [columns, rows] = [Math.floor(width / BLOCK), Math.floor(height / BLOCK)]
  if (columns === 0 || rows === 0) return radiance
  const means = new Float32Array(4 * columns * rows)
  for (let y = 0; y < rows * BLOCK; y++) {
    for (let x = 0; x < columns * BLOCK; x++) {
      const to = 4 * (Math.floor(y / BLOCK) * columns + Math.floor(x / BLOCK))
      for (let k = 0; k < 4; k++) means[to + k] += radiance[4 * (y * width + x) + k] / BLOCK ** 2
    }
  }
  return means
}
