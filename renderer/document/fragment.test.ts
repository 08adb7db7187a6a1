import { expect, test } from 'vitest'
import { addPieces, duplicate } from './changes/index.ts'
import { emptyDocument } from './empty.ts'
import { fragmentOf, freshened, wholeGroups } from './fragment.ts'
import { CHAIR_ASSET, furnished, LAMP_ASSET, piece, pointLight } from './testing.ts'
import type { AtriumDocument } from './types.ts'

/** A dining set of a table and two chairs that are a group in it, one of oak by its model, and a lamp beside. */
const diner = (): AtriumDocument => ({
  ...emptyDocument('Diner'),
  assets: [{ ...CHAIR_ASSET, wears: [{ slot: 'Seat', material: 'oak' }] }, LAMP_ASSET],
  pieces: [piece('table', { group: 'set' }), piece('c1', { group: 'chairs' }), piece('c2', { group: 'chairs', wears: [{ slot: 'Seat', material: null }] }), piece('lamp', { asset: LAMP_ASSET.key })],
  groups: [{ id: 'set', name: 'Dining set', parent: null }, { id: 'chairs', name: 'Chairs', parent: 'set' }],
  materials: [{ id: 'oak', name: 'Oak', roughness: 0.6 }, { id: 'unused', name: 'Unused' }],
  lights: [pointLight('bulb', { attachedTo: 'lamp' }), pointLight('loose')],
})
const count = (): (() => string) => {
  let n = 0
  return () => `new-${++n}`
}

test('a group is whole when all pieces in it and below it are there', () => {
  expect([...wholeGroups(diner(), new Set(['c1', 'c2']))]).toEqual(['chairs'])
  expect([...wholeGroups(diner(), new Set(['table', 'c1']))]).toEqual([])
  expect(new Set(wholeGroups(diner(), new Set(['table', 'c1', 'c2'])))).toEqual(new Set(['set', 'chairs']))
})

test('a fragment holds what its pieces show, their lights and their whole groups, and nothing else', () => {
  const chairs = fragmentOf(diner(), ['c1', 'c2'])
  expect(chairs).toMatchObject({ assets: [CHAIR_ASSET], groups: [{ id: 'chairs', parent: null }], materials: [{ id: 'oak' }], lights: [] })
  // What its model shows as a whole, a piece shows by itself; what it shows as it came, it goes on so.
  expect(chairs.pieces.map(({ id, wears, group }) => [id, wears, group])).toEqual([['c1', [{ slot: 'Seat', material: 'oak' }], 'chairs'], ['c2', undefined, 'chairs']])
  expect(fragmentOf(diner(), ['lamp', 'loose']).lights.map(({ id }) => id)).toEqual(['bulb', 'loose'])
  expect(fragmentOf(diner(), ['bulb'])).toMatchObject({ pieces: [], lights: [] })
  expect(fragmentOf(diner(), ['c1']).pieces[0].group).toBeUndefined()
})

test('what comes into another document has ids, names and references of its own there', () => {
  const into = furnished()
  const arriving = freshened(fragmentOf(diner(), ['table', 'c1', 'c2', 'lamp']), into, count())
  const after = addPieces(arriving)(into)
  expect(after.pieces).toHaveLength(into.pieces.length + 4)
  const ids = [...after.pieces, ...after.lights, ...after.groups!, ...after.materials!].map(({ id }) => id)
  expect(new Set(ids).size).toBe(ids.length)
  const [set, chairs] = arriving.groups
  expect([chairs.parent, arriving.pieces[1].group, arriving.pieces[0].group]).toEqual([set.id, chairs.id, set.id])
  expect(arriving.lights[0]).toMatchObject({ attachedTo: arriving.pieces[3].id })
})

test('a group that comes in where one of its name is, or is copied there, is told from it', () => {
  const there = diner()
  const copies = new Map([...there.pieces, ...there.groups!].map(({ id }) => [id, `${id}-copy`]))
  const second = (document: AtriumDocument): unknown => document.groups!.slice(there.groups!.length).map(({ name }) => name)
  const wanted = there.groups!.map(({ name }) => `${name} 2`)
  expect(second(addPieces(freshened(fragmentOf(there, there.pieces.map(({ id }) => id)), there, count()))(there))).toEqual(wanted)
  expect(second(duplicate(copies, [1, 0, 0])(there))).toEqual(wanted)
})

test('a material that is the same there stays one; a changed one of the same id comes as another', () => {
  const oak = fragmentOf(diner(), ['c1'])
  const same = freshened(oak, diner(), count())
  expect([same.materials, same.pieces[0].wears]).toEqual([[], [{ slot: 'Seat', material: 'oak' }]])
  const other = freshened(oak, { ...diner(), materials: [{ id: 'oak', name: 'Oak', roughness: 0.1 }] }, count())
  expect(other.materials).toHaveLength(1)
  expect(other.materials[0].id).not.toBe('oak')
  expect(other.pieces[0].wears).toEqual([{ slot: 'Seat', material: other.materials[0].id }])
})

test('a layer comes along with what lies on it; where one of its name is, that one takes it', () => {
  const color = [1, 0, 0] as const
  const from: AtriumDocument = { ...diner(), layers: [{ id: 'a', name: 'Wood', hidden: true, locked: true, color }, { id: 'b', name: 'Bare', hidden: false, locked: false, color }], pieces: [piece('table', { layer: 'a' })] }
  const fragment = fragmentOf(from, ['table'])
  expect(fragment.layers?.map(({ id }) => id)).toEqual(['a'])
  const fresh = freshened(fragment, furnished(), count())
  // What is pasted is seen and can be moved.
  expect(fresh.layers).toMatchObject([{ name: 'Wood', hidden: false, locked: false }])
  expect(fresh.pieces[0].layer).toBe(fresh.layers[0].id)
  expect(addPieces(fresh)(furnished()).layers?.map(({ name }) => name)).toEqual(['Soft furniture', 'Wood'])
  for (const layers of [[{ id: 'w', name: 'Wood', hidden: false, locked: false, color }], [{ id: 'w', name: 'Other', hidden: false, locked: false, color }, { id: 'a', name: 'Renamed', hidden: false, locked: false, color }]]) {
    const there = freshened(fragment, { ...furnished(), layers }, count())
    expect([there.layers, there.pieces[0].layer]).toEqual([[], layers.at(-1)?.id])
  }
})

test('copies of a group stand in a copy of it, and a copy of one of its pieces stands beside it', () => {
  const set = duplicate(new Map([['c1', 'd1'], ['c2', 'd2'], ['chairs', 'chairs 2']]), [1, 0, 0])(diner())
  expect(set.groups?.at(-1)).toEqual({ id: 'chairs 2', name: 'Chairs 2', parent: 'set' })
  expect(set.pieces.slice(-2).map(({ group }) => group)).toEqual(['chairs 2', 'chairs 2'])
  expect(duplicate(new Map([['c1', 'd1']]), [1, 0, 0])(diner()).pieces.at(-1)?.group).toBe('chairs')
})
