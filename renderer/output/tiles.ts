import type { Camera } from '../../gpu/index.ts'

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

/** Parts side by side that cover a band, none wider than `most`. */
export function tilesOf(width: number, band: { readonly y: number; readonly rows: number }, most: number): Tile[] {
  const rows = Math.ceil(band.rows / most)
  const columns = Math.ceil(width / most)
  return Array.from({ length: rows * columns }, (_, i) => {
    const [x, y] = [(i % columns) * most, Math.floor(i / columns) * most]
    return { x, y: band.y + y, width: Math.min(most, width - x), height: Math.min(most, band.rows - y) }
  })
}
