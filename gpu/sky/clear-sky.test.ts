import { expect, test } from 'vitest'
import type { Rgb, Vec3 } from '../scene.ts'
import { clearSky, type ClearSky } from './clear-sky.ts'
import { colorOf, WAVELENGTHS } from './spectrum.ts'

const sunAt = (altitudeDegrees: number, azimuth = 0): Vec3 => {
  const altitude = (altitudeDegrees * Math.PI) / 180
  return [Math.cos(altitude) * Math.cos(azimuth), Math.sin(altitude), Math.cos(altitude) * Math.sin(azimuth)]
}
const luminance = ([r, g, b]: Rgb): number => 0.2126 * r + 0.7152 * g + 0.0722 * b
const pixel = ({ environment: { image } }: ClearSky, column: number, row: number): Rgb => {
  const at = 3 * (row * image!.width + column)
  return [image!.rgb[at], image!.rgb[at + 1], image!.rgb[at + 2]]
}
/** Lux on level ground from sky and sun together. */
const total = (altitude: number): number => {
  const { sun, skyIlluminance } = clearSky(sunAt(altitude), { width: 32 })
  return skyIlluminance + sun.illuminance * Math.max(0, Math.sin((altitude * Math.PI) / 180))
}

test('outside the air the sun gives its 127.5 to 133 klx', () => {
  const lux = luminance(colorOf(new Float64Array(WAVELENGTHS.length).fill(1)))
  expect(lux).toBeGreaterThan(127_500)
  expect(lux).toBeLessThan(134_000)
})

test('sun and sky give what the IES daylight formulas say of a clear day', () => {
  // Illuminating Engineering Society, RP-21: E = 127.5 klx exp(-0.21 / sin h) facing the sun, 0.8 + 15.5 sin^0.5 h klx from the sky.
  for (const altitude of [10, 15, 20, 30, 45, 60, 90]) {
    const sine = Math.sin((altitude * Math.PI) / 180)
    const { sun, skyIlluminance } = clearSky(sunAt(altitude), { width: 64 })
    expect(Math.abs(sun.illuminance / (127_500 * Math.exp(-0.21 / sine)) - 1), `sun at ${altitude}`).toBeLessThan(0.06)
    expect(Math.abs(skyIlluminance / (800 + 15_500 * Math.sqrt(sine)) - 1), `sky at ${altitude}`).toBeLessThan(0.16)
  }
})

test('twilight is as bright as it is measured to be', () => {
  // American Meteorological Society, Glossary: 410 to 585 lx when the sun has just set, 2 to 3.5 lx with the sun 6 degrees down, 6e-4 lx at 18 degrees.
  expect(total(-0.83)).toBeGreaterThan(410)
  expect(total(-0.83)).toBeLessThan(585)
  expect(total(-6)).toBeGreaterThan(2)
  expect(total(-6)).toBeLessThan(3.5)
  expect(total(-18)).toBeGreaterThan(5e-4)
  expect(total(-18)).toBeLessThan(7e-4)
})

test('lamps on the ground light the air of a town, evenly', () => {
  const [night, town] = [{}, { glow: [0.01, 0.01, 0.01] as const }].map((options) => clearSky(sunAt(-18), { width: 32, ...options }))
  expect(town.skyIlluminance - night.skyIlluminance).toBeCloseTo(Math.PI * 0.01, 3)
  expect(town.environment.image!.key).not.toBe(night.environment.image!.key)
})

test('from day to night it only ever gets darker, without a step', () => {
  let before = total(8)
  for (let altitude = 7.75; altitude > -20; altitude -= 0.25) {
    const now = total(altitude)
    expect(now, `at ${altitude}`).toBeLessThan(before * 1.0001)
    expect(now, `at ${altitude}`).toBeGreaterThan(before * 0.55)
    before = now
  }
})

test('the sun is white at noon, orange when it sets, and gone below the horizon; the sky opposite is blue', () => {
  const noon = clearSky(sunAt(60))
  expect(noon.sun.color[0] / noon.sun.color[2]).toBeLessThan(1.6)
  const evening = clearSky(sunAt(4))
  expect(evening.sun.color[0]).toBeGreaterThan(2 * evening.sun.color[1])
  expect(luminance(evening.sun.color)).toBeCloseTo(1, 6)
  expect(clearSky(sunAt(-1)).sun.illuminance).toBe(0)
  // Away from the sun, halfway up.
  const [r, , b] = pixel(noon, 0, 16)
  expect(b).toBeGreaterThan(1.5 * r)
  const dusk = clearSky(sunAt(-4))
  const zenith = pixel(dusk, 0, 0)
  expect(zenith[2]).toBeGreaterThan(1.5 * zenith[0])
  // Over where it has set it glows.
  const glow = pixel(dusk, 64, 30)
  expect(glow[0]).toBeGreaterThan(glow[2])
})

test('the picture lights level ground with what is said of it, its ground is lit by it, and its gradient gives the same', () => {
  const albedo: Rgb = [0.3, 0.2, 0.1]
  const sky = clearSky(sunAt(25, 1), { groundAlbedo: albedo })
  const { environment: { image, zenith, nadir }, sun, skyIlluminance } = sky
  const { width, height } = image!
  const lux = [0, 0, 0]
  for (let row = 0; row < height / 2; row++) {
    const solid = ((2 * Math.PI) / width) * (Math.cos((Math.PI * row) / height) - Math.cos((Math.PI * (row + 1)) / height))
    for (let column = 0; column < width; column++) {
      pixel(sky, column, row).forEach((value, c) => { lux[c] += value * solid * Math.cos((Math.PI * (row + 0.5)) / height) })
    }
  }
  expect(luminance(lux as unknown as Rgb) / skyIlluminance).toBeCloseTo(1, 5)
  pixel(sky, 5, height - 1).forEach((radiance, c) => {
    expect((Math.PI * radiance) / albedo[c] / (lux[c] + sun.illuminance * sun.color[c] * Math.sin((25 * Math.PI) / 180))).toBeCloseTo(1, 5)
    // Irradiance / pi of the gradient, facing up and facing down.
    expect(((5 / 6) * zenith[c] + nadir[c] / 6) / (lux[c] / Math.PI)).toBeCloseTo(1, 5)
    expect(((5 / 6) * nadir[c] + zenith[c] / 6) / radiance).toBeCloseTo(1, 5)
  })
})

test('the sky turns with the sun, which is where it is brightest', () => {
  const [north, east] = [clearSky(sunAt(30, 0), { width: 64 }), clearSky(sunAt(30, Math.PI / 2), { width: 64 })]
  for (const [column, row] of [[3, 4], [32, 12], [50, 15]]) {
    // A quarter turn is 16 of 64 columns: azimuth runs from +x to +z with the columns.
    pixel(east, (column + 16) % 64, row).forEach((value, c) => expect(value / pixel(north, column, row)[c]).toBeCloseTo(1, 4))
  }
  // 30 degrees up: row 10 or 11 of 32, in the middle of the picture.
  let [best, at] = [0, 0]
  for (let i = 0; i < 64 * 16; i++) {
    const value = luminance(pixel(north, i % 64, Math.floor(i / 64)))
    if (value > best) [best, at] = [value, i]
  }
  expect([31, 32]).toContain(at % 64)
  expect([10, 11]).toContain(Math.floor(at / 64))
})

test('haze takes from the sun and gives to the sky', () => {
  const [clean, clear, hazy] = [1, 2, 6].map((turbidity) => clearSky(sunAt(40), { turbidity, width: 32 }))
  expect(clean.sun.illuminance).toBeGreaterThan(clear.sun.illuminance)
  expect(clear.sun.illuminance).toBeGreaterThan(1.5 * hazy.sun.illuminance)
  expect(hazy.skyIlluminance).toBeGreaterThan(1.5 * clear.skyIlluminance)
})

test('whatever is asked, every value is a number and none is negative', () => {
  const odd = [Number.NaN, Infinity, -5, 1e9]
  const directions: readonly Vec3[] = [[0, 0, 0], [Number.NaN, 1, 0], [0, -1, 0], [0, 1, 0], [1, 1e-9, 0]]
  for (const [i, toSun] of directions.entries()) {
    const turbidity = odd[i % odd.length]
    const { environment: { image, zenith, nadir }, sun } = clearSky(toSun, { turbidity, width: i === 0 ? turbidity : 32, groundAlbedo: [turbidity, 0.5, 2] })
    expect([...image!.rgb, ...zenith, ...nadir, ...sun.color, sun.illuminance].filter((value) => !(value >= 0 && value < 1e9)), toSun.join(' ')).toEqual([])
  }
})
