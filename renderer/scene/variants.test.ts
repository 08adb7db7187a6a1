import { expect, test } from 'vitest'
import { emptyDocument } from '../document/empty.ts'
import type { Piece } from '../document/types.ts'
import { roomInVariant, variantsOfRoom } from './variants.ts'

const model = (...names: string[]) => ({ parts: [{ id: '@0', variants: names.map((name) => ({ name, materials: [] })) }] }) as never
const piece = (id: string, asset: string, variant?: string) => ({ id, asset, part: '@0', ...(variant !== undefined && { variant }) }) as Piece

test('a variant is shown by every piece that has it, and all others stay as they are', () => {
  const parsed = new Map([['chair', model('Oak', 'Walnut')], ['table', model('Walnut', 'Marble')], ['lamp', model()]])
  const room = { ...emptyDocument(), pieces: [piece('a', 'chair', 'Oak'), piece('b', 'table', 'Marble'), piece('c', 'lamp'), piece('d', 'chair'), piece('e', 'gone')] }
  const shown = (name: string) => roomInVariant(room, parsed, name)?.pieces.map(({ variant }) => variant)
  expect(variantsOfRoom(room, parsed)).toEqual(['Oak', 'Walnut', 'Marble'])
  expect(shown('Walnut')).toEqual(['Walnut', 'Walnut', undefined, 'Walnut', undefined])
  expect(shown('Oak')).toEqual(['Oak', 'Marble', undefined, 'Oak', undefined])
  expect(shown('Brass')).toBeUndefined()
})
