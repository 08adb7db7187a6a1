import { expect, test } from 'vitest'
import { piece } from '../../document/testing.ts'
import type { ParsedAsset } from '../../imports/types.ts'
import { sharedVariants } from './shared-variants.ts'

const model = (...names: readonly string[]): ParsedAsset => ({ parts: [{ id: '0', variants: names.map((name) => ({ name, materials: [] })) }, { id: '1' }] }) as unknown as ParsedAsset
const PARSED = new Map([['chair', model('Linen', 'Rust', 'Moss')], ['sofa', model('Moss', 'Linen')], ['lamp', model()]])
const of = (asset: string, part = '0') => piece(asset, { asset, part })

test('pieces offer together what each of them offers', () => {
  expect(sharedVariants([of('chair'), of('chair')], PARSED)).toEqual(['Linen', 'Rust', 'Moss'])
  expect(sharedVariants([of('chair'), of('sofa'), of('chair')], PARSED)).toEqual(['Linen', 'Moss'])
  for (const pieces of [[], [of('lamp')], [of('chair'), of('lamp')], [of('chair'), of('chair', '1')], [of('chair'), of('gone')]]) expect(sharedVariants(pieces, PARSED)).toEqual([])
})
