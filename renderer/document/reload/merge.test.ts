import fc from 'fast-check'
import { expect, test } from 'vitest'
import { CAPACITY } from '../capacity.ts'
import * as changes from '../changes/index.ts'
import { pointLight, piece } from '../testing.ts'
import { piecesOfGroup } from '../groups.ts'
import { quatFromAxisAngle } from '../transform.ts'
import type { AtriumDocument, Change } from '../types.ts'
import { isEdited } from './fields.ts'
import { placedIn, type Frame } from './frame.ts'
import { doubtfulMatches, mergeModel } from './merge.ts'
import { building, cameFrom, type File, keyOf, LEFTOVER, opened, type Part, randomOf, recordOf, revisionOf } from './testing.ts'

const FRAME: Frame = { scale: 1, rotation: quatFromAxisAngle([0, 1, 0], 0.7), position: [3, 0.5, -2] }
const part = (truth: string, fields: Partial<Part> = {}): Part => ({ truth, name: truth, in: [], position: [0, 0, 0], size: [1, 1, 1], shape: truth, ...fields })
const HOUSE: File = { parts: [part('Wall', { in: ['Ground'], locked: true, size: [5, 3, 0.2] }), part('Chair', { in: ['Ground'], position: [2, 0, 1] }), part('Desk', { in: ['Ground', 'Study'], position: [4, 0, 1] }), part('Lamp', { position: [6, 0, 1] })] }
/** As it stands in the document that comes first: ids of the opening do not matter. */
const open = (file: File, frame?: Frame): AtriumDocument => opened(cameFrom(file, keyOf('a'), 'mine '), recordOf('a'), frame)
const idOf = (document: AtriumDocument, name: string): string => document.pieces.find((one) => one.name === name)!.id
const byName = (document: AtriumDocument, name: string) => document.pieces.find((one) => one.name === name)
const altered = (change: (parts: readonly Part[]) => readonly Part[]): File => ({ parts: change(HOUSE.parts) })

/** What people do to a model that they opened, of all kinds. */
function edits(random: () => number, count: number): Change {
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)]
  return (start) => {
    let document = start
    for (let i = 0; i < count; i++) {
      const { pieces, groups = [] } = document
      if (pieces.length === 0) break
      const { id, hidden, locked } = pick(pieces)
      const change = pick<() => Change>([
        () => changes.movePieces([id], [1 + random(), 0, random()]),
        () => changes.setTransform(id, { rotation: quatFromAxisAngle([0, 1, 0], 3 * random()) }),
        () => changes.setScale([id], [1 + random(), 1, 1]),
        () => changes.setHidden([id], !hidden),
        () => changes.setLocked([id], !locked),
        () => changes.setEmission([id], { radiance: 100 * random() }),
        () => changes.rename(id, `Mine ${i}`),
        () => changes.rename(pick(groups).id, `My group ${i}`),
        () => changes.removeItems([id]),
        () => changes.duplicate(new Map([[id, `copy ${i}`]]), [0.5, 0, 0]),
        () => changes.addLight(pointLight(`light ${i}`, { attachedTo: id })),
        () => changes.addLight(pointLight(`free ${i}`)),
        () => changes.addPiece(piece(`sofa ${i}`, { asset: keyOf('f'), position: [random(), 0, 0] }), { key: keyOf('f'), name: 'sofa', sizeBytes: 1, catalogueId: 'sofa' }),
        () => changes.addView({ id: `view ${i}`, name: 'Mine', position: [random(), 1, 1], target: [0, 1, 0], verticalFov: 1 }),
      ])
      document = change()(document)
    }
    return document
  }
}

/** What becomes of a model elsewhere. */
const rewritten = (random: () => number) => ({ parts }: File): File => ({
  parts: [
    ...parts.filter(() => random() > 0.1).map((one, i): Part => {
      const chance = random()
      const [x, y, z] = one.position
      if (chance < 0.15) return { ...one, position: [x + random(), y, z + random()] }
      if (chance < 0.25) return { ...one, name: `Renamed ${i}` }
      if (chance < 0.35) return { ...one, shape: `remeshed ${i}` }
      return chance < 0.4 ? { ...one, in: ['New storey'] } : one
    }),
    ...parts.filter(() => random() < 0.1).map((one, i): Part => ({ ...one, truth: `new ${i}`, name: `New ${i}`, position: [i, 0, 30] })),
  ],
})

const arbitrary = fc.record({ seed: fc.integer({ min: 1, max: 1e6 }), count: fc.integer({ min: 0, max: 25 }), isElsewhere: fc.boolean() })
const roomOf = ({ seed, count, isElsewhere }: { readonly seed: number; readonly count: number; readonly isElsewhere: boolean }) => {
  const random = randomOf(seed)
  const file = building(1, random)
  return { random, file, document: edits(random, count)(open(file, isElsewhere ? FRAME : undefined)) }
}

test('a file that did not change changes nothing, whatever was edited', () => {
  fc.assert(fc.property(arbitrary, (room) => {
    const { file, document } = roomOf(room)
    expect(mergeModel(document, { ...revisionOf(file, file, ['a', 'a']) }).document).toBe(document)
  }), { numRuns: 30, seed: 11 })
})

test('nothing of the user’s is lost, whatever was edited and however the model changed', () => {
  fc.assert(fc.property(arbitrary, (room) => {
    const { random, file, document } = roomOf(room)
    const revision = revisionOf(file, rewritten(random)(file))
    const { document: next, kept } = mergeModel(document, revision)
    const came = new Map(revision.before.pieces.map((one) => [one.piece.part, room.isElsewhere ? placedIn(FRAME, one.piece) : one.piece]))
    const after = new Map(next.pieces.map((one) => [one.id, one]))
    for (const mine of document.pieces) {
      const was = mine.asset === keyOf('a') ? came.get(mine.part)! : null
      const now = after.get(mine.id)
      if (was === null) expect(now).toBe(mine)
      for (const key of Object.keys(mine) as (keyof typeof mine)[]) {
        if (was === null || ['id', 'asset', 'part', 'group'].includes(key) || !isEdited({ [key]: mine[key] }, { [key]: was[key] })) continue
        // What the model no longer has is hidden, on a shelf.
        if (kept.includes(mine.id) && key === 'hidden') expect(now?.hidden).toBe(true)
        else expect(now?.[key], `${mine.name}: ${key}`).toEqual(mine[key])
      }
    }
    expect(next.views).toBe(document.views)
    expect(next.lights).toEqual(document.lights)
    for (const { id, name } of document.groups ?? []) {
      const now = next.groups?.find((group) => group.id === id)
      if (now !== undefined && name.startsWith('My group')) expect(now.name).toBe(name)
    }
    const ids = next.pieces.map(({ id }) => id)
    expect(new Set(ids).size).toBe(ids.length)
    const [assets, groups] = [new Set(next.assets.map(({ key }) => key)), new Set(next.groups?.map(({ id }) => id))]
    for (const one of next.pieces) expect(assets.has(one.asset) && (one.group === undefined || groups.has(one.group))).toBe(true)
    for (const { id } of next.groups ?? []) expect(document.groups?.some((group) => group.id === id) === true || piecesOfGroup(next, id).length > 0).toBe(true)
  }), { numRuns: 60, seed: 12 })
})

test('reloading twice equals reloading once', () => {
  fc.assert(fc.property(arbitrary, (room) => {
    const { random, file, document } = roomOf(room)
    const newer = rewritten(random)(file)
    const once = mergeModel(document, revisionOf(file, newer)).document
    expect(mergeModel(once, revisionOf(newer, newer, ['b', 'b'])).document).toBe(once)
  }), { numRuns: 30, seed: 13 })
})

test('a model that nobody touched becomes what opening the new file gives', () => {
  fc.assert(fc.property(arbitrary, ({ seed }) => {
    const random = randomOf(seed)
    const file = building(1, random)
    const newer = rewritten(random)(file)
    const { document, conflicts } = mergeModel(open(file), revisionOf(file, newer))
    const plain = ({ pieces, groups = [] }: AtriumDocument) => pieces.map(({ id: _id, group, ...rest }) => JSON.stringify([rest, groups.find(({ id }) => id === group)?.name])).toSorted()
    expect(plain(document)).toEqual(plain(opened(cameFrom(newer, keyOf('b'), 'x '), recordOf('b'))))
    expect(conflicts).toEqual([])
    expect(document.assets).toEqual([recordOf('b')])
  }), { numRuns: 30, seed: 14 })
})

test('what the user moved stays; what only the file moved, moves; what both moved is a conflict, and the user’s stands', () => {
  let document = open(HOUSE)
  document = changes.movePieces([idOf(document, 'Chair')], [0, 0, 3])(document)
  document = changes.movePieces([idOf(document, 'Desk')], [0, 0, 5])(document)
  const newer = altered((parts) => parts.map((one) => (one.name === 'Wall' ? one : { ...one, position: one.name === 'Chair' ? one.position : [one.position[0] + 0.5, 0, 1] })))
  const { document: next, conflicts, changed } = mergeModel(document, revisionOf(HOUSE, newer))
  expect(byName(next, 'Chair')?.position).toEqual([2, 0, 4])
  expect(byName(next, 'Desk')?.position).toEqual([4, 0, 6])
  expect(byName(next, 'Lamp')?.position).toEqual([6.5, 0, 1])
  expect(conflicts).toEqual([idOf(document, 'Desk')])
  expect(changed).toEqual([idOf(document, 'Lamp')])
})

test('a variant that was chosen stays chosen, whatever the file makes of the piece, and when the file lets it go', () => {
  const document = open(HOUSE)
  const chosen = changes.setVariant([idOf(document, 'Chair'), idOf(document, 'Lamp')], 'Dark')(document)
  const later = altered((parts) => parts.filter(({ name }) => name !== 'Lamp').map((one) => (one.name === 'Chair' ? { ...one, position: [7, 0, 7], shape: 'other' } : one)))
  const { document: after } = mergeModel(chosen, revisionOf(HOUSE, later))
  expect(byName(after, 'Chair')).toMatchObject({ variant: 'Dark', position: [7, 0, 7], asset: keyOf('b') })
  expect(byName(after, 'Lamp')).toMatchObject({ variant: 'Dark', hidden: true })
  expect(byName(after, 'Desk')).not.toHaveProperty('variant')
})

test('a piece stays on its layer while the file moves it, and is kept with it when the file lets it go', () => {
  let document = changes.addLayer({ id: 'a', name: 'Loose', hidden: false, locked: false, color: [1, 0, 0] })(open(HOUSE))
  document = changes.putOnLayer([idOf(document, 'Chair'), idOf(document, 'Desk')], 'a')(document)
  const newer = altered((parts) => parts.filter(({ name }) => name !== 'Desk').map((one) => (one.name === 'Chair' ? { ...one, position: [9, 0, 1] } : one)))
  const { document: next, kept } = mergeModel(document, revisionOf(HOUSE, newer))
  expect(byName(next, 'Chair')).toMatchObject({ layer: 'a', position: [9, 0, 1] })
  expect([byName(next, 'Desk')?.layer, kept, next.layers]).toEqual(['a', [idOf(document, 'Desk')], document.layers])
})

test('what is gone goes; with the user’s work on it, it is kept, hidden, in a group of its own; what was deleted stays deleted', () => {
  let document = open(HOUSE)
  document = changes.setEmission([idOf(document, 'Lamp')], { radiance: 5 })(document)
  document = changes.removeItems([idOf(document, 'Desk')])(document)
  const { document: next, kept, removed } = mergeModel(document, revisionOf(HOUSE, altered((parts) => [parts[0], { ...parts[2], position: [4.5, 0, 1] }, part('Sofa', { in: ['Ground'] })])))
  expect(next.pieces.map(({ name, hidden }) => [name, hidden])).toEqual([['Wall', false], ['Lamp', true], ['Sofa', false]])
  expect(kept).toEqual([idOf(document, 'Lamp')])
  expect(removed).toEqual([idOf(document, 'Chair')])
  expect(byName(next, 'Lamp')).toMatchObject({ group: LEFTOVER.id, asset: keyOf('a') })
  expect(byName(next, 'Sofa')?.group).toBe(byName(next, 'Wall')?.group)
  const { source: _source, ...older } = recordOf('a')
  expect(next.assets).toEqual([older, recordOf('b')])
})

test('a model that stands elsewhere in the room stays there as a whole, and takes what is new along', () => {
  const document = open(HOUSE, { ...FRAME, scale: 2 })
  const newer = altered((parts) => [...parts, part('Sofa', { position: [1, 0, 1] })])
  const next = mergeModel(document, revisionOf(HOUSE, newer)).document
  const { position, scale } = placedIn({ ...FRAME, scale: 2 }, { position: [1, 0, 1], rotation: [0, 0, 0, 1], scale: [1, 1, 1] })
  byName(next, 'Sofa')?.position.forEach((value, i) => expect(value).toBeCloseTo(position[i], 6))
  expect(byName(next, 'Sofa')?.scale).toEqual(scale)
  expect(byName(next, 'Wall')?.position).toEqual(byName(document, 'Wall')?.position)
})

test('groups keep their names and ids; a thing follows the file into another group unless the user put it elsewhere', () => {
  let document = open(HOUSE)
  const study = byName(document, 'Desk')!.group!
  document = changes.rename(study, 'My study')(document)
  const newer = altered((parts) => parts.map((one) => (one.name === 'Chair' ? { ...one, in: ['Ground', 'Study'] } : one.name === 'Lamp' ? { ...one, in: ['Attic'] } : one)))
  const next = mergeModel(document, revisionOf(HOUSE, newer)).document
  expect(byName(next, 'Chair')?.group).toBe(study)
  expect(next.groups?.map(({ name }) => name)).toEqual(['Ground', 'My study', 'Attic'])
  expect(next.groups?.[2].id).toBe(byName(next, 'Lamp')?.group)
})

test('the file’s own lights change as it says, the user’s stay, and what hangs on a thing goes on hanging there', () => {
  const lit = (file: File, position: readonly [number, number, number], count: number): File => ({ ...file, lights: Array.from({ length: count }, (_, i) => pointLight(`file ${i}`, { name: `Bulb ${i}`, position, intensity: 5 })) })
  const [older, newer] = [lit(HOUSE, [0, 2, 0], 2), lit(HOUSE, [0, 2.5, 0], 1)]
  let document = open(older)
  document = changes.setLight('file 0', { intensity: 50 })(document)
  document = changes.addLight(pointLight('mine', { attachedTo: idOf(document, 'Lamp') }))(document)
  const next = mergeModel(document, revisionOf(older, newer)).document
  expect(next.lights.map(({ id }) => id)).toEqual(['file 0', 'mine'])
  expect(next.lights[0]).toMatchObject({ intensity: 50, position: [0, 2.5, 0] })
  expect(next.lights[1]).toBe(document.lights.at(-1))
})

test('uncertain matches matter only where the user’s work hangs on them', () => {
  const older: File = { parts: [part('Stool', { position: [0, 0, 0] }), part('Bench', { position: [5, 0, 0] })] }
  const newer: File = { parts: [part('Seat', { shape: 'Stool', position: [3, 0, 0] }), part('Plank', { shape: 'Bench', position: [9, 0, 0] })] }
  const revision = revisionOf(older, newer)
  expect(revision.matches.map(({ sure }) => sure)).toEqual([false, false])
  const document = open(older)
  expect(doubtfulMatches(document, revision)).toEqual([])
  expect(doubtfulMatches(changes.setLocked([idOf(document, 'Bench')], true)(document), revision)).toEqual([revision.matches[1]])
  expect(doubtfulMatches(changes.removeItems([idOf(document, 'Stool')])(document), revision)).toEqual([revision.matches[0]])
})

test('a room that would be too full stays as it is', () => {
  const document = open(HOUSE)
  const revision = revisionOf(HOUSE, HOUSE)
  const [wall] = revision.after.pieces
  const pieces = [...revision.after.pieces, ...Array.from({ length: CAPACITY.pieces }, (_, i) => ({ ...wall, piece: { ...wall.piece, id: `brick ${i}` } }))]
  const result = mergeModel(document, { ...revision, after: { ...revision.after, pieces } })
  expect(result.isFull).toBe(true)
  expect(result.document).toBe(document)
})

test('what the user painted stays painted: one thing, all of a model, and what a material starts from', () => {
  const document = open(HOUSE)
  const chair = byName(document, 'Chair')!
  const painted = [
    changes.addMaterial({ id: 'm1', name: 'Red seat', from: { asset: keyOf('a'), part: chair.part, slot: 'Seat' }, baseColor: [0.6, 0, 0] }), changes.addMaterial({ id: 'm2', name: 'Lime', baseColor: [0.6, 0.6, 0.5] }),
    changes.wearMaterial('m1', [{ piece: chair.id, slot: 'Seat' }]), changes.wearMaterial('m2', [{ asset: keyOf('a'), slot: 'Plaster' }]),
  ].reduce((now, change) => change(now), document)
  const renamed = altered((parts) => parts.map((one) => (one.name === 'Chair' ? { ...one, name: 'Armchair' } : one)))
  const { document: after } = mergeModel(painted, revisionOf(HOUSE, renamed))
  expect(byName(after, 'Armchair')?.wears).toEqual([{ slot: 'Seat', material: 'm1' }])
  expect(after.assets.map(({ key, wears }) => [key, wears])).toEqual([[keyOf('b'), [{ slot: 'Plaster', material: 'm2' }]]])
  expect(after.materials?.[0].from).toEqual({ asset: keyOf('b'), part: byName(after, 'Armchair')!.part, slot: 'Seat' })
})
