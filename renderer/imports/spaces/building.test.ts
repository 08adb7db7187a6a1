import { readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import type { Vec3 } from '../../../gpu/index.ts'
import { boxesAsset, type BoxSpec, twoRooms } from '../../scene/testing.ts'
import { DECODERS_IN_NODE } from '../reading/in-node.ts'
import { readModel } from '../readers.ts'
import type { ParsedAsset } from '../types.ts'
import { findBuilding } from './building.ts'
import { findSpaces } from './spaces.ts'

/** The building, by what things are called, found by shapes alone: nothing has a name. */
function lockedOf(boxes: readonly BoxSpec[], { named = false } = {}): readonly string[] {
  const { parsed } = boxesAsset(boxes)
  const asset = named ? parsed : { ...parsed, parts: parsed.parts.map((part, i) => ({ ...part, name: `Object ${i}` })) }
  const building = findBuilding(asset, findSpaces(asset))
  return boxes.flatMap(({ name }, i) => (building.has(asset.parts[i].id) ? [name] : []))
}

const box = (name: string, min: Vec3, max: Vec3): BoxSpec => ({ name, min, max })
const room = (width: number, height: number, depth: number): readonly BoxSpec[] => [
  box('*floor', [-0.1, -0.2, -0.1], [width + 0.1, 0, depth + 0.1]), box('*ceiling', [-0.1, height, -0.1], [width + 0.1, height + 0.2, depth + 0.1]),
  box('*north', [-0.1, 0, -0.1], [width + 0.1, height, 0]), box('*south', [-0.1, 0, depth], [width + 0.1, height, depth + 0.1]),
  box('*west', [-0.1, 0, 0], [0, height, depth]), box('*east', [width, 0, 0], [width + 0.1, height, depth]),
]

/** Rooms whose building is what is marked with a star. */
const ROOMS: Readonly<Record<string, readonly BoxSpec[]>> = {
  bathroom: [
    ...room(2.6, 2.4, 2.2), box('tub', [0, 0, 0], [0.75, 0.6, 1.7]), box('basin', [1, 0.7, 0], [1.6, 0.9, 0.5]), box('toilet', [2, 0, 0], [2.4, 0.8, 0.65]), box('mirror', [1, 1.1, 0], [1.6, 1.9, 0.02]),
    box('cabinet', [2.2, 0, 1.4], [2.6, 1.8, 2]), box('mat', [1, 0, 0.8], [1.6, 0.02, 1.2]), box('lamp', [1.2, 2.3, 1], [1.5, 2.4, 1.3]),
  ],
  kitchen: [
    ...room(4, 2.5, 3), box('units', [0, 0, 0], [3.2, 0.9, 0.6]), box('wall units', [0, 1.5, 0], [2.4, 2.2, 0.35]), box('fridge', [3.3, 0, 0], [3.95, 2, 0.65]), box('table', [1.2, 0, 1.6], [2.6, 0.75, 2.4]),
    ...[0, 1, 2].map((i) => box(`chair ${i}`, [1.3 + 0.5 * i, 0, 1.3], [1.7 + 0.5 * i, 0.9, 1.7])), box('rug', [0.6, 0, 1.1], [3.2, 0.01, 2.8]),
    box('*skirting', [0, 0, 2.98], [4, 0.1, 3]), box('pillar lamp', [3.6, 0, 2.5], [3.8, 1.6, 2.7]),
  ],
  'stair hall': [
    ...room(5, 3, 4), ...Array.from({ length: 9 }, (_, i) => box('*step', [4, 0.17 * i + 0.13, 0.28 * i], [5, 0.17 * i + 0.17, 0.28 * i + 0.3])),
    ...Array.from({ length: 9 }, (_, i) => box('*riser', [4, 0.17 * i, 0.28 * i], [5, 0.17 * i + 0.13, 0.28 * i + 0.02])), box('*post', [3.9, 0, 0], [4, 2.2, 0.1]),
    // Shelves stand above each other, and stools beside each other.
    ...Array.from({ length: 6 }, (_, i) => box('shelf', [0, 0.3 * i, 0], [1.2, 0.3 * i + 0.03, 0.3])), ...Array.from({ length: 6 }, (_, i) => box('stool', [0.6 * i, 0, 3], [0.6 * i + 0.55, 0.3, 3.4])),
  ],
}

describe('what of a model is the building, by shapes alone', () => {
  test.each(Object.entries(ROOMS))('in a %s that nobody named', (_, boxes) => {
    expect(lockedOf(boxes)).toEqual(boxes.filter(({ name }) => name.startsWith('*')).map(({ name }) => name))
  })

  test.each([true, false])('in a house of two rooms (roof: %s)', (withRoof) => {
    expect(lockedOf(twoRooms(withRoof))).toEqual(twoRooms(withRoof).map(({ name }) => name).filter((name) => !['Dining table', 'Wardrobe'].includes(name)))
  })

  test('a rug is furniture, a floor of its size that lies on nothing is not', () => {
    const rug = box('rug', [0.5, 0, 0.5], [3.5, 0.01, 3])
    expect(lockedOf([...room(5, 2.6, 4), rug])).not.toContain('rug')
    const alone = [...room(5, 2.6, 4).slice(1), box('*floor', [0, -0.02, 0], [5, 0, 4])]
    expect(lockedOf(alone)).toContain('*floor')
  })

  test('a single thing is furniture, however large, and so are things without a building around them', () => {
    expect(lockedOf([box('container', [0, 0, 0], [12, 2.6, 2.4])])).toEqual([])
    expect(lockedOf([box('bed', [0, 0, 0], [2, 0.5, 2]), box('wardrobe', [2.5, 0, 0], [4.5, 2.3, 0.4])])).toEqual([])
    expect(lockedOf([box('lawn', [-20, -0.1, -20], [20, 0, 20]), box('bench', [0, 0, 0], [1.5, 0.5, 0.5])])).toEqual(['lawn'])
  })

  test('a room of a single mesh is the building: nobody drags it about by one of its chairs', () => {
    const boxes = [...room(3, 2.4, 2.2), box('chair', [1, 0, 1], [1.5, 0.9, 1.5])]
    const { parsed } = boxesAsset(boxes)
    const meshes = [...parsed.meshes.values()]
    const { bounds } = findSpaces(parsed)
    const whole = { ...meshes[0], bounds, positions: Float32Array.from(meshes.flatMap(({ positions }) => [...positions])), normals: Float32Array.from(meshes.flatMap(({ normals }) => [...normals])), indices: Uint32Array.from(meshes.flatMap(({ indices }, i) => [...indices].map((index) => index + 8 * i))) }
    const one = { ...parsed, parts: [parsed.parts[0]], meshes: new Map([[whole.key, whole]]) }
    expect(findBuilding(one, findSpaces(one))).toEqual(new Set([one.parts[0].id]))
  })

  test('large round things in a row are no building, the field that they stand on is', () => {
    // Pyramids: all that slopes is neither level nor plumb.
    const { parsed } = boxesAsset([...[0, 1, 2].map((i) => box('urn', [10 * i, 0, 0], [10 * i + 6, 4, 6])), box('field', [-10, -0.1, -10], [40, 0, 20])])
    const field = parsed.parts[3]
    const sloped = new Map([...parsed.meshes].map(([key, mesh]) => {
      const middle = [0, 1, 2].map((axis) => (mesh.bounds.min[axis] + mesh.bounds.max[axis]) / 2)
      return [key, key === field.mesh ? mesh : { ...mesh, positions: mesh.positions.map((value, i) => (i % 3 !== 1 && mesh.positions[i - (i % 3) + 1] > middle[1] ? middle[i % 3] : value)) }]
    }))
    const urns = parsed.parts.slice(0, 3)
    const bounds = { min: [-10, 0, -10], max: [40, 4, 20] } as const
    expect(findBuilding({ parts: urns, meshes: sloped }, { bounds, spaces: [] }).size).toBe(0)
    const many = Array.from({ length: 40 }, (_, i) => ({ ...urns[0], id: `urn ${i}` }))
    expect(findBuilding({ parts: [...many, field], meshes: sloped }, { bounds, spaces: [] })).toEqual(new Set([field.id]))
  })

  test('a name counts where shapes say nothing, and never against them', () => {
    const boxes = [...room(5, 2.6, 4), box('Door', [1, 0, 3.9], [1.9, 2, 4]), box('Doorknob', [1.8, 1, 3.85], [1.9, 1.1, 3.9]), box('Wall clock', [2, 1.5, 0], [2.7, 2.2, 0.05]), box('Couch', [0.2, 0, 0.2], [4.6, 0.8, 1])]
    expect(lockedOf(boxes, { named: true }).slice(6)).toEqual(['Door', 'Couch'])
  })

  test('thirty thousand tiles and planks are judged without comparing each to each', () => {
    const tiles = Array.from({ length: 30_000 }, (_, i) => box('tile', [0.4 * (i % 200), 0.01 * (i % 7), 0.4 * Math.floor(i / 200)], [0.4 * (i % 200) + 0.39, 0.01 * (i % 7) + 0.01, 0.4 * Math.floor(i / 200) + 0.39]))
    const { parsed } = boxesAsset([...room(80, 2.6, 60), ...tiles])
    const space = { enclosed: true, area: 4700, floor: 0, ceiling: 2.6, center: [40, 0, 30], ends: [[1, 0, 1], [79, 0, 59]] } as const
    expect(findBuilding(parsed, { bounds: { min: [-0.1, -0.2, -0.1], max: [80.1, 2.8, 60.1] }, spaces: [space] }).size).toBe(6)
  })

  test('the class that a file gives comes first', () => {
    const { parsed } = boxesAsset([...room(5, 2.6, 4), box('a', [1, 0, 1], [1.3, 0.3, 1.3]), box('b', [0, 0, 2], [5, 2.6, 2.1]), box('c', [2, 0, 1], [2.4, 0.3, 1.3])])
    const classes = ['IfcRailing', 'IfcFurnishingElement', 'IfcBuildingElementProxy']
    const asset = { ...parsed, parts: parsed.parts.map((part, i) => ({ ...part, class: classes[i - 6] })) }
    expect([...findBuilding(asset, findSpaces(asset))].map(Number).filter((i) => i >= 6)).toEqual([6])
  })
})

const scenes = process.env.ATRIUM_SCENES
const TRUTH: Readonly<Record<string, { readonly building: RegExp; readonly open: RegExp }>> = {
  // `open`: nobody can say, or shapes cannot: doors, windows, what is fixed but small.
  'small_house.glb': { building: /Wall|Floor(?:B)/, open: /Door|Window/ },
  'living_room_furnished.glb': { building: /^(?:walls|base board)/, open: /^door|curtain_rod/ },
  'hospital_floor.glb': { building: /hospital_(?:floor|ramp)|nursesstation/, open: /elevator/ },
}

describe.runIf(scenes)('@scenes furniture of real rooms is free, with names and without (skipped: ATRIUM_SCENES is not set)', () => {
  const open = async (file: string): Promise<ParsedAsset> => (await readModel(new Uint8Array(readFileSync(path.join(scenes ?? '', 'interiors', file))), {
    name: file, pieces: 'objects', decoders: DECODERS_IN_NODE, decodeImage: () => Promise.resolve({ width: 1, height: 1, rgba: new Uint8Array(4) }),
  })).parsed

  test.each(Object.entries(TRUTH))('%s', async (file, { building, open: unsure }) => {
    const asset = await open(file)
    const spaces = findSpaces(asset)
    const nameless = { ...asset, parts: asset.parts.map((part, i) => ({ ...part, name: `Object ${i}` })) }
    const sure = asset.parts.filter(({ name }) => !unsure.test(name))
    for (const one of [asset, nameless]) {
      const found = findBuilding(one, spaces)
      expect(sure.filter(({ id }) => found.has(id)).map(({ name }) => name)).toEqual(sure.filter(({ name }) => building.test(name)).map(({ name }) => name))
    }
  })

  test('wooden_staircase.glb: walls, floors, ceilings and treads are the building; what stands in it is not', async () => {
    const asset = await open('wooden_staircase.glb')
    const found = findBuilding(asset, findSpaces(asset))
    const worn = (materials: RegExp) => asset.parts.filter((part) => part.materials.every(({ name }) => materials.test(name ?? '')))
    expect(worn(/^(?:WoodFloor|Wallpaper)$/).every(({ id }) => found.has(id))).toBe(true)
    expect(worn(/^(?:Brass|Glass|Gold|WoodChair|ChairSeat|Lampshade|WoodLamp|Painting\d)$/).some(({ id }) => found.has(id))).toBe(false)
    expect(worn(/^WoodStairs$/).filter(({ id }) => found.has(id)).length).toBeGreaterThan(100)
    expect(found.size).toBeLessThan(asset.parts.length / 4)
  })
})
