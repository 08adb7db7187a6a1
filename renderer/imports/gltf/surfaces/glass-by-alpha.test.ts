import { expect, test } from 'vitest'
import { toMaterial } from './materials.ts'

const glassOf = (material: object) => toMaterial({ asset: { version: '2.0' }, materials: [{ name: 'Glass', ...material }] } as Parameters<typeof toMaterial>[0], 0, () => null)
const faint = (alpha: number) => ({ pbrMetallicRoughness: { baseColorFactor: [0.2, 0.6, 1, alpha], metallicFactor: 0, roughnessFactor: 0 } })

test('a faint colour that blends is a pane of glass in that colour, no hole', () => {
  const { baseColor, ...glass } = glassOf({ alphaMode: 'BLEND', ...faint(0.25) })
  expect(glass).toMatchObject({ transmission: 1, alpha: 1, alphaMode: 'opaque', roughness: 0 })
  expect(baseColor.map((part) => Math.round(part * 100))).toEqual([80, 90, 100])
})

test('what hides more than half, or nothing at all, and what says itself how much passes is taken as it is', () => {
  expect(glassOf({ alphaMode: 'BLEND', ...faint(0.7) })).toMatchObject({ alphaMode: 'blend', alpha: 0.7 })
  expect(glassOf({ alphaMode: 'BLEND', ...faint(0) })).toMatchObject({ alphaMode: 'blend', alpha: 0 })
  expect(glassOf(faint(0.25))).toMatchObject({ alphaMode: 'opaque', alpha: 0.25 })
  expect(glassOf({ alphaMode: 'BLEND', ...faint(0.25), extensions: { KHR_materials_transmission: { transmissionFactor: 0.4 } } })).toMatchObject({ alphaMode: 'blend', transmission: 0.4 })
})
