import { expect, test } from 'vitest'
import { meadow, radianceImage } from '../../assets/generators/kit/hdr.ts'
import { clearSky } from '../../gpu/index.ts'
import { setEnvironment, setSky, setSurroundings } from '../document/changes/index.ts'
import { emptyDocument } from '../document/empty.ts'
import { CHAIR_ASSET, piece, SKY_ASSET } from '../document/testing.ts'
import type { AtriumDocument, Change } from '../document/types.ts'
import { decodeSphere } from '../imports/surroundings/decode.ts'
import { defaultSun } from './defaults.ts'
import { createSnapshots } from './snapshot.ts'
import { lightOfImage, matchingStrength } from './surroundings.ts'

const picture = (color: Parameters<typeof radianceImage>[2]) => decodeSphere(radianceImage(128, 64, color), SKY_ASSET.key)
const open = picture((direction) => meadow(direction))
const sunny = picture((direction) => meadow(direction, 2000))
const ROOM: AtriumDocument = { ...emptyDocument('room'), lights: [defaultSun()] }
const images = new Map([[SKY_ASSET.key, open]])
const shown = (...changes: readonly Change[]) => createSnapshots()(changes.reduce((document, change) => change(document), ROOM), new Map(), undefined, images)

test('an image of one brightness lights as a hemisphere of it, from above as from below', () => {
  const { up, down, hasSun } = lightOfImage(picture(() => [2, 2, 2]))
  for (const value of [...up, ...down]) expect(value).toBeCloseTo(2, 2)
  expect(hasSun).toBe(false)
})

test('a sun in the image is known as one, and kept out of the light that casts no shadows', () => {
  expect([lightOfImage(open).hasSun, lightOfImage(sunny).hasSun]).toEqual([false, true])
  // Its disc takes half a per cent of the sphere; what is left of the sky around it is the sky's.
  expect(lightOfImage(sunny).softUp[1] / lightOfImage(open).softUp[1]).toBeGreaterThan(0.95)
  expect(lightOfImage(sunny).softUp[1] / lightOfImage(open).softUp[1]).toBeLessThan(1.01)
  // A clear sky without its sun has none, though it is bright around it.
  expect(lightOfImage(clearSky([0.6, 0.6, 0.53]).environment.image!).hasSun).toBe(false)
})

test('a new image is as bright on level ground as what it replaces, and as the suns that go out for its own', () => {
  const ground = ({ up }: ReturnType<typeof lightOfImage>): number => 0.2126 * up[0] + 0.7152 * up[1] + 0.0722 * up[2]
  const before = { ...shown(setEnvironment({ zenith: [30, 30, 30], nadir: [12, 12, 12] })), lights: [] }
  expect(matchingStrength(open, before) * ground(lightOfImage(open))).toBeCloseTo(27, 0)
  const sun = { id: 's', kind: 'directional', on: true, color: [1, 1, 1], direction: [0, -1, 0], illuminance: 100 * Math.PI } as const
  expect(matchingStrength(open, { ...before, lights: [sun] }) * ground(lightOfImage(open))).toBeCloseTo(27, 0)
  expect(matchingStrength(sunny, { ...before, lights: [sun] }) * ground(lightOfImage(sunny))).toBeCloseTo(127, 0)
})

test('the snapshot has the image as the document says; without its pixels, what was there before', () => {
  const around = setSurroundings({ asset: SKY_ASSET, turn: 1, strength: 3, seen: false })
  const { environment } = shown(around)
  expect(environment).toMatchObject({ image: open, turn: 1, strength: 3, isSeen: false, zenith: shown().environment.zenith })
  // The ambient gradient gives level surfaces what the image gives them, but that none of it is less than black.
  const { zenith, nadir } = environment.ambient!
  expect(Math.abs((5 * zenith[0] + nadir[0]) / 6 / (3 * lightOfImage(open).softUp[0]) - 1)).toBeLessThan(0.01)
  const gone = setSurroundings({ asset: { ...SKY_ASSET, key: 'e'.repeat(64) } })
  expect(shown(gone).environment).toEqual(shown().environment)
})

test('under a sky as much of the image fills shadows as of the sky, and snapshots of one document have one environment', () => {
  const around = setSurroundings({ asset: SKY_ASSET, strength: 2 })
  const [open2, closed] = [shown(around).environment.ambient!, shown(setSky({ openness: 0.25 }), setEnvironment({ zenith: [0, 0, 0], nadir: [0, 0, 0] }), around).environment.ambient!]
  expect(closed.zenith[1]).toBeCloseTo(open2.zenith[1] / 4, 6)
  const snapshotOf = createSnapshots()
  const document = around(emptyDocument('room'))
  expect(snapshotOf({ ...document, name: 'other' }, new Map(), undefined, images).environment).toBe(snapshotOf(document, new Map(), undefined, images).environment)
})

test('where an image is seen, the outdoors of a model is the image’s; the ground below furniture stays', () => {
  const ground = { center: [0, 0, 0], radius: 100 } as const
  const empty = emptyDocument('house')
  const house: AtriumDocument = { ...empty, assets: [CHAIR_ASSET], pieces: [piece('shell')], environment: { ...empty.environment, ground } }
  const groundOf = (document: AtriumDocument): number => createSnapshots()(document, new Map(), undefined, images).instances.length
  const around = (seen: boolean): Change => setSurroundings({ asset: SKY_ASSET, seen })
  expect([house, around(false)(house), around(true)(house)].map(groundOf)).toEqual([1, 1, 0])
  expect(groundOf(around(true)(empty))).toBe(1)
})
