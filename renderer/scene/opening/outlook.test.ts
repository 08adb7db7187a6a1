import { describe, expect, test } from 'vitest'
import type { Vec3 } from '../../../gpu/index.ts'
import { findSpaces } from '../../imports/spaces/spaces.ts'
import { cameraOf, projectPoint } from '../../navigation/projection.ts'
import { add, rotate, scale, sub } from '../../navigation/vector.ts'
import { openAsRoom } from '../defaults.ts'
import { boxesAsset, type BoxSpec, twoRooms } from '../testing.ts'

const box = (name: string, min: Vec3, max: Vec3): BoxSpec => ({ name, min, max })

/** A room of 5 x 4 m and 2.6 m height without a roof; of its walls those that are named. */
const room = (walls: string): readonly BoxSpec[] => [
  box('Floor', [-0.1, -0.2, -0.1], [5.1, 0, 4.1]),
  ...[box('n', [-0.1, 0, -0.1], [5.1, 2.6, 0]), box('s', [-0.1, 0, 4], [5.1, 2.6, 4.1]), box('w', [-0.1, 0, 0], [0, 2.6, 4]), box('e', [5, 0, 0], [5.1, 2.6, 4])].filter(({ name }) => walls.includes(name)),
]
const furniture: readonly BoxSpec[] = [box('Bed', [1.2, 0, 0.4], [3.2, 0.5, 2]), box('Table', [3.6, 0, 2.6], [4.4, 0.75, 3.4]), box('Lamp', [1, 0, 2.8], [1.2, 1.5, 3])]
/** Plants as high as the head: most looks along the floor end at one of them, as at walls. */
const plants: readonly BoxSpec[] = [[1.5, 1.3], [3.5, 1.3], [1.5, 2.7], [3.5, 2.7]].map(([x, z], i) => box(`Plant ${i}`, [x - 0.15, 0, z - 0.15], [x + 0.15, 1.9, z + 0.15]))
/** Over the corner of n and w, so that half of the room has a ceiling. */
const loft: readonly BoxSpec[] = [box('Loft', [0, 2.2, 0], [2.4, 2.4, 4]), box('Post', [2.3, 0, 3.9], [2.4, 2.2, 4])]
const closed = [...room('nswe'), box('Roof', [-0.1, 2.6, -0.1], [5.1, 2.8, 4.1])]

const opened = (boxes: readonly BoxSpec[]) => {
  const asset = boxesAsset(boxes)
  const spaces = findSpaces(asset.parsed)
  return { boxes, spaces, ...openAsRoom(asset, spaces) }
}

interface Hit { readonly name: string; readonly distance: number; readonly normal: Vec3 }

/** The first box on a ray, and the side it is met on. */
function meet(boxes: readonly BoxSpec[], from: Vec3, along: Vec3): Hit | null {
  let nearest: Hit | null = null
  for (const { name, min, max } of boxes) {
    let [enter, leave, at] = [0, Infinity, 0]
    for (let axis = 0; axis < 3; axis++) {
      const [a, b] = [(min[axis] - from[axis]) / along[axis], (max[axis] - from[axis]) / along[axis]].toSorted((x, y) => x - y)
      if (a > enter) [enter, at] = [a, axis]
      leave = Math.min(leave, b)
    }
    if (enter <= 0 || enter >= leave || enter >= (nearest?.distance ?? Infinity)) continue
    nearest = { name, distance: enter, normal: [0, 1, 2].map((axis) => (axis === at ? -Math.sign(along[axis]) : 0)) as unknown as Vec3 }
  }
  return nearest
}

/** Of the picture: what the model fills of it, and what the outsides of walls do. Of the floor: what is seen. */
function judge({ boxes, pose }: ReturnType<typeof opened>): { readonly model: number; readonly outsides: number; readonly floor: number } {
  const { position, orientation, verticalFov, shift: [, shiftY] = [0, 0] } = cameraOf(pose)
  const tan = Math.tan(verticalFov / 2)
  const floor = boxes[0]
  const middle = scale(add(floor.min, floor.max), 0.5)
  const hits = Array.from({ length: 64 * 36 }, (_, i) => meet(boxes, position, rotate(orientation, [(((i % 64) + 0.5) / 32 - 1) * tan * (16 / 9), (1 - (Math.floor(i / 64) + 0.5) / 18 + shiftY) * tan, -1])))
  const isOutside = (hit: Hit): boolean => /^[nswe]$/.test(hit.name) && hit.normal.some((value, axis) => axis !== 1 && value * Math.sign(wallOf(boxes, hit.name)[axis] - middle[axis]) > 0)
  const spots = Array.from({ length: 400 }, (_, i): Vec3 => [mix(floor, 0, ((i % 20) + 0.5) / 20), floor.max[1], mix(floor, 2, (Math.floor(i / 20) + 0.5) / 20)])
  const seen = spots.filter((spot) => {
    const at = projectPoint(pose, { width: 1600, height: 900 }, spot)
    const hit = meet(boxes, position, sub(spot, position))
    return at !== null && at[0] > 0 && at[0] < 1600 && at[1] > 0 && at[1] < 900 && hit?.name === 'Floor' && hit.distance > 1 - 1e-6
  })
  const share = (some: readonly unknown[]): number => some.length / hits.length
  return { model: share(hits.filter((hit) => hit !== null)), outsides: share(hits.filter((hit) => hit !== null && isOutside(hit))), floor: seen.length / spots.length }
}

const wallOf = (boxes: readonly BoxSpec[], name: string): Vec3 => {
  const { min, max } = boxes.find((each) => each.name === name)!
  return scale(add(min, max), 0.5)
}
const mix = ({ min, max }: BoxSpec, axis: number, share: number): number => min[axis] + share * (max[axis] - min[axis])
const scaled = (boxes: readonly BoxSpec[], by: number, to: Vec3 = [0, 0, 0]): readonly BoxSpec[] => boxes.map(({ name, min, max }) => box(name, add(scale(min, by), to), add(scale(max, by), to)))

describe('a room that is open to a side, without a ceiling', () => {
  test.each(['nw', 'ne', 'sw', 'se', 'n', 's', 'w', 'e', 'nwe', 'nsw', 'nse', 'swe'])('is looked into from there where its walls are %s', (walls) => {
    for (const [size, to] of [[1, [0, 0, 0]], [0.05, [0, 0, 0]], [2, [4e4, 300, -9e4]]] as const) {
      const { model, outsides, floor } = judge(opened(scaled(room(walls), size, to)))
      expect(outsides).toBeLessThan(0.02)
      expect(floor).toBeGreaterThan(0.9)
      expect(model).toBeGreaterThan(0.2)
      expect(judge(opened(scaled([...room(walls), ...furniture], size, to))).outsides).toBeLessThan(0.02)
    }
  })

  test.each(['nw', 'ne', 'sw', 'se'])('is looked into though plants stand about, or a loft hangs over its corner, where its walls are %s', (walls) => {
    const [sx, sz] = [walls.includes('e') ? 5 : 0, walls.includes('s') ? 4 : 0]
    const mirrored = loft.map(({ name, min, max }) => {
      const [a, b] = [min, max].map(([x, y, z]): Vec3 => [sx === 0 ? x : sx - x, y, sz === 0 ? z : sz - z])
      return box(name, [Math.min(a[0], b[0]), a[1], Math.min(a[2], b[2])], [Math.max(a[0], b[0]), b[1], Math.max(a[2], b[2])])
    })
    for (const more of [plants, [...furniture, ...mirrored]]) {
      const found = opened([...room(walls), ...more])
      expect(found.spaces.standpoint).toBeNull()
      expect(judge(found).outsides).toBeLessThan(0.02)
      expect(judge(found).floor).toBeGreaterThan(0.5)
    }
  })

  test('lies in the sun of whoever looks into it', () => {
    const { pose, spaces: { toSun } } = opened([...room('se'), ...furniture])
    const back = sub(pose.position, pose.target)
    expect(toSun[0] * back[0] + toSun[2] * back[2]).toBeGreaterThan(0)
  })
})

describe('what is seen as well from its front is looked at from there, to the right', () => {
  const isUsual = ({ pose: { position, target } }: ReturnType<typeof opened>): boolean => Math.abs(Math.atan2(position[0] - target[0], position[2] - target[2]) - 0.6) < 1e-6
  test.each<[string, readonly BoxSpec[]]>([
    ['a house', [box('House', [0, 0, 0], [12, 6, 9]), box('Porch', [12, 0, 3], [13.5, 2.6, 5])]],
    ['a house on its land', [box('Ground', [-9, -0.2, -14], [26, 0, 20]), box('House', [0, 0, 0], [12, 6, 9])]],
    ['a sofa', [box('Seat', [0, 0, 0], [2, 0.4, 0.9]), box('Back', [0, 0.4, 0], [2, 0.85, 0.2]), box('Arm', [0, 0.4, 0], [0.2, 0.6, 0.9]), box('Arm 2', [1.8, 0.4, 0], [2, 0.6, 0.9])]],
    ['a table', [box('Top', [0, 0.7, 0], [2, 0.75, 1]), ...[[0, 0], [1.9, 0], [0, 0.9], [1.9, 0.9]].map(([x, z], i) => box(`Leg ${i}`, [x, 0, z], [x + 0.1, 0.7, z + 0.1]))]],
    ['a hill with a hut on it', [...Array.from({ length: 6 }, (_, i) => box(`Step ${i}`, [8 * i, i, 8 * i], [100 - 8 * i, i + 1, 100 - 8 * i])), box('Hut', [48, 6, 48], [52, 9, 52])]],
  ])('%s', (_, boxes) => {
    const found = opened(boxes)
    expect(found.spaces.standpoint).toBeNull()
    expect(isUsual(found)).toBe(true)
  })
})

test('what has walls all around is entered: a closed room, a storey without its roof, a hall of 30 m under the sky', () => {
  const hall = scaled(room('nswe'), 6).map(({ name, min, max }) => box(name, min, [max[0], Math.min(max[1], 5), max[2]]))
  for (const boxes of [[...closed, ...furniture], [...room('nswe'), ...furniture], twoRooms(false), hall]) expect(opened(boxes).spaces.standpoint).not.toBeNull()
})

test('an empty hull that is higher than a storey is looked at from outside, though its walls have two sides, and entered once something stands in it', () => {
  const hull = scaled(closed, 2.1)
  expect(opened(hull).spaces.standpoint).toBeNull()
  expect(opened([...hull, ...furniture]).spaces.standpoint).not.toBeNull()
  expect(opened(scaled(closed, 1.5)).spaces.standpoint).not.toBeNull()
})

test('a hull that shows its backs is looked at from outside though its windows have an inside, and entered where something stands behind them', () => {
  const hull = box('House', [0, 0, 0], [12, 4, 9])
  const windows = [1, 4, 7, 10].flatMap((x) => [0, 9].map((z) => box(`Window ${x} ${z}`, [x - 0.6, 1, z - 0.04], [x + 0.6, 2.4, z + 0.04])))
  expect(opened([hull, ...windows]).spaces.standpoint).toBeNull()
  expect(opened([hull, ...windows, ...furniture]).spaces.standpoint).not.toBeNull()
})
