import { describe, expect, test } from 'vitest'
import type { Rgb } from '../../gpu/index.ts'
import { colorOfTemperature, correlatedTemperature, daylightXy, luminanceOf, planckianUv } from './temperature.ts'

/** Mireds and CIE 1960 uv of the blackbody: Robertson 1968, as in Wyszecki and Stiles, "Color Science", table 1(3.11). */
const ROBERTSON = [
  [200, 0.21142, 0.32312], [250, 0.22511, 0.33439], [300, 0.2401, 0.34308], [350, 0.25591, 0.34951], [400, 0.27218, 0.35407], [500, 0.30505, 0.35907],
  [600, 0.33724, 0.36051],
]

describe('colour temperature', () => {
  test('the warm locus is that of a blackbody', () => {
    for (const [mired, wantedU, wantedV] of ROBERTSON) {
      const [u, v] = planckianUv(1e6 / mired)
      expect(Math.hypot(u - wantedU, v - wantedV), `${mired} mired`).toBeLessThan(3e-4)
    }
    // CIE standard illuminant A: x 0.44757, y 0.40745 (CIE 15:2004, table 1), in uv 0.25597, 0.34951.
    const [u, v] = planckianUv(2855.5)
    expect(u).toBeCloseTo(0.25597, 3)
    expect(v).toBeCloseTo(0.34951, 3)
  })

  test('the cool locus is that of daylight', () => {
    // D50, D55, D65 and D75 as in CIE 15:2004, table T.3, at 1.4388 / 1.438 times their nominal temperature.
    const table = [[5003, 0.34567, 0.3585], [5503, 0.33242, 0.34743], [6504, 0.31272, 0.32903], [7504, 0.29902, 0.31485]]
    for (const [kelvin, x, y] of table) {
      const found = daylightXy(kelvin)
      expect(found[0], `x at ${kelvin} K`).toBeCloseTo(x, 3)
      expect(found[1], `y at ${kelvin} K`).toBeCloseTo(y, 3)
    }
  })

  test('6504 K is the white of Rec. 709, colder is redder, hotter is bluer, all of luminance 1', () => {
    colorOfTemperature(6504).forEach((channel) => expect(channel).toBeCloseTo(1, 2))
    const ratios = [1000, 1800, 2700, 4000, 4500, 5000, 6504, 10_000, 25_000].map((kelvin) => {
      const color = colorOfTemperature(kelvin)
      expect(luminanceOf(color)).toBeCloseTo(1, 12)
      expect(Math.min(...color)).toBeGreaterThanOrEqual(0)
      return color[2] / color[0]
    })
    expect(ratios).toEqual(ratios.toSorted((a, b) => a - b))
  })

  test('a colour is read back as the temperature it came from', () => {
    for (const kelvin of [2000, 2700, 3000, 3500, 4200, 4800, 5500, 6504, 9000, 18_000]) {
      const read = correlatedTemperature(colorOfTemperature(kelvin))!
      expect(read.kelvin / kelvin, `${kelvin} K`).toBeCloseTo(1, 2)
      expect(read.distance).toBeLessThan(1e-3)
    }
    expect(correlatedTemperature([0.1, 1, 0.1])!.distance).toBeGreaterThan(0.02)
    expect(correlatedTemperature([0, 0, 0])).toBeNull()
  })

  test('what is no temperature becomes one', () => {
    for (const kelvin of [Number.NaN, -5, 0, 1e9]) {
      const color: Rgb = colorOfTemperature(kelvin)
      expect(color.every(Number.isFinite)).toBe(true)
    }
  })
})
