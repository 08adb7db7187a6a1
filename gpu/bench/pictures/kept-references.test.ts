import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, expect, test } from 'vitest'
import type { SceneSnapshot } from '../../scene.ts'
import { DEFAULT_SETTINGS } from '../../settings.ts'
import { flipOf } from '../../testing/flip.ts'
import { seeded } from '../../testing/random.ts'
import { ROOM_CAMERA, testRoom } from '../../testing/room.ts'
import { askedOf, findReference, keepReference, type Place } from './kept-references.ts'
import { makeReferences, referenceOf } from './moving-rows.ts'
import { type Pictures, type Shot, showRadiance } from './picture-kit.ts'
import { packRadiance, unpackRadiance } from './radiance-file.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'atrium-references-'))
afterAll(() => rmSync(folder, { recursive: true }))
const emptyFolder = () => mkdtempSync(path.join(folder, 'kept-'))

const SIZE = { width: 48, height: 27 }
const SHOT: Shot = { camera: ROOM_CAMERA, settings: { ...DEFAULT_SETTINGS, method: 'hybrid' }, ...SIZE }
const PLACE: Place = { scene: 'room', view: 'From the door', frame: 11 }
const snapshot = testRoom()

/** Light that falls off across the picture, dark to twenty times white, with noise of a part in fifty, as thousands of samples have. */
function picture({ width, height }: Pick<Shot, 'width' | 'height'>, seed = 1): Float32Array {
  const random = seeded(seed)
  const tints = [1, 0.8, 0.55]
  return Float32Array.from({ length: 4 * width * height }, (_, i) => {
    if (i % 4 === 3) return 1
    const [x, y] = [((i >> 2) % width) / width, Math.floor((i >> 2) / width) / height]
    return x < 0.05 ? 0 : 800 * tints[i % 4] * Math.exp(-9 * x) * (y > 0.5 ? 0.4 : 1) * (1 + 0.02 * (random() + random() - 1))
  })
}

/** A tracer that remembers what it was asked for. */
function tracer(light = 1) {
  const asked: { samples: number; seed: number | undefined }[] = []
  const reference: Pictures['reference'] = (shot, samples, seed) => {
    asked.push({ samples: samples[0], seed })
    return Promise.resolve([picture(shot, seed).map((value) => light * value)])
  }
  return { asked, pictures: { reference } }
}

test('a picture of radiance comes back within a part in 8,192, looks the same (FLIP below 0.001), and takes a third of its floats', () => {
  const shot = { ...SHOT, width: 160, height: 90 }
  const radiance = picture(shot)
  const packed = packRadiance(radiance, shot.width)
  const back = unpackRadiance(packed, shot.width, shot.height)
  radiance.forEach((value, i) => { if (Math.abs(back[i] - value) > value / 8192) throw new Error(`${value} became ${back[i]} at ${i}`) })
  expect(flipOf(showRadiance(radiance, shot), showRadiance(back, shot)).mean).toBeLessThan(0.001)
  expect(packed.length).toBeLessThan((12 * shot.width * shot.height) / 3)
  expect(() => unpackRadiance(packed, 160, 91)).toThrow('14400 pixels in place of 14560')
})

test('every float there is that is not negative is packed, from nothing to the largest', () => {
  const extremes = [0, 1e-45, 1.2e-38, 1e-6, 0.1, 1, 65504, 1.6e9, 3e38]
  const radiance = Float32Array.from({ length: 4 * 9 }, (_, i) => (i % 4 === 3 ? 1 : extremes[(3 * (i >> 2) + (i % 4)) % 9]))
  const back = unpackRadiance(packRadiance(radiance, 3), 3, 3)
  radiance.forEach((value, i) => expect(Math.abs(back[i] - value)).toBeLessThanOrEqual(value < 1.2e-38 ? 1e-40 : value / 8192))
})

test('a reference is found for the same scene, camera and light, whatever its parts are called, and for nothing else', () => {
  const at = emptyFolder()
  const recipe = keepReference(at, snapshot, PLACE, SHOT, { radiance: picture(SHOT), samples: 4096, seeds: [1, 2], floor: 0.02, adapter: 'a card' })
  const found = (scene: SceneSnapshot, shot: Shot = SHOT, samples = 4096, place = PLACE) => findReference(at, scene, place, shot, samples)
  expect(found(snapshot)?.recipe).toEqual(recipe)
  expect(recipe).toMatchObject({ ...PLACE, ...SIZE, indirect: true, samples: 4096, bounces: 16, mirrors: 4, floor: 0.02, adapter: 'a card' })
  // A room that was read anew: other records, other identities, the same light.
  const anew = { ...testRoom(), instances: testRoom().instances.map((instance, i) => ({ ...instance, id: `again-${i}` })) }
  expect(found(anew)).not.toBeNull()
  expect(found(snapshot, { ...SHOT, settings: { ...SHOT.settings, exposureEv: 3, denoise: false, toneMap: 'agx' } }, 1024)).not.toBeNull()

  expect(found(snapshot, SHOT, 8192)).toBeNull()
  expect(found(snapshot, SHOT, 4096, { ...PLACE, view: 'From the window' })).toBeNull()
  expect(found(snapshot, { ...SHOT, settings: { ...SHOT.settings, bounces: 5 } })).toBeNull()
  expect(found(snapshot, { ...SHOT, settings: { ...SHOT.settings, shadows: false } })).toBeNull()
  expect(found(snapshot, { ...SHOT, camera: { ...SHOT.camera, verticalFov: SHOT.camera.verticalFov + 1e-9 } })).toBeNull()
  expect(found({ ...snapshot, lights: snapshot.lights.map((light) => ({ ...light, on: !light.on })) })).toBeNull()
  const [[key, mesh]] = snapshot.meshes
  const nudged = mesh.positions.slice()
  nudged[0] += 1e-3
  expect(askedOf({ ...snapshot, meshes: new Map([...snapshot.meshes, [key, { ...mesh, positions: nudged }]]) }, SHOT)).not.toBe(recipe.asked)
})

test('a picture that is not the one that was written is refused, and a recipe without one is made again', () => {
  const at = emptyFolder()
  keepReference(at, snapshot, PLACE, SHOT, { radiance: picture(SHOT), samples: 4096, seeds: [1, 2], floor: 0.02, adapter: 'a card' })
  const file = readdirSync(at).find((name) => name.endsWith('.radiance'))!
  writeFileSync(path.join(at, file), packRadiance(picture(SHOT, 5), SIZE.width))
  expect(() => findReference(at, snapshot, PLACE, SHOT, 4096)).toThrow(/not the picture that its recipe is of/)
  rmSync(path.join(at, file))
  expect(findReference(at, snapshot, PLACE, SHOT, 4096)).toBe(null)
})

test('references are made in halves for every look and view, and a run that was stopped makes those that are missing', async () => {
  const at = emptyFolder()
  const views = ['From the door', 'Kitchen', 'Kitchen, from afar'].map((name, i) => ({ name, camera: { ...ROOM_CAMERA, verticalFov: 0.8 + i / 10 } }))
  const scene = { name: 'room', snapshot, views, settings: DEFAULT_SETTINGS }
  const bench = { gpu: 'a card', references: at }
  const first = tracer()
  expect(await makeReferences(first.pictures, scene, bench, { ...SIZE, samples: 128 })).toBe(9)
  expect(first.asked).toEqual(Array.from({ length: 9 }, () => [{ samples: 64, seed: 1 }, { samples: 64, seed: 2 }]).flat())
  const files = readdirSync(at)
  expect(files.filter((name) => name.endsWith('.json')).toSorted((a, b) => a.localeCompare(b))).toEqual(['from-the-door', 'kitchen', 'kitchen-from-afar'].flatMap((view) => ['frame-14--indirect-on', 'frame-11--indirect-off', 'frame-11--indirect-on'].map((look) => `room--${view}--${look}.json`)).toSorted((a, b) => a.localeCompare(b)))

  const times = () => readdirSync(at).map((name) => statSync(path.join(at, name)).mtimeMs)
  const before = times()
  expect(await makeReferences(tracer().pictures, scene, bench, { ...SIZE, samples: 128 })).toBe(0)
  expect(times()).toEqual(before)
  // As a run leaves it that was stopped between a picture and its recipe.
  rmSync(path.join(at, 'room--kitchen--frame-11--indirect-on.json'))
  const again = tracer()
  expect(await makeReferences(again.pictures, scene, bench, { ...SIZE, samples: 128 })).toBe(1)
  expect(again.asked).toHaveLength(2)
})

test('what is compared with is what is kept, while it is as bright as what would be traced; else it is traced', async () => {
  const at = emptyFolder()
  const radiance = picture(SHOT, 9)
  keepReference(at, snapshot, PLACE, SHOT, { radiance, samples: 4096, seeds: [1, 2], floor: 0.0125, adapter: 'a card' })
  const same = tracer()
  const kept = await referenceOf(same.pictures, { snapshot }, PLACE, SHOT, 4096, at)
  expect(same.asked).toEqual([{ samples: 256, seed: 3 }])
  expect(kept).toMatchObject({ floor: 0.0125, made: expect.stringMatching(/^4096 samples kept since 20\d\d-\d\d-\d\d, \d\.\d{3} of their light today$/) })
  expect(flipOf(kept.reference, showRadiance(radiance, SHOT)).mean).toBeLessThan(0.001)

  const brighter = tracer(1.2)
  const traced = await referenceOf(brighter.pictures, { snapshot }, PLACE, SHOT, 4096, at)
  expect(brighter.asked).toEqual([{ samples: 256, seed: 3 }, { samples: 2048, seed: 1 }, { samples: 2048, seed: 2 }])
  expect(traced.made).toMatch(/^4096 samples, for those that are kept have 0\.83\d of its light$/)

  for (const where of [null, emptyFolder()]) {
    const alone = tracer()
    expect((await referenceOf(alone.pictures, { snapshot }, PLACE, SHOT, 1024, where)).made).toBe('1024 samples')
    expect(alone.asked).toEqual([{ samples: 512, seed: 1 }, { samples: 512, seed: 2 }])
    const apart = tracer()
    await referenceOf(apart.pictures, { snapshot }, PLACE, SHOT, 1024, where, [77, 78])
    expect(apart.asked).toEqual([{ samples: 512, seed: 77 }, { samples: 512, seed: 78 }])
  }
})
