import { expect, test } from 'vitest'
import type { Camera } from '../../../gpu/index.ts'
import { cameraRays } from '../../../gpu/passes/raster/camera.ts'
import { bandsOf } from './picture.ts'
import { cutOut, tileCamera, tilesOf, withMargin } from './tiles.ts'

const CAMERA: Camera = { position: [1, 2, 3], orientation: [0.1, 0.3, -0.05, Math.sqrt(1 - 0.01 - 0.09 - 0.0025)], verticalFov: 0.9, near: 0.03, far: 100, shift: [0.2, -0.4] }

/** Unit vector through a raster coordinate. */
function through(camera: Camera, width: number, height: number, x: number, y: number): number[] {
  const { corner, stepX, stepY } = cameraRays(camera, width, height)
  const d = [0, 1, 2].map((i) => corner[i] + x * stepX[i] + y * stepY[i])
  return d.map((v) => v / Math.hypot(...d))
}

test.each([CAMERA, { ...CAMERA, shift: undefined }])('a part of a picture looks along the very rays of the whole', (camera) => {
  const [width, height] = [300, 200]
  for (const tile of [{ x: 0, y: 0, width, height }, { x: 40, y: 64, width: 100, height: 32 }, { x: 299, y: 199, width: 1, height: 1 }]) {
    const part = tileCamera(camera, width, height, tile)
    for (const [x, y] of [[0, 0], [tile.width, tile.height], [tile.width / 3, tile.height / 2]]) {
      const [a, b] = [through(part, tile.width, tile.height, x, y), through(camera, width, height, tile.x + x, tile.y + y)]
      for (let i = 0; i < 3; i++) expect(a[i]).toBeCloseTo(b[i], 12)
    }
  }
})

test.each([[1, 1], [1280, 720], [16_384, 16_384], [16_384, 17], [17, 16_384], [5000, 3001]])('bands and tiles of %i x %i cover every pixel once, and a band is never large', (width, height) => {
  let y = 0
  for (const band of bandsOf(width, height)) {
    expect(band.y).toBe(y)
    expect(band.rows * width).toBeLessThanOrEqual(Math.max(1 << 22, 16 * width))
    const pixels = tilesOf(width, band, 1024).reduce((sum, tile) => sum + tile.width * tile.height, 0)
    expect(pixels).toBe(band.rows * width)
    y += band.rows
    // Rows that are packed together are never torn.
    if (y < height) expect(y % 16).toBe(0)
  }
  expect(y).toBe(height)
})

test('parts that are painted with what lies around them make the whole, in every band', () => {
  const [width, height] = [37, 48]
  const value = (x: number, y: number): number => y * width + x
  for (const band of [{ y: 0, rows: 16 }, { y: 16, rows: 32 }]) {
    const all = new Float32Array(width * band.rows * 4)
    for (const tile of tilesOf(width, band, 10)) {
      expect(Math.max(tile.width, tile.height)).toBeLessThanOrEqual(10)
      const around = withMargin(tile, width, height, 3)
      expect([around.x <= tile.x && around.x >= 0, around.y <= tile.y && around.y >= 0]).toEqual([true, true])
      expect([around.x + around.width <= width, around.y + around.height <= height]).toEqual([true, true])
      const painted = Float32Array.from({ length: around.width * around.height * 4 }, (_, i) => value(around.x + (Math.floor(i / 4) % around.width), around.y + Math.floor(i / 4 / around.width)) + (i % 4) / 4)
      cutOut(painted, around, all, { y: band.y, width }, tile)
    }
    expect(all).toEqual(Float32Array.from(all, (_, i) => value(Math.floor(i / 4) % width, band.y + Math.floor(i / 4 / width)) + (i % 4) / 4))
  }
})
