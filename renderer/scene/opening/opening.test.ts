import { describe, expect, test } from 'vitest'
import { type MeshData, type Rgb, type Vec3, whiteBalanceMatrix } from '../../../gpu/index.ts'
import { greyOf } from '../../../gpu/settings.ts'
import { sphere } from '../../../gpu/testing/meshes.ts'
import { type Box, boxAround } from '../../imports/pieces/box.ts'
import { boundsOfAsset, voxelize } from '../../imports/spaces/voxels.ts'
import { findSpaces } from '../../imports/spaces/spaces.ts'
import { walkVoxels } from '../../imports/spaces/walk.ts'
import type { LoadedAsset } from '../../imports/types.ts'
import type { CameraPose } from '../../interaction/store.ts'
import { cameraOf, projectPoint } from '../../navigation/projection.ts'
import { rotate } from '../../navigation/vector.ts'
import { createDaylight } from '../daylight.ts'
import { openAsRoom } from '../defaults.ts'
import { boxesAsset, type BoxSpec, twoRooms } from '../testing.ts'

const box = (name: string, min: Vec3, max: Vec3): BoxSpec => ({ name, min, max })

/** A room of w x d metres, 2.6 m high, with a roof; a window of 1.6 m in its wall at +x where it has one. */
const room = (w: number, d: number, { window = false } = {}): readonly BoxSpec[] => [
  box('Floor', [-0.2, -0.2, -0.2], [w + 0.2, 0, d + 0.2]), box('Roof', [-0.2, 2.6, -0.2], [w + 0.2, 2.8, d + 0.2]),
  box('Wall n', [-0.2, 0, -0.2], [w + 0.2, 2.6, 0]), box('Wall s', [-0.2, 0, d], [w + 0.2, 2.6, d + 0.2]), box('Wall w', [-0.2, 0, 0], [0, 2.6, d]),
  ...(window
    ? [box('Wall e', [w, 0, 0], [w + 0.2, 0.9, d]), box('Wall e top', [w, 2.3, 0], [w + 0.2, 2.6, d]), box('Wall e 1', [w, 0.9, 0], [w + 0.2, 2.3, d / 2 - 0.8]), box('Wall e 2', [w, 0.9, d / 2 + 0.8], [w + 0.2, 2.3, d])]
    : [box('Wall e', [w, 0, 0], [w + 0.2, 2.6, d])]),
]
const furniture: readonly BoxSpec[] = [box('Bed', [0.1, 0, 0.1], [2, 0.5, 1.7]), box('Desk', [0.1, 0, 2.6], [0.7, 0.75, 3.8]), box('Chair', [1, 0, 2.8], [1.4, 0.9, 3.2])]

/** Ground of a width at height 0 as positions and indices, in squares, so many across; `corner`: one that it shares with what stands on it. */
function plainOf(width: number, across: number, corner: Vec3 | null): Pick<MeshData, 'positions' | 'indices'> {
  const row = across + 1
  const positions = Array.from({ length: row * row }, (_, i) => [(i % row) / across - 0.5, 0, Math.floor(i / row) / across - 0.5]).flatMap((at) => at.map((value) => value * width))
  const squares = Array.from({ length: across * across }, (_, i) => i + Math.floor(i / across))
  const triangles = corner === null
    ? squares.flatMap((at) => [at, at + row, at + 1, at + 1, at + row, at + row + 1])
    : squares.flatMap((at) => [[at, at + row], [at + row, at + row + 1], [at + row + 1, at + 1], [at + 1, at]].flatMap(([a, b]) => [a, b, row * row]))
  return { positions: Float32Array.from([...positions, ...(corner ?? [])]), indices: Uint32Array.from(triangles) }
}

/** All of an asset's parts, and what is added, as the one mesh of a file that was merged. */
const inOneMesh = (...more: readonly Pick<MeshData, 'positions' | 'indices'>[]) => ({ bytes, parsed }: LoadedAsset): LoadedAsset => {
  const all = [...parsed.meshes.values(), ...more]
  const positions = Float32Array.from(all.flatMap((mesh) => [...mesh.positions]))
  const starts = all.map((_, i) => all.slice(0, i).reduce((sum, mesh) => sum + mesh.positions.length / 3, 0))
  const indices = Uint32Array.from(all.flatMap((mesh, i) => [...mesh.indices].map((index) => index + starts[i])))
  const mesh: MeshData = { key: 'merged', positions, normals: positions.map((_, i) => (i % 3 === 1 ? 1 : 0)), uvs: null, indices, materialSlots: null, bounds: boxAround(pointsIn(positions)) }
  return { bytes, parsed: { ...parsed, parts: [{ ...parsed.parts[0], mesh: mesh.key }], meshes: new Map([[mesh.key, mesh]]) } }
}

const cornersOf = ({ min, max }: Box): readonly Vec3[] => Array.from({ length: 8 }, (_, i) => [(i & 1 ? max : min)[0], (i & 2 ? max : min)[1], (i & 4 ? max : min)[2]])

/** Of the picture's width or height that a box takes, whichever is more. */
function shareOfPicture(pose: CameraPose, box: Box): number {
  const seen = cornersOf(box).map((corner) => projectPoint(pose, { width: 1600, height: 900 }, corner)!)
  return Math.max(...[0, 1].map((axis) => (Math.max(...seen.map((at) => at[axis])) - Math.min(...seen.map((at) => at[axis]))) / [1600, 900][axis]))
}

const pointsIn = (positions: Float32Array): readonly Box[] => Array.from({ length: positions.length / 3 }, (_, i) => [positions[3 * i], positions[3 * i + 1], positions[3 * i + 2]] as const).map((at) => ({ min: at, max: at }))

const withoutGables = room(4, 6).filter(({ name }) => name !== 'Wall w' && name !== 'Wall e')

const opened = (boxes: readonly BoxSpec[], edit = (asset: LoadedAsset): LoadedAsset => asset) => {
  const asset = edit(boxesAsset(boxes))
  const spaces = findSpaces(asset.parsed)
  return { asset, spaces, ...openAsRoom(asset, spaces) }
}

/** Distances that the picture's rays go, by the voxels; Infinity: into the open. */
function distancesSeen({ asset, pose }: ReturnType<typeof opened>): readonly number[] {
  const voxels = voxelize(asset.parsed)
  const { position, orientation, verticalFov, shift: [, shiftY] = [0, 0] } = cameraOf(pose)
  const tan = Math.tan(verticalFov / 2)
  return Array.from({ length: 16 * 9 }, (_, i) => {
    const [x, y] = [((i % 16) + 0.5) / 8 - 1, 1 - (Math.floor(i / 16) + 0.5) / 4.5]
    const ray = rotate(orientation, [(x * tan * 16) / 9, (y + shiftY) * tan, -1])
    const length = Math.hypot(...ray)
    return walkVoxels(voxels, position, [ray[0] / length, ray[1] / length, ray[2] / length])?.distance ?? Infinity
  })
}

describe('the first view', () => {
  test.each([
    ['a bathroom of 2 x 3 m', [...room(2, 3), box('Bath', [0.05, 0, 0.05], [0.75, 0.55, 1.75]), box('Basin', [1.5, 0.6, 1], [1.95, 0.85, 1.6])]],
    ['a bedroom', [...room(4, 4, { window: true }), ...furniture]],
    ['a hall of 40 m', [...room(40, 12), ...Array.from({ length: 8 }, (_, i) => box(`Table ${i}`, [4 + 4 * i, 0, 5], [5.5 + 4 * i, 0.75, 6]))]],
    ['two rooms under the sky', twoRooms(false)],
  ])('stands in %s at the height of the eyes, looks level, and sees the room with nothing close before it', (_, boxes) => {
    const found = opened(boxes)
    const { pose } = found
    expect(pose.position[1]).toBeCloseTo(1.6, 0)
    expect(pose.straighten).toBe(1)
    expect(rotate(cameraOf(pose).orientation, [0, 0, -1])[1]).toBeCloseTo(0, 6)
    const distances = distancesSeen(found)
    expect(distances.filter((distance) => distance < 0.5).length / distances.length).toBeLessThan(0.1)
    expect(distances.filter((distance) => distance < Infinity).length / distances.length).toBeGreaterThan(0.85)
  })

  test('of two rooms as large, looks at the one that is furnished, and at the furniture', () => {
    const wall = box('Wall between', [4, 0, 0], [4.2, 2.6, 4])
    const { pose } = opened([...room(8.2, 4), wall, ...furniture])
    expect(pose.position[0]).toBeLessThan(4)
    for (const middle of [[1, 0.3, 0.9], [1.2, 0.5, 3]] as const) {
      const at = projectPoint(pose, { width: 1600, height: 900 }, middle)
      expect(at?.[0], String(middle)).toSatisfy((x: number) => x > 0 && x < 1600)
    }
  })

  test.each([['+z', 0, 'Wall s'], ['-z', Math.PI, 'Wall n']] as const)('a room that is open towards %s is looked at from there, as a stage is, all of it in the picture', (_, turn, open) => {
    const set = (without: string): readonly BoxSpec[] => [...room(5.5, 5.5), box('Tall', [1, 0, 1], [2.6, 3.2 - 1, 2.6]), box('Short', [3, 0, 3], [4.6, 1.6, 4.6])].filter(({ name }) => name !== without)
    const found = opened(set(open))
    const { position } = found.pose
    expect(position[0]).toBeCloseTo(2.75, 0)
    expect(turn === 0 ? position[2] : 5.5 - position[2]).toBeGreaterThan(6)
    expect(rotate(cameraOf(found.pose).orientation, [0, 0, -1])[2]).toBeCloseTo(-Math.cos(turn), 2)
    const corners = [[0, 0.05], [5.5, 0.05], [0, 2.55], [5.5, 2.55]].map(([x, y]) => projectPoint(found.pose, { width: 160, height: 90 }, [x, y, turn === 0 ? 5.5 : 0]))
    for (const corner of corners) expect(corner !== null && corner[0] >= 0 && corner[0] <= 160 && corner[1] >= 0 && corner[1] <= 90).toBe(true)
    // A wing of a building, cut open, is entered.
    expect(opened(room(16, 6).filter(({ name }) => name !== open)).pose.position[2]).toBeLessThan(6)
    expect(opened(room(16, 6).filter(({ name }) => name !== open)).pose.position[2]).toBeGreaterThan(0)
    expect(opened(set('')).pose.position.every((value, axis) => axis === 1 || (value > 0 && value < 5.5))).toBe(true)
  })

  test('what hangs over the edge of a floor is no wall: a house without its gables is open', () => {
    const eaves = box('Eaves', [-0.8, 2.6, -0.8], [4.8, 2.8, 6.8])
    expect(opened([...room(4, 6), eaves]).spaces.spaces).toMatchObject([{ enclosed: true }])
    expect(opened([...withoutGables, eaves]).spaces.spaces).toMatchObject([{ enclosed: false }])
  })

  test('looks at a house without its gables from outside, and not at the mark of the survey far from it', () => {
    const house = [...withoutGables, box('Eaves', [-0.8, 2.6, -0.8], [4.8, 2.8, 6.8]), box('Table', [2, 0, 2], [3, 0.75, 3])]
    const { spaces, pose } = opened([...house, box('Mark', [-30, -1.2, 20], [-29, -1, 21])])
    expect(spaces.standpoint).toBeNull()
    expect(pose.target).toEqual(opened(house).pose.target)
    expect(spaces.bounds.max[2]).toBeCloseTo(6.8)
  })

  test('looks at a corner of two walls and at a garden from outside: nobody is in a room there', () => {
    const corner = [...room(5, 4).filter(({ name }) => ['Floor', 'Wall n', 'Wall w'].includes(name)), ...furniture]
    const garden = [box('Lawn', [-6, -0.2, -6], [6, 0, 6]), box('Hedge', [-6, 0, -6], [6, 2.2, -5.6]), box('Hut', [-5, 0, -5], [-2.5, 2.8, -2.5]), box('Tree', [3, 0, 3], [3.6, 5, 3.6])]
    for (const boxes of [corner, garden]) {
      const { spaces, pose } = opened(boxes)
      expect(spaces).toMatchObject({ standpoint: null, spaces: [] })
      expect(pose.straighten).toBeUndefined()
    }
  })

  test('looks at a field from outside, though what stands on it is no hut any more', () => {
    const field = [box('Field', [-35, -0.2, -35], [35, 0, 35]), box('Hedge w', [-35, 0, -35], [-34.5, 2.2, 35]), box('Hedge n', [-34.5, 0, -35], [35, 2.2, -34.5])]
    expect(opened([...field, ...room(5, 4)]).spaces).toMatchObject({ standpoint: null, spaces: [] })
    // A house has its grounds.
    expect(opened([...field, ...room(14, 12)]).spaces.standpoint).not.toBeNull()
  })

  test('shows all of a wide ground with a small thing of very many triangles on it', () => {
    const [x, z] = [300, 200]
    const fine = ({ bytes, parsed }: LoadedAsset): LoadedAsset => ({
      bytes, parsed: { ...parsed, meshes: new Map([...parsed.meshes].map(([key, mesh], i) => [key, i === 0 ? mesh : { ...mesh, positions: Float32Array.from({ length: 4000 * mesh.positions.length }, (_, at) => mesh.positions[at % mesh.positions.length]) }])) },
    })
    const { pose, asset } = opened([box('Ground', [-x, -0.2, -z], [x, 0, z]), box('Statue', [-1, 0, -1], [1, 5, 1])], fine)
    expect([...asset.parsed.meshes.values()].map(({ positions }) => positions.length > 60_000)).toEqual([false, true])
    for (const corner of [[-x, 0, -z], [-x, 0, z], [x, 0, -z], [x, 0, z]] as const) {
      const at = projectPoint(pose, { width: 1600, height: 900 }, corner)
      expect(at?.[0], String(corner)).toSatisfy((across: number) => across > 0 && across < 1600)
      expect(at?.[1], String(corner)).toSatisfy((down: number) => down > 0 && down < 900)
    }
  })

  test.each([['one', 1], ['four tiles', 2]])('frames a village on a plain of %s that reaches to the horizon, not the plain', (_, across) => {
    const houses = [[0, 0], [30, 5], [12, 40], [44, 36], [25, 20]].map(([x, z], i) => box(`House ${i}`, [x, 0, z], [x + 9, 6, z + 7]))
    const size = 2000 / across
    const plain = Array.from({ length: across ** 2 }, (__, i) => [(i % across) * size - 1000, Math.floor(i / across) * size - 1000]).map(([x, z], i) => box(`Plain ${i}`, [x, -0.2, z], [x + size, 0, z + size]))
    const [alone, onPlain] = [opened(houses), opened([...plain, ...houses])]
    expect(onPlain.spaces.standpoint).toBeNull()
    expect(onPlain.pose).toEqual(alone.pose)
    // Its grounds are no plain, and of two houses the land is what is shown.
    for (const [half, count] of [[60, 5], [1000, 2]] as const) {
      const { pose } = opened([box('Land', [-half, -0.2, -half], [half, 0, half]), ...houses.slice(0, count)])
      expect(Math.hypot(...pose.position.map((value, axis) => value - pose.target[axis]))).toBeGreaterThan(2 * half)
    }
  })

  test.each([
    ['two triangles', 1, false], ['two triangles, joined to it by its corners', 1, true], ['ten thousand triangles', 100, false],
  ])('frames a house that is one mesh together with 2 km of ground of %s, not the ground', (_, across, joined) => {
    const [x, z] = [40, -25]
    const wall = (name: string, from: Vec3, to: Vec3): BoxSpec => box(name, [x + from[0], from[1], z + from[2]], [x + to[0], to[1], z + to[2]])
    const house = [
      wall('Body', [0, 0, 0], [12, 3, 9]), wall('Roof', [-0.5, 3, -0.5], [12.5, 5, 9.5]), wall('Door', [2, 0, 9], [3, 2.1, 9.1]),
      wall('Chimney', [3, 5, 3], [3.6, 6.2, 3.6]), wall('Steps', [1.8, 0, 9.1], [3.2, 0.3, 9.8]),
    ]
    const { spaces, pose } = opened(house, inOneMesh(plainOf(2000, across, joined ? [x, 0, z] : null)))
    expect(spaces.standpoint).toBeNull()
    expect(shareOfPicture(pose, { min: [x - 0.5, 0, z - 0.5], max: [x + 12.5, 6.2, z + 9.8] })).toSatisfy((share: number) => share > 0.5 && share < 0.9)
    // One block of twelve triangles is no more than a mark on the land; nor is a house a speck on its own grounds.
    for (const [width, boxes] of [[2000, house.slice(0, 1)], [120, house]] as const) {
      const { pose: ofLand } = opened(boxes, inOneMesh(plainOf(width, across, joined ? [x, 0, z] : null)))
      expect(Math.hypot(...ofLand.position.map((value, axis) => value - ofLand.target[axis]))).toBeGreaterThan(width)
    }
  })

  test('looks at a hull that was made to be seen from outside from there, and enters it once somebody furnished it', () => {
    const hull = [box('House', [0, 0, 0], [12, 4, 9])]
    const { spaces, document } = opened(hull)
    expect(spaces).toMatchObject({ standpoint: null, spaces: [] })
    expect(document.lights.map(({ kind }) => kind)).toEqual(['directional'])
    expect(opened([...hull, ...furniture.map(({ name, min, max }) => box(name, [min[0] + 4, min[1], min[2] + 3], [max[0] + 4, max[1], max[2] + 3]))]).spaces.standpoint).not.toBeNull()
    expect(opened([...hull, box('Yard', [-3, -0.1, -3], [15, 0, 12])]).spaces.standpoint).toBeNull()
    // Turned round, it is a room.
    const turned = ({ bytes, parsed }: LoadedAsset): LoadedAsset => ({ bytes, parsed: { ...parsed, meshes: new Map([...parsed.meshes].map(([key, mesh]) => [key, { ...mesh, indices: mesh.indices.toReversed() }])) } })
    expect(opened(hull, turned).spaces.standpoint).not.toBeNull()
  })

  test.each([['20 apart', 20, 15, 13], ['9 that touch', 9, 12, 9]])('looks at hulls from outside, however many there are: %s', (_, count, dx, dz) => {
    const hulls = Array.from({ length: count }, (__, i) => [dx * (i % 5), dz * Math.floor(i / 5)]).map(([x, z], i) => box(`Block ${i}`, [x, 0, z], [x + 12, 4, z + 9]))
    expect(opened(hulls).spaces).toMatchObject({ standpoint: null, spaces: [] })
  })

  test('looks at a hull from outside though pilasters stand through its wall, and though its yard is walled', () => {
    const hull = box('House', [0, 0, 0], [12, 4, 9])
    const pilasters = [1, 3.5, 6, 8.5].flatMap((x) => [-0.3, 8.7].map((z) => box(`Pilaster ${x} ${z}`, [x, 0, z], [x + 0.6, 4, z + 0.6])))
    expect(opened([hull, ...pilasters]).spaces).toMatchObject({ standpoint: null, spaces: [] })
    const yard = [box('Yard', [-0.2, -0.2, 9], [12.2, 0, 17]), box('Fence', [0, 0, 16.8], [12, 2.6, 17])]
    const hut = room(2.6, 2.6).map(({ name, min, max }) => box(`Hut ${name}`, [min[0] + 14, min[1], min[2]], [max[0] + 14, max[1], max[2]]))
    expect(opened([hull, ...yard, ...hut]).spaces.standpoint).toBeNull()
  })

  test('stands in the room above a hollow foundation that is as large as house and garden, and not on the roof of a hull', () => {
    const house = room(6, 5, { window: true }).map(({ name, min, max }) => box(name, [min[0], min[1] + 2.7, min[2]], [max[0], max[1] + 2.7, max[2]]))
    const foundation = box('Foundation', [-0.2, 0, -0.2], [14, 2.4, 5.2])
    const { spaces, pose } = opened([foundation, ...house])
    expect(spaces.spaces[spaces.standpoint?.space ?? -1]).toMatchObject({ roofed: true, enclosed: true })
    expect(pose.position[1]).toBeCloseTo(2.7 + 1.6, 0)
    const parapet = [box('n', [0, 4, 0], [12, 6.4, 0.2]), box('s', [0, 4, 8.8], [12, 6.4, 9]), box('w', [0, 4, 0], [0.2, 6.4, 9]), box('e', [11.8, 4, 0], [12, 6.4, 9])]
    expect(opened([box('House', [0, 0, 0], [12, 4, 9]), ...parapet]).spaces).toMatchObject({ standpoint: null, spaces: [] })
  })

  test('nobody stands in what is so large that a head would be no height in it', () => {
    const walls = [box('n', [0, 0, 0], [640, 8, 24]), box('s', [0, 0, 296], [640, 8, 320]), box('w', [0, 0, 0], [24, 8, 320]), box('e', [616, 0, 0], [640, 8, 320]), box('Rib', [320, 0, 0], [344, 8, 320])]
    expect(opened([box('Block', [0, -24, 0], [640, 0, 320]), ...walls, box('Shaft', [0, 8, 0], [24, 240, 24])]).spaces).toMatchObject({ standpoint: null, spaces: [] })
  })

  test('a house seen from outside stands before the horizon, a chair on the ground alone', () => {
    const horizonOf = (size: Vec3): number => {
      const { pose } = opened([box('Block', [0, 0, 0], size)])
      return projectPoint(pose, { width: 160, height: 90 }, [-1e5, pose.position[1], -1e5])![1]
    }
    expect(horizonOf([12, 8, 9])).toSatisfy((y: number) => y > 5 && y < 45)
    expect(horizonOf([0.5, 0.9, 0.5])).toBeLessThan(0)
  })

  test('looks at a floor without a roof, most of which is one open plan, from outside, and enters the rooms of one that is divided', () => {
    const cabin = room(5, 5).filter(({ name }) => name.startsWith('Wall'))
    const plan = [box('Slab', [-0.2, -0.2, -0.2], [20, 0, 16]), ...cabin, box('Long wall n', [5, 0, -0.2], [20, 2.6, 0]), box('Long wall w', [-0.2, 0, 5], [0, 2.6, 16]), box('Desk', [10, 0, 8], [11.6, 0.75, 8.8])]
    expect(opened(plan).spaces.standpoint).toBeNull()
    expect(opened([...plan, box('Wall e', [20, 0, -0.2], [20.2, 2.6, 16]), box('Wall s', [-0.2, 0, 16], [20.2, 2.6, 16.2])]).spaces.standpoint).not.toBeNull()
  })

  test('looks at a vessel as large as a room from outside', () => {
    const vessel = ({ bytes, parsed }: LoadedAsset): LoadedAsset => {
      const ball = sphere(24, 3, [0, 3, 0])
      const parts = parsed.parts.map((part) => ({ ...part, mesh: ball.key }))
      return { bytes, parsed: { ...parsed, parts, meshes: new Map([[ball.key, ball]]) } }
    }
    const { spaces, pose } = opened([box('Vessel', [-3, 0, -3], [3, 6, 3])], vessel)
    expect(spaces.standpoint).toBeNull()
    expect(Math.hypot(pose.position[0], pose.position[1] - 3, pose.position[2])).toBeGreaterThan(3)
  })

  test.each([['3 cm', 0.03], ['1 m', 1], ['10 km', 10_000]])('frames a thing of %s, between a half and nine tenths of the picture, nearer than nothing and farther than nothing', (_, size) => {
    const { pose, asset } = opened([box('Body', [0, 0, 0], [size, size / 8, size / 2]), box('Tower', [0, size / 8, 0], [size / 10, size / 2, size / 10])].map((each) => ({ ...each })))
    const bounds = boundsOfAsset(asset.parsed)
    expect(shareOfPicture(pose, bounds)).toSatisfy((value: number) => value > 0.5 && value < 0.9)
    for (const corner of cornersOf(bounds)) {
      const away = Math.hypot(...corner.map((value, axis) => value - pose.position[axis]))
      expect(away).toBeGreaterThan(cameraOf(pose).near)
      expect(away).toBeLessThan(cameraOf(pose).far)
    }
  })

  test('stands inside one of two houses that stand far apart', () => {
    const away = room(5, 4, { window: true }).map(({ name, min, max }) => box(`${name} 2`, [min[0] + 40, min[1], min[2] + 30], [max[0] + 40, max[1], max[2] + 30]))
    expect(opened([...room(5, 4, { window: true }), ...away]).spaces.standpoint).not.toBeNull()
  })

  test('leaves out what lies far away', () => {
    const asset = boxesAsset([...room(4, 4), ...furniture, box('Book', [0, 343_000, 0], [0.2, 343_000.3, 0.2])])
    const strays = new Set([asset.parsed.parts.at(-1)!.id])
    const { pose } = openAsRoom(asset, findSpaces(asset.parsed, strays), 'm', strays)
    expect(pose.position[1]).toBeCloseTo(1.6, 0)
  })
})

describe('the first light', () => {
  test('the sun comes in by the window', () => {
    const { asset, spaces } = opened([...room(4, 4, { window: true }), ...furniture])
    expect(spaces.toSun[0]).toBeGreaterThan(0.3)
    // Somewhere above the floor one sees it.
    const voxels = voxelize(asset.parsed)
    const points = Array.from({ length: 400 }, (_, i): Vec3 => [0.2 + (i % 20) * 0.18, 0.3, 0.2 + Math.floor(i / 20) * 0.18])
    expect(points.filter((point) => walkVoxels(voxels, point, spaces.toSun) === null).length).toBeGreaterThan(5)
  })

  test('a room by day has no lamps, one without a window has 200 lux of them', () => {
    expect(opened([...room(4, 4, { window: true }), ...furniture]).document.lights.map(({ kind }) => kind)).toEqual(['directional'])
    const { lights } = opened(room(4, 4)).document
    expect(lights.map(({ kind }) => kind)).toEqual(['directional', 'point'])
    // 16 m2 take 6400 lm of a lamp whose light reaches the floor by half; 2.2 m below it stands a quarter of that directly.
    const lumens = 4 * Math.PI * (lights[1] as unknown as { intensity: number }).intensity
    expect((lumens * 0.5) / 16).toSatisfy((lux: number) => lux > 150 && lux < 260)
  })

  test('of many rooms without a window, the one that is looked at has its lamps', () => {
    const halls = [0, 1, 2, 3, 4].flatMap((i) => room(12, 12).map(({ name, min, max }) => box(`${name} ${i}`, [min[0] + 12.2 * i, min[1], min[2] + 6.2], [max[0] + 12.2 * i, max[1], max[2] + 6.2])))
    const { document: { lights }, spaces, pose: { position } } = opened([...room(5, 6), ...furniture, box('Wardrobe', [3.4, 0, 0.1], [4.9, 2.1, 0.7]), ...halls])
    expect(spaces.spaces[spaces.standpoint!.space].area).toBeLessThan(50)
    expect(lights.some((light) => light.kind === 'point' && Math.hypot(light.position[0] - position[0], light.position[2] - position[2]) < 6 && light.position[2] < 6)).toBe(true)
  })

  test('a lamp of the model gets the light, and goes with its piece; what shines by itself needs none', () => {
    const lamp = box('Pendant lamp', [1.9, 1.9, 1.9], [2.1, 2.2, 2.1])
    const { document } = opened([...room(4, 4), lamp])
    expect(document.lights.filter(({ kind }) => kind === 'point')).toMatchObject([{ attachedTo: document.pieces.find(({ name }) => name === 'Pendant lamp')!.id }])
    const panel = box('Panel', [1, 2.5, 1], [2, 2.55, 2])
    const shining = opened([...room(4, 4), panel], (asset) => ({
      ...asset, parsed: { ...asset.parsed, parts: asset.parsed.parts.map((part) => (part.name === 'Panel' ? { ...part, materials: [{ ...part.materials[0], emissive: [3000, 3000, 3000] as const }] } : part)) },
    }))
    expect(shining.document.lights.map(({ kind }) => kind)).toEqual(['directional'])
  })

  test('lamps of the file that light nothing of what is seen take no daylight away', () => {
    const lit = (boxes: readonly BoxSpec[], position: Vec3, intensity: number) => opened(boxes, (asset) => ({ ...asset, parsed: { ...asset.parsed, lights: [{ name: 'Lamp', kind: 'point' as const, color: [1, 1, 1] as const, intensity, position, direction: [0, -1, 0] as const, part: null }] } })).document
    const kinds = ({ lights }: ReturnType<typeof lit>) => lights.map(({ kind }) => kind)
    // 800 lm in the middle of a house's hull, of a lamp's foot; and far from a room, and below its ceiling.
    const [house, lampFoot, far, near] = [
      lit([box('House', [0, 0, 0], [18, 18, 18])], [9, 0.2, 9], 64), lit([box('Lamp', [0, 0, 0], [0.3, 0.6, 0.3])], [0.15, 0.5, 0.15], 64),
      lit(room(4, 4), [40, 60, 30], 64), lit(room(4, 4), [2, 2, 2], 64),
    ]
    expect([house, lampFoot, far, near].map(({ environment }) => environment.sky!.strength > 0.5)).toEqual([true, false, true, false])
    // A room without a window has its lamp, too.
    expect([kinds(far), kinds(near)]).toEqual([['directional', 'point', 'point'], ['directional', 'point']])
  })

  test('glass lets the day in', () => {
    const pane = box('Pane', [4.05, 0.9, 1.2], [4.1, 2.3, 2.8])
    const boxes = [...room(4, 4, { window: true }), ...furniture, pane]
    const glazed = (transmission: number) => opened(boxes, (asset) => ({
      ...asset, parsed: { ...asset.parsed, parts: asset.parsed.parts.map((part) => (part.name === 'Pane' ? { ...part, materials: [{ ...part.materials[0], transmission }] } : part)) },
    })).document.lights.length
    expect(glazed(0.95)).toBe(1)
    expect(glazed(0)).toBe(2)
  })

  test('outdoors is a sky, a horizon and a ground below the model, and the exposure follows', () => {
    const { document, settings } = opened([box('Chair', [0, 0.2, 0], [0.5, 1, 0.5])])
    expect(document.environment.sky).toMatchObject({ strength: 1, openness: 1 })
    expect(document.environment.ground?.center[1]).toBeLessThan(0.2)
    expect(document.environment.ground?.center[1]).toBeGreaterThan(0.19)
    expect(settings).toMatchObject({ exposure: 'automatic', whiteBalance: 5500 })
    for (const inside of [room(4, 4), [...room(4, 4, { window: true }), ...furniture]]) expect(opened(inside).settings).toMatchObject({ exposure: 'automatic', whiteBalance: 6500 })
    expect(opened(twoRooms(false) as readonly BoxSpec[]).settings.whiteBalance).toBe(5500)
  })

  test('outdoors is a clear day: a blue sky that is brighter than the ground and brightest at the horizon, grey ground, and white walls that are nearly white in the sun', () => {
    const { document, settings, spaces: { toSun } } = opened([box('House', [0, 0, 0], [9, 6, 9])])
    const { environment: { image }, sun } = createDaylight()(document)!
    const { width, height, rgb } = image!
    const luminance = ([r, g, b]: Rgb): number => 0.2126 * r + 0.7152 * g + 0.0722 * b
    /** Nits in a direction 90 degrees from the sun, where a picture of a house that lies in the sun shows its sky. */
    const at = (degrees: number): Rgb => {
      const column = Math.floor((Math.atan2(toSun[2], toSun[0]) / (2 * Math.PI) + 1) * width + width / 2 + width / 4) % width
      const from = 3 * (Math.floor(((90 - degrees) / 180) * height) * width + column)
      return [rgb[from], rgb[from + 1], rgb[from + 2]]
    }
    const balance = whiteBalanceMatrix(settings.whiteBalance)
    const balanced = (v: Rgb): Rgb => [0, 1, 2].map((row) => balance[row] * v[0] + balance[3 + row] * v[1] + balance[6 + row] * v[2]) as unknown as Rgb
    const ground = at(-20)
    for (const degrees of [3, 6, 9]) expect(luminance(at(degrees)) / luminance(ground)).toBeGreaterThan(1)
    expect(luminance(at(6))).toBeGreaterThan(1.5 * luminance(at(30)))
    for (const degrees of [6, 15, 30, 60]) expect(balanced(at(degrees))[2] / balanced(at(degrees))[0]).toBeGreaterThan(1.3)
    expect(Math.max(...balanced(ground)) / Math.min(...balanced(ground))).toBeLessThan(1.1)
    // White of 80 % that faces the sun, beside a picture as bright as the ground.
    const wall = luminance(ground) / greyOf(luminance(ground))
    expect((0.8 * sun.illuminance) / Math.PI / wall).toBeGreaterThan(0.8)
  })
})
