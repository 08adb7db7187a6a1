import { describe, expect, test } from 'vitest'
import { packLight } from '../../gpu/tables/lights.ts'
import { seeded } from '../../gpu/testing/random.ts'
import { toLight } from '../scene/lights.ts'
import { setAmount, setLight } from './changes/index.ts'
import { emptyDocument } from './empty.ts'
import { amountIn, coneSteradians, keptUnit, shownUnit, unitFactors } from './photometry.ts'
import { colorOfTemperature, luminanceOf } from './temperature.ts'
import { LIGHTS as TINTED, pointLight } from './testing.ts'
import type { DocumentLight } from './types.ts'

const WHITE = { color: [1, 1, 1] } as const
const LIGHTS = {
  point: { ...TINTED.point, ...WHITE }, spot: { ...TINTED.spot, ...WHITE }, grid: { ...TINTED.grid, ...WHITE }, sphere: { ...TINTED.sphere, ...WHITE },
  disc: { ...TINTED.disc, ...WHITE }, rectangle: { ...TINTED.rectangle, ...WHITE }, directional: { ...TINTED.directional, ...WHITE },
}
const documentOf = (light: DocumentLight) => ({ ...emptyDocument(), lights: [light] })

describe('a light in the units of an architect', () => {
  test('a point of 1 cd gives 4 pi lumen', () => {
    expect(amountIn(pointLight('a', { intensity: 1 }), 'lm')).toBeCloseTo(4 * Math.PI, 12)
    expect(amountIn(LIGHTS.grid, 'lm')! / amountIn(LIGHTS.grid, 'cd')!).toBeCloseTo(4 * Math.PI, 12)
  })

  test('a spot with a hard edge gives 2 pi (1 - cos) lumen per candela; one of half a room 2 pi', () => {
    for (const angle of [0.1, 0.5, Math.PI / 2]) expect(coneSteradians(angle, angle)).toBeCloseTo(2 * Math.PI * (1 - Math.cos(angle)), 12)
    expect(coneSteradians(Math.PI / 2, Math.PI / 2)).toBeCloseTo(2 * Math.PI, 12)
  })

  test('a soft spot gives what its falloff adds up to, as the engine shades it', () => {
    for (const [innerAngle, outerAngle] of [[0, 0.4], [0.3, 0.6], [0.2, Math.PI / 2]]) {
      const packed = packLight(toLight({ ...LIGHTS.spot, intensity: 1, innerAngle, outerAngle }, { carrier: null, isOut: false, place: undefined, profile: undefined, daylight: undefined }))
      const [scale, offset] = [packed.cone_scale, packed.cone_offset] as [number, number]
      const steps = 20_000
      let sum = 0
      for (let i = 0; i < steps; i++) sum += Math.min(1, Math.max(0, ((i + 0.5) / steps) * scale + offset)) ** 2 / steps
      expect(coneSteradians(innerAngle, outerAngle)).toBeCloseTo(2 * Math.PI * sum, 5)
    }
  })

  test('a Lambertian disc gives pi A L lumen and A L candela; a sphere four times the lumen of its disc', () => {
    const area = Math.PI * 0.2 ** 2
    expect(amountIn({ ...LIGHTS.disc, radius: 0.2, radiance: 1000 }, 'lm')).toBeCloseTo(Math.PI * area * 1000, 9)
    expect(amountIn({ ...LIGHTS.disc, radius: 0.2, radiance: 1000 }, 'cd')).toBeCloseTo(area * 1000, 9)
    expect(amountIn({ ...LIGHTS.sphere, radius: 0.2, radiance: 1000 }, 'cd')).toBeCloseTo(area * 1000, 9)
    expect(amountIn({ ...LIGHTS.sphere, radius: 0.2, radiance: 1000 }, 'lm')).toBeCloseTo(4 * Math.PI * area * 1000, 9)
    expect(amountIn({ ...LIGHTS.rectangle, width: 2, length: 0.5, radiance: 100 }, 'lm')).toBeCloseTo(Math.PI * 100, 9)
  })

  test('what a flat light gives is the integral of its luminance over area and half of all directions', () => {
    const next = seeded(7)
    let sum = 0
    const count = 200_000
    // Directions evenly over the half sphere: the cosine is even in 0..1.
    for (let i = 0; i < count; i++) sum += (2 * Math.PI * next() * 2 * 0.5 * 100) / count
    expect(sum / amountIn({ ...LIGHTS.rectangle, width: 2, length: 0.5, radiance: 100 }, 'lm')!).toBeCloseTo(1, 2)
  })

  test('a measured luminaire gives its own steradians, and candela alone while its file is not there', () => {
    const luminaire = pointLight('a', { intensity: 500, profile: 'f'.repeat(64) })
    expect(amountIn(luminaire, 'lm', () => 3)).toBe(1500)
    expect(amountIn(luminaire, 'lm')).toBeNull()
    expect(amountIn(luminaire, 'cd')).toBe(500)
  })

  test('every kind is set to an amount in each of its units and gives just that', () => {
    for (const light of [...Object.values(LIGHTS), ...Object.values(TINTED)]) {
      for (const unit of Object.keys(unitFactors(light)) as (keyof ReturnType<typeof unitFactors>)[]) {
        const [next] = setAmount(light.id, 806, unit)(documentOf(light)).lights
        expect(amountIn(next, unit), `${light.kind} ${unit}`).toBeCloseTo(806, 8)
        expect(shownUnit(next)).toBe(unit)
      }
    }
  })

  test('800 lumen stay 800 lumen when the lamp grows, its cone narrows or its colour warms', () => {
    const changes = [
      [LIGHTS.spot, { outerAngle: 0.35 }], [LIGHTS.disc, { radius: 0.5 }], [LIGHTS.sphere, { radius: 0.01 }],
      [LIGHTS.rectangle, { width: 0.1, length: 3 }], [LIGHTS.grid, { width: 3 }], [LIGHTS.disc, { temperature: 2200, color: colorOfTemperature(2200) }],
    ] as const
    for (const [light, fields] of changes) {
      const before = setAmount(light.id, 800, 'lm')(documentOf(light))
      const [next] = setLight(light.id, fields)(before).lights
      expect(next).not.toBe(before.lights[0])
      expect(amountIn(next, 'lm'), light.kind).toBeCloseTo(800, 6)
    }
    // Shown in the unit it is kept in, it is the number that stays.
    const [wider] = setLight(LIGHTS.disc.id, { radius: 0.5 })(documentOf(LIGHTS.disc)).lights
    expect(wider).toMatchObject({ radiance: LIGHTS.disc.radiance, radius: 0.5 })
  })

  test('a lamp without size or colour still has numbers', () => {
    for (const light of [{ ...LIGHTS.sphere, radius: 0 }, { ...LIGHTS.rectangle, width: 0 }, { ...LIGHTS.point, color: [0, 0, 0] as const }]) {
      const [next] = setAmount(light.id, 100, 'lm')(documentOf(light)).lights
      expect(amountIn(next, 'lm')).toBeCloseTo(100, 6)
    }
    expect(setAmount('point', Number.NaN, 'lm')(documentOf(LIGHTS.point)).lights[0]).toBe(LIGHTS.point)
    expect(setAmount('point', -3, 'lm')(documentOf(LIGHTS.point)).lights[0]).toBe(LIGHTS.point)
    expect(setAmount('point', 100, 'lx')(documentOf(LIGHTS.point)).lights[0]).toBe(LIGHTS.point)
  })

  test('old lights are shown as they were kept, colour included', () => {
    const lamp = pointLight('a', { intensity: 150, color: [1, 0.93, 0.84] })
    expect(keptUnit(lamp)).toBe('cd')
    expect(amountIn(lamp, 'cd')).toBeCloseTo(150 * luminanceOf([1, 0.93, 0.84]), 9)
  })
})
