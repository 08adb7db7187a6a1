import { expect, test } from 'vitest'
import { correlatedTemperature, luminanceOf } from '../../../renderer/document/temperature.ts'
import { CATALOGUE } from '../catalogue.ts'
import { createRandom } from '../kit/random.ts'
import { drumRadiance, TABLE_LAMP } from './lamps.ts'

test("a drum's linen glows with what its bulb gives it, counted by following light to and fro (seed 7)", () => {
  // The drum of lamps.ts: its lower edge at y = 0.
  const next = createRandom(7)
  const [wide, narrow, height, bulb] = [TABLE_LAMP.shade / 2, TABLE_LAMP.shade / 2 - 0.03, 0.22, 0.12]
  const radius = (y: number): number => wide + ((narrow - wide) * y) / height
  const slope = (narrow - wide) / height
  const count = 60_000
  let [absorbed, passed, returned] = [0, 0, 0]
  for (let i = 0; i < count; i++) {
    let p = [0, bulb, 0]
    let d = onSphere()
    for (;;) {
      // Where the ray meets the cone |xz| = wide + slope y.
      const [a, b, c] = [d[0] ** 2 + d[2] ** 2 - (slope * d[1]) ** 2, p[0] * d[0] + p[2] * d[2] - slope * d[1] * radius(p[1]), p[0] ** 2 + p[2] ** 2 - radius(p[1]) ** 2]
      const t = (-b + Math.sqrt(Math.max(0, b * b - a * c))) / a
      const y = p[1] + t * d[1]
      if (!(y > 0 && y < height)) break
      const chance = next()
      if (chance >= 0.9) { absorbed++; break }
      if (chance < 0.4) { passed++; break }
      returned++
      const [x, z] = [p[0] + t * d[0], p[2] + t * d[2]]
      const [n, s] = [[-x / radius(y), slope, -z / radius(y)].map((v) => v / Math.hypot(1, slope)), onSphere()]
      const sum = n.map((v, k) => v + s[k])
      d = sum.map((v) => v / Math.hypot(...sum))
      p = [x * (1 - 1e-6), y, z * (1 - 1e-6)]
    }
  }
  const area = Math.PI * (wide + narrow) * Math.hypot(wide - narrow, height)
  const nits = (particles: number): number => ((particles / count) * 4 * Math.PI) / (Math.PI * area)
  const { inside, outside } = drumRadiance(TABLE_LAMP.shade)
  expect(passed + absorbed).toBeGreaterThan(0.3 * count)
  expect(outside / nits(passed)).toBeCloseTo(1, 1)
  expect(inside / nits(returned)).toBeCloseTo(1, 1)

  function onSphere(): number[] {
    const y = 2 * next() - 1
    const turn = 2 * Math.PI * next()
    return [Math.sqrt(1 - y * y) * Math.cos(turn), y, Math.sqrt(1 - y * y) * Math.sin(turn)]
  }
})

test('every lamp brings a light of some size, and a shade that glows with it by about a fifth to a half', () => {
  const lamps = CATALOGUE.filter(({ category }) => category === 'lighting')
  expect(lamps.length).toBeGreaterThan(4)
  for (const { light, id, make } of lamps) {
    expect(light!.radius, id).toBeGreaterThan(0.03)
    expect(light!.glow, id).toBeGreaterThan(1)
    expect(make().some(({ material }) => material.emissive !== undefined), id).toBe(true)
  }
})

test('every lamp shines at 2700 K, as is sold for rooms, its light as its shade by itself, and gives the lumens that its kind gives', () => {
  const lumens: Readonly<Record<string, number>> = { 'floor-lamp': 321, 'floor-lamp-chrome': 321, 'table-lamp': 481, 'pendant-lamp': 455, 'ceiling-lamp': 243 }
  for (const { light, id, make } of CATALOGUE.filter(({ category }) => category === 'lighting')) {
    const { color, intensity, kind, temperature } = light!
    expect(temperature, id).toBe(2700)
    expect(intensity * luminanceOf(color) * (kind === 'disc' ? Math.PI : 4 * Math.PI), id).toBeCloseTo(lumens[id], -0.5)
    const shades = make().flatMap(({ material: { emissive } }) => (emissive === undefined ? [] : [emissive]))
    for (const shines of [color, ...shades]) {
      const { kelvin, distance } = correlatedTemperature(shines)!
      expect(Math.abs(kelvin - 2700), id).toBeLessThan(5)
      expect(distance, id).toBeLessThan(1e-3)
    }
  }
})
