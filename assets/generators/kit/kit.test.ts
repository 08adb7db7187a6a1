import { PNG } from 'pngjs'
import { expect, test } from 'vitest'
import { roundedBox } from './box.ts'
import { sphereRadius, sphericalCap } from './cap.ts'
import { cushion } from './cushion.ts'
import { scale } from './geometry.ts'
import type { Geometry } from './geometry.ts'
import { lathe } from './lathe.ts'
import { encodePng, paint } from './png.ts'
import { prism } from './prism.ts'
import { tube } from './tube.ts'

/** Signed volume, and whether every edge is walked once in each direction. */
function solidity({ positions, indices }: Geometry): { volume: number; isClosed: boolean } {
  const places = new Map<string, number>()
  const at = (index: number): number => {
    const key = [0, 1, 2].map((k) => Math.round(positions[3 * index + k] * 1e6)).join()
    if (!places.has(key)) places.set(key, places.size)
    return places.get(key)!
  }
  const edges = new Map<string, number>()
  let volume = 0
  for (let i = 0; i < indices.length; i += 3) {
    const corners = indices.slice(i, i + 3)
    for (const k of [0, 1, 2]) {
      const [a, b] = [at(corners[k]), at(corners[(k + 1) % 3])]
      if (a !== b) edges.set(a < b ? `${a},${b}` : `${b},${a}`, (edges.get(a < b ? `${a},${b}` : `${b},${a}`) ?? 0) + (a < b ? 1 : -1))
    }
    const [p, q, r] = corners.map((index) => positions.slice(3 * index, 3 * index + 3))
    volume += (p[0] * (q[1] * r[2] - q[2] * r[1]) + p[1] * (q[2] * r[0] - q[0] * r[2]) + p[2] * (q[0] * r[1] - q[1] * r[0])) / 6
  }
  return { volume, isClosed: [...edges.values()].every((count) => count === 0) }
}

test('a spherical cap has the normals of its sphere, exactly', () => {
  const [rim, rise] = [0.3, 0.08]
  const radius = sphereRadius(rim, rise)
  const { positions, normals } = sphericalCap(rim, rise)
  for (let i = 0; i < positions.length; i += 3) {
    const fromCenter = [positions[i], positions[i + 1], positions[i + 2] + radius - rise]
    fromCenter.forEach((value, k) => expect(value / radius).toBeCloseTo(normals[i + k], 12))
    expect(positions[i + 2]).toBeGreaterThanOrEqual(-1e-12)
  }
})

test.each([
  ['rounded box', roundedBox([1, 0.5, 0.3], 0.05, { segments: 2, cuts: [3, 1, 2] }), 0.14, 0.15],
  ['sharp box', roundedBox([1, 2, 3], 0), 5.999, 6.001],
  ['cushion', cushion([0.6, 0.2, 0.6]), 0.04, 0.072],
  ['mirrored box', scale(roundedBox([1, 1, 1], 0.1), [-1, 1, 1]), 0.9, 1],
  ['tube', tube([[0, 0, 0], [0, 1, 0]], 0.1, { sides: 64 }), 0.0312, 0.0315],
  ['ring', tube([[1, 0, 0], [0, 0, -1], [-1, 0, 0], [0, 0, 1]], 0.1, { sides: 16, closed: true }), 0.01, 0.2],
  ['turned cylinder', lathe([[0, 0], [0.5, 0], [0.5, 1], [0, 1]], 96), 0.78, 0.786],
  ['prism', prism([[0, 0], [1, 0], [1, 1], [0.5, 0.4], [0, 1]], 2), 1.39, 1.41],
])('a %s is watertight and looks outwards', (_name, geometry, low, high) => {
  const { volume, isClosed } = solidity(geometry)
  expect(isClosed).toBe(true)
  expect(volume).toBeGreaterThan(low)
  expect(volume).toBeLessThan(high)
})

test.each([
  ['few colours', paint(21, 13, (x, y) => [x < 9 ? 200 : 30, y < 5 ? 10 : 90, 77])],
  ['many colours', paint(64, 33, (x, y) => [x * 4, y * 7, (x * y) & 255])],
])('a PNG of %s reads back as it was painted', (_name, image) => {
  const { width, height, data } = PNG.sync.read(Buffer.from(encodePng(image)))
  expect([width, height]).toEqual([image.width, image.height])
  for (let i = 0; i < width * height; i++) expect([...data.subarray(4 * i, 4 * i + 3)]).toEqual([...image.rgb.subarray(3 * i, 3 * i + 3)])
})

test('a PNG keeps its alpha', () => {
  const alpha = Uint8Array.from({ length: 64 }, (_, i) => i * 4)
  const { data } = PNG.sync.read(Buffer.from(encodePng({ ...paint(8, 8, (x) => [x, 2, 3]), alpha })))
  expect(Array.from(data.filter((_, i) => i % 4 === 3))).toEqual([...alpha])
})
