import { describe, expect, test } from 'vitest'
import type { Mat4, Vec3 } from '../../gpu/index.ts'
import { cameraOf, clipFromWorld, FAR, isOutOfSight, NEAR, pointAtDepth, projectPoint, rayThrough } from './projection.ts'
import type { CameraPose } from './store.ts'
import { add, lookAt, quatFromYawPitch, rotate, scale, yawPitchOf } from './vector.ts'

const size = { width: 320, height: 180 }
const position: Vec3 = [1, 2, 5]
const pose: CameraPose = { position, orientation: lookAt(position, [0.3, 1, -1]), target: [0.3, 1, -1], verticalFov: 0.8 }

function transform(m: Mat4, p: Vec3): number[] {
  return [0, 1, 2, 3].map((row) => m[row] * p[0] + m[4 + row] * p[1] + m[8 + row] * p[2] + m[12 + row])
}

describe('projection', () => {
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

describe('orientation', () => {
  test('yaw and pitch come back from the orientation they made', () => {
    for (const [yaw, pitch] of [[0, 0], [1, 0.5], [-2.5, -1.2], [3, 1.4]] as const) {
      const back = yawPitchOf(quatFromYawPitch(yaw, pitch))
      expect(back.yaw).toBeCloseTo(yaw, 6)
      expect(back.pitch).toBeCloseTo(pitch, 6)
    }
  })
})
