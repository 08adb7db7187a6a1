import { expect, test } from 'vitest'
import { toMaterial } from './materials.ts'
import { veilOf } from './veil.ts'

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

/** Texels of one grey with these alphas, 0..255. */
const texels = (grey: number, alphas: readonly number[]): { rgba: Uint8Array } => ({ rgba: Uint8Array.from(alphas.flatMap((alpha) => [grey, grey, grey, alpha])) })

test('a picture that is thin everywhere is a pane in its mean colour; leaves, lace and what hides more than half are not', () => {
  const veil = veilOf(texels(255, [60, 80, 100, 0]), 1)
  expect(veil).toEqual({ color: [1, 1, 1].map((value) => expect.closeTo(value, 6) as number), alpha: expect.closeTo(80 / 255, 6) as number })
  expect(veilOf(texels(0, [255, 255, 90, 0, 0]), 1)).toBeNull()
  expect(veilOf(texels(0, [160, 170, 180]), 1)).toBeNull()
  // The factor counts: a picture without alpha may be faint by it.
  expect(veilOf(texels(0, [255, 255]), 0.3)?.alpha).toBeCloseTo(0.3)
  expect(veilOf(texels(0, [0, 0]), 1)).toBeNull()
})

test('a veil is glass in its tint and without its picture, and another picture keeps cutting out', () => {
  const json = { asset: { version: '2.0' }, materials: [{ alphaMode: 'BLEND', pbrMetallicRoughness: { baseColorTexture: { index: 0 } } }], textures: [{ source: 0 }], images: [{}] } as unknown as Parameters<typeof toMaterial>[0]
  expect(toMaterial(json, 0, () => 'key', 100, () => ({ color: [1, 0.5, 0], alpha: 0.4 }))).toMatchObject({ transmission: 1, alphaMode: 'opaque', baseColorTexture: null, baseColor: [1, 0.8, 0.6] })
  expect(toMaterial(json, 0, () => 'key', 100, () => null)).toMatchObject({ alphaMode: 'blend', baseColorTexture: { texture: 'key' } })
})
