import { describe, expect, test } from 'vitest'
import type { DirectionalLight, Environment, EnvironmentImage, Light, PointLight, SceneSnapshot, Vec3 } from '../../scene.ts'
import { DEFAULT_SETTINGS, type RenderSettings } from '../../settings.ts'
import { clearSky } from '../../sky/clear-sky.ts'
import { boxMesh, glowing, instance, material, sceneOf } from '../../testing/shapes.ts'
import { buildPathLight } from '../paths/lights/path-light.ts'
import type { LitScene } from './irradiance-watch.ts'
import { lightChangeOf } from './light-change.ts'

const DEGREE = Math.PI / 180
const box = boxMesh()
const LAMP: PointLight = { id: 'lamp', kind: 'point', position: [0, 2, 0], color: [1, 0.8, 0.6], intensity: 100, on: true }
const SPOT: Light = { id: 'spot', kind: 'spot', position: [1, 2, 0], direction: [0, -1, 0], color: [1, 1, 1], intensity: 50, innerAngle: 0.3, outerAngle: 0.5, on: true }
const SUN: DirectionalLight = { id: 'sun', kind: 'directional', direction: [0, -1, 0], color: [1, 1, 1], illuminance: 50_000, angularRadius: 0.00465, on: true }
const SKY: Environment = { zenith: [3000, 4000, 6000], nadir: [1000, 1000, 1000] }

/** A matte box, or one that shines. */
function lit({ lights = [LAMP, SPOT, SUN], environment = SKY, shine = 0 }: Partial<Pick<SceneSnapshot, 'lights' | 'environment'>> & { readonly shine?: number } = {}, settings: Partial<RenderSettings> = {}): LitScene {
  const snapshot = sceneOf([box], [instance('a', box, shine > 0 ? glowing([shine, shine, shine]) : material())], { lights, environment })
  return { snapshot, version: 1, settings: { ...DEFAULT_SETTINGS, ...settings }, light: buildPathLight(snapshot, () => 0) }
}

/** Both ways. */
function changesBetween(a: LitScene, b: LitScene): readonly string[] {
  return [lightChangeOf(a, b), lightChangeOf(b, a)]
}
const lampIs = (change: Partial<PointLight>) => changesBetween(lit(), lit({ lights: [{ ...LAMP, ...change }, SPOT, SUN] }))
const sunIs = (change: Partial<DirectionalLight>) => changesBetween(lit(), lit({ lights: [LAMP, SPOT, { ...SUN, ...change }] }))
const skyIs = (environment: Environment, before = SKY) => changesBetween(lit({ environment: before }), lit({ environment }))
const sunTurned = (degrees: number): Vec3 => [Math.sin(degrees * DEGREE), -Math.cos(degrees * DEGREE), 0]
const brighter = ({ zenith: [r, g, b], nadir: [x, y, z] }: Environment, by: number): Environment => ({ zenith: [by * r, by * g, by * b], nadir: [by * x, by * y, by * z] })

const [STEP, LEAP, SWITCH] = (['step', 'leap', 'switch'] as const).map((change) => [change, change])

describe('nothing is known of what was', () => {
  test('where there was nothing, or a setting is another', () => {
    expect(lightChangeOf(null, lit())).toBe('switch')
    for (const settings of [{ lights: false }, { shadows: false }, { normals: 'flat' }] as const) expect(changesBetween(lit(), lit({}, settings))).toEqual(SWITCH)
  })

  test('after a lamp was added, taken away, switched or replaced', () => {
    expect(changesBetween(lit(), lit({ lights: [LAMP, SUN] }))).toEqual(SWITCH)
    expect(lampIs({ on: false })).toEqual(SWITCH)
    expect(lampIs({ id: 'another' })).toEqual(SWITCH)
    expect(changesBetween(lit(), lit({ lights: [SPOT, LAMP, SUN] }))).toEqual(SWITCH)
    expect(sunIs({ on: false })).toEqual(SWITCH)
  })
})

describe('a lamp', () => {
  test.each([[1.01, STEP], [1.2, STEP], [1.25, STEP], [1.3, LEAP], [10, LEAP]])('%f times as strong', (by, change) => {
    expect(lampIs({ intensity: 100 * by })).toEqual(change)
  })

  test('of another colour: as much as comes and goes together', () => {
    expect(lampIs({ color: [1, 0.82, 0.65] })).toEqual(STEP)
    expect(lampIs({ color: [0.6, 0.8, 1] })).toEqual(LEAP)
    expect(lampIs({ color: [1, 0.8, 0] })).toEqual(LEAP)
    // Brighter by colour, darker by strength.
    expect(lampIs({ color: [2, 1.6, 1.2], intensity: 50 })).toEqual(STEP)
  })

  test('that moved, is wider or of another kind is another light, however near or strong it is', () => {
    expect(lampIs({ position: [0, 2.01, 0] })).toEqual(LEAP)
    expect(lampIs({ radius: 0.1 })).toEqual(LEAP)
    expect(changesBetween(lit(), lit({ lights: [{ ...SPOT, id: 'lamp', position: LAMP.position } as Light, SPOT, SUN] }))).toEqual(LEAP)
    expect(changesBetween(lit(), lit({ lights: [LAMP, { ...SPOT, direction: [0.01, -1, 0] } as Light, SUN] }))).toEqual(LEAP)
  })

  test('that gives nothing is none, and one that begins to is another', () => {
    expect(lampIs({ intensity: 0 })).toEqual(LEAP)
    expect(lampIs({ color: [0, 0, 0] })).toEqual(LEAP)
    const black = lit({ lights: [{ ...LAMP, intensity: 0 }] })
    expect(changesBetween(black, lit({ lights: [{ ...LAMP, intensity: 0, color: [1, 0, 0] }] }))).toEqual(STEP)
  })

  test('that is off counts for nothing, whatever it would give', () => {
    const off = (change: Partial<PointLight>) => lit({ lights: [{ ...LAMP, on: false, ...change }, SPOT, SUN] })
    expect(changesBetween(off({}), off({ position: [9, 9, 9], intensity: 1e6 }))).toEqual(STEP)
  })

  test('and many of them change by a step each', () => {
    const strong = (by: number) => lit({ lights: [{ ...LAMP, intensity: 100 * by }, { ...SPOT, intensity: 50 / by } as Light, { ...SUN, illuminance: 50_000 * by }] })
    expect(changesBetween(strong(1), strong(1.2))).toEqual(STEP)
    expect(changesBetween(strong(1), strong(1.3))).toEqual(LEAP)
  })
})

describe('the sun', () => {
  test.each([[0.5, STEP], [2.9, STEP], [3.1, LEAP], [90, LEAP], [180, LEAP]])('turned by %f degrees', (degrees, change) => {
    expect(sunIs({ direction: sunTurned(degrees) })).toEqual(change)
    // Whatever its direction is long.
    expect(sunIs({ direction: sunTurned(degrees).map((v) => 3 * v) as unknown as Vec3 })).toEqual(change)
  })

  test('turned and dimmed by a step is one step, and gone it is not', () => {
    expect(sunIs({ direction: sunTurned(2.9), illuminance: 42_000, color: [1, 0.97, 0.9] })).toEqual(STEP)
    expect(sunIs({ direction: sunTurned(0.5), illuminance: 30_000 })).toEqual(LEAP)
    expect(sunIs({ direction: sunTurned(0.5), illuminance: 0 })).toEqual(LEAP)
  })
})

describe('what is around', () => {
  test.each([[1.2, STEP], [1.3, LEAP]])('%f times as bright', (by, change) => {
    expect(skyIs(brighter(SKY, by))).toEqual(change)
    // And the ambient term alone.
    expect(skyIs({ ...SKY, ambient: brighter(SKY, by) }, { ...SKY, ambient: SKY })).toEqual(change)
  })

  test('black as before, or no more', () => {
    const black: Environment = { zenith: [0, 0, 0], nadir: [0, 0, 0] }
    expect(skyIs({ ...black, ambient: null }, black)).toEqual(STEP)
    expect(skyIs(black)).toEqual(LEAP)
  })

  const image = (key: string, valueAt: (x: number, y: number) => number, [width, height] = [16, 8]): EnvironmentImage =>
    ({ key, width, height, rgb: Float32Array.from({ length: 3 * width * height }, (_, i) => valueAt(Math.floor(i / 3) % width, Math.floor(i / 3 / width))) })
  const EVEN = image('even', () => 1000)
  const around = (value: EnvironmentImage | null, more: Partial<Environment> = {}): Environment => ({ ...SKY, image: value, ...more })

  test('an image and none, or one that is seen no more', () => {
    expect(skyIs(around(EVEN), around(null))).toEqual(LEAP)
    expect(skyIs(around(EVEN, { isSeen: false }), around(EVEN))).toEqual(LEAP)
    expect(skyIs(around(EVEN, { isSeen: true, turn: 0, strength: 1 }), around(EVEN))).toEqual(STEP)
  })

  test('an image turned, by the shorter way, or made stronger', () => {
    expect(skyIs(around(EVEN, { turn: 2.9 * DEGREE }), around(EVEN))).toEqual(STEP)
    expect(skyIs(around(EVEN, { turn: 3.1 * DEGREE }), around(EVEN))).toEqual(LEAP)
    expect(skyIs(around(EVEN, { turn: 359 * DEGREE }), around(EVEN, { turn: 1 * DEGREE }))).toEqual(STEP)
    expect(skyIs(around(EVEN, { strength: 1.2 }), around(EVEN))).toEqual(STEP)
    expect(skyIs(around(EVEN, { strength: 1.3 }), around(EVEN))).toEqual(LEAP)
  })

  test('a new image with nearly the light of the last, and one that is as bright in the mean but another place', () => {
    expect(skyIs(around(image('new', () => 1200)), around(EVEN))).toEqual(STEP)
    expect(skyIs(around(image('new', () => 1300)), around(EVEN))).toEqual(LEAP)
    expect(skyIs(around(image('new', () => 500), { strength: 2 }), around(EVEN))).toEqual(STEP)
    const half = (isLit: (x: number, y: number) => boolean) => around(image(`lit where ${String(isLit)}`, (x, y) => (isLit(x, y) ? 2000 : 0)))
    expect(skyIs(half((x) => x < 8), half((x) => x >= 8))).toEqual(LEAP)
    expect(skyIs(half((_, y) => y < 4), half((_, y) => y >= 4))).toEqual(LEAP)
    expect(skyIs(half((x) => x < 8), around(EVEN))).toEqual(LEAP)
    expect(skyIs(around(image('fine', () => 1000, [32, 16])), around(EVEN))).toEqual(LEAP)
  })

  test('a clear sky whose sun turns a little, and one with another sun or at night', () => {
    const day = (height: number) => {
      const toSun: Vec3 = [Math.cos(height * DEGREE), Math.sin(height * DEGREE), 0]
      const { environment, sun } = clearSky(toSun)
      return lit({ environment, lights: [{ ...SUN, direction: toSun.map((v) => -v) as unknown as Vec3, ...sun }] })
    }
    expect(changesBetween(day(40), day(42.5))).toEqual(STEP)
    expect(changesBetween(day(40), day(60))).toEqual(LEAP)
    expect(changesBetween(day(40), day(-20))).toEqual(LEAP)
    expect(changesBetween(day(-0.5), day(0.5))).toEqual(LEAP)
  })
})

test('what shines does so by a step more, or another thing begins to', () => {
  expect(changesBetween(lit({ shine: 100 }), lit({ shine: 120 }))).toEqual(STEP)
  expect(changesBetween(lit({ shine: 100 }), lit({ shine: 130 }))).toEqual(LEAP)
  expect(changesBetween(lit(), lit({ shine: 1 }))).toEqual(LEAP)
})

test('a number that is none is no step', () => {
  expect(lampIs({ intensity: NaN })).toEqual(LEAP)
  expect(lampIs({ intensity: Infinity })).toEqual(LEAP)
  expect(sunIs({ direction: [NaN, -1, 0] })).toEqual(LEAP)
  expect(skyIs({ ...SKY, zenith: [NaN, 0, 0] })).toEqual(LEAP)
  expect(skyIs({ ...SKY, image: { key: 'new', width: 1, height: 1, rgb: new Float32Array([NaN, 1, 1]) } }, { ...SKY, image: { key: 'old', width: 1, height: 1, rgb: new Float32Array([1, 1, 1]) } })).toEqual(LEAP)
  expect(skyIs({ ...SKY, turn: NaN, image: { key: 'one', width: 1, height: 1, rgb: new Float32Array([1, 1, 1]) } }, { ...SKY, image: { key: 'one', width: 1, height: 1, rgb: new Float32Array([1, 1, 1]) } })).toEqual(LEAP)
})
