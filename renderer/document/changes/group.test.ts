import { expect, test } from 'vitest'
import { DEEPEST_GROUP } from '../capacity.ts'
import { emptyDocument } from '../empty.ts'
import { groupOfPieces, groupTaken, takenWith } from '../groups.ts'
import { piece } from '../testing.ts'
import type { AtriumDocument, GroupRecord } from '../types.ts'
import { groupPieces, moveIntoGroup, removeItems, ungroup } from './index.ts'

const own = (id: string, parent: string | null = null): GroupRecord => ({ id, name: id, parent, kind: 'own' })
/** On a storey: a set of a table and a group of two chairs; a lamp stands on the storey, a rug in no group. */
const room = (): AtriumDocument => ({
  ...emptyDocument(),
  groups: [{ id: 'storey', name: 'Storey', parent: null, kind: 'storey' }, own('set', 'storey'), own('chairs', 'set')],
  pieces: [piece('table', { group: 'set' }), piece('c1', { group: 'chairs' }), piece('c2', { group: 'chairs' }), piece('lamp', { group: 'storey' }), piece('rug')],
})
const parents = ({ groups = [] }: AtriumDocument) => Object.fromEntries(groups.map(({ id, parent }) => [id, parent]))
const places = ({ pieces }: AtriumDocument) => Object.fromEntries(pieces.map(({ id, group }) => [id, group ?? null]))

test('pieces become a group where all of them stood, and whole groups go in as groups', () => {
  const all = groupPieces(['table', 'c1', 'c2', 'lamp'], { id: 'new', name: 'New' })(room())
  expect([parents(all), places(all)]).toEqual([{ storey: null, set: 'new', chairs: 'set', new: 'storey' }, { table: 'set', c1: 'chairs', c2: 'chairs', lamp: 'new', rug: null }])
  const mixed = groupPieces(['c1', 'rug'], { id: 'new', name: 'New' })(room())
  expect([parents(mixed).new, places(mixed)]).toEqual([null, { table: 'set', c1: 'new', c2: 'chairs', lamp: 'storey', rug: 'new' }])
  expect(groupPieces([], { id: 'new', name: 'New' })(room())).toEqual(room())
})

test('a storey is not what the user grouped: its pieces are grouped within it', () => {
  const grouped = groupPieces(['table', 'c1', 'c2', 'lamp'], { id: 'new', name: 'New' })({ ...room(), pieces: room().pieces.slice(0, 4) })
  expect([parents(grouped).storey, parents(grouped).new]).toEqual([null, 'storey'])
})

test('ungrouping leaves everything where its group stood, also when a group goes with the one in it', () => {
  const one = ungroup(['chairs'])(room())
  expect([parents(one), places(one).c1]).toEqual([{ storey: null, set: 'storey' }, 'set'])
  const both = ungroup(['set', 'chairs'])(room())
  expect([parents(both), places(both).c1, places(both).table]).toEqual([{ storey: null }, 'storey', 'storey'])
  const document = room()
  expect(ungroup(['nobody'])(document)).toBe(document)
  expect(ungroup(['storey', 'set', 'chairs'])(room()).groups).toBeUndefined()
})

test('grouping and ungrouping gives the first document, whatever stood together', () => {
  for (const ids of [['table', 'lamp'], ['c1', 'c2'], ['rug', 'lamp']]) {
    const before = room()
    const grouped = groupPieces(ids, { id: 'new', name: 'New' })(before)
    // Those who left their group altogether took it away, or came from different ones.
    const isTogether = new Set(ids.map((id) => places(before)[id])).size === 1
    if (isTogether) expect(ungroup(['new'])(grouped)).toEqual(before)
  }
})

test('pieces and groups move into a group and out of all; none into itself, and one that lost all its pieces goes', () => {
  const out = moveIntoGroup(['chairs', 'c1'], null)(room())
  expect([parents(out).chairs, places(out).c1]).toEqual([null, 'chairs'])
  const document = room()
  expect(moveIntoGroup(['set'], 'chairs')(document)).toBe(document)
  expect(moveIntoGroup(['set'], 'set')(document)).toBe(document)
  expect(moveIntoGroup(['rug'], 'nobody')(document)).toBe(document)
  expect(parents(moveIntoGroup(['c1', 'c2'], 'storey')(room()))).toEqual({ storey: null, set: 'storey' })
})

test('groups stand in each other no deeper than a project may hold', () => {
  const chain = Array.from({ length: DEEPEST_GROUP }, (_, i) => own(`g${i}`, i === 0 ? null : `g${i - 1}`))
  const deep: AtriumDocument = { ...emptyDocument(), groups: [...chain, own('other')], pieces: [piece('a', { group: `g${DEEPEST_GROUP - 1}` }), piece('b', { group: `g${DEEPEST_GROUP - 1}` }), piece('c', { group: 'other' })] }
  expect(moveIntoGroup(['other'], `g${DEEPEST_GROUP - 1}`)(deep)).toBe(deep)
  expect(groupPieces(['a'], { id: 'new', name: 'New' })(deep)).toBe(deep)
})

test('a click takes the outermost group of the user, and in a group that was entered the next one', () => {
  const document = room()
  const taken = (id: string, entered: string | null) => groupTaken(document, document.pieces.find((one) => one.id === id)!, entered)?.id ?? null
  expect([taken('c1', null), taken('c1', 'set'), taken('c1', 'chairs'), taken('lamp', null), taken('rug', 'set')]).toEqual(['set', 'chairs', null, null, null])
  expect(takenWith(document, ['c1', 'rug'], null)).toEqual(['c1', 'rug', 'table', 'c2'])
  expect(takenWith(document, ['c1'], 'chairs')).toEqual(['c1'])
  expect([groupOfPieces(document, ['c2', 'c1'])?.id, groupOfPieces(document, ['c1']), groupOfPieces(document, ['table', 'c1', 'c2'])?.id]).toEqual(['chairs', null, 'set'])
  expect(removeItems(['c1', 'c2'])(document).groups?.map(({ id }) => id)).toEqual(['storey', 'set'])
})
