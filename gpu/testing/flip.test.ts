import { expect, test } from 'vitest'
import { flipOf, type ShownPicture } from './flip.ts'
import { flipHdr, type RadiancePicture } from './flip-hdr.ts'

/** A picture by whole numbers alone, so that every machine makes the same bytes. */
function pictureOf(width: number, height: number, color: (x: number, y: number) => readonly [number, number, number]): ShownPicture {
  const rgba = new Uint8Array(4 * width * height)
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) rgba.set([...color(x, y).map((value) => Math.min(255, Math.max(0, value))), 255], 4 * (y * width + x))
  }
  return { width, height, rgba }
}

const isDisc = (x: number, y: number) => (x - 70) ** 2 + (y - 22) ** 2 < 150

/** Ramps, a checkered corner, thin lines and a red disc. */
function room(x: number, y: number): [number, number, number] {
  if (isDisc(x, y)) return [210, 40, 30]
  if (x < 30 && y > 34) return (x >> 2) + (y >> 2) & 1 ? [225, 225, 215] : [25, 25, 30]
  if (x > 60 && y > 44 && x % 5 === 0) return [240, 240, 240]
  return [40 + x, 60 + 2 * y, 200 - x]
}
/** -127..128, without order. */
function noise(x: number, y: number, channel: number): number {
  let n = (x * 374761 + y * 668265 + channel * 362437 + 1013) % 1048573
  n = (n * 7919 + 12345) % 1048573
  return (n % 256) - 127
}
const W = 96
const H = 64
const REFERENCE = pictureOf(W, H, room)

type Color = [number, number, number]
/**
 * Pairs, and what the authors' own program says of them (FLIP 1.6, https://github.com/NVlabs/flip, its C++ tool on these very bytes as
 * PNG): mean and maximum at 67 pixels per degree, mean at 25; and HDR-FLIP's mean and maximum of `radianceOf` them as EXR, ACES.
 */
const PAIRS: readonly (readonly [name: string, color: (x: number, y: number, own: Color) => Color, mean: number, max: number, meanNear: number, hdrMean: number, hdrMax: number])[] = [
  ['moved by a pixel', (x, y) => room(x - 1, y), 0.107736, 0.926929, 0.152403, 0.118902, 0.938351],
  ['a cast of colour', (_x, _y, [r, g, b]) => [r + 12, g, b - 20], 0.230895, 0.402860, 0.228822, 0.261215, 0.502236],
  ['noise', (x, y, [r, g, b]) => [r + (noise(x, y, 0) >> 2), g + (noise(x, y, 1) >> 2), b + (noise(x, y, 2) >> 2)], 0.072714, 0.336163, 0.258973, 0.139825, 0.757814],
  ['the disc is gone', (x, y, own) => (isDisc(x, y) ? [40 + x, 60 + 2 * y, 200 - x] : own), 0.070420, 0.805222, 0.065008, 0.101664, 0.978511],
  ['inverted', (_x, _y, [r, g, b]) => [255 - r, 255 - g, 255 - b], 0.824574, 0.979370, 0.870686, 0.844273, 0.984755],
]

for (const [name, color, mean, max, meanNear, hdrMean, hdrMax] of PAIRS) {
  const changed = pictureOf(W, H, (x, y) => color(x, y, room(x, y)))

  test(`FLIP says what its authors' program says: ${name}`, () => {
    const flip = flipOf(REFERENCE, changed)
    expect(flip.mean).toBeCloseTo(mean, 4)
    expect(Math.max(...flip.map)).toBeCloseTo(max, 4)
    expect(flipOf(REFERENCE, changed, 25).mean).toBeCloseTo(meanNear, 4)
  })

  test(`HDR-FLIP says what its authors' program says: ${name}`, () => {
    const flip = flipHdr(radianceOf(REFERENCE), radianceOf(changed))
    expect(flip.mean).toBeCloseTo(hdrMean, 4)
    expect(Math.max(...flip.map)).toBeCloseTo(hdrMax, 4)
  })
}

test('a picture is no different from itself, and the worst tile is where the change is', () => {
  expect(flipOf(REFERENCE, REFERENCE).mean).toBe(0)
  const { worstTile, mean } = flipOf(REFERENCE, pictureOf(W, H, (x, y) => (x >= 70 && x < 90 && y >= 40 && y < 60 ? [255, 0, 0] : room(x, y))))
  expect(worstTile).toMatchObject({ x: 64, y: 32, width: 32, height: 32 })
  expect(worstTile.mean).toBeGreaterThan(4 * mean)
})

test('pictures of two sizes, and a black reference, are refused in a sentence', () => {
  expect(() => flipOf(REFERENCE, pictureOf(W, H - 1, room))).toThrow('must be of one size')
  expect(() => flipHdr(radianceOf(pictureOf(8, 8, () => [0, 0, 0])), radianceOf(pictureOf(8, 8, room)))).toThrow('Half of the reference is black')
})

/** The bytes as radiance over eight stops. */
function radianceOf({ width, height, rgba }: ShownPicture): RadiancePicture {
  return { width, height, rgba: Float32Array.from(rgba, (byte) => (byte / 16) ** 2) }
}
