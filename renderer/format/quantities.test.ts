import { describe, expect, test } from 'vitest'
import { isTimeZone } from '../document/moment.ts'
import { unitFactors } from '../document/photometry.ts'
import { LIGHTS } from '../document/testing.ts'
import { setLanguage } from '../words/say.ts'
import { CITIES, cityChoices, formatCoordinate, parseCoordinate, placeName, timeZones } from '../document/places.ts'
import { dateOf, dayOf, formatAmount, formatClock, formatDate, parseAmount, parseClock, parseDate, parseKelvin } from './quantities.ts'

describe('typed quantities of light', () => {
  const factors = unitFactors(LIGHTS.disc)

  test('are read with or without their unit, and converted by the light’s shape', () => {
    expect(parseAmount('806', 'lm', factors)).toBeCloseTo(806, 9)
    expect(parseAmount('1,5 klm', 'lm', factors)).toBeCloseTo(1500, 9)
    expect(parseAmount('3000 nits', 'nt', factors)).toBeCloseTo(3000, 9)
    expect(parseAmount('100 cd', 'lm', factors)).toBeCloseTo(100 * Math.PI, 9)
    expect(parseAmount('100 cd/m²', 'cd', factors)).toBeCloseTo(100 * Math.PI * 0.04, 9)
  })

  test('that are none, or of another kind of light, are refused', () => {
    for (const text of ['', 'bright', '-5', '5 lx', '5 watt', '1e400', 'NaN']) expect(parseAmount(text, 'lm', factors), text).toBeNull()
  })

  test.each([['en', ['en-US'], '6/7/2026'], ['en', ['en-GB'], '07/06/2026'], ['de', [], '7.6.2026'], ['de', ['de-CH'], '7.6.2026']] as const)('dates read as %s writes them (%j)', (language, preferred, text) => {
    setLanguage(language, preferred)
    expect(formatDate(dayOf('2026-06-07'))).toBe(text)
    for (const day of ['2026-06-07', '2024-02-29', '1800-01-01']) expect(dateOf(parseDate(formatDate(dayOf(day)))!)).toBe(day)
    setLanguage('en')
  })

  test('kelvin, clocks and dates are read as people write them', () => {
    expect(['2700', '2700 K', '2,7 kK', '6.5'].map(parseKelvin)).toEqual([2700, 2700, 2700, 6500])
    expect(['warm', '-3', ''].map(parseKelvin)).toEqual([null, null, null])
    expect(['17:30', '1730', '5:30 pm', '12 am', '0:05', '7'].map(parseClock)).toEqual([1050, 1050, 1050, 0, 5, 420])
    expect(['24:00', '7:75', '13 pm', 'noon'].map(parseClock)).toEqual([null, null, null, null])
    expect(formatClock(1050)).toBe('17:30')
    for (const text of ['2026-06-21', '21.6.2026', '6/21/2026']) expect(dateOf(parseDate(text)!)).toBe('2026-06-21')
    expect(parseDate('21/6/2026')).toBeNull()
    for (const text of ['2026-02-30', '31.4.2026', '1066-10-14', 'tomorrow']) expect(parseDate(text), text).toBeNull()
    expect(dayOf('1970-01-02')).toBe(1)
    expect(formatAmount(806.4321, 'lm')).toBe('806.4 lm')
  })

  test('coordinates may be decimal or in degrees, minutes and seconds', () => {
    expect(parseCoordinate('52,52° N', 'latitude')).toBe(52.52)
    expect(parseCoordinate('33° 52\' 7.5" S', 'latitude')).toBeCloseTo(-33.86875, 9)
    expect(parseCoordinate('-33.87', 'latitude')).toBe(-33.87)
    expect(parseCoordinate('5 E', 'latitude')).toBeNull()
    expect(parseCoordinate("5° 75'", 'latitude')).toBeNull()
    expect(formatCoordinate(-33.87, 'latitude')).toBe('33.87° S')
    setLanguage('de')
    expect([formatCoordinate(52.52, 'latitude'), formatCoordinate(13.405, 'longitude'), formatCoordinate(-74.07, 'longitude')]).toEqual(['52,52° N', '13,405° O', '74,07° W'])
    expect(['13,405° O', '13.405 E', '-13.405'].map((text) => parseCoordinate(text, 'longitude'))).toEqual([13.405, 13.405, -13.405])
    setLanguage('en')
  })

  test('cities are listed by their name in the language, and keep one name in the project', () => {
    setLanguage('de')
    const labels = cityChoices().map(({ label }) => label)
    expect(labels).toEqual(labels.toSorted((a, b) => a.localeCompare(b, 'de')))
    expect(cityChoices().find(({ value }) => value === 'Munich')?.label).toBe('München')
    expect(placeName('Greenwich')).toBe('Greenwich')
    setLanguage('en')
    expect(placeName('Munich')).toBe('Munich')
  })

  test('every city has a time zone that there is', () => {
    for (const { name, timeZone, latitudeDegrees, longitudeDegrees } of CITIES) {
      expect(isTimeZone(timeZone), name).toBe(true)
      expect(Math.abs(latitudeDegrees) <= 90 && Math.abs(longitudeDegrees) <= 180, name).toBe(true)
    }
    expect(timeZones().slice(0, 40).every(isTimeZone)).toBe(true)
  })
})
