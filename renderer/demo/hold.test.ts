import { beforeEach, describe, expect, test } from 'vitest'
import type { Instance, MeshData, SceneSnapshot, Vec3 } from '../../gpu/index.ts'
import { emptyDocument } from '../document/empty.ts'
import { useDocument } from '../document/store.ts'
import { piece } from '../document/testing.ts'
import { IDENTITY, quatLookingAt } from '../document/transform.ts'
import { type CameraPose, useInteraction } from '../interaction/store.ts'
import { type Block, queryOfBlocks } from '../interaction/testing.ts'
import { projectPoint } from '../navigation/projection.ts'
import type { Body } from '../tools/place/placement.ts'
import { findHold, type Share } from './hold.ts'

const SIZE = { width: 480, height: 270 }
const SNAPSHOT: SceneSnapshot = { meshes: new Map(), textures: new Map(), instances: [], lights: [], environment: { zenith: [0, 0, 0], nadir: [0, 0, 0] } }
const MIRROR: Body = { mount: 'wall', transform: IDENTITY, bounds: { min: [-0.34, -0.34, 0], max: [0.34, 0.34, 0.1] } }
const KETTLE: Body = { mount: 'surface', transform: IDENTITY, bounds: { min: [-0.1, 0, -0.1], max: [0.1, 0.2, 0.1] } }
const FLOOR: Block = { id: 'floor', min: [-4, -0.1, -4], max: [4, 0, 4] }
const wall = (from: number, to: number, id = `wall ${from}`): Block => ({ id, min: [from, 0, -4.1], max: [to, 2.5, -4] })

let pose: CameraPose
beforeEach(() => {
  const [position, target]: Vec3[] = [[0, 1.5, 3], [0, 1.5, 0]]
  pose = { ...useInteraction.getState().pose, position, target, orientation: quatLookingAt(position, target) }
  useDocument.getState().replace(emptyDocument('Room'))
})

/** Where a point is on the canvas. */
function shareOf(point: Vec3): Share {
  const [x, y] = projectPoint(pose, SIZE, point)!
  return [x / SIZE.width, y / SIZE.height]
}

/** The first of these points that holds a piece; null: none. */
function heldAt(body: Body, blocks: readonly Block[], points: readonly Vec3[], snapshot = SNAPSHOT): Vec3 | null {
  const places = points.map(shareOf)
  const hold = findHold({ query: queryOfBlocks(blocks), snapshot }, body, pose, SIZE, places)
  return hold === null ? null : points[places.indexOf(hold)]
}

describe('what belongs on a wall', () => {
  const points = [-1.5, 0, 1.5].map((x): Vec3 => [x, 1.5, -4])

  test('hangs where there is wall behind all of it: not across a window, not on a post', () => {
    const room = [FLOOR, wall(-1.6, -1.3), wall(0.1, 4)]
    expect(heldAt(MIRROR, room, points)).toEqual([1.5, 1.5, -4])
    expect(heldAt(MIRROR, [FLOOR, wall(-4, 4)], points)).toEqual([-1.5, 1.5, -4])
  })

  test('needs a wall that is there: outdoors, where one is meant, it has none', () => {
    expect(heldAt(MIRROR, [], points)).toBeNull()
    const sofa: Block = { id: 'sofa', min: [-2, 0, -3], max: [2, 0.4, -2] }
    expect(heldAt(MIRROR, [FLOOR, sofa], [...points, [0, 0.2, -2], [0, 0.4, -2.5]])).toBeNull()
  })

  test('finds the walls of a house that is one piece, whether it may be moved or not', () => {
    const house = [FLOOR, wall(-1, 4)].map((block) => ({ ...block, id: 'house' }))
    const mesh = { bounds: { min: [-4, -0.1, -4.1], max: [4, 2.5, 4] } } as unknown as MeshData
    const instance = { id: 'house', mesh: 'house' } as unknown as Instance
    for (const locked of [true, false]) {
      useDocument.getState().replace({ ...emptyDocument('House'), pieces: [piece('house', { locked })] })
      expect(heldAt(MIRROR, house, points, { ...SNAPSHOT, meshes: new Map([['house', mesh]]), instances: [instance] })).toEqual([0, 1.5, -4])
    }
  })

  test('sticks in nothing and is seen', () => {
    const shelf: Block = { id: 'shelf', min: [-1.3, 0, -4], max: [-0.2, 2.2, -3.7] }
    const screen: Block = { id: 'screen', min: [-0.2, 1, -2], max: [0.2, 2, -1.9] }
    expect(heldAt(MIRROR, [FLOOR, wall(-4, 4), shelf, screen], points)).toEqual([1.5, 1.5, -4])
    // It is round: a corner of its box is not its own.
    const corner: Block = { id: 'corner', min: [-1.24, 1.76, -4], max: [-1, 2, -3.9] }
    expect(heldAt(MIRROR, [FLOOR, wall(-4, 4), corner], points)).toEqual([-1.5, 1.5, -4])
  })
})

test('what stands, stands on something with its foot, whatever reaches over it', () => {
  const table: Block = { id: 'table', min: [-1, 0, -2], max: [1, 0.7, -1] }
  expect(heldAt(KETTLE, [FLOOR, table], [[0.97, 0.7, -1.5], [0, 0.7, -1.02], [0, 0.7, -1.5]])).toEqual([0, 0.7, -1.5])
  expect(heldAt(KETTLE, [FLOOR, table], [[0.94, 0.7, -1.5]])).not.toBeNull()
  expect(heldAt(KETTLE, [table], [[0.97, 0.7, -1.5]])).toBeNull()
})
