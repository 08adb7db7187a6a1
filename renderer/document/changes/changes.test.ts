import { describe, expect, test } from 'vitest'
import { CHAIR_ASSET, furnished, LAMP_ASSET, LIGHTS, piece, pointLight } from '../testing.ts'
import { SceneFile } from '../../project/file/schema.ts'
import { CAPACITY } from '../capacity.ts'
import * as changes from './index.ts'

const document = furnished()

describe('changes', () => {
  test('placing a lamp brings its asset and its light', () => {
    const bare = { ...document, assets: [CHAIR_ASSET] }
    const next = changes.addPiece(piece('p9', { asset: LAMP_ASSET.key }), LAMP_ASSET, pointLight('l9', { attachedTo: 'p9' }))(bare)
    expect(next.assets).toEqual([CHAIR_ASSET, LAMP_ASSET])
    expect(next.pieces.at(-1)?.id).toBe('p9')
    expect(next.lights.at(-1)?.id).toBe('l9')
  })

  test('a full room takes no more lights, views or copies, so that what can be made can be saved', () => {
    const full = { ...document, lights: Array.from({ length: CAPACITY.lights }, (_, i) => pointLight(`full-${i}`)) }
    expect(changes.addLight(pointLight('one more'))(full)).toBe(full)
    expect(changes.duplicate(new Map([['full-3', 'copy']]), [1, 0, 0])(full)).toBe(full)
    expect(changes.addPiece(piece('p9', { asset: LAMP_ASSET.key }), LAMP_ASSET, pointLight('l9', { attachedTo: 'p9' }))(full)).toBe(full)
    expect(changes.addPiece(piece('p9', { asset: LAMP_ASSET.key }), LAMP_ASSET)(full).pieces.at(-1)?.id).toBe('p9')
    expect(SceneFile.shape.lights.safeParse(full.lights).success).toBe(true)
    expect(SceneFile.shape.lights.safeParse([...full.lights, pointLight('one more')]).success).toBe(false)
  })

  test('removing a lamp takes its light, and its asset when it was the last', () => {
    const next = changes.removeItems(['p3'])(document)
    expect(next.lights.map(({ id }) => id)).toEqual(['l1'])
    expect(next.assets).toEqual([CHAIR_ASSET])
    expect(changes.removeItems(['p1'])(document).assets).toBe(document.assets)
  })

  test('a group goes with its last piece, and those around it that hold nothing else; one that was empty before stays', () => {
    const grouped = { ...document, groups: [...(document.groups ?? []), { id: 'empty', name: 'Empty', parent: null }] }
    const fewer = changes.removeItems(['p1'])(grouped)
    expect(fewer.groups?.map(({ id }) => id)).toEqual(['ground', 'empty'])
    expect(fewer.groups?.[0]).toBe(grouped.groups[0])
    expect(changes.removeItems(['p2', 'p3'])(grouped).groups).toBe(grouped.groups)
    expect(changes.removeItems(['p1', 'p2'])(grouped).groups?.map(({ id }) => id)).toEqual(['empty'])
    expect('groups' in changes.removeItems(['p1', 'p2'])(document)).toBe(false)
  })

  test('a copy stands in its original’s group, and a new piece in one that exists, or in none', () => {
    expect(changes.duplicate(new Map([['p1', 'p4']]), [1, 0, 0])(document).pieces.at(-1)?.group).toBe('seats')
    expect(changes.addPiece(piece('p9', { group: 'seats' }), CHAIR_ASSET)(document).pieces.at(-1)?.group).toBe('seats')
    expect('group' in (changes.addPiece(piece('p9', { group: 'gone' }), CHAIR_ASSET)(document).pieces.at(-1) as object)).toBe(false)
    expect(changes.rename('seats', 'Chairs')(document).groups?.[1]).toMatchObject({ name: 'Chairs', parent: 'ground' })
  })

  test('a lamp shines as measured, as bright as measured, and evenly again; files that no lamp reads any more go', () => {
    const fileOf = (letter: string) => ({ kind: 'ies' as const, key: letter.repeat(64), name: `${letter}.ies`, sizeBytes: 9, catalogueId: null })
    const lit = { ...document, lights: [...document.lights, LIGHTS.spot, LIGHTS.disc] }
    const first = changes.setProfile('spot', { asset: fileOf('a'), peakCandela: 2400 })(lit)
    expect(first.lights.find(({ id }) => id === 'spot')).toEqual({ ...LIGHTS.spot, profile: fileOf('a').key, intensity: 2400 })
    const second = changes.setProfile('spot', { asset: fileOf('b'), peakCandela: 7 })(first)
    expect(second.assets).toEqual([...document.assets, fileOf('b')])
    const even = changes.setProfile('spot', null)(second)
    expect(even.lights.find(({ id }) => id === 'spot')).toEqual({ ...LIGHTS.spot, intensity: 7 })
    expect(even.assets).toEqual(document.assets)
    // What has no such light.
    for (const id of ['disc', 'nobody']) expect(changes.setProfile(id, { asset: fileOf('a'), peakCandela: 1 })(lit)).toBe(lit)
    expect(changes.setProfile('spot', null)(lit)).toBe(lit)
  })

  test('moving one piece keeps the identity of all others', () => {
    const next = changes.movePieces(['p2'], [0, 0, 1])(document)
    expect(next.pieces[1].position).toEqual([1, 0, 1])
    expect(next.pieces[0]).toBe(document.pieces[0])
    expect(next.lights).toBe(document.lights)
  })

  test('a copied lamp has a light of its own that hangs on the copy', () => {
    const next = changes.duplicate(new Map([['p3', 'p4']]), [0.5, 0, 0])(document)
    expect(next.pieces.at(-1)).toMatchObject({ id: 'p4', position: [0.5, 0, 0], name: 'Piece p3 2' })
    expect(next.lights.at(-1)).toMatchObject({ attachedTo: 'p4', position: [0, 2, 0] })
    expect(new Set(next.lights.map(({ id }) => id)).size).toBe(3)
  })

  test('fifty thousand chairs of one name are copied, each copy under a name of its own', () => {
    const many = Array.from({ length: CAPACITY.pieces / 2 }, (_, i) => piece(`c${i}`, { name: i === 1 ? 'Chair 3' : 'Chair' }))
    const { pieces } = changes.duplicate(new Map(many.map(({ id }) => [id, `${id}-copy`])), [1, 0, 0])({ ...document, pieces: many })
    const names = pieces.slice(many.length).map(({ name }) => name)
    expect(names.slice(0, 4)).toEqual(['Chair 2', 'Chair 4', 'Chair 5', 'Chair 6'])
    expect(new Set(names).size).toBe(many.length)
  })

  test('a change without effect returns the very same document', () => {
    const nothing = [
      changes.removeItems(['nobody']),
      changes.movePieces(['p1'], [0, 0, 0]),
      changes.setTransform('p2', { position: [1, 0, 0] }),
      changes.setScale(['p1'], [0, 1, 1]),
      changes.setScale(['p1'], [Number.NaN, 1, 1]),
      changes.rename('p1', '  '),
      changes.rename('p1', 'Piece p1'),
      changes.setHidden(['p1'], false),
      changes.setLocked(['p1'], false),
      changes.setLight('l1', { on: true, intensity: 100, illuminance: 3 }),
      changes.removeLight('nobody'),
      changes.setEnvironment({ zenith: document.environment.zenith }),
      changes.removeView('nobody'),
      changes.moveView('nobody', 3),
      changes.setView('nobody', { verticalFov: 1 }),
      changes.addView({ id: 'v9', name: 'Lost', position: [Number.NaN, 0, 0], target: [0, 0, 0], verticalFov: 1 }),
      changes.lightAsInView({ lights: { l1: true, nobody: false } }),
      changes.lightAsInView({}),
      changes.setUnit('m'),
    ]
    for (const change of nothing) expect(change(document)).toBe(document)
  })

  test('fields that Atrium does not know survive an edit', () => {
    const foreign = { ...document, pieces: [{ ...document.pieces[0], warranty: 'ten years' }] }
    expect(changes.setHidden(['p1'], true)(foreign).pieces[0]).toMatchObject({ hidden: true, warranty: 'ten years' })
  })

  test('sets a light, switches many, and names a view', () => {
    const lit = changes.setLight('l1', { color: [1, 0, 0], position: [1, 1, 1] })(document)
    expect(lit.lights[0]).toMatchObject({ color: [1, 0, 0], position: [1, 1, 1], intensity: 100 })
    expect(changes.setLightsOn(['l1', 'l2'], false)(lit).lights.every(({ on }) => !on)).toBe(true)
    const view = { id: 'v1', name: 'Door', position: [0, 1, 0], target: [0, 1, -1], verticalFov: 1 } as const
    expect(changes.rename('v1', 'From the door')(changes.addView(view)(document)).views[0].name).toBe('From the door')
  })

  test('a view is changed, moved in the list, and switches the lights as they were, all of them in one change', () => {
    const view = (id: string) => ({ id, name: id, position: [0, 1, 0], target: [0, 1, -1], verticalFov: 1 }) as const
    const viewed = ['a', 'b', 'c'].reduce((before, id) => changes.addView(view(id))(before), document)
    const order = (change: ReturnType<typeof changes.moveView>): string[] => change(viewed).views.map(({ id }) => id)
    expect(order(changes.moveView('a', 1))).toEqual(['b', 'a', 'c'])
    expect(order(changes.moveView('a', 99))).toEqual(['b', 'c', 'a'])
    expect(order(changes.moveView('c', -1))).toEqual(['c', 'a', 'b'])
    expect(changes.moveView('b', 1)(viewed)).toBe(viewed)
    expect(changes.setView('b', { straighten: 1, lens: { on: true, fNumber: 2, focusDistance: 3 } })(viewed).views[1]).toMatchObject({ name: 'b', straighten: 1, lens: { fNumber: 2 } })
    for (const fields of [{ verticalFov: Number.NaN }, { position: [0, Infinity, 0] as const }, { lens: { on: true, fNumber: 0, focusDistance: 1 } }]) {
      expect(changes.setView('b', fields)(viewed)).toBe(viewed)
    }
    const switched = changes.lightAsInView({ lights: { l1: false, l2: true, gone: false } })(viewed)
    expect(switched.lights.map(({ on }) => on)).toEqual([false, true])
    expect(switched.lights[1]).toBe(viewed.lights[1])
  })
})
