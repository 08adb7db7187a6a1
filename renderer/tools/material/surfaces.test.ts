import { beforeEach, expect, test } from 'vitest'
import { emptyDocument } from '../../document/empty.ts'
import { materialIn } from '../../document/materials.ts'
import { undoLabel } from '../../document/selectors.ts'
import { useDocument } from '../../document/store.ts'
import { piece } from '../../document/testing.ts'
import { DEFAULT_MATERIAL } from '../../imports/gltf/surfaces/materials.ts'
import { useInteraction } from '../../interaction/store.ts'
import { useAssets } from '../../project/assets.ts'
import { boxesAsset } from '../../scene/testing.ts'
import { piecesShowing } from './showing.ts'
import { chosenTarget } from './chosen.ts'
import { applyMaterial, editMaterial, resetMaterial, shownOn, type Target, taken, targetOf, targetOfHit } from './surfaces.ts'

const { parsed: boxes } = boxesAsset([{ name: 'Chair', min: [0, 0, 0], max: [1, 1, 1] }])
const [part] = boxes.parts
const mesh = { ...boxes.meshes.get('mesh-0')!, materialSlots: Uint16Array.from({ length: 12 }, (_, i) => i % 2) }
const chair = { ...boxes, meshes: new Map([['mesh-0', mesh]]), parts: [{ ...part, materials: [{ ...DEFAULT_MATERIAL, name: 'Seat' }, { ...DEFAULT_MATERIAL, name: 'Legs' }] }] }
const bench = { ...chair, key: 'e'.repeat(64), parts: chair.parts.map((one) => ({ ...one, materials: [{ ...DEFAULT_MATERIAL, name: 'Seat' }] })) }

const store = () => useDocument.getState()
const target = (id: string, slot: string | null = 'Seat'): Target => targetOf(store().document.pieces.find((one) => one.id === id)!, slot)!
const names = () => ['a', 'b', 'c'].map((id) => materialIn(store().document, store().document.pieces.find((one) => one.id === id)!, 'Seat')?.name ?? null)

beforeEach(() => {
  useAssets.setState({ parsed: new Map([[chair.key, chair], [bench.key, bench]]) })
  useInteraction.setState({ selection: [], slot: null })
  const record = (key: string) => ({ key, name: 'Model', sizeBytes: 1, catalogueId: null })
  store().replace({ ...emptyDocument(), assets: [record(chair.key), record(bench.key)], pieces: [piece('a', { asset: chair.key }), piece('b', { asset: chair.key }), piece('c', { asset: bench.key })] })
})

test('a colour is changed here, on all pieces of the model, or wherever the same is shown', () => {
  editMaterial(target('a'), 'piece', { baseColor: [1, 0, 0] })
  expect(names()).toEqual(['Seat', null, null])
  store().undo()
  editMaterial(target('a'), 'model', { baseColor: [1, 0, 0] })
  expect(names()).toEqual(['Seat', 'Seat', null])
  store().undo()
  editMaterial(target('a'), 'everywhere', { baseColor: [1, 0, 0] })
  expect(names()).toEqual(['Seat', 'Seat', 'Seat'])
  expect(store().document.materials).toHaveLength(1)
  store().undo()
  expect(names()).toEqual([null, null, null])
})

test('what others show too is changed here by one of its own, everywhere by itself', () => {
  applyMaterial(target('a'), 'everywhere', { id: 'red', name: 'Red', baseColor: [1, 0, 0] })
  editMaterial(target('b'), 'piece', { roughness: 0.1 })
  expect(names()).toEqual(['Red', 'Red 2', 'Red'])
  expect(shownOn(store().document, target('b')).material).toMatchObject({ baseColor: [1, 0, 0], roughness: 0.1 })
  editMaterial(target('c'), 'everywhere', { metallic: 1 })
  expect(names()).toEqual(['Red', 'Red 2', 'Red'])
  expect(store().document.materials?.map(({ metallic }) => metallic)).toEqual([1, undefined])
})

test('what one of a model shows is shown by all of it, once it is changed on all', () => {
  editMaterial(target('a'), 'piece', { baseColor: [1, 0, 0] })
  editMaterial(target('a'), 'model', { roughness: 0.2 })
  expect([names(), store().document.materials?.length]).toEqual([['Seat', 'Seat', null], 1])
})

test('one pull of a slider is one step, also the first that makes the material', () => {
  for (const roughness of [0.8, 0.7, 0.6]) editMaterial(target('a'), 'piece', { roughness }, { gesture: 'pull' })
  expect(store().undos).toHaveLength(1)
  expect(undoLabel(store())).toBe('Change Material Seat')
  expect(store().document.materials).toMatchObject([{ roughness: 0.6, from: { asset: chair.key, slot: 'Seat' } }])
})

test('a pipette carries what one surface shows to another: one material, also from a model', () => {
  applyMaterial(target('c'), 'piece', taken(target('a', 'Legs')))
  expect(names()).toEqual([null, null, 'Legs'])
  applyMaterial(target('b'), 'piece', taken(target('c')))
  expect(names()).toEqual([null, 'Legs', 'Legs'])
  expect(store().document.materials).toHaveLength(1)
  resetMaterial(target('b'), 'piece')
  expect(names()).toEqual([null, null, 'Legs'])
})

test('a click shows the slot of the triangle that was hit; a slot that the piece lacks is its first', () => {
  const hit = { instance: 'a', t: 1, position: [0, 0, 0], normal: [0, 1, 0] } as const
  expect([targetOfHit({ ...hit, triangle: 0 })?.slot, targetOfHit({ ...hit, triangle: 3 })?.slot, targetOfHit({ ...hit, instance: 'ground', triangle: 0 })]).toEqual(['Seat', 'Legs', null])
  expect(chosenTarget()).toBeNull()
  useInteraction.setState({ selection: ['b'], slot: 'Shade' })
  expect(chosenTarget()?.slot).toBe('Seat')
})

test('what a variant shows is a surface like any other: changed here, on all of the model and everywhere', () => {
  const dark = { ...chair, parts: chair.parts.map((one) => ({ ...one, variants: [{ name: 'Dark', materials: one.materials.map((material) => ({ ...material, name: 'Walnut', roughness: 0.3 })) }] })) }
  useAssets.setState({ parsed: new Map([[chair.key, dark], [bench.key, bench]]) })
  store().replace({ ...store().document, pieces: store().document.pieces.map((one) => (one.id === 'a' ? { ...one, variant: 'Dark' } : one)) })
  expect(shownOn(store().document, target('a')).material).toMatchObject({ name: 'Walnut', roughness: 0.3 })
  editMaterial(target('a'), 'everywhere', { baseColor: [1, 0, 0] })
  expect(shownOn(store().document, target('a')).material).toMatchObject({ baseColor: [1, 0, 0], roughness: 0.3 })
  expect(names()).toEqual(['Seat', 'Seat', null])
})

test('pieces that show the same are found on any of their slots, painted or as they came', () => {
  const showing = (id: string, slot?: string): readonly string[] => piecesShowing(store().document, target(id, slot)).map((one) => one.id)
  expect([showing('a'), showing('a', 'Legs')]).toEqual([['a', 'b', 'c'], ['a', 'b']])
  applyMaterial(target('a', 'Legs'), 'piece', { id: 'red', name: 'Red', baseColor: [1, 0, 0] })
  applyMaterial(target('c'), 'piece', store().document.materials![0])
  expect([showing('a', 'Legs'), showing('c'), showing('a'), showing('b', 'Legs')]).toEqual([['a', 'c'], ['a', 'c'], ['a', 'b'], ['b']])
  // What a model shows as a whole, and one of its pieces as it came.
  applyMaterial(target('a'), 'model', store().document.materials![0])
  expect(showing('b')).toEqual(['a', 'b', 'c'])
  resetMaterial(target('b'), 'piece')
  expect([showing('c'), showing('b')]).toEqual([['a', 'c'], ['b']])
})
