import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseAngle, parseLength } from '../document/units.ts'
import { evaluate } from './arithmetic.ts'

const inMetres = (text: string): number | null => parseLength(text, 'm')
const inCentimetres = (text: string): number | null => parseLength(text, 'cm')

test.each([
  ['3.2m/4', 0.8], ['2 * 45 cm', 0.9], ['45cm*2+3', 3.9], ['(1,2 - 0,3) / 2', 0.45], ['1m - 20cm', 0.8], ['2m-30cm', 1.7], ['-(50cm + 0.5)', -1], ['6 × 4', 24], ['10/4', 2.5],
  ['1.5', 1.5], [`2' 3"`, 0.6858], ['1/2"', 0.0127], [`(2' 3" + 1") / 2`, 0.3556],
])('%s is %d m', (text, metres) => expect(evaluate(text, inMetres)).toBeCloseTo(metres, 9))

test('a number without a unit is in the unit of the field where it is added, and counts where it multiplies', () => {
  expect(evaluate('45+5', inCentimetres)).toBeCloseTo(0.5, 9)
  expect(evaluate('1m + 5*3', inCentimetres)).toBeCloseTo(1.15, 9)
  expect(evaluate('360°/8', parseAngle)).toBeCloseTo(Math.PI / 4, 9)
  expect(evaluate('360/8 + 5', parseAngle)).toBeCloseTo((50 * Math.PI) / 180, 9)
})

test.each(['', '+', '3m*2m', '2/(1m)', '1/0', '(1m', '1m)', '3m//2', 'm*2', '1m 2m*2', '1m*', '((((((((((((((((((((((1m))))))))))))))))))))))'])('%s is no length', (text) => {
  expect(evaluate(text, inMetres)).toBeNull()
})

test('never throws on what people type, and never answers what is no number', () => {
  fc.assert(fc.property(fc.string({ unit: fc.constantFrom(...'0123456789.,+-*/() mcft\'"'.split('')), maxLength: 30 }), (text) => {
    const value = evaluate(text, inMetres)
    expect(value === null || Number.isFinite(value)).toBe(true)
  }))
})
