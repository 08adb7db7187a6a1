import type { Camera } from '../../../gpu/index.ts'

/** A part of a picture, pixels. */
export interface Tile { readonly x: number; readonly y: number; readonly width: number; readonly height: number }

/**
 * The camera whose whole picture is one part of another camera's picture: a narrower one, shifted there. What the larger picture shows at a
 * pixel this one shows at the same pixel of the part.
 *
 * @param width  of the larger picture, pixels, with height
 */
export function tileCamera(camera: Camera, width: number, height: number, tile: Tile): Camera {
  const [shiftX, shiftY] = camera.shift ?? [0, 0]
  const share = tile.height / height
  // The part's middle, half heights of the larger picture from its axis.
  const x = (2 * (tile.x + tile.width / 2) - width) / height + shiftX
  const y = (height - 2 * (tile.y + tile.height / 2)) / height + shiftY
  return { ...camera, verticalFov: 2 * Math.atan(Math.tan(camera.verticalFov / 2) * share), shift: [x / share, y / share] }
}

/** Parts side by side that cover a band, about equally wide, none wider than `most`: a filter's reach follows the width of what it is given. */
export function tilesOf(width: number, band: { readonly y: number; readonly rows: number }, most: number): Tile[] {
  const rows = Math.ceil(band.rows / most)
  const columns = Math.ceil(width / most)
  const [tileWidth, tileHeight] = [Math.ceil(width / columns), Math.ceil(band.rows / rows)]
  return Array.from({ length: rows * columns }, (_, i) => {
    const [x, y] = [(i % columns) * tileWidth, Math.floor(i / columns) * tileHeight]
    return { x, y: band.y + y, width: Math.min(tileWidth, width - x), height: Math.min(tileHeight, band.rows - y) }
  }).filter((tile) => tile.width > 0 && tile.height > 0)
}

/** A part and what lies around it, as far as the picture goes. */
export function withMargin({ x, y, width, height }: Tile, pictureWidth: number, pictureHeight: number, margin: number): Tile {
  const [left, top] = [Math.max(0, x - margin), Math.max(0, y - margin)]
  return { x: left, y: top, width: Math.min(pictureWidth, x + width + margin) - left, height: Math.min(pictureHeight, y + height + margin) - top }
}

/**
 * Puts one part of what was painted into a band.
 *
 * @param painted  of the pixels `around` the part, 4 values each
 * @param band  4 values per pixel of a picture's rows from `y` on
 */
export function cutOut(painted: ArrayLike<number>, around: Tile, band: Uint8Array | Float32Array, { y, width }: { readonly y: number; readonly width: number }, part: Tile): void {
  for (let row = 0; row < part.height; row++) {
    const from = ((part.y - around.y + row) * around.width + part.x - around.x) * 4
    const to = ((part.y - y + row) * width + part.x) * 4
    for (let i = 0; i < part.width * 4; i++) band[to + i] = painted[from + i]
  }
}
