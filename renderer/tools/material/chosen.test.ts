import { beforeEach, expect, test } from 'vitest'
import { emptyDocument } from '../../document/empty.ts'
import { materialIn } from '../../document/materials.ts'
import { undoLabel } from '../../document/selectors.ts'
import { useDocument } from '../../document/store.ts'
import { piece } from '../../document/testing.ts'
import { DEFAULT_MATERIAL } from '../../imports/gltf/surfaces/materials.ts'
import { type MaterialScope, useInteraction } from '../../interaction/store.ts'
import { useAssets } from '../../project/assets.ts'
import { boxesAsset } from '../../scene/testing.ts'
import { chosenTarget, slotNamesOf } from './chosen.ts'
import { applyMaterial, editMaterial, looksOf, resetMaterial } from './surfaces.ts'

const { parsed: boxes } = boxesAsset([{ name: 'Chair', min: [0, 0, 0], max: [1, 1, 1] }])
const model = (key: string, ...names: readonly string[]) => ({ ...boxes, key: key.repeat(64), parts: boxes.parts.map((part) => ({ ...part, materials: names.map((name) => ({ ...DEFAULT_MATERIAL, name, metallic: key === 'b' ? 1 : 0 })) })) })
const chair = model('a', 'Seat', 'Legs')
// Its seat is of another stuff.
const stool = model('b', 'Seat')
const RED = { id: 'red', name: 'Red', baseColor: [1, 0, 0] } as const

const store = () => useDocument.getState()
const select = (ids: readonly string[], slot: string | null, everySlot = false): void => useInteraction.setState({ selection: ids, slot, everySlot })
/** By piece: what its seat shows, and its legs. */
const shown = () => store().document.pieces.map((one) => ['Seat', 'Legs'].map((slot) => materialIn(store().document, one, slot)?.name ?? null))
const edit = (scope: MaterialScope = 'piece', gesture?: string): void => editMaterial(chosenTarget()!, scope, { roughness: 0.1 }, gesture === undefined ? {} : { gesture })

beforeEach(() => {
  useAssets.setState({ parsed: new Map([[chair.key, chair], [stool.key, stool]]) })
  const record = (key: string) => ({ key, name: 'Model', sizeBytes: 1, catalogueId: null })
  store().replace({ ...emptyDocument(), assets: [record(chair.key), record(stool.key)], pieces: [piece('a', { asset: chair.key }), piece('b', { asset: chair.key }), piece('c', { asset: chair.key }), piece('s', { asset: stool.key })] })
  select(['a', 'b', 's'], null)
})

test('a material is put on one slot of all selected pieces, or on all of them, in one step', () => {
  expect(slotNamesOf(store().document.pieces)).toEqual(['Seat', 'Legs'])
  applyMaterial(chosenTarget()!, 'piece', RED)
  expect([shown(), undoLabel(store())]).toEqual([[['Red', null], ['Red', null], [null, null], ['Red', null]], 'Apply Red to 3 Items'])
  store().undo()
  select(['a', 'b', 's'], 'Legs')
  applyMaterial(chosenTarget()!, 'piece', RED)
  expect(shown()).toEqual([[null, 'Red'], [null, 'Red'], [null, null], [null, null]])
  store().undo()
  select(['a', 's'], 'Legs', true)
  applyMaterial(chosenTarget()!, 'piece', RED)
  expect(shown()).toEqual([['Red', 'Red'], [null, null], [null, null], ['Red', null]])
  resetMaterial(chosenTarget()!, 'piece')
  expect([shown().flat().every((name) => name === null), undoLabel(store())]).toEqual([true, 'Reset Material 2 Items'])
})

test('what is changed on all of them leaves each of their materials what it was else', () => {
  applyMaterial({ ...chosenTarget()!, along: [] }, 'piece', RED)
  edit()
  const { document } = store()
  expect(looksOf(document, chosenTarget()!)).toHaveLength(3)
  expect(shown()).toEqual([['Red', null], ['Seat', null], [null, null], ['Seat 2', null]])
  expect(document.materials).toMatchObject([{ name: 'Red', baseColor: [1, 0, 0], roughness: 0.1 }, { name: 'Seat', roughness: 0.1 }, { name: 'Seat 2', roughness: 0.1 }])
  expect(undoLabel(store())).toBe('Change 3 Materials')
  store().undo()
  expect(shown()).toEqual([['Red', null], [null, null], [null, null], [null, null]])
})

test('chairs that look the same go on sharing one material, and one pull is one step', () => {
  select(['a', 'b'], 'Seat')
  for (let i = 0; i < 3; i++) edit('piece', 'pull')
  expect([shown(), store().undos.length, store().document.materials!.length]).toEqual([[['Seat', null], ['Seat', null], [null, null], [null, null]], 1, 1])
})

test('a pull that is faster than the inspector is drawn makes no second material', () => {
  select(['a', 'b'], 'Seat')
  const drawn = chosenTarget()!
  for (const roughness of [0.5, 0.4]) editMaterial(drawn, 'piece', { roughness }, { gesture: 'pull' })
  expect(store().document.materials).toMatchObject([{ name: 'Seat', roughness: 0.4 }])
})

test('all of their models, and everything that looks like them', () => {
  applyMaterial({ ...chosenTarget()!, along: [] }, 'piece', RED)
  edit('model')
  // Of one model, the first of its looks is what all of it shows.
  expect(shown()).toEqual([['Red', null], ['Red', null], ['Red', null], ['Seat', null]])
  store().undo()
  edit('everywhere')
  expect(shown().map(([seat]) => seat)).toEqual(['Seat', 'Seat', 'Seat', 'Seat 2'])
})

test('pieces whose model is not loaded, and lights, are left out', () => {
  select(['a', 'gone', 'sun'], null)
  expect(chosenTarget()?.piece.id).toBe('a')
  useAssets.setState({ parsed: new Map() })
  select(['a', 'b'], null)
  expect(chosenTarget()).toBeNull()
})
