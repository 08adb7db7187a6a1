import { describe, expect, test } from 'vitest'
import { cameraRays, throughLens, type Mat4, type Vec3 } from '../../gpu/index.ts'
import { cameraOf, clipFromWorld, FAR, isOutOfSight, NEAR, pointAtDepth, projectPoint, rayThrough } from './projection.ts'
import type { CameraPose } from '../interaction/store.ts'
import { add, lookAt, quatFromYawPitch, rotate, scale, yawPitchOf } from './vector.ts'

const size = { width: 320, height: 180 }
const position: Vec3 = [1, 2, 5]
const pose: CameraPose = { position, orientation: lookAt(position, [0.3, 1, -1]), target: [0.3, 1, -1], verticalFov: 0.8 }

function transform(m: Mat4, p: Vec3): number[] {
  return [0, 1, 2, 3].map((row) => m[row] * p[0] + m[4 + row] * p[1] + m[8 + row] * p[2] + m[12 + row])
}

const straight: CameraPose = { ...pose, straighten: 1 }

describe.each([['tilted', pose], ['with straight verticals', straight]])('projection, %s', (_name, pose) => {
  test('a point on the ray through a pixel projects back to that pixel', () => {
    for (const [x, y] of [[0, 0], [17.5, 120.25], [320, 180], [160, 90]] as const) {
      const point = add(position, scale(rayThrough(pose, size, x, y), 3.7))
      const back = projectPoint(pose, size, point)
      expect(back?.[0]).toBeCloseTo(x, 6)
      expect(back?.[1]).toBeCloseTo(y, 6)
    }
  })

  test('the rasterizer and the camera rays agree, jitter included', () => {
    const jitter = [0.3, -0.4] as const
    const matrix = clipFromWorld(cameraOf(pose), size, jitter)
    const point = add(position, scale(rayThrough(pose, size, 100.5 + jitter[0], 40.5 + jitter[1]), 4))
    const [x, y, , w] = transform(matrix, point)
    // Seen through the jittered matrix, the sample point lies on the centre of its pixel.
    expect((x / w + 1) / 2 * size.width).toBeCloseTo(100.5, 3)
    expect((1 - y / w) / 2 * size.height).toBeCloseTo(40.5, 3)
  })

  test("picked rays are the engine's camera rays", () => {
    const { position: from, corner, stepX, stepY } = cameraRays(cameraOf(pose), size.width, size.height)
    expect(from).toEqual(pose.position)
    for (const [x, y] of [[0, 0], [33.25, 151], [320, 180]] as const) {
      const towards = add(corner, add(scale(stepX, x), scale(stepY, y)))
      for (const [i, value] of rayThrough(pose, size, x, y).entries()) expect(value).toBeCloseTo(towards[i] / Math.hypot(...towards), 12)
    }
  })

  test('through a point of the lens the rasterizer sees what the camera rays from there meet', () => {
    const camera = cameraOf({ ...pose, lens: { on: true, fNumber: 0.5, focusDistance: 2 } })
    const seen = throughLens(camera, [0.6, -0.5])
    const { position: from, corner, stepX, stepY } = cameraRays(seen, size.width, size.height)
    for (const [x, y, t] of [[10, 20, 1.5], [160, 90, 4], [300, 150, 9]] as const) {
      const [px, py, , w] = transform(clipFromWorld(seen, size), add(from, scale(add(corner, add(scale(stepX, x), scale(stepY, y))), t)))
      expect((px / w + 1) / 2 * size.width).toBeCloseTo(x, 3)
      expect((1 - py / w) / 2 * size.height).toBeCloseTo(y, 3)
    }
  })

  test('depth is 1 at the near plane and 0 at the far plane', () => {
    const matrix = clipFromWorld(cameraOf(pose), size)
    const at = (depth: number): number => {
      const [, , z, w] = transform(matrix, pointAtDepth(pose, size, 160, 90, depth))
      return z / w
    }
    expect(at(NEAR)).toBeCloseTo(1, 3)
    expect(at(FAR)).toBeCloseTo(0, 5)
    expect(at(2)).toBeGreaterThan(at(3))
  })

  test('a box is out of sight only when no part of it could be on the picture', () => {
    const matrix = clipFromWorld(cameraOf(pose), size)
    const box = (center: Vec3, half: number): [Vec3, Vec3] => [add(center, [-half, -half, -half]), add(center, [half, half, half])]
    const ahead = pointAtDepth(pose, size, 160, 90, 3)
    const behind = pointAtDepth(pose, size, 160, 90, -3)
    const aside = pointAtDepth(pose, size, -100, 90, 3)
    expect(isOutOfSight(matrix, ...box(ahead, 0.1))).toBe(false)
    expect(isOutOfSight(matrix, ...box(behind, 0.1))).toBe(true)
    expect(isOutOfSight(matrix, ...box(behind, 9))).toBe(false)
    expect(isOutOfSight(matrix, ...box(aside, 0.1))).toBe(true)
    expect(isOutOfSight(matrix, ...box(aside, 3))).toBe(false)
  })

  test('nothing behind the camera is on the picture', () => {
    expect(projectPoint(pose, size, add(position, rotate(pose.orientation, [0, 0, 1])))).toBeNull()
  })
})

/** Where the rasterizer's matrix shows a world point, pixels. */
function rasterized(shown: CameraPose, point: Vec3): readonly [number, number] {
  const [x, y, , w] = transform(clipFromWorld(cameraOf(shown), size), point)
  return [(x / w + 1) / 2 * size.width, (1 - y / w) / 2 * size.height]
}

describe('straight verticals', () => {
  test('show a vertical edge in one column, in the rasterizer and in what is picked, to 1e-4 of a pixel', () => {
    const edge = (y: number): Vec3 => [-0.8, y, 0.4]
    for (const y of [0, 1, 2.6]) {
      expect(Math.abs(projectPoint(straight, size, edge(y))![0] - projectPoint(straight, size, edge(1.5))![0])).toBeLessThan(1e-4)
      // Its matrix is of 32-bit floats.
      expect(Math.abs(rasterized(straight, edge(y))[0] - rasterized(straight, edge(1.5))[0])).toBeLessThan(1e-3)
    }
    expect(Math.abs(projectPoint(pose, size, edge(0))![0] - projectPoint(pose, size, edge(2.6))![0])).toBeGreaterThan(2)
  })

  test('keep what was in the middle in the middle, however steep', () => {
    for (const pitch of [-1.5, -0.9, -0.3, 0, 0.5, 0.8, 1.2]) {
      const looking: CameraPose = { ...straight, orientation: quatFromYawPitch(0.7, pitch) }
      const ahead = add(position, scale(rotate(looking.orientation, [0, 0, -1]), 3))
      const at = projectPoint(looking, size, ahead)
      expect(at?.[0]).toBeCloseTo(160, 6)
      expect(at?.[1]).toBeCloseTo(90, 6)
    }
  })

  test('let go of the vertical beyond 35 degrees without a jump, and of all of it at 60', () => {
    const degrees = Math.PI / 180
    const cameraAt = (pitch: number) => cameraOf({ ...straight, orientation: quatFromYawPitch(0.7, pitch * degrees) })
    expect(yawPitchOf(cameraAt(35).orientation).pitch).toBeCloseTo(0, 9)
    expect(yawPitchOf(cameraAt(-60).orientation).pitch).toBeCloseTo(-60 * degrees, 9)
    expect(cameraAt(-60).shift?.[1]).toBeCloseTo(0, 9)
    for (let pitch = -80; pitch < 80; pitch += 0.25) {
      const [a, b] = [cameraAt(pitch), cameraAt(pitch + 0.25)]
      // Monotonous enough to feel like turning: the camera never tilts faster than five times what it is turned.
      expect(Math.abs(yawPitchOf(a.orientation).pitch - yawPitchOf(b.orientation).pitch)).toBeLessThan(5 * 0.25 * degrees)
      expect(Math.abs(a.shift![1] - b.shift![1])).toBeLessThan(0.05)
    }
  })
})

describe('orientation', () => {
  test('yaw and pitch come back from the orientation they made', () => {
    for (const [yaw, pitch] of [[0, 0], [1, 0.5], [-2.5, -1.2], [3, 1.4]] as const) {
      const back = yawPitchOf(quatFromYawPitch(yaw, pitch))
      expect(back.yaw).toBeCloseTo(yaw, 6)
      expect(back.pitch).toBeCloseTo(pitch, 6)
    }
  })
})
