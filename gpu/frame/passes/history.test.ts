import { describe, expect, test } from 'vitest'
import type { LitScene } from '../../passes/irradiance/irradiance-watch.ts'
import { buildPathLight } from '../../passes/paths/lights/path-light.ts'
import type { Light, SceneSnapshot } from '../../scene.ts'
import { DEFAULT_SETTINGS, type RenderSettings } from '../../settings.ts'
import { boxMesh, glowing, instance, material, sceneOf } from '../../testing/shapes.ts'
import { createHistory, spanOf } from './history.ts'

test('what the first frames with indirect light showed is forgotten while more of it is known, and later means are long', () => {
  const frames = Array.from({ length: 200 }, (_, i) => i)
  const first = frames.map((now) => now - spanOf(now, true))
  // Of frames that still count the oldest is never older than before, from the sixth on it is none of the first few, and two thirds of all are forgotten.
  for (const now of frames.slice(1)) expect(first[now]).toBeGreaterThanOrEqual(first[now - 1])
  for (const now of frames.slice(6)) expect(first[now] / now).toBeGreaterThanOrEqual(0.5)
  for (const now of frames.slice(60)) expect(first[now] / now).toBeCloseTo(2 / 3, 1)
  expect(spanOf(199, true)).toBeGreaterThan(32)
  // Whoever begins has something to take a mean of.
  expect(spanOf(0, true)).toBeGreaterThan(1)
  expect(spanOf(0, false)).toBe(Infinity)
})

const box = boxMesh()
const LAMP: Light = { id: 'lamp', kind: 'point', position: [0, 2, 0], color: [1, 1, 1], intensity: 100, on: true }
const SPARE: Light = { ...LAMP, id: 'spare', on: false }
const HYBRID: RenderSettings = { ...DEFAULT_SETTINGS, method: 'hybrid' }

/** One scene as the loop has it; whatever is left out is the same record each time. */
const ROOM = sceneOf([box], [instance('a', box, material())], { lights: [LAMP, SPARE] })
function lit(change: Partial<SceneSnapshot> = {}, settings: Partial<RenderSettings> = {}, version = 1): LitScene {
  const snapshot = Object.keys(change).length === 0 ? ROOM : { ...ROOM, ...change }
  return { snapshot, version, settings: { ...HYBRID, ...settings }, light: buildPathLight(snapshot, () => 0) }
}

/** What a frame may keep after twenty quiet ones of `lit()`. */
function after(change: LitScene, isRest = false, sample = 0) {
  const history = createHistory()
  for (let k = 0; k < 20; k++) history.next(lit(), false, 0)
  return { first: history.next(change, isRest, sample), second: history.next(change, isRest, sample + Number(isRest)) }
}

test('a first picture counts for as many frames as its light is a mean of, and later on pictures are joined as far as light is', () => {
  const history = createHistory()
  const memory = Array.from({ length: 40 }, () => history.next(lit({}, { indirect: true }), false, 0))
  // As resolve.wgsl joins them: what was shown counts for so many, the one at hand for one.
  let shares: number[] = []
  let known = 0
  for (const { mostPictures } of memory.slice(0, 4)) {
    const before = Math.min(known, mostPictures)
    shares = [...shares.map((share) => (share * before) / (before + 1)), 1 / (before + 1)]
    known = before + 1
  }
  for (const [k, share] of shares.entries()) expect(share).toBeCloseTo((k + 1) / 10, 6)
  for (const { mostPictures, mostHistory } of memory.slice(6)) expect(mostPictures).toBe(mostHistory)
})

test('eyes that move keep less, of glosses least, and all that is known again once they stand', () => {
  const history = createHistory()
  const scene = lit({}, { indirect: false })
  const next = (isWalk: boolean) => {
    const { mostHistory, mostGloss } = history.next(scene, false, 0, isWalk)
    return [mostHistory, mostGloss]
  }
  expect(Array.from({ length: 3 }, () => next(false)).at(-1)).toEqual([32, 32])
  expect(next(true)).toEqual([12, 8])
  expect(next(false)).toEqual([32, 32])
  const young = createHistory()
  const indirect = lit({}, { indirect: true })
  for (let k = 0; k < 15; k++) young.next(indirect, false, 0, true)
  expect(young.next(indirect, false, 0, true)).toMatchObject({ mostHistory: 5, mostGloss: 5 })
})

describe('a picture at rest goes on with the one that moved', () => {
  test('where the frame before showed the same light of the same things, and from the second frame on', () => {
    const history = createHistory()
    expect(history.next(lit(), false, 0)).toMatchObject({ goesOn: false, mostHistory: 0, mostPictures: 0 })
    expect(history.next(lit(), true, 0)).toMatchObject({ goesOn: true, change: 'none' })
    expect(after(lit(), true).first).toMatchObject({ goesOn: true, mostHistory: 16, mostPictures: 0 })
  })

  test.each<[string, LitScene]>([
    ['exposure', lit({}, { exposureEv: 3 })], ['tone curve', lit({}, { toneMap: 'agx' })], ['white balance', lit({}, { whiteBalance: 4000 })], ['samples at rest', lit({}, { restSamples: 64 })],
  ])('whatever is done to light afterwards: %s', (_, scene) => {
    expect(after(scene, true).first.goesOn).toBe(true)
  })

  test.each<[string, LitScene]>([
    ['bounces', lit({}, { bounces: 6 })], ['indirect light', lit({}, { indirect: false })], ['smoothing', lit({}, { denoise: false })], ['shadows', lit({}, { shadows: false })],
    ['all lights', lit({}, { lights: false })], ['normals', lit({}, { normals: 'flat' })],
    ['a lamp switched off', lit({ lights: [{ ...LAMP, on: false }, SPARE] })], ['a lamp switched on', lit({ lights: [LAMP, { ...SPARE, on: true }] })], ['a lamp taken away', lit({ lights: [LAMP] })],
    ['a brighter lamp', lit({ lights: [{ ...LAMP, intensity: 120 }, SPARE] })], ['the sky', lit({ environment: { zenith: [1, 0, 0], nadir: [0, 0, 0] } })], ['a thing that begins to shine', lit({ instances: [instance('a', box, glowing([1, 1, 1]))], lights: [] })],
  ])('but not after a switch, of which nothing is kept, and again from the next frame on: %s', (_, scene) => {
    const { first, second } = after(scene, true)
    expect(first).toMatchObject({ goesOn: false, mostHistory: 0, mostPictures: 0 })
    expect(second.goesOn).toBe(true)
  })

  test.each<[string, LitScene]>([
    ['a thing that moved', lit({ instances: [instance('a', box, material(), { move: [1, 0, 0] })] })], ['a tree that became ready', lit({}, {}, 2)],
    // It may hold another thing.
    ['another snapshot of the same things', lit({ lights: [{ ...LAMP }, SPARE] })],
    ['a lamp that is dragged', lit({ instances: [instance('a', box, material(), { move: [1, 0, 0] })], lights: [{ ...LAMP, position: [1, 2, 0] }, SPARE] })],
  ])('nor right after an edit, which keeps some of the light: %s', (_, scene) => {
    const { first, second } = after(scene, true)
    expect(first).toMatchObject({ goesOn: false, change: 'things' })
    expect(first.mostHistory).toBeGreaterThan(0)
    expect(second.goesOn).toBe(true)
  })

  test.each([['slowly', 110, 4], ['after a jump', 150, 0]])('nor while a slider of light is dragged, and then again: %s', (_, to, first) => {
    const history = createHistory()
    for (let k = 0; k < 20; k++) history.next(lit(), false, 0)
    for (let k = 0; k < 4; k++) {
      const dragged = history.next(lit({ lights: [{ ...LAMP, intensity: to + k }, SPARE] }), false, 0)
      expect(dragged).toMatchObject({ goesOn: false, change: 'light', mostHistory: k === 0 ? first : first === 0 ? 3 : 4 })
    }
    const standing = lit({ lights: [{ ...LAMP, intensity: to + 3 }, SPARE] })
    history.next(standing, false, 0)
    expect(history.next(standing, true, 0).goesOn).toBe(true)
  })

  test('and what a dragged slider showed is forgotten as soon as what was known first, however long it was dragged', () => {
    const history = createHistory()
    const dragged = (k: number) => lit({ lights: [{ ...LAMP, intensity: 110 + k }, SPARE] }, { indirect: true })
    const during = Array.from({ length: 100 }, (_, k) => history.next(dragged(k), false, 0).mostHistory)
    expect(Math.max(...during)).toBe(4)
    const standing = dragged(99)
    const afterwards = Array.from({ length: 8 }, () => history.next(standing, false, 0).mostHistory)
    expect(afterwards).toEqual([4, 4, 5, 5, 5, 6, 6, 6])
  })
})

describe('a step of light', () => {
  const stepped = lit({ lights: [{ ...LAMP, intensity: 120 }, SPARE] })

  test.each<[string, LitScene]>([
    ['a brighter lamp', stepped], ['another white', lit({ lights: [{ ...LAMP, color: [1, 0.9, 0.8] }, SPARE] })],
    ['a lamp that is off', lit({ lights: [LAMP, { ...SPARE, intensity: 1e6 }] })],
  ])('keeps four frames of a moving picture, from the first on: %s', (_, scene) => {
    const { first, second } = after(scene)
    expect(first).toMatchObject({ goesOn: false, change: 'light', mostHistory: 4, mostPictures: 1 })
    expect(second).toMatchObject({ change: 'none', mostHistory: 4 })
  })

  test.each<[string, LitScene]>([
    ['a lamp switched off', lit({ lights: [{ ...LAMP, on: false }, SPARE] })], ['a lamp switched on', lit({ lights: [LAMP, { ...SPARE, on: true }] })], ['a lamp taken away', lit({ lights: [LAMP] })],
    ['a lamp by a third brighter', lit({ lights: [{ ...LAMP, intensity: 133 }, SPARE] })], ['another sky', lit({ environment: { zenith: [1, 0, 0], nadir: [0, 0, 0] } })], ['shadows', lit({ lights: [{ ...LAMP, intensity: 120 }, SPARE] }, { shadows: false })],
  ])('is none of these, of which nothing is kept: %s', (_, scene) => {
    expect(after(scene).first).toMatchObject({ goesOn: false, mostHistory: 0, mostPictures: 0 })
  })

  test('is one though the shade of the lamp glows with it, and of a lamp that leaps none is kept then', () => {
    const glows = (intensity: number): LitScene => lit({ instances: [instance('a', box, glowing([intensity, intensity, intensity]))], lights: [{ ...LAMP, intensity }, SPARE] })
    for (const [to, mostHistory] of [[120, 4], [300, 0]] as const) {
      const history = createHistory()
      for (let k = 0; k < 20; k++) history.next(glows(100), false, 0)
      expect(history.next(glows(to), false, 0)).toMatchObject({ change: 'light', mostHistory })
    }
  })

  test('is followed by a switch of which nothing is kept, however soon', () => {
    const history = createHistory()
    for (let k = 0; k < 20; k++) history.next(lit(), false, 0)
    expect(history.next(stepped, false, 0).mostHistory).toBe(4)
    expect(history.next(lit({ lights: [{ ...LAMP, intensity: 120, on: false }, SPARE] }), false, 0).mostHistory).toBe(0)
  })

  test.each([true, false])('is nothing that a picture at rest begins with: until next to nothing is left of what was before, indirect light %s', (indirect) => {
    const began = (moving: number) => {
      const history = createHistory()
      for (let k = 0; k < 20; k++) history.next(lit({}, { indirect }), false, 0)
      const scene = { ...stepped, settings: { ...HYBRID, indirect } }
      // Of what the last moving picture is a mean of, and of that as much as is from before.
      let [count, old] = [20, 1]
      for (let k = 0; k < moving; k++) {
        const past = Math.min(count, history.next(scene, false, 0).mostHistory)
        old *= past / (past + 1)
        count = past + 1
      }
      return { old, ...history.next(scene, true, 0) }
    }
    expect(began(0)).toMatchObject({ goesOn: false, mostHistory: 0 })
    for (let moving = 1; moving < 100; moving++) {
      const { old, goesOn, mostHistory } = began(moving)
      expect([goesOn, mostHistory], `${moving} pictures`).toEqual(old > 0.05 ? [false, 0] : [true, 16])
    }
    // Half a second of moving pictures comes before a rest on a card.
    if (indirect) expect(began(24)).toMatchObject({ goesOn: true, mostHistory: 16 })
  })
})
