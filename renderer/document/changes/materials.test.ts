import { describe, expect, test } from 'vitest'
import { materialIn, shownParts, slotNames, wearersOf } from '../materials.ts'
import { CHAIR_ASSET, furnished, LAMP_ASSET } from '../testing.ts'
import type { AtriumDocument, Change } from '../types.ts'
import { addMaterial, removeItems, removeMaterial, setMaterial, wearMaterial } from './index.ts'

const RED = { id: 'red', name: 'Red', baseColor: [0.6, 0.02, 0.02] } as const
const TEXTURE = { key: 'd'.repeat(64), name: 'Brick', sizeBytes: 10, catalogueId: null }
const after = (...changes: readonly Change[]): AtriumDocument => changes.reduce((document, change) => change(document), furnished())
const shownBy = (document: AtriumDocument, id: string, slot = 'Seat'): string | null => {
  const found = materialIn(document, document.pieces.find((piece) => piece.id === id)!, slot)
  return found?.name ?? null
}

describe('materials of the project', () => {
  test('one chair is painted, then all of them, then one looks as it came', () => {
    const one = after(addMaterial(RED), wearMaterial('red', [{ piece: 'p1', slot: 'Seat' }]))
    expect([shownBy(one, 'p1'), shownBy(one, 'p2')]).toEqual(['Red', null])
    const all = wearMaterial('red', [{ asset: CHAIR_ASSET.key, slot: 'Seat' }])(one)
    expect([shownBy(all, 'p1'), shownBy(all, 'p2'), shownBy(all, 'p3')]).toEqual(['Red', 'Red', null])
    expect(all.pieces.some(({ wears }) => wears !== undefined)).toBe(false)
    const bare = wearMaterial(null, [{ piece: 'p2', slot: 'Seat' }])(all)
    expect([shownBy(bare, 'p1'), shownBy(bare, 'p2')]).toEqual(['Red', null])
    const none = wearMaterial(null, [{ asset: CHAIR_ASSET.key, slot: 'Seat' }])(bare)
    expect([none.assets, none.pieces]).toEqual([furnished().assets, furnished().pieces])
  })

  test('what shows a material that goes looks as it came', () => {
    const painted = after(addMaterial(RED), wearMaterial('red', [{ piece: 'p1', slot: 'Seat' }, { asset: LAMP_ASSET.key, slot: 'Shade' }]))
    expect(wearersOf(painted, 'red')).toBe(2)
    expect(removeMaterial('red')(painted)).toEqual(furnished())
  })

  test('numbers that no material has leave what was', () => {
    const document = after(addMaterial(RED))
    const strange = setMaterial('red', {
      baseColor: [Number.NaN, 0, 0], mapping: { kind: 'box', width: 0, height: 1, turn: 0, offset: [0, 0] }, emission: { radiance: -1, color: [1, 1, 1] }, glass: { share: Number.NaN, tint: [1, 1, 1], thickness: 0 },
    })
    expect(strange(document)).toBe(document)
    for (const wrong of [{ length: 0 }, { width: 10_000 }, { joint: 0.05 }, { joint: Number.NaN }]) expect(setMaterial('red', { laid: { pattern: 'tile-white', bond: 'half', length: 0.2, width: 0.1, joint: 0.003, ...wrong } })(document)).toBe(document)
    expect(setMaterial('red', { mapping: { kind: 'box', width: 1, height: 10_000, turn: 0, offset: [0, 0] } })(document)).toBe(document)
    const clamped = setMaterial('red', { roughness: 7, metallic: -1, baseColor: [2, 0, 0] })(document)
    expect(clamped.materials?.at(-1)).toEqual({ ...RED, roughness: 1, metallic: 0, baseColor: [1, 0, 0] })
    expect(setMaterial('red', { roughness: 1 })(clamped)).toBe(clamped)
  })

  test('a texture comes with the material that shows it and goes with the last; without its bytes it does not come', () => {
    const document = after(addMaterial(RED))
    expect(setMaterial('red', { maps: { color: TEXTURE.key } })(document)).toBe(document)
    const textured = setMaterial('red', { maps: { color: TEXTURE.key } }, [TEXTURE, TEXTURE])(document)
    expect(textured.assets).toEqual([...document.assets, TEXTURE])
    expect(shownParts(textured).get(TEXTURE.key)).toEqual(new Set(['all']))
    expect(setMaterial('red', { maps: { color: null } })(textured).assets).toEqual(document.assets)
    expect(removeMaterial('red')(textured)).toEqual(furnished())
  })

  test('a model stays in the project as long as a material starts from it', () => {
    const document = after(removeItems(['p1', 'p2']))
    expect(document.assets).toContainEqual(CHAIR_ASSET)
    expect(removeMaterial('m1')(document).assets).toEqual([LAMP_ASSET])
  })

  test('slots of one name are counted', () => {
    expect(slotNames([{ name: 'Wood' }, { name: 'Wood' }, { name: '' }, { name: 'Wood' }])).toEqual(['Wood', 'Wood #2', '', 'Wood #3'])
  })
})
