import { describe, expect, test } from 'vitest'
import type { IesProfile, Light, Vec3 } from '../../gpu/index.ts'
import { setEmission, setLight, setPlace, setSky } from '../document/changes/index.ts'
import { emptyDocument } from '../document/empty.ts'
import { lightFrame, rotationTowards } from '../document/light-frame.ts'
import { LIGHTS, piece, pointLight } from '../document/testing.ts'
import { quatFromAxisAngle } from '../document/transform.ts'
import type { AtriumDocument, DocumentLight, Piece } from '../document/types.ts'
import { createSnapshots } from './snapshot.ts'
import { boxesAsset } from './testing.ts'

const shone = (light: DocumentLight, carrier: Piece | null = null): Light =>
  createSnapshots()({ ...emptyDocument(), pieces: carrier === null ? [] : [carrier], lights: [light] }, new Map()).lights[0]
const near = (...values: readonly number[]): unknown[] => values.map((value) => expect.closeTo(value, 9))
const lying = quatFromAxisAngle([1, 0, 0], Math.PI / 2)

describe('lights as the engine takes them', () => {
  test('unturned they shine straight down, width along x and length along z', () => {
    expect(shone(LIGHTS.spot)).toMatchObject({ kind: 'spot', direction: near(0, -1, 0), innerAngle: 0.3, outerAngle: 0.6, intensity: 300 })
    expect(shone(LIGHTS.disc)).toMatchObject({ kind: 'disc', direction: near(0, -1, 0), radius: 0.2, radiance: 3000 })
    expect(shone(LIGHTS.rectangle)).toMatchObject({ kind: 'rectangle', halfU: near(0.6, 0, 0), halfV: near(0, 0, 0.15), radiance: 2000 })
    expect(shone(LIGHTS.grid)).toMatchObject({ kind: 'grid', countU: 4, countV: 3, halfU: near(0.5, 0, 0), halfV: near(0, 0, 0.25) })
    expect(shone(LIGHTS.sphere)).toMatchObject({ kind: 'sphere', position: near(0, 2, 0), radius: 0.1 })
  })

  test('turned, width and length stay square to the axis, and their cross product is where it shines', () => {
    expect(shone({ ...LIGHTS.spot, rotation: lying })).toMatchObject({ direction: near(0, 0, -1) })
    const light = shone({ ...LIGHTS.rectangle, rotation: lying })
    expect(light).toMatchObject({ halfU: near(0.6, 0, 0), halfV: near(0, -0.15, 0) })
  })

  test('a lamp carries its lights: moved and turned with it, stretched by none of its scales', () => {
    const carrier = piece('lamp', { position: [1, 0, 0], rotation: quatFromAxisAngle([0, 0, 1], Math.PI / 2), scale: [3, 2, 0.5] })
    const light = { ...LIGHTS.rectangle, position: [0, 1, 0] as const, attachedTo: 'lamp' }
    // Up the lamp is -x now, and twice as far; down is +x.
    expect(lightFrame(light, carrier)).toMatchObject({ position: near(-1, 0, 0), axis: near(1, 0, 0) })
    const { halfU, halfV } = shone(light, carrier) as Extract<Light, { kind: 'rectangle' }>
    expect(Math.hypot(...halfU)).toBeCloseTo(0.6, 9)
    expect(Math.hypot(...halfV)).toBeCloseTo(0.15, 9)
    expect(shone(light, { ...carrier, hidden: true }).on).toBe(false)
  })

  test('any direction is a turn from straight down', () => {
    for (const direction of [[0, -1, 0], [0, 1, 0], [1, 0, 0], [0.6, 0, -0.8], [0.48, 0.6, 0.64]] as Vec3[]) {
      expect(lightFrame({ ...LIGHTS.spot, rotation: rotationTowards(direction) }, null).axis).toEqual(near(...direction))
    }
  })

  test('what has no size to speak of is given one, so that nothing is infinite', () => {
    expect(shone({ ...LIGHTS.sphere, radius: 0 })).toMatchObject({ radius: 1e-3 })
    expect(shone({ ...LIGHTS.rectangle, width: 0, length: 0 })).toMatchObject({ halfU: near(5e-4, 0, 0) })
  })

  test('a luminaire has its profile, its axis and its C0; without its file it shines to all sides', () => {
    const profile: IesProfile = { key: 'p', width: 1, height: 2, verticalFrom: 0, verticalTo: Math.PI, candela: Float32Array.of(1, 1) }
    const light = pointLight('a', { profile: 'f'.repeat(64), rotation: lying })
    const document = { ...emptyDocument(), lights: [light] }
    const found = createSnapshots()(document, new Map(), new Map([['f'.repeat(64), { profile }]])).lights[0]
    expect(found).toMatchObject({ kind: 'point', profile, direction: near(0, 0, -1), c0: near(1, 0, 0) })
    expect(createSnapshots()(document, new Map()).lights[0]).not.toHaveProperty('profile')
    const spot = { ...LIGHTS.spot, profile: 'f'.repeat(64), rotation: lying }
    const cut = createSnapshots()({ ...document, lights: [spot] }, new Map(), new Map([['f'.repeat(64), { profile }]])).lights[0]
    expect(cut).toMatchObject({ kind: 'spot', profile, direction: near(0, 0, -1), c0: near(1, 0, 0), outerAngle: spot.outerAngle })
  })
})

describe('the sun and the sky', () => {
  const sunny: AtriumDocument = { ...emptyDocument(), lights: [{ ...LIGHTS.directional, direction: [0, -0.8, 0.6] }] }
  const sunOf = (document: AtriumDocument) => createSnapshots()(document, new Map()).lights[0] as Extract<Light, { kind: 'directional' }>

  test('an old sun shines as it did', () => {
    expect(sunOf(sunny)).toEqual({ id: 'directional', kind: 'directional', on: true, color: [1, 0.9, 0.8], direction: [0, -0.8, 0.6], illuminance: 1000 })
  })

  test('it follows the clock of the place and is out at night', () => {
    const placed = setPlace({ latitudeDegrees: 52.5, longitudeDegrees: 13.4, timeZone: 'Europe/Berlin' })(sunny)
    const noon = sunOf(setLight('directional', { moment: { date: '2026-06-21', minutes: 13 * 60 } })(placed))
    expect(noon.on).toBe(true)
    expect(noon.direction[1]).toBeLessThan(-0.8)
    expect(sunOf(setLight('directional', { moment: { date: '2026-06-21', minutes: 0 } })(placed)).on).toBe(false)
    // A direction that is typed is free again.
    expect(setLight('directional', { direction: [0, -1, 0] })(setLight('directional', { moment: { date: '2026-06-21', minutes: 0 } })(placed)).lights[0]).not.toHaveProperty('moment')
  })

  test('the clear sky brings its own sun, where that is natural, and dims with it', () => {
    const under = setSky({ strength: 0.5 })(setLight('directional', { natural: true })(sunny))
    const snapshot = createSnapshots()(under, new Map())
    const full = createSnapshots()(setSky({ strength: 1 })(under), new Map())
    const [half, whole] = [snapshot, full].map(({ lights }) => lights[0] as Extract<Light, { kind: 'directional' }>)
    expect(whole.illuminance).toBeGreaterThan(80_000)
    expect(half.illuminance).toBeCloseTo(whole.illuminance / 2, 3)
    expect(snapshot.environment.image!.rgb[3000]).toBeCloseTo(full.environment.image!.rgb[3000] / 2, 3)
    expect(snapshot.environment.image!.key).not.toBe(full.environment.image!.key)
    expect(sunOf(setLight('directional', { natural: false })(under)).illuminance).toBe(1000)
    // In a room a share of it is ambient, beside what lamps and walls send back; all of it is seen through the windows.
    const { environment } = createSnapshots()(setSky({ openness: 0.1 })(under), new Map())
    expect(environment.zenith).toEqual(snapshot.environment.zenith)
    expect(environment.ambient!.zenith[2]).toBeCloseTo(sunny.environment.zenith[2] + 0.1 * environment.zenith[2], 6)
  })

  test('while sun and sky stay, the sky is the very same; without it, the gradient is back', () => {
    const snapshots = createSnapshots()
    const under = setSky({})(sunny)
    const parsed = new Map()
    const first = snapshots(under, parsed)
    expect(snapshots({ ...under, name: 'Other', unit: 'cm' }, parsed)).toBe(first)
    expect(snapshots(setLight('directional', { direction: [1, -1, 0] })(under), parsed).environment).not.toBe(first.environment)
    expect(snapshots(setSky(null)(under), parsed).environment).toEqual({ zenith: sunny.environment.zenith, nadir: sunny.environment.nadir })
  })

  test('every hour of a day gives finite light', () => {
    const document = setSky({})(setPlace({ latitudeDegrees: 69.6, longitudeDegrees: 18.9 })({ ...sunny, lights: [{ ...LIGHTS.directional, natural: true }] }))
    for (let minutes = 0; minutes < 1440; minutes += 240) {
      const { lights, environment } = createSnapshots()(setLight('directional', { moment: { date: '2026-12-21', minutes } })(document), new Map())
      const sun = lights[0] as Extract<Light, { kind: 'directional' }>
      expect([...sun.color, sun.illuminance, ...sun.direction, ...environment.zenith, ...environment.nadir, ...environment.image!.rgb].every(Number.isFinite)).toBe(true)
    }
  })
})

describe('pieces that shine', () => {
  const asset = boxesAsset([{ name: 'Box', min: [0, 0, 0], max: [1, 1, 1] }])
  const { key } = asset.parsed
  const [part] = asset.parsed.parts
  const parsedWith = (...emissions: (readonly [number, number, number])[]) =>
    new Map([[key, { ...asset.parsed, parts: [{ ...part, materials: emissions.map((emissive) => ({ ...part.materials[0], emissive })) }] }]])
  const room: AtriumDocument = { ...emptyDocument(), assets: [{ key, name: 'boxes', sizeBytes: 0, catalogueId: null }], pieces: [piece('p', { asset: key })] }
  const emissions = (document: AtriumDocument, parsed: ReturnType<typeof parsedWith>) => createSnapshots()(document, parsed).instances[0].materials.map(({ emissive }) => emissive)

  test('all of a piece shines when nothing of it did, in nits', () => {
    expect(emissions(setEmission(['p'], { radiance: 500 })(room), parsedWith([0, 0, 0], [0, 0, 0]))).toEqual([[500, 500, 500], [500, 500, 500]])
  })

  test('a bulb that came shining is scaled, its shade in its share, the foot stays dark', () => {
    const lamp = parsedWith([0, 0, 0], [10, 10, 10], [1, 1, 1])
    expect(emissions(setEmission(['p'], { radiance: 500 })(room), lamp)).toEqual([[0, 0, 0], near(500, 500, 500), near(50, 50, 50)])
    expect(emissions(setEmission(['p'], { radiance: 0 })(room), lamp).flat().every((value) => value === 0)).toBe(true)
    expect(emissions(setEmission(['p'], null)(setEmission(['p'], { radiance: 500 })(room)), lamp)).toEqual([[0, 0, 0], [10, 10, 10], [1, 1, 1]])
  })

  test("a lamp's shade follows its light: strength, colour, switch; what the piece was told itself counts more", () => {
    const lamp = parsedWith([0, 0, 0], [10, 10, 10], [1, 1, 1])
    const light: DocumentLight = { id: 'l', name: 'Lamp', kind: 'point', on: true, color: [1, 1, 1], position: [0, 1, 0], attachedTo: 'p', intensity: 50, glow: 8 }
    const lit = { ...room, lights: [light] }
    expect(emissions(lit, lamp)).toEqual([[0, 0, 0], near(400, 400, 400), near(40, 40, 40)])
    expect(emissions(setLight('l', { intensity: 25, color: [2, 0, 0] })(lit), lamp)[1]).toEqual(near((200 * 2), 0, 0))
    expect(emissions(setLight('l', { on: false })(lit), lamp).flat().every((value) => value === 0)).toBe(true)
    expect(emissions(setEmission(['p'], { radiance: 500 })(lit), lamp)[1]).toEqual(near(500, 500, 500))
    const snapshots = createSnapshots()
    const [before, after] = [lit, { ...lit, pieces: [{ ...lit.pieces[0], position: [1, 2, 3] as const }] }].map((document) => snapshots(document, lamp).instances[0])
    expect(after).not.toBe(before)
    expect(after.materials).toBe(before.materials)
  })

  test('a lamp that moves while it shines keeps its list of materials', () => {
    const snapshots = createSnapshots()
    const lamp = parsedWith([10, 10, 10])
    const shining = setEmission(['p'], { radiance: 500 })(room)
    const before = snapshots(shining, lamp).instances[0]
    const after = snapshots({ ...shining, pieces: [{ ...shining.pieces[0], position: [1, 2, 3] }] }, lamp).instances[0]
    expect(after).not.toBe(before)
    expect(after.materials).toBe(before.materials)
  })
})
