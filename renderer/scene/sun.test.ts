import { describe, expect, test } from 'vitest'
import { instantOf, isDate, isTimeZone, offsetName } from '../document/moment.ts'
import { sunAngles } from '../document/sun-angles.ts'
import type { PlaceRecord } from '../document/types.ts'
import { sunDirection, sunPosition } from './sun.ts'

const at = (latitudeDegrees: number, longitudeDegrees: number, timeZone = 'UTC', north = 0): PlaceRecord => ({ name: '', latitudeDegrees, longitudeDegrees, timeZone, north })
const minutes = (clock: string): number => Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3))
const degrees = (radians: number): number => (radians * 180) / Math.PI
const seen = (place: PlaceRecord, date: string, clock: string) => {
  const { altitude, azimuth, offset } = sunPosition(place, { date, minutes: minutes(clock) })
  return { altitude: degrees(altitude), azimuth: degrees(azimuth), offset }
}

describe('the sun stands where the almanac has it, to a tenth of a degree', () => {
  // Azimuth and zenith distance by NREL's own spa.c (Reda and Andreas 2003, NREL/TP-560-34302; revision of 2014-09-08),
  // sea level, 1000 mbar, 10 degrees; UTC.
  test.each<[string, number, number, string, string, number, number]>([
    ['Auckland, equinox', -36.840556, 174.74, '2010-03-15', '00:30', 0.047502, 34.572436],
    ['Auckland, autumn evening', -36.840556, 174.74, '2010-03-15', '03:30', 299.087594, 53.909325],
    ['Auckland, close to the horizon', -36.840556, 174.74, '2010-03-15', '06:30', 268.277401, 88.368814],
    ['Auckland, winter noon', -36.840556, 174.74, '2010-06-15', '00:30', 357.723597, 60.14248],
    ['Auckland, winter afternoon', -36.840556, 174.74, '2010-06-15', '03:30', 315.749511, 74.707383],
    ['Auckland, midsummer', -36.840556, 174.74, '2010-12-15', '00:30', 346.427128, 13.92405],
    ['Brasília, nearly overhead', -15.793889, -47.882778, '2010-12-15', '15:30', 215.325977, 9.278971],
    ['Brasília, winter morning', -15.793889, -47.882778, '2010-06-15', '12:30', 46.250557, 55.629466],
    ['Brasília, spring', -15.793889, -47.882778, '2010-09-15', '18:30', 285.832743, 53.575069],
  ])('%s', (_, latitude, longitude, date, clock, azimuth, zenith) => {
    const sun = seen(at(latitude, longitude), date, clock)
    expect(Math.abs(sun.altitude - (90 - zenith))).toBeLessThan(0.1)
    // On the ground: near the zenith a small step is a large azimuth.
    const apart = Math.abs(((sun.azimuth - azimuth + 540) % 360) - 180) * Math.sin((zenith * Math.PI) / 180)
    expect(apart).toBeLessThan(0.1)
  })

  test('Golden, Colorado: the worked example of the same report (appendix A.5), by Mountain Standard Time', () => {
    const sun = seen(at(39.742476, -105.1786, 'UTC-7'), '2003-10-17', '12:30')
    // Half a minute after: 50.11162 from the zenith, 194.34024 from north; the sun moves 0.12 degrees in that time.
    expect(sun.altitude).toBeCloseTo(90 - 50.11162, 0)
    const before = seen(at(39.742476, -105.1786, 'UTC-7'), '2003-10-17', '12:31')
    expect(Math.abs((sun.azimuth + before.azimuth) / 2 - 194.34024)).toBeLessThan(0.1)
    expect(Math.abs((sun.altitude + before.altitude) / 2 - (90 - 50.11162))).toBeLessThan(0.1)
  })

  // Sunrise and sunset by the US Naval Observatory, to the minute: the middle of the sun is 16' below the apparent horizon.
  test.each<[string, number, number, string, string]>([
    ['Anchorage, midsummer', 61.216667, -149.866667, '2020-06-25', '12:22'],
    ['Anchorage, equinox', 61.216667, -149.866667, '2020-03-25', '15:43'],
    ['Anchorage, midwinter', 61.216667, -149.866667, '2020-12-25', '19:15'],
    ['Singapore, close to the equator', 1.283333, 103.833333, '2020-09-24', '22:53'],
    ['Auckland, midsummer', -36.833333, 174.8, '2020-12-24', '17:00'],
  ])('rises on time: %s', (_, latitude, longitude, date, clock) => {
    const rising = [-1, 1].map((minute) => seen(at(latitude, longitude), date, `${clock.slice(0, 2)}:${String(Number(clock.slice(3)) + minute).padStart(2, '0')}`).altitude)
    const horizon = -16 / 60
    expect(rising[0]).toBeLessThan(horizon + 0.1)
    expect(rising[1]).toBeGreaterThan(horizon - 0.1)
  })

  test('culminates at the height that the obliquity of the ecliptic gives (23.44 degrees, Astronomical Almanac)', () => {
    const highest = (place: PlaceRecord, date: string): { altitude: number; azimuth: number } =>
      Array.from({ length: 24 * 30 }, (_, i) => {
        const { altitude, azimuth } = sunPosition(place, { date, minutes: i * 2 })
        return { altitude: degrees(altitude), azimuth: degrees(azimuth) }
      }).reduce((best, sun) => (sun.altitude > best.altitude ? sun : best))
    const greenwich = at(51.4779, 0)
    expect(highest(greenwich, '2024-06-20').altitude).toBeCloseTo(90 - 51.4779 + 23.44, 1)
    expect(highest(greenwich, '2024-12-21').altitude).toBeCloseTo(90 - 51.4779 - 23.44 + 0.05, 1)
    const sydney = at(-33.8688, 151.2093, 'Australia/Sydney')
    expect(highest(sydney, '2024-12-21').altitude).toBeCloseTo(90 - 33.8688 + 23.44, 1)
    const noon = highest(sydney, '2024-06-21')
    expect(noon.altitude).toBeCloseTo(90 - 33.8688 - 23.44, 1)
    // It stands in the north there.
    expect(Math.cos((noon.azimuth * Math.PI) / 180)).toBeGreaterThan(0.99)
  })
})

describe('clocks of a place', () => {
  test('summer time is an hour ahead', () => {
    const berlin = at(52.52, 13.405, 'Europe/Berlin')
    expect(seen(berlin, '2026-06-21', '12:00').offset).toBe(120)
    expect(seen(berlin, '2026-12-21', '12:00').offset).toBe(60)
    expect(seen(at(28.61, 77.21, 'Asia/Kolkata'), '2026-06-21', '12:00').offset).toBe(330)
    expect(seen(at(-33.87, 151.21, 'Australia/Sydney'), '2026-01-01', '12:00').offset).toBe(660)
  })

  test('the hour that is skipped and the one that comes twice are instants, too', () => {
    // Clocks in Berlin went from 2:00 to 3:00 on 29 March 2026 and go from 3:00 to 2:00 on 25 October.
    expect(new Date(instantOf({ date: '2026-03-29', minutes: 90 }, 'Europe/Berlin').utcMs).toISOString()).toBe('2026-03-29T00:30:00.000Z')
    expect(new Date(instantOf({ date: '2026-03-29', minutes: 150 }, 'Europe/Berlin').utcMs).toISOString()).toBe('2026-03-29T01:30:00.000Z')
    expect(new Date(instantOf({ date: '2026-10-25', minutes: 150 }, 'Europe/Berlin').utcMs).toISOString()).toBe('2026-10-25T00:30:00.000Z')
    expect(new Date(instantOf({ date: '2026-10-25', minutes: 180 }, 'Europe/Berlin').utcMs).toISOString()).toBe('2026-10-25T02:00:00.000Z')
  })

  test('knows zones and days from what is none', () => {
    expect(['UTC', 'UTC+5:30', 'UTC-14', 'Europe/Berlin'].every(isTimeZone)).toBe(true)
    expect(['', 'UTC+15', 'UTC+5:90', 'Mars/Olympus', 'x'.repeat(99)].some(isTimeZone)).toBe(false)
    expect(['2024-02-29', '1800-01-01'].every(isDate)).toBe(true)
    expect(['2025-02-29', '2026-13-01', '1492-10-12', '', 'noon'].some(isDate)).toBe(false)
    expect([0, 60, -210, 330].map(offsetName)).toEqual(['UTC', 'UTC+1', 'UTC−3:30', 'UTC+5:30'])
  })
})

describe('the sun in the project', () => {
  test('north turns the plan under the sun', () => {
    const noon = { moment: { date: '2026-03-20', minutes: 12 * 60 }, direction: [0, -1, 0] as const }
    // South on the plan is +z: the light comes from there.
    expect(sunDirection(noon, at(50, 0))[2]).toBeLessThan(-0.6)
    // North at the right of the plan (+x): south is at the left, -x.
    expect(sunDirection(noon, at(50, 0, 'UTC', Math.PI / 2))[0]).toBeGreaterThan(0.6)
    const [plain, turned] = [0, 0.7].map((north) => sunAngles(sunDirection(noon, at(50, 0, 'UTC', north))))
    expect(turned.azimuth - plain.azimuth).toBeCloseTo(0.7, 9)
    expect(turned.altitude).toBeCloseTo(plain.altitude, 9)
  })

  test('without a place or a moment it shines as it was set', () => {
    const direction = [0.6, -0.8, 0] as const
    expect(sunDirection({ direction, moment: undefined }, at(50, 0))).toBe(direction)
    expect(sunDirection({ direction, moment: { date: '2026-03-20', minutes: 0 } }, undefined)).toBe(direction)
  })
})
