import { describe, expect, test } from 'vitest'
import { luminanceOf } from '../document/temperature.ts'
import { DEFAULT_MATERIAL } from '../imports/gltf/surfaces/materials.ts'
import { setLanguage, textOf } from '../words/say.ts'
import { drawBall, drawCube } from './ball.ts'
import { laidAs, laidOf } from './laying.ts'
import { LIBRARY, REFLECTANCES } from './library.ts'
import { unitAt } from './patterns/courses.ts'
import { renderPattern } from './patterns/render.ts'

const SIDE = 96
const decode = (byte: number): number => (byte / 255 <= 0.04045 ? byte / 255 / 12.92 : ((byte / 255 + 0.055) / 1.055) ** 2.4)
const patterns = LIBRARY.flatMap(({ id, pattern, values: { mapping } }) => (pattern === undefined ? [] : [{ id, pattern, aspect: mapping!.width / mapping!.height }]))

test('the library holds at least 80 materials, each with an identity and a name in both languages', () => {
  expect(LIBRARY.length).toBeGreaterThanOrEqual(80)
  expect(new Set(LIBRARY.map(({ id }) => id)).size).toBe(LIBRARY.length)
  for (const language of ['en', 'de'] as const) {
    setLanguage(language)
    expect(new Set(LIBRARY.map(({ id }) => textOf({ id: `library.${id}` }))).size).toBe(LIBRARY.length)
  }
  setLanguage('en')
})

test.each(LIBRARY.map((material) => [material.id, material] as const))('%s reflects as much as its kind does', (_id, { category, values, pattern }) => {
  const [least, most] = REFLECTANCES[category]
  const share = luminanceOf(pattern !== undefined && values.metallic !== 1 && values.glass === undefined ? pattern.color : (values.glass?.tint ?? values.baseColor!))
  expect(share).toBeGreaterThanOrEqual(least)
  expect(share).toBeLessThanOrEqual(most)
})

describe.each(patterns.map((one) => [one.id, one] as const))('%s', (_id, { pattern, aspect }) => {
  const { color, roughness, normal } = renderPattern(pattern, SIDE, aspect)

  test('sends back the mean that it promises', () => {
    let sum = 0
    for (let at = 0; at < color.length; at += 4) sum += luminanceOf([decode(color[at]), decode(color[at + 1]), decode(color[at + 2])])
    expect(sum / (SIDE * SIDE) / luminanceOf(pattern.color)).toBeGreaterThan(0.97)
    expect(sum / (SIDE * SIDE) / luminanceOf(pattern.color)).toBeLessThan(1.03)
  })

  test('repeats without a seam: its edges differ no more than neighbours inside do', () => {
    for (const pixels of [color, roughness, normal]) {
      const step = (x0: number, y0: number, x1: number, y1: number): number => Math.abs(pixels[4 * (y0 * SIDE + x0) + 1] - pixels[4 * (y1 * SIDE + x1) + 1])
      const all = Array.from({ length: SIDE }, (_, i) => i)
      const columns = all.map((x) => all.reduce((sum, y) => sum + step(x, y, (x + 1) % SIDE, y), 0))
      const rows = all.map((y) => all.reduce((sum, x) => sum + step(x, y, x, (y + 1) % SIDE), 0))
      for (const steps of [columns, rows]) expect(steps[SIDE - 1]).toBeLessThanOrEqual(1.25 * Math.max(...steps.slice(0, -1)) + SIDE)
    }
  })
})

test.each(['stack', 'half', 'third', 'random', 'herringbone', 'basket'] as const)('units laid in %s bond are as large as each other and end at their edges', (bond) => {
  const courses = { bond, columns: 2, rows: 6, joint: 0.1 }
  const size = 96
  const areas = new Map<number, number>()
  let [least, most, deepest] = [1, 0, 0]
  for (let y = 0; y < size; y++) {
    for (let x = 0; x < size; x++) {
      const { id, along, across, edge } = unitAt((x + 0.5) / size, (y + 0.5) / size, courses, 2)
      areas.set(id, (areas.get(id) ?? 0) + 1)
      least = Math.min(least, along, across)
      most = Math.max(most, along, across)
      deepest = Math.max(deepest, edge)
    }
  }
  expect([least >= 0, most <= 1, deepest <= 0.5]).toEqual([true, true, true])
  const counts = [...areas.values()]
  expect(Math.max(...counts) - Math.min(...counts)).toBeLessThanOrEqual(0.15 * Math.max(...counts))
})

test('what is laid as it ships is the pattern that ships, and another bond or unit repeats as often as fits', () => {
  for (const entry of LIBRARY) {
    const laid = laidOf(entry)
    expect(laid === null, entry.id).toBe(entry.pattern?.courses === undefined)
    if (laid === null) continue
    const { width, height, pattern } = laidAs(entry, laid)!
    const { mapping } = entry.values
    expect([width, height, pattern.courses!.joint], entry.id).toEqual([mapping!.width, mapping!.height, entry.pattern!.courses!.joint].map((value) => expect.closeTo(value, 9) as number))
    expect(pattern.courses, entry.id).toMatchObject({ columns: entry.pattern!.courses!.columns, bond: laid.bond })
  }
  const tile = LIBRARY.find(({ id }) => id === 'tile-white')!
  const courses = (change: object) => { const { width, height, pattern } = laidAs(tile, { ...laidOf(tile)!, ...change })!; return [pattern.courses!.columns, pattern.courses!.rows, width, height].map((value) => Math.round(value * 1e6) / 1e6) }
  expect(courses({ bond: 'third', length: 0.25, width: 0.07 })).toEqual([2, 9, 0.5, 0.63])
  expect(courses({ bond: 'stack', length: 1.2, width: 2 })).toEqual([1, 1, 1.2, 2])
  expect(courses({ bond: 'herringbone', length: 0.16, width: 0.08 })).toEqual([2, 2, 0.64, 0.64])
  expect(courses({ bond: 'basket', length: 0.16, width: 0.08 })).toEqual([4, 4, 0.64, 0.64])
  expect(courses({ bond: 'stack', length: 0.005, width: 0.005 })).toEqual([40, 40, 0.2, 0.2])
})

test('the cube shows three sides that the studio lights differently, and its corners are empty', () => {
  const size = 32
  const cube = drawCube({ ...DEFAULT_MATERIAL, roughness: 1, baseColor: [0.5, 0.5, 0.5] }, new Map(), size)
  const at = (x: number, y: number): readonly number[] => [...cube.subarray(4 * (y * size + x), 4 * (y * size + x) + 4)]
  for (const [x, y] of [[0, 0], [size - 1, 0], [0, size - 1], [size - 1, size - 1]] as const) expect(at(x, y)[3]).toBe(0)
  const [top, right, left] = [at(16, 8), at(21, 20), at(8, 18)]
  for (const side of [top, right, left]) expect(side[3]).toBe(255)
  expect(new Set([top[0], right[0], left[0]]).size).toBe(3)
})

test('the ball of a mirror shows more contrast than that of a paint, and nothing lies beside it', () => {
  const spread = (look: object): number => {
    const rgba = drawBall({ ...DEFAULT_MATERIAL, ...look }, new Map(), 32)
    expect(rgba[3]).toBe(0)
    const seen = Array.from({ length: 32 * 32 }, (_, i) => rgba.subarray(4 * i, 4 * i + 4)).filter((pixel) => pixel[3] === 255).map((pixel) => pixel[1])
    return Math.max(...seen) - Math.min(...seen)
  }
  expect(spread({ metallic: 1, roughness: 0 })).toBeGreaterThan(spread({ baseColor: [0.5, 0.5, 0.5] }))
})

test('a weave finer than a pixel of the ball is its mean, not stripes', () => {
  const side = 64
  const rgba = Uint8Array.from({ length: 4 * side * side }, (_, at) => (at % 4 === 3 || Math.floor(at / 4 / side) % 2 === 0 ? 255 : 0))
  const weave = { key: 'weave', width: side, height: side, rgba, colorSpace: 'srgb' } as const
  const use = { texture: 'weave', wrapS: 'repeat', wrapT: 'repeat', offset: [0, 0], scale: [16, 16], rotation: 0 } as const
  const size = 128
  const drawn = (look: object): Uint8ClampedArray => drawBall({ ...DEFAULT_MATERIAL, roughness: 1, mapping: 'box', ...look }, new Map([['weave', weave]]), size)
  const plain = drawn({ baseColor: [0.4, 0.4, 0.4] })
  const woven = drawn({ baseColor: [0.8, 0.8, 0.8], baseColorTexture: use })
  let worst = 0
  // At its rim a ball shows more of itself in a pixel than is worth adding up.
  for (let at = 0; at < plain.length; at += 4) if (Math.hypot((at / 4) % size - size / 2, Math.floor(at / 4 / size) - size / 2) < 0.4 * size) worst = Math.max(worst, Math.abs(plain[at + 1] - woven[at + 1]))
  expect(worst).toBeLessThan(60)
})
