import { expect, test } from 'vitest'
import { DEFAULT_CLIP, DEFAULT_PICTURE, frameCountOf, glossFloorOf, panoramaSize, possibleClip, possiblePicture } from './options.ts'

test('what a format does not have is left out, and what only the reference has is traced by it', () => {
  expect(possiblePicture({ ...DEFAULT_PICTURE, format: 'exr', method: 'window' }).method).toBe('reference')
  expect(possiblePicture({ ...DEFAULT_PICTURE, panorama: true, method: 'window' }).method).toBe('reference')
  expect(possiblePicture({ ...DEFAULT_PICTURE, format: 'jpg', transparent: true }).transparent).toBe(false)
  expect(possiblePicture({ ...DEFAULT_PICTURE, method: 'window' }).method).toBe('window')
})

test('numbers that no picture or clip can have become ones that it can', () => {
  expect(possiblePicture({ ...DEFAULT_PICTURE, width: 1e9, height: -3, samples: Number.NaN, bounces: 1e5 })).toMatchObject({ width: 16_384, height: 1, samples: 128, bounces: 64 })
  expect(possibleClip({ ...DEFAULT_CLIP, width: 101, height: 1, seconds: Number.NaN, framesPerSecond: 1000 })).toMatchObject({ width: 102, height: 16, seconds: 10, framesPerSecond: 60 })
  expect(frameCountOf({ seconds: 0.001, framesPerSecond: 24 })).toBe(1)
  expect(frameCountOf({ seconds: 2.5, framesPerSecond: 30 })).toBe(75)
})

test('a panorama is twice as wide as it is high, whatever was asked for', () => {
  const panorama = { ...DEFAULT_PICTURE, panorama: true }
  expect(possiblePicture({ ...panorama, width: 128, height: 2048 })).toMatchObject({ width: 128, height: 64 })
  expect(possiblePicture({ ...panorama, width: 4096, height: 2048 })).toMatchObject({ width: 4096, height: 2048 })
  for (const width of [-5, 0, 1, 101, 40_000, Number.NaN]) {
    const made = possiblePicture({ ...panorama, width, height: 7 })
    expect(made.width, String(width)).toBe(2 * made.height)
    expect(made.width).toBeLessThanOrEqual(16_384)
  }
  expect(panoramaSize({ height: 1000 })).toEqual({ width: 2000, height: 1000 })
  expect(panoramaSize({ height: 1e9 })).toEqual({ width: 16_384, height: 8192 })
})

test('pictures and clips are the truth, caustics and all, unless they are asked to blur them', () => {
  expect([DEFAULT_PICTURE, DEFAULT_CLIP].map(glossFloorOf)).toEqual([0, 0])
  expect(glossFloorOf(possiblePicture({ ...DEFAULT_PICTURE, blurCaustics: true }))).toBeGreaterThan(0.3)
})
