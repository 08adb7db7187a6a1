import { expect, test } from 'vitest'
import { parseDistance, typedOn } from './typed-distance.ts'

test('what is typed during a drag begins with a number; other keys keep their meaning', () => {
  const typed = (keys: readonly string[]): string => keys.reduce((draft, key) => typedOn(draft, key) ?? draft, '')
  expect(typed(['c', '-', '4', '5', 'Shift', ' ', 'c', 'm'])).toBe('45 cm')
  expect(typed(['4', '5', 'Backspace', '0'])).toBe('40')
  expect([typedOn('', 'Backspace'), typedOn('4', 'x'), typedOn('1'.repeat(40), '1')]).toEqual([null, null, null])
})

test('whole numbers are centimetres where a project measures in metres, and its own unit elsewhere', () => {
  expect(['45', '0.45', '1,2', '45 mm', '1.5 m'].map((text) => parseDistance(text, 'm'))).toEqual([0.45, 0.45, 1.2, 0.045, 1.5])
  expect([parseDistance('45', 'mm'), parseDistance('45', 'cm'), parseDistance(`1' 6"`, 'ft-in')]).toEqual([0.045, 0.45, expect.closeTo(0.4572, 9)])
  expect([parseDistance('', 'm'), parseDistance('4..5', 'm'), parseDistance('4 cm cm', 'm')]).toEqual([null, null, null])
})
