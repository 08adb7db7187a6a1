import { afterEach, expect, test } from 'vitest'
import { formatAngle, formatLength, parseLength } from '../document/units.ts'
import { hsvText, rgbFromHsvText } from '../format/color.ts'
import { agoText, durationText, shortCount, whenText } from '../format/figures.ts'
import { formatAmount } from '../format/quantities.ts'
import { fixed, parsePercent, percent, upTo } from './numbers.ts'
import { setLanguage } from './say.ts'

afterEach(() => setLanguage('en'))

test('numbers have the comma of the language, and fields read it back', () => {
  expect([fixed(2.5, 3), upTo(22.5, 2), upTo(-0.001, 2), formatAmount(806.4321, 'lm'), shortCount(9876)]).toEqual(['2.500', '22.5', '0', '806.4 lm', '9,876'])
  setLanguage('de')
  expect([fixed(2.5, 3), formatAngle(Math.PI / 8), formatAmount(806.4321, 'lm'), shortCount(9876)]).toEqual(['2,500', '22,5°', '806,4 lm', '9.876'])
  expect(parseLength(formatLength(1234.5, 'm'), 'm')).toBe(1234.5)
  expect(durationText(12_600)).toBe('3,5 h')
})

test('shares have the sign as the language sets it, and fields read it back', () => {
  expect([percent(0.225, 1), percent(1), hsvText([1, 0, 0])]).toEqual(['22.5%', '100%', '0°, 100%, 100%'])
  setLanguage('de')
  expect([percent(0.225, 1), percent(1), hsvText([1, 0, 0])]).toEqual(['22,5\u00a0%', '100\u00a0%', '0°, 100\u00a0%, 100\u00a0%'])
  expect([percent(0.225, 1), '22,5', '22.5 %', '', '%', 'much'].map(parsePercent)).toEqual([0.225, 0.225, 0.225, null, null, null])
  expect(rgbFromHsvText(hsvText([1, 0, 0]))).toEqual([1, 0, 0])
})

test('dates and spans of time are written as the language writes them', () => {
  const day = 86_400_000
  expect([agoText(0, 0), agoText(0, day), agoText(0, 3 * day)]).toEqual(['today', 'yesterday', '3 days ago'])
  setLanguage('de')
  expect([agoText(0, 0), agoText(0, day), agoText(0, 3 * day)]).toEqual(['heute', 'gestern', 'vor 3 Tagen'])
  expect(agoText(Date.UTC(2026, 5, 21, 12), Date.UTC(2026, 10, 21, 12))).toMatch(/21\. Juni 2026/)
  expect(whenText(Date.UTC(2026, 5, 21, 12))).toMatch(/21\.06\.2026/)
})

test('the system decides between variants of a language', () => {
  setLanguage('de', ['de-CH'])
  expect(shortCount(9876)).toMatch(/^9['’]876$/)
})
