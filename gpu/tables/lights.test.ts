import { expect, test } from 'vitest'
import type { Light, Vec3 } from '../scene.ts'
import { createStrongest, packLight } from './lights.ts'

const packed = (light: Light) => ({ id: light.id, packed: packLight(light) })
const lamp = (id: string, position: Vec3, intensity: number): Light => ({ id, kind: 'point', position, color: [1, 1, 1], intensity, on: true })
const sun: Light = { id: 'sun', kind: 'directional', direction: [0, -1, 0], color: [1, 1, 1], illuminance: 1, on: true }
const idsOf = (lights: readonly Light[], eye: Vec3, most: number): string => createStrongest(lights.map(packed), most)(eye).map(({ id }) => id).join(' ')

test('of more lights than a quick picture has, it has the sun and the lamps that bring most light to the eye, in their order', () => {
  const row = Array.from({ length: 9 }, (_, i) => lamp(`${i}`, [4 * i, 2, 0], 100))
  expect(idsOf([...row, sun], [16, 2, 1], 4)).toBe('sun 3 4 5')
  expect(idsOf([...row, sun], [33, 2, 1], 4)).toBe('sun 6 7 8')
  // Ten times as far and a thousand times as bright.
  expect(idsOf([...row, lamp('mast', [16, 42, 0], 1e6)], [16, 2, 4], 2)).toBe('4 mast')
})

test('of equal lamps the first are kept, and none that is stronger is lost for them', () => {
  expect(idsOf([lamp('a', [1, 0, 0], 5), lamp('b', [0, 1, 0], 5), lamp('c', [0, 0, 1], 5), lamp('d', [0, 0, -1], 9)], [0, 0, 0], 3)).toBe('a b d')
})

test('a large ceiling counts from where it ends, not from its middle', () => {
  const ceiling: Light = { id: 'ceiling', kind: 'rectangle', position: [20, 3, 0], halfU: [20, 0, 0], halfV: [0, 0, -2], color: [1, 1, 1], radiance: 100, on: true }
  expect(idsOf([ceiling, lamp('bulb', [6, 3, 0], 20)], [1, 2, 0], 1)).toBe('ceiling')
})

test('few lights are all there, those in the sky first', () => {
  expect(idsOf([lamp('a', [900, 0, 0], 1e-3), sun, lamp('b', [0, 0, 0], 0)], [0, 0, 0], 3)).toBe('sun a b')
})

test('whoever walks through a long row has the lamps around at each step, whatever was asked before', () => {
  const row = Array.from({ length: 100 }, (_, i) => packed(lamp(`${i}`, [4 * i, 2, 0], 100)))
  const at = createStrongest(row, 3)
  const steps = [0, 200, 396, 200].map((x) => at([x, 2, 1]).map(({ id }) => id).join(' '))
  expect(steps).toEqual(['0 1 2', '49 50 51', '97 98 99', '49 50 51'])
})
