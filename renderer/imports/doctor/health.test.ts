import { describe, expect, test } from 'vitest'
import { boxesAsset, twoRooms } from '../../scene/testing.ts'
import { textOf } from '../../words/say.ts'
import { findSpaces } from '../spaces/spaces.ts'
import type { ParsedAsset } from '../types.ts'
import { healthFindings } from './health-findings.ts'
import { healthOf, weld } from './health.ts'
import { isOpenToTheSky } from './sky.ts'

const QUADS = [[0, 2, 3, 1], [4, 5, 7, 6], [0, 4, 6, 2], [1, 3, 7, 5], [0, 1, 5, 4], [2, 6, 7, 3]]
const OUTWARDS = QUADS.flatMap(([a, b, c, d]) => [[a, b, c], [a, c, d]])
const inwards = OUTWARDS.map(([a, b, c]) => [a, c, b])

/** A box of triangles, with a corner of its own for every triangle or shared ones; normals look away from its middle. */
function box(triangles: readonly (readonly number[])[], { shared = true, size = 1 } = {}) {
  const corner = (i: number): number[] => [i & 1, (i >> 1) & 1, (i >> 2) & 1].map((value) => value * size)
  const corners = shared ? [0, 1, 2, 3, 4, 5, 6, 7].map(corner) : triangles.flat().map(corner)
  const positions = Float32Array.from(corners.flat())
  return {
    key: 'box', positions, normals: positions.map((value) => value / size - 0.5), uvs: null, materialSlots: null,
    indices: Uint32Array.from(shared ? triangles.flat() : triangles.flat().keys()), bounds: { min: [0, 0, 0] as const, max: [size, size, size] as const },
  }
}

test.each([{ shared: true }, { shared: false }])('a sound box is sound, its corners shared: $shared', (options) => {
  expect(healthOf(box(OUTWARDS, options))).toEqual({ triangles: 12, degenerate: 0, duplicate: 0, against: 0, insideOut: false })
})

test('a closed box that looks inwards is inside out; one without a lid may be a room', () => {
  expect(healthOf(box(inwards, { shared: false })).insideOut).toBe(true)
  expect(healthOf(box(inwards.slice(2))).insideOut).toBe(false)
  expect(healthOf(box([...inwards.slice(1), OUTWARDS[0]])).insideOut).toBe(false)
})

test('counts triangles that are there twice or have no area, in whatever order their corners come; two sides are two triangles', () => {
  const [[a, b, c], next] = OUTWARDS
  const found = healthOf(box([...OUTWARDS, [b, c, a], [c, a, b], next, [a, c, b], [a, a, b]]))
  expect(found).toMatchObject({ duplicate: 3, degenerate: 1, against: 1 })
})

test('as brute force counts, on random triangles over few corners, with negative zeros among them (seed 7)', () => {
  let seed = 7
  const random = (): number => (seed = (seed * 48271) % 2147483647) / 2147483647
  const positions = Float32Array.from({ length: 60 }, () => [0, -0, 1, 2][Math.floor(random() * 4)])
  const indices = Uint32Array.from({ length: 1500 }, () => Math.floor(random() * 20))
  const place = (i: number): string => [0, 1, 2].map((k) => positions[3 * i + k] + 0).join(' ')
  const keys = new Map<string, number>()
  let degenerate = 0
  for (let t = 0; t < indices.length; t += 3) {
    const places = [...indices.subarray(t, t + 3)].map(place)
    const [p, q, r] = places.map((text) => text.split(' ').map(Number))
    const [u, v] = [q, r].map((point) => point.map((value, k) => value - p[k]))
    if (u[1] * v[2] === u[2] * v[1] && u[2] * v[0] === u[0] * v[2] && u[0] * v[1] === u[1] * v[0]) { degenerate++; continue }
    const key = [0, 1, 2].map((turn) => [0, 1, 2].map((k) => places[(k + turn) % 3]).join()).toSorted()[0]
    keys.set(key, (keys.get(key) ?? 0) + 1)
  }
  const duplicate = [...keys.values()].reduce((sum, count) => sum + count - 1, 0)
  expect(healthOf({ positions, normals: positions, indices })).toMatchObject({ degenerate, duplicate })
})

describe('findings', () => {
  const placed = (mesh: ReturnType<typeof box>, name = 'Crate', position = [0, 0, 0] as const) =>
    ({ parts: [{ id: '1', name, mesh: mesh.key, materials: [], position, rotation: [0, 0, 0, 1] as const, scale: [1, 1, 1] as const }], meshes: new Map([[mesh.key, mesh]]) })

  test('name what they are about', () => {
    const findings = healthFindings(placed(box(inwards)), [])
    expect(findings).toMatchObject([{ kind: 'insideOut', severity: 'info', parts: ['1'] }])
    expect(textOf(findings[0].sentence)).toContain('“Crate”')
    expect(healthFindings(placed(box(OUTWARDS)), [])).toEqual([])
  })

  test('a shell around a room looks inwards by right', () => {
    const shell = placed(box(inwards, { size: 3 }), 'Walls')
    const { spaces } = findSpaces(shell as unknown as ParsedAsset)
    expect(spaces).toMatchObject([{ roofed: true }])
    expect(healthFindings(shell, spaces).map(({ kind }) => kind)).not.toContain('insideOut')
    expect(healthFindings(shell, []).map(({ kind }) => kind)).toContain('insideOut')
  })

  test('a room with a lid is covered, one without is open to the sky', () => {
    const space = { center: [2, 0, 2] as const, floor: 0 }
    expect(isOpenToTheSky(placed(box(inwards, { size: 3 })), space)).toBe(false)
    // Without the quad at the top (y = 1).
    expect(isOpenToTheSky(placed(box(inwards.slice(0, 10), { size: 3 })), space)).toBe(true)
    expect(isOpenToTheSky(placed(box(inwards, { size: 3 })), { ...space, center: [5, 0, 2] })).toBe(true)
  })
})

test('says which rooms have no ceiling, and nothing of a terrace', () => {
  const roofsOf = (boxes: Parameters<typeof boxesAsset>[0]): readonly string[] => {
    const { parsed } = boxesAsset(boxes)
    return healthFindings(parsed, findSpaces(parsed).spaces).filter(({ kind }) => kind === 'roof').map(({ sentence }) => textOf(sentence))
  }
  const terrace = [{ name: 'Terrace', min: [-0.1, -0.2, 4.1], max: [8.3, 0, 12] }, { name: 'Screen', min: [-0.1, 0, 4.1], max: [0, 2.2, 12] }] as const
  expect(roofsOf(twoRooms(true))).toEqual([])
  expect(roofsOf([...twoRooms(true), ...terrace])).toEqual([])
  expect(roofsOf(twoRooms(false))).toEqual(['2 rooms have no ceiling and are lit by the sky.'])
})

test('corners in the same place become the first of them, however many places were expected, near each other in the list or far apart; -0 is 0', () => {
  // Again and again: a table of a few slots grows.
  const positions = Float32Array.from({ length: 3 * 120_000 }, (_, k) => (k % 3 === 0 ? Math.floor(k / 3) % 50_000 : k % 6 === 1 ? -0 : 0))
  const wanted = Uint32Array.from({ length: 120_000 }, (_, i) => i % 50_000)
  for (const places of [undefined, 4, 50_000, 200_000]) expect(Buffer.compare(Buffer.from(weld(positions, places).buffer), Buffer.from(wanted.buffer)), String(places)).toBe(0)
  expect([...weld(Float32Array.of(1, 2, 3, 1, 2, 3, 4, 5, 6, 1, 2, 3, -0, 0, 0, 0, -0, 0), 1)]).toEqual([0, 0, 2, 0, 4, 4])
})
