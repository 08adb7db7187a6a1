import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { LengthUnit } from './types.ts'
import { formatAngle, formatLength, parseAngle, parseLength } from './units.ts'

describe('lengths', () => {
  test.each<[string, LengthUnit, number]>([
    ['2.5', 'm', 2.5],
    ['2,5 m', 'cm', 2.5],
    ['250', 'cm', 2.5],
    ['250cm', 'ft-in', 2.5],
    ['2500 mm', 'm', 2.5],
    ['1 m 20 cm', 'mm', 1.2],
    ['-40', 'cm', -0.4],
    ['.5', 'm', 0.5],
    [`2' 3 1/2"`, 'm', 27.5 * 0.0254],
    [`2'3-1/2"`, 'm', 27.5 * 0.0254],
    [`2 ft 3 in`, 'm', 27 * 0.0254],
    [`2' 3`, 'ft-in', 27 * 0.0254],
    [`1/2"`, 'm', 0.0127],
    ['6', 'ft-in', 6 * 0.3048],
    [`-1' 6"`, 'ft-in', -0.4572],
  ])('%s in %s', (text, unit, metres) => expect(parseLength(text, unit)).toBeCloseTo(metres, 10))

  test.each(['', 'sofa', '1.2.3', '2 3 m', `3" 2'`, '--2', '1/0', '9'.repeat(400), 'Infinity', '2 miles'])('refuses %j', (text) =>
    expect(parseLength(text, 'm')).toBeNull(),
  )

  test('what is shown reads back within its precision', () => {
    const precision = { m: 0.0005, cm: 0.0005, mm: 0.0005, 'ft-in': 0.0254 / 32 }
    fc.assert(
      fc.property(fc.double({ min: -500, max: 500, noNaN: true }), fc.constantFrom<LengthUnit>('m', 'cm', 'mm', 'ft-in'), (metres, unit) => {
        expect(Math.abs((parseLength(formatLength(metres, unit), unit) as number) - metres)).toBeLessThanOrEqual(precision[unit] + 1e-9)
      }),
    )
  })

  test('never throws on what people type', () => {
    fc.assert(fc.property(fc.string(), (text) => [null, 'number'].includes(parseLength(text, 'cm') === null ? null : 'number')))
  })

  test('shows feet, inches and sixteenths', () => {
    expect(formatLength(2.5, 'ft-in')).toBe(`8' 2 7/16"`)
    expect(formatLength(0.3048, 'ft-in')).toBe(`1' 0"`)
    expect(formatLength(-0.0001, 'mm')).toBe('0 mm')
    expect(formatLength(1.65, 'm')).toBe('1.650 m')
  })
})

describe('angles', () => {
  test('reads degrees, and radians when it says so', () => {
    expect(parseAngle('90')).toBeCloseTo(Math.PI / 2)
    expect(parseAngle('-22,5°')).toBeCloseTo(-Math.PI / 8)
    expect(parseAngle('1 rad')).toBe(1)
    expect(parseAngle('north')).toBeNull()
    expect(formatAngle(Math.PI / 8)).toBe('22.5°')
    expect(formatAngle(-1e-9)).toBe('0°')
  })
})
