import { expect, test } from 'vitest'
import type { Quat, Vec3 } from '../../../gpu/index.ts'
import { composeMatrix, transformPoint, type Transform } from '../../document/transform.ts'
import { type Block, queryOfBlocks } from '../../interaction/testing.ts'
import { quatFromAxisAngle, rotate, UP } from '../../navigation/vector.ts'
import type { Body } from '../place/placement.ts'
import { worldBounds } from '../place/placement.ts'
import { againstWall, alongWall, dropOnto, facing, facingWall, mirrored, swapped } from './stand.ts'

const turned = (degrees: number): Quat => quatFromAxisAngle(UP, (degrees * Math.PI) / 180)
const body = (position: Vec3, [w, h, d]: Vec3, rotation: Quat = [0, 0, 0, 1]): Body =>
  ({ bounds: { min: [-w / 2, 0, -d / 2], max: [w / 2, h, d / 2] }, transform: { position, rotation, scale: [1, 1, 1] }, mount: 'floor' })
const close = (values: readonly number[], digits = 6): unknown[] => values.map((value) => expect.closeTo(value, digits))

const ROOM: readonly Block[] = [
  { id: 'room', min: [-4, -0.1, -3], max: [4, 0, 3] },
  { id: 'room', min: [-4.1, 0, -3], max: [-4, 2.5, 3] },
  { id: 'room', min: [-4, 0, -3.1], max: [4, 2.5, -3] },
  { id: 'table', min: [0, 0, 0], max: [1.5, 0.75, 1] },
]
const NOTHING: ReadonlySet<string> = new Set()

test('a piece drops onto the highest thing below its foot, or comes up out of the floor', () => {
  const query = queryOfBlocks(ROOM)
  expect(dropOnto(query, body([-2, 1.4, 1], [0.5, 0.9, 0.5]), NOTHING)).toEqual(close([0, -1.4, 0]))
  // Half of it over the table.
  expect(dropOnto(query, body([0, 1.4, 0.5], [0.5, 0.9, 0.5]), NOTHING)).toEqual(close([0, 0.75 - 1.4, 0]))
  expect(dropOnto(query, body([0, 1.4, 0.5], [0.5, 0.9, 0.5]), new Set(['table']))).toEqual(close([0, -1.4, 0]))
  expect(dropOnto(query, body([-2, -0.05, 1], [0.5, 0.9, 0.5]), NOTHING)).toEqual(close([0, 0.05, 0]))
  expect(dropOnto(query, body([9, 1, 9], [0.5, 0.9, 0.5]), NOTHING)).toBeNull()
})

test('a piece stands with its back flat to the nearest wall, whichever way it looked', () => {
  for (const degrees of [0, 37, 90, 200]) {
    const sofa = body([-1, 0, -2], [2, 0.8, 0.9], turned(degrees))
    const { position, rotation } = againstWall(queryOfBlocks(ROOM), sofa, new Set(['table']))!
    expect(rotate(rotation, [0, 0, 1])).toEqual(close([0, 0, 1]))
    const { min, max } = worldBounds({ ...sofa, transform: { ...sofa.transform, position, rotation } })
    expect([min[2], (min[0] + max[0]) / 2]).toEqual([expect.closeTo(-3, 2), expect.closeTo(-1, 6)])
    expect(min[2]).toBeGreaterThan(-3)
  }
  expect(rotate(againstWall(queryOfBlocks(ROOM), body([-3.5, 0, 1], [0.5, 0.9, 0.5], turned(20)), NOTHING)!.rotation, [0, 0, 1])).toEqual(close([1, 0, 0]))
  expect(againstWall(queryOfBlocks([]), body([0, 0, 0], [1, 1, 1]), NOTHING)).toBeNull()
})

test('a piece turns square to the nearest wall where it stands', () => {
  const query = queryOfBlocks(ROOM)
  for (const degrees of [0, 37, 180, 271]) {
    const desk = body([-1, 0, -2], [1.4, 0.8, 0.7], turned(degrees))
    const { position, rotation } = facingWall(query, desk, new Set(['table']))!
    expect([...position, ...rotate(rotation, [0, 0, 1])]).toEqual(close([-1, 0, -2, 0, 0, -1]))
  }
  expect(rotate(facingWall(query, body([-3.5, 0, 1], [0.5, 0.9, 0.5], turned(20)), NOTHING)!.rotation, [0, 0, 1])).toEqual(close([-1, 0, 0]))
  expect(facingWall(queryOfBlocks([]), body([0, 0, 0], [1, 1, 1]), NOTHING)).toBeNull()
})

test('a row along a wall goes away from the corner that is near', () => {
  const query = queryOfBlocks([...ROOM, { id: 'room', min: [4, 0, -3], max: [4.1, 2.5, 3] }])
  const chairAt = (x: number): Body => body([x, 0, -2.6], [0.5, 0.9, 0.5], turned(30))
  expect(alongWall(query, chairAt(-3), new Set(['table']))).toEqual([1, 0, 0])
  expect(alongWall(query, chairAt(3), new Set(['table']))).toEqual([-1, 0, 0])
  expect(alongWall(queryOfBlocks([]), chairAt(0), NOTHING)).toBeNull()
})

test('two pieces swap feet and turns, and swapping again gives them back', () => {
  const a = body([1, 0, 2], [0.5, 0.9, 0.5], turned(30))
  const b: Body = { ...body([-1, 0.75, 0], [1.2, 0.3, 0.4], turned(-90)), bounds: { min: [0, 0.1, 0], max: [1.2, 0.4, 0.4] } }
  const [toB, toA] = swapped(a, b)
  const at = (one: Body, to: Pick<Transform, 'position' | 'rotation'>): Body => ({ ...one, transform: { ...one.transform, ...to } })
  const foot = (one: Body): Vec3 => { const { min, max } = worldBounds(one); return [(min[0] + max[0]) / 2, min[1], (min[2] + max[2]) / 2] }
  expect([foot(at(a, toB)), foot(at(b, toA))]).toEqual([close(foot(b)), close(foot(a))])
  const [back] = swapped(at(a, toB), at(b, toA))
  expect(back.position).toEqual(close(a.transform.position))
})

test('a mirrored piece is its image: every point lies where the mirror shows it', () => {
  const transform: Transform = { position: [1, 0.4, 2], rotation: quatFromAxisAngle([0.48, 0.6, 0.64], 1.1), scale: [1, 2, 0.5] }
  for (const axis of [0, 2] as const) {
    const image = mirrored(transform, axis, 0.3)
    // Left of the piece is right of its image: across x the point itself, across z the one that half a turn brings there.
    for (const point of [[0.2, 0.5, -0.3], [-1, 0, 0.7]] as const) {
      const shown = transformPoint(composeMatrix(transform), point)
      const expected = shown.map((value, k) => (k === axis ? 0.6 - value : value))
      expect(transformPoint(composeMatrix(image), point)).toEqual(close(expected))
    }
    expect(Math.sign(image.scale[0] * image.scale[1] * image.scale[2])).toBe(-1)
    expect(mirrored(image, axis, 0.3).position).toEqual(close(transform.position))
  }
})

test('a piece turns its front to a point about its own middle, wherever its origin lies', () => {
  const chair: Body = { ...body([1, 0, 1], [0.5, 0.9, 0.5], turned(200)), bounds: { min: [0, 0, 0], max: [0.5, 0.9, 0.5] } }
  const middle = (one: Body): Vec3 => { const { min, max } = worldBounds(one); return [(min[0] + max[0]) / 2, (min[1] + max[1]) / 2, (min[2] + max[2]) / 2] }
  const point: Vec3 = [3, 2, -2]
  const to = facing(chair, point)!
  const after = middle({ ...chair, transform: { ...chair.transform, ...to } })
  expect(after).toEqual(close(middle(chair)))
  const [fx, , fz] = rotate(to.rotation, [0, 0, 1])
  expect(Math.atan2(fx, fz)).toBeCloseTo(Math.atan2(point[0] - after[0], point[2] - after[2]), 6)
  expect(facing(chair, [after[0], 5, after[2]])).toBeNull()
})
