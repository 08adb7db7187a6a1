import { expect, test } from 'vitest'
import { emptyDocument } from '../empty.ts'
import { CHAIR_ASSET, piece, pointLight } from '../testing.ts'
import { reshape } from './reshape.ts'

const SOFA = { ...CHAIR_ASSET, catalogueId: 'sofa-three-seat', wears: [{ slot: 'Slate wool', material: 'red' }] }
const LONGER = { ...CHAIR_ASSET, key: 'e'.repeat(64), catalogueId: 'sofa-three-seat', form: { item: 'sofa-three-seat', values: { width: 3 } } }
const room = { ...emptyDocument(), assets: [SOFA], pieces: [piece('a', { asset: SOFA.key, position: [1, 0, 2], scale: [-1, 1, 1], wears: [{ slot: 'Walnut', material: null }] }), piece('b', { asset: SOFA.key })], lights: [pointLight('l', { attachedTo: 'a' })], materials: [{ id: 'red', name: 'Red' }] }

test('a piece that is made anew stays where and what it is, and shows what its model showed', () => {
  const next = reshape('a', LONGER, '0')(room)
  expect(next.pieces).toEqual([{ ...room.pieces[0], asset: LONGER.key, part: '0' }, room.pieces[1]])
  expect(next.assets).toEqual([SOFA, { ...LONGER, wears: SOFA.wears }])
  expect(next.lights).toBe(room.lights)
  // The last of the old model takes it away.
  const both = reshape('b', LONGER, '0')(next)
  expect(both.assets.map(({ key }) => key)).toEqual([LONGER.key])
})

test('what is so already, or is not there, changes nothing', () => {
  expect(reshape('a', SOFA, room.pieces[0].part)(room)).toBe(room)
  expect(reshape('z', LONGER, '0')(room)).toBe(room)
})
