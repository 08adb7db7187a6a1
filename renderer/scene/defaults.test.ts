import { describe, expect, test } from 'vitest'
import { openAsRoom } from './defaults.ts'
import { findSpaces } from '../imports/spaces/spaces.ts'
import { boxesAsset, twoRooms } from './testing.ts'

describe('a model opened as a room', () => {
  test.each([['without a window: each has a ceiling light', true], ['whose roof was left off: the sky lights them', false]])('a house has its two rooms, %s', (_, withRoof) => {
    const asset = boxesAsset(twoRooms(withRoof))
    const spaces = findSpaces(asset.parsed)
    expect(spaces.spaces).toHaveLength(2)
    expect(spaces.spaces.every(({ enclosed }) => enclosed)).toBe(true)
    const [large, small] = spaces.spaces
    expect(large.center[0]).toBeLessThan(5)
    expect(small.center[0]).toBeGreaterThan(5.1)
    expect(large.floor).toBeCloseTo(0, 0)
    expect(large.ceiling).toBeGreaterThan(2.3)
    const lights = openAsRoom(asset, spaces).document.lights
    expect(lights.map(({ name, kind }) => [name, kind])).toEqual([['Sun', 'directional'], ...(withRoof ? [['Ceiling light 1', 'point'], ['Ceiling light 2', 'point']] : [])])
    for (const light of lights) {
      if (light.kind === 'point') expect(light.position[1]).toSatisfy((y: number) => y > 2 && y < 2.6)
    }
  })

  test('walls, floors and slabs are locked, furniture is not', () => {
    const asset = boxesAsset(twoRooms(true))
    const { pieces } = openAsRoom(asset, findSpaces(asset.parsed)).document
    expect(pieces.filter(({ locked }) => !locked).map(({ name }) => name)).toEqual(['Dining table', 'Wardrobe'])
  })

  test('one stands inside the largest room at eye height and looks along it', () => {
    const asset = boxesAsset(twoRooms(true))
    const { pose } = openAsRoom(asset, findSpaces(asset.parsed))
    expect(pose.position[1]).toBeCloseTo(1.6, 1)
    expect(pose.position[0]).toSatisfy((x: number) => x > 0 && x < 5)
    expect(Math.abs(pose.target[0] - pose.position[0])).toBeGreaterThan(1.5)
  })

  test('a model with lights of its own opens with these, each on its piece, and with the sun', () => {
    const asset = boxesAsset(twoRooms(true))
    const table = asset.parsed.parts.find(({ name }) => name === 'Dining table')!
    const light = { name: 'Candle', kind: 'point', color: [1, 0.6, 0.3], intensity: 12, position: [2, 1, 2], direction: [0, -1, 0], part: table.id } as const
    const parsed = { ...asset.parsed, lights: [light], parts: asset.parsed.parts.map((part) => (part === table ? { ...part, position: [1, 0, 0] as const } : part)) }
    const { lights, pieces } = openAsRoom({ ...asset, parsed }, findSpaces(parsed)).document
    expect(lights).toMatchObject([{ name: 'Sun', natural: true }, { name: 'Candle', intensity: 12, position: [1, 1, 2], attachedTo: pieces.find(({ name }) => name === 'Dining table')!.id }])
  })

  test('a court under the sky gets no ceiling light', () => {
    const walls = twoRooms(false).map((box) => (box.name.startsWith('Wall') ? { ...box, max: [box.max[0], 9, box.max[2]] as const } : box))
    const asset = boxesAsset(walls)
    expect(openAsRoom(asset, findSpaces(asset.parsed)).document.lights.map(({ name }) => name)).toEqual(['Sun'])
  })

  test('a single object is framed from outside and can be moved', () => {
    const asset = boxesAsset([{ name: 'Wall clock', min: [0, 0, 0], max: [0.3, 0.3, 0.05] }])
    const { document, pose } = openAsRoom(asset, findSpaces(asset.parsed))
    expect(document.pieces[0]).toMatchObject({ locked: false, mount: 'wall' })
    expect(Math.hypot(pose.position[0] - 0.15, pose.position[1] - 0.15, pose.position[2])).toBeLessThan(1)
    pose.target.forEach((value, axis) => expect(value).toBeCloseTo([0.15, 0.15, 0.025][axis], 1))
  })
})
