import { expect, test } from 'vitest'
import { emptyDocument } from '../empty.ts'
import { CHAIR_ASSET, piece, pointLight } from '../testing.ts'
import type { DocumentLight } from '../types.ts'
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

test('the light of a lamp goes with its shade: from where, how large and how bright a glow; what the user changed of it stays so', () => {
  const was = { position: [0, 1.3, 0], radius: 0.2, glow: 8 } as const
  const is = { position: [0, 1.7, 0], radius: 0.1, glow: 32 } as const
  const disc = { ...pointLight('disc', { attachedTo: 'a', position: [0, 1.3, 0], radius: 0.2 }), kind: 'disc', rotation: [0, 0, 0, 1], radiance: 100, unit: 'lm', glow: 8 } as unknown as DocumentLight
  const bulb = pointLight('bulb', { attachedTo: 'a', position: [0.5, 1.3, 0], radius: 0.03, glow: 4 })
  const other = pointLight('other', { attachedTo: 'b', position: [0, 1.3, 0], radius: 0.2 })
  const lamps = { ...room, lights: [disc, bulb, other] }
  const [first, second, third] = reshape('a', LONGER, '0', { was, is })(lamps).lights as unknown as readonly Record<string, unknown>[]
  // As many candela from a quarter of the disc.
  expect(first).toMatchObject({ radius: 0.1, radiance: 400, glow: 32 })
  for (const [light, x] of [[first, 0], [second, 0.5]] as const) expect(light['position']).toEqual([x, expect.closeTo(1.7, 9), 0])
  expect(second).toMatchObject({ radius: 0.03, glow: 16 })
  expect(third).toBe(other)
})
