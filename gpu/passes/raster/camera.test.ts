import { expect, test } from 'vitest'
import type { Camera, Vec3 } from '../../scene.ts'
import { cameraRays, lensPointOf, panoramaRays, throughLens } from './camera.ts'
import { rotate } from '../../math.ts'

test('a camera at rest looks along -z with y up and x to the right', () => {
  const rays = cameraRays({ position: [1, 2, 3], orientation: [0, 0, 0, 1], verticalFov: Math.PI / 2, near: 0.1, far: 10 }, 40, 20)
  const through = (x: number, y: number) => [0, 1, 2].map((i) => rays.corner[i] + x * rays.stepX[i] + y * rays.stepY[i])
  expect(through(20, 10).map((v) => Math.round(v * 1e9) / 1e9 + 0)).toEqual([0, 0, -1])
  expect(through(40, 10)[0]).toBeCloseTo(2)
  expect(through(20, 0)[1]).toBeCloseTo(1)
})

test('turns with its quaternion: a quarter turn about y looks along -x', () => {
  const s = Math.SQRT1_2
  const { forward } = cameraRays({ position: [0, 0, 0], orientation: [0, s, 0, s], verticalFov: 1, near: 0.1, far: 10 }, 8, 8)
  expect(forward[0]).toBeCloseTo(-1)
  expect(forward[2]).toBeCloseTo(0)
})

const LEVEL: Camera = { position: [1, 1.6, 4], orientation: [0, 0.2, 0, Math.sqrt(0.96)], verticalFov: 0.9, near: 0.05, far: 100 }

/** Where a camera's rays show a world point, raster coordinates: the inverse of what cameraRays gives. */
function shownAt(camera: Camera, point: Vec3, width: number, height: number): readonly [number, number] {
  const { position, corner, stepX, stepY, forward } = cameraRays(camera, width, height)
  const dot = (a: Vec3, b: Vec3): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
  const away: Vec3 = [point[0] - position[0], point[1] - position[1], point[2] - position[2]]
  const depth = dot(away, forward)
  const onPlane: Vec3 = [away[0] / depth - corner[0], away[1] / depth - corner[1], away[2] / depth - corner[2]]
  return [dot(onPlane, stepX) / dot(stepX, stepX), dot(onPlane, stepY) / dot(stepY, stepY)]
}

/** A point at a place of the unshifted picture (half heights) and a depth along the axis. */
function pointAt(camera: Camera, x: number, y: number, depth: number): Vec3 {
  const tan = Math.tan(camera.verticalFov / 2)
  const p = rotate(camera.orientation, [x * tan * depth, y * tan * depth, -depth])
  return [camera.position[0] + p[0], camera.position[1] + p[1], camera.position[2] + p[2]]
}

test('a shift moves the picture by as many half heights and bends nothing', () => {
  const shifted: Camera = { ...LEVEL, shift: [0.25, -0.75] }
  for (const [x, y, depth] of [[0, 0, 3], [1.2, -0.4, 2], [-0.9, 0.8, 7]] as const) {
    const [before, after] = [LEVEL, shifted].map((camera) => shownAt(camera, pointAt(LEVEL, x, y, depth), 160, 90))
    expect(after[0] - before[0]).toBeCloseTo(-0.25 * 45, 9)
    expect(after[1] - before[1]).toBeCloseTo(-0.75 * 45, 9)
  }
})

test('a level camera that is shifted shows every vertical edge vertical, to 1e-4 of a pixel', () => {
  const shifted: Camera = { ...LEVEL, shift: [0.1, 0.9] }
  const [x, z] = [0.3, 1]
  const columns = [-1, 0, 1.7, 5].map((y) => shownAt(shifted, [x, y, z], 1920, 1080)[0])
  for (const column of columns) expect(Math.abs(column - columns[0])).toBeLessThan(1e-4)
  // The same edge of a camera that is tilted instead leans.
  const tilted: Camera = { ...LEVEL, orientation: [0.2, 0, 0, Math.sqrt(0.96)] }
  expect(Math.abs(shownAt(tilted, [x, -1, z], 1920, 1080)[0] - shownAt(tilted, [x, 5, z], 1920, 1080)[0])).toBeGreaterThan(20)
})

/**
 * Gauss's thin lens with its film where `sharp` is in focus: the width of the disc that a point at `depth` is on the film, over half of
 * the film's height. @param focal  of the lens, metres; the answer must not depend on it
 */
function discOfThinLens(aperture: number, focal: number, sharp: number, depth: number, tan: number): number {
  const film = (focal * sharp) / (sharp - focal)
  const image = (focal * depth) / (depth - focal)
  return (aperture * Math.abs(image - film)) / image / (film * tan)
}

test('through the lens a point in focus stays where it is, and another becomes the disc that the thin lens makes of it', () => {
  const lens = { radius: 0.02, focusDistance: 2 }
  const camera: Camera = { ...LEVEL, shift: [0.1, -0.3], lens }
  const [width, height] = [192, 108]
  for (const [x, y, depth] of [[0, 0, 2], [0.7, -0.5, 2], [0, 0, 1.2], [0.4, 0.6, 5], [-1, 0.2, 40]] as const) {
    const point = pointAt(camera, x, y, depth)
    const at = shownAt(camera, point, width, height)
    // The rim of the lens draws the rim of the disc.
    const widths = Array.from({ length: 12 }, (_, i) => {
      const seen = shownAt(throughLens(camera, [Math.cos(i), Math.sin(i)]), point, width, height)
      return (2 * Math.hypot(seen[0] - at[0], seen[1] - at[1])) / (height / 2)
    })
    for (const focal of [0.01, 0.05]) {
      const exact = discOfThinLens(2 * lens.radius, focal, lens.focusDistance, depth, Math.tan(camera.verticalFov / 2))
      for (const measured of widths) expect(Math.abs(measured - exact)).toBeLessThan(1e-9)
    }
  }
})

test('through its middle a lens sees as a pinhole does, and from anywhere else one knows where its middle is', () => {
  const camera: Camera = { ...LEVEL, shift: [0, 0.4], lens: { radius: 0.02, focusDistance: 2 } }
  const { lensU: _u, lensV: _v, focus: _focus, ...pinhole } = cameraRays(camera, 64, 36)
  expect(cameraRays(throughLens(camera, [0, 0]), 64, 36)).toMatchObject(pinhole)
  const { middle, position } = throughLens(camera, [1, 0])
  expect(middle).toEqual({ ...camera, lens: undefined })
  expect(position).not.toEqual(middle?.position)
})

test('samples are spread evenly over the lens, the first in its centre', () => {
  expect(lensPointOf(0)).toEqual([0, 0])
  const points = Array.from({ length: 256 }, (_, i) => lensPointOf(i))
  const mean = (of: (point: readonly [number, number]) => number): number => points.reduce((sum, point) => sum + of(point), 0) / 256
  // Of the disc: centre 0, second moments 1/4.
  for (const [measured, exact] of [[mean(([u]) => u), 0], [mean(([, v]) => v), 0], [mean(([u]) => u * u), 0.25], [mean(([, v]) => v * v), 0.25], [mean(([u, v]) => u * v), 0]]) {
    expect(Math.abs(measured - exact)).toBeLessThan(0.01)
  }
  for (const [u, v] of points) expect(Math.hypot(u, v)).toBeLessThanOrEqual(1)
})

test('a lens or a shift that cannot be counts as none', () => {
  for (const radius of [NaN, 0, -1, Infinity]) expect(throughLens({ ...LEVEL, lens: { radius, focusDistance: 2 } }, [1, 0]).position).toEqual(LEVEL.position)
  for (const focusDistance of [NaN, 0, -3, Infinity]) expect(cameraRays({ ...LEVEL, lens: { radius: 1, focusDistance } }, 8, 8)).toEqual(cameraRays(LEVEL, 8, 8))
  expect(cameraRays({ ...LEVEL, shift: [NaN, 0] }, 8, 8)).toEqual(cameraRays(LEVEL, 8, 8))
})

test('a panorama stands upright and its middle looks where the camera does, however that is tilted', () => {
  const tilted: Camera = { ...LEVEL, orientation: [0.5, -0.5, 0.5, 0.5] }
  for (const camera of [LEVEL, tilted, { ...LEVEL, orientation: [-Math.SQRT1_2, 0, 0, Math.SQRT1_2] as const }, { ...LEVEL, orientation: [0, 0, Math.SQRT1_2, Math.SQRT1_2] as const }]) {
    const { ahead, right, turn, spread } = panoramaRays(camera, 200, 100)
    expect([ahead[1], right[1]]).toEqual([0, 0])
    expect(Math.hypot(...ahead)).toBeCloseTo(1, 12)
    expect(ahead[0] * right[0] + ahead[2] * right[2]).toBeCloseTo(0, 12)
    // Right-handed: to the right of what lies ahead.
    expect(ahead[2] * right[0] - ahead[0] * right[2]).toBeCloseTo(-1, 12)
    expect([200 * turn[0] - 2 * Math.PI, 100 * turn[1] - Math.PI, spread - turn[1]].every((v) => Math.abs(v) < 1e-12)).toBe(true)
  }
  const { forward } = cameraRays(LEVEL, 8, 8)
  const { ahead } = panoramaRays(LEVEL, 8, 8)
  expect(ahead[0] * forward[0] + ahead[2] * forward[2]).toBeCloseTo(1, 12)
})
