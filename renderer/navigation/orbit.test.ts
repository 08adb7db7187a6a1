import { describe, expect, test } from 'vitest'
import type { Vec3 } from '../../gpu/index.ts'
import { fitBounds, keptInside, lookBy, mixPoses, orbitBy, panBy, roomBetween, zoomTo } from './orbit.ts'
import { projectPoint } from './projection.ts'
import type { CameraPose } from '../interaction/store.ts'
import { queryOfBlocks } from '../interaction/testing.ts'
import { distance, lookAt } from './vector.ts'

const size = { width: 300, height: 200 }
const tilted: CameraPose = { position: [2, 2, 4], orientation: lookAt([2, 2, 4], [0, 1, 0]), target: [0, 1, 0], verticalFov: 0.9 }
const center = [size.width / 2, size.height / 2]

function expectAt(actual: readonly number[] | null, expected: readonly number[]): void {
  expect(actual).not.toBeNull()
  for (const [i, value] of expected.entries()) expect(actual?.[i]).toBeCloseTo(value, 5)
}

describe.each([['tilted', tilted], ['with straight verticals', { ...tilted, straighten: 1 }]])('orbit, %s', (_name, pose) => {
  test('turns around the target and keeps it in the middle, at the same distance', () => {
    const turned = orbitBy(pose, 70, -30, size)
    expectAt(projectPoint(turned, size, pose.target), center)
    expect(distance(turned.position, turned.target)).toBeCloseTo(distance(pose.position, pose.target), 9)
  })

  test('stops before it turns over', () => {
    let turned = pose
    for (let i = 0; i < 50; i++) turned = orbitBy(turned, 0, 60, size)
    expect(turned.position[1]).toBeGreaterThan(5)
    expectAt(projectPoint(turned, size, pose.target), center)
  })

  test('pans so that the target follows the pointer', () => {
    const moved = panBy(pose, 25, -10, size)
    expectAt(projectPoint(moved, size, pose.target), [center[0] + 25, center[1] - 10])
  })

  test('zooms to the cursor: what lies under it stays under it', () => {
    const point: Vec3 = [0.8, 1.4, 0.3]
    const before = projectPoint(pose, size, point)
    const zoomed = zoomTo(pose, point, 0.5)
    expectAt(projectPoint(zoomed, size, point), before ?? [])
    expect(distance(zoomed.position, point)).toBeCloseTo(distance(pose.position, point) / 2, 9)
  })

  test('fits a box into the picture and fills it', () => {
    const bounds = { min: [-3, 0, -1], max: [2, 2.5, 4] } as const
    const fitted = fitBounds(pose, bounds, size)
    let nearest = Infinity
    for (let corner = 0; corner < 8; corner++) {
      const at = projectPoint(fitted, size, [0, 1, 2].map((k) => (corner >> k & 1 ? bounds.max : bounds.min)[k]) as unknown as Vec3)
      const margin = Math.min(at?.[0] ?? -1, size.width - (at?.[0] ?? 0), at?.[1] ?? -1, size.height - (at?.[1] ?? 0))
      nearest = Math.min(nearest, margin)
    }
    expect(nearest).toBeGreaterThan(0)
    expect(nearest).toBeLessThan(15)
  })

  test('inside a room the camera stays before the wall, and furniture does not count', () => {
    const query = queryOfBlocks([{ id: 'wall', min: [1, 0, -9], max: [1.1, 3, 9] }, { id: 'sofa', min: [0.4, 0, -9], max: [0.5, 3, 9] }])
    const wall = roomBetween(pose, query, new Set(['sofa']))
    expect(wall).toBeCloseTo(distance(pose.position, pose.target) / 2, 6)
    expect(keptInside(pose, wall).position[0]).toBeLessThan(1)
    expect(keptInside(pose, null)).toBe(pose)
  })

  test('looking around stays on the spot', () => {
    expect(lookBy(pose, 100, 20).position).toEqual(pose.position)
  })

  test('a flight between two poses begins and ends at them', () => {
    const other = orbitBy(pose, 120, 10, size)
    expectAt(mixPoses(pose, other, 0).orientation, pose.orientation)
    expectAt(mixPoses(pose, other, 1).position, other.position)
  })
})
