/** The longer side of a preview, pixels. */
const LONGEST = 480

/** A small picture of a large one, filled band by band. */
export interface Preview {
  readonly width: number
  readonly height: number
  readonly rgba: Uint8ClampedArray<ArrayBuffer>
  /** Rows of the large picture, from `y` on: 4 bytes per pixel. */
  put(y: number, rgba: Uint8Array): void
}

export function previewSize(width: number, height: number): readonly [number, number] {
  const factor = Math.min(1, LONGEST / Math.max(width, height))
  return [Math.max(1, Math.round(width * factor)), Math.max(1, Math.round(height * factor))]
}

export function createPreview(pictureWidth: number, pictureHeight: number): Preview {
  const [width, height] = previewSize(pictureWidth, pictureHeight)
  const rgba = new Uint8ClampedArray(width * height * 4)
  return {
    width, height, rgba,
    put(first, rows) {
      const count = rows.length / (pictureWidth * 4)
      for (let y = 0; y < height; y++) {
        // Every pixel is the mean of a few that lie in it.
        const fromY = Math.floor((y * pictureHeight) / height)
        if (fromY < first || fromY >= first + count) continue
        const toY = Math.max(fromY + 1, Math.min(first + count, Math.floor(((y + 1) * pictureHeight) / height)))
        for (let x = 0; x < width; x++) {
          const fromX = Math.floor((x * pictureWidth) / width)
          const toX = Math.max(fromX + 1, Math.floor(((x + 1) * pictureWidth) / width))
          const [stepX, stepY] = [Math.ceil((toX - fromX) / 4), Math.ceil((toY - fromY) / 4)]
          let [r, g, b, a, n] = [0, 0, 0, 0, 0]
          for (let v = fromY; v < toY; v += stepY) {
            for (let u = fromX; u < toX; u += stepX, n++) {
              const at = 4 * ((v - first) * pictureWidth + u)
              r += rows[at]
              g += rows[at + 1]
              b += rows[at + 2]
              a += rows[at + 3]
            }
          }
          const to = 4 * (y * width + x)
          rgba[to] = r / n
          rgba[to + 1] = g / n
          rgba[to + 2] = b / n
          rgba[to + 3] = a / n
        }
      }
    },
  }
}
