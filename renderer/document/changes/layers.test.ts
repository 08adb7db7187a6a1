import { expect, test } from 'vitest'
import { emptyDocument } from '../empty.ts'
import { isArchitecture, isHidden, isLocked, selectablePieces, unlockedPieces } from '../flags.ts'
import { piecesOnLayer } from '../layers.ts'
import { piece } from '../testing.ts'
import type { AtriumDocument, Change, LayerRecord } from '../types.ts'
import { addLayer, moveLayer, putOnLayer, removeLayer, setLayer } from './layers.ts'

const layer = (id: string, fields: Partial<LayerRecord> = {}): LayerRecord => ({ id, name: `Layer ${id}`, hidden: false, locked: false, color: [1, 0, 0], ...fields })
const room = (...changes: readonly Change[]): AtriumDocument =>
  changes.reduce((document, change) => change(document), { ...emptyDocument('Room'), pieces: [piece('sofa'), piece('chair'), piece('wall', { locked: true })] } as AtriumDocument)
const names = ({ layers = [] }: AtriumDocument): readonly string[] => layers.map(({ id }) => id)

test('what is hidden or locked on a layer is so with all that lies on it, and with nothing else', () => {
  const hidden = room(addLayer(layer('a')), putOnLayer(['sofa'], 'a'), setLayer('a', { hidden: true }))
  expect(hidden.pieces.map((each) => isHidden(hidden, each))).toEqual([true, false, false])
  expect(selectablePieces(hidden).map(({ id }) => id)).toEqual(['chair'])
  const locked = setLayer('a', { hidden: false, locked: true })(hidden)
  expect(locked.pieces.map((each) => [isHidden(locked, each), isLocked(locked, each)])).toEqual([[false, true], [false, false], [false, true]])
  expect(unlockedPieces(locked, ['sofa', 'chair', 'wall']).map(({ id }) => id)).toEqual(['chair'])
  // A sofa that is kept in its place is furniture still.
  expect(locked.pieces.map(isArchitecture)).toEqual([false, false, true])
})

test('a piece lies on one layer at most, and on none that does not exist', () => {
  const document = room(addLayer(layer('a')), addLayer(layer('b')), putOnLayer(['sofa', 'chair'], 'a'), putOnLayer(['chair'], 'b'))
  expect([piecesOnLayer(document, 'a'), piecesOnLayer(document, 'b')]).toEqual([['sofa'], ['chair']])
  expect(putOnLayer(['sofa'], 'nowhere')(document)).toBe(document)
  expect(putOnLayer(['sofa'], 'a')(document)).toBe(document)
  expect(putOnLayer(['sofa'], null)(document).pieces[0]).not.toHaveProperty('layer')
})

test('a layer that goes leaves its pieces, and the last leaves no list', () => {
  const document = room(addLayer(layer('a')), addLayer(layer('b')), putOnLayer(['sofa', 'chair'], 'a'))
  const without = removeLayer('a')(document)
  expect([names(without), without.pieces.some((each) => 'layer' in each)]).toEqual([['b'], false])
  expect(without.pieces[2]).toBe(document.pieces[2])
  expect(removeLayer('b')(without)).not.toHaveProperty('layers')
  expect(removeLayer('nowhere')(document)).toBe(document)
})

test('layers keep the order that they are given, and ends are ends', () => {
  const document = room(addLayer(layer('a')), addLayer(layer('b')), addLayer(layer('c')))
  expect(names(moveLayer('c', 0)(document))).toEqual(['c', 'a', 'b'])
  expect(names(moveLayer('a', 99)(document))).toEqual(['b', 'c', 'a'])
  for (const to of [0, -1, NaN]) expect(moveLayer('a', to)(document)).toBe(document)
})

test('no layer is made or named that a file would refuse', () => {
  const document = room(addLayer(layer('a')))
  for (const bad of [layer('a'), layer('b', { name: '  ' }), layer('b', { color: [NaN, 0, 0] })]) expect(addLayer(bad)(document)).toBe(document)
  expect(setLayer('a', { name: ' ', color: [1, -1, 0] })(document)).toBe(document)
  expect(setLayer('a', { name: ' Textiles ' })(document).layers?.[0].name).toBe('Textiles')
  expect(addLayer(layer('b', { name: 'x'.repeat(900) }))(document).layers?.[1].name).toHaveLength(200)
})
