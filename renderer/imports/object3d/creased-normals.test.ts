import { BoxGeometry, type BufferGeometry, CylinderGeometry, SphereGeometry } from 'three'
import { expect, test } from 'vitest'
import { creasedNormals } from './creased-normals.ts'

/** Three corners a triangle. */
const cornersOf = (geometry: BufferGeometry): Float32Array => geometry.toNonIndexed().attributes.position.array as Float32Array
const vectorAt = (values: Float32Array, i: number): number[] => [...values.subarray(3 * i, 3 * i + 3)]
const dot = (a: readonly number[], b: readonly number[]): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2]

test('a ball is round: its normals point away from its middle', () => {
  const positions = cornersOf(new SphereGeometry(1, 24, 16))
  const normals = creasedNormals(positions)
  for (let i = 0; i < positions.length / 3; i++) if (dot(vectorAt(normals, i), vectorAt(normals, i)) > 0) expect(dot(vectorAt(normals, i), vectorAt(positions, i))).toBeGreaterThan(0.99)
})

test('a box has six directions, and a column is round with flat ends', () => {
  const box = creasedNormals(cornersOf(new BoxGeometry(1, 2, 3)))
  expect(new Set(Array.from({ length: box.length / 3 }, (_, i) => vectorAt(box, i).map(Math.round).join(' ').replaceAll('-0', '0')))).toHaveLength(6)
  const positions = cornersOf(new CylinderGeometry(0.5, 0.5, 2, 12))
  const normals = creasedNormals(positions)
  for (let i = 0; i < positions.length / 3; i++) {
    const [x, y, z] = vectorAt(normals, i)
    if (Math.abs(y) > 0.5) expect([x, y, z]).toEqual([0, Math.sign(y), 0].map((value) => expect.closeTo(value, 5) as number))
    else expect(dot([x, y, z], vectorAt(positions, i))).toBeCloseTo(0.5, 2)
  }
})

test('the sides of an octagon are apart', () => {
  const positions = cornersOf(new CylinderGeometry(1, 1, 2, 8, 1, true))
  const normals = creasedNormals(positions)
  expect(new Set(Array.from({ length: normals.length / 3 }, (_, i) => vectorAt(normals, i).map((value) => value.toFixed(2)).join(' ').replaceAll('-0.00', '0.00')))).toHaveLength(8)
})

test('groups of smoothing decide where a file has them, whatever the angle', () => {
  const positions = cornersOf(new BoxGeometry(2, 2, 2))
  const all = creasedNormals(positions, new Uint32Array(12).fill(1))
  for (let i = 0; i < 36; i++) expect(Math.abs(dot(vectorAt(all, i), vectorAt(positions, i)))).toBeCloseTo(Math.sqrt(3), 5)
  // Each triangle of its own: the two of one side no longer share their corners, but they look the same way.
  const none = creasedNormals(positions, Uint32Array.from({ length: 12 }, (_, i) => 1 << i))
  for (let i = 0; i < 36; i++) expect(Math.max(...vectorAt(none, i).map(Math.abs))).toBeCloseTo(1, 5)
})

test('triangles without an area, and corners that are nowhere, have none and spoil none', () => {
  const positions = Float32Array.from([0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 1, 0, 0, NaN, 0, 0, 1, 0, 0, 0, 1, 0])
  const normals = creasedNormals(positions)
  for (let i = 0; i < 3; i++) expect(vectorAt(normals, i)).toEqual([0, 0, 1])
  expect(normals.subarray(9).every((value) => value === 0)).toBe(true)
})

test('a fan of 50,000 triangles around one corner is round, and done in one go', () => {
  const count = 50_000
  const positions = new Float32Array(9 * count)
  for (let t = 0; t < count; t++) {
    const [a, b] = [t, t + 1].map((i) => (2 * Math.PI * (i % count)) / count)
    positions.set([0, 0, 0, Math.cos(a), Math.sin(a), 0, Math.cos(b), Math.sin(b), 0], 9 * t)
  }
  const normals = creasedNormals(positions)
  for (let i = 0; i < 3 * count; i += 997) expect(normals[3 * i + 2]).toBeCloseTo(1, 5)
})
