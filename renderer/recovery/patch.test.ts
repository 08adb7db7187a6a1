import fc from 'fast-check'
import { expect, test } from 'vitest'
import { movePieces, removeItems, setUnit } from '../document/changes/index.ts'
import { emptyDocument } from '../document/empty.ts'
import { useDocument } from '../document/store.ts'
import { arbitraryEdits, furnished, LAMP_ASSET, piece } from '../document/testing.ts'
import type { AtriumDocument } from '../document/types.ts'
import { applyPatch, diffDocuments, DocumentPatch } from './patch.ts'

/** As a journal keeps it: JSON knows no negative zero. */
const throughJson = <T>(value: T): T => JSON.parse(JSON.stringify(value)) as T

/** Every document that a session of edits, undos and redos passes through. */
const arbitrarySessions = (): fc.Arbitrary<AtriumDocument[]> =>
  fc.tuple(arbitraryEdits(), fc.infiniteStream(fc.integer({ min: 0, max: 5 }))).map(([edits, dice]) => {
    useDocument.getState().replace(furnished())
    const passed = [useDocument.getState().document]
    for (const { label, change, gesture } of edits) {
      const { value } = dice.next()
      if (value === 0) useDocument.getState().undo()
      else if (value === 1) useDocument.getState().redo()
      else useDocument.getState().edit(label, change, gesture)
      passed.push(useDocument.getState().document)
    }
    return passed
  })

test('replaying what changed gives every document of a session, through JSON and back', () => {
  fc.assert(
    fc.property(arbitrarySessions(), (documents) => {
      let replayed = throughJson(documents[0])
      for (const [i, document] of documents.entries()) {
        const patch = i === 0 ? null : diffDocuments(documents[i - 1], document)
        if (patch !== null) replayed = applyPatch(replayed, DocumentPatch.parse(throughJson(patch)))
        expect(replayed).toEqual(throughJson(document))
      }
    }),
    { numRuns: 150 },
  )
})

test('any document leads to any other', () => {
  fc.assert(
    fc.property(arbitrarySessions(), arbitrarySessions(), (one, other) => {
      const [from, to] = [one.at(-1) as AtriumDocument, other.at(-1) as AtriumDocument]
      const patch = diffDocuments(from, to)
      expect(throughJson(patch === null ? from : applyPatch(from, patch))).toEqual(throughJson(to))
    }),
    { numRuns: 100 },
  )
})

test('only what changed is said', () => {
  const before = furnished()
  expect(diffDocuments(before, movePieces(['p2'], [1, 0, 0])(before))).toEqual({ lists: { pieces: { change: [{ id: 'p2', set: { position: [2, 0, 0] } }] } } })
  expect(diffDocuments(before, setUnit('ft-in')(before))).toEqual({ set: { unit: 'ft-in' } })
  expect(diffDocuments(before, removeItems(['p3'])(before))?.lists).toEqual({
    assets: { remove: [LAMP_ASSET.key] },
    pieces: { remove: ['p3'] },
    lights: { remove: ['l2'] },
  })
  expect(diffDocuments(before, { ...before, pieces: [...before.pieces] })).toBeNull()
})

test('order, fields that go and identities that stand twice are told, too', () => {
  const before = { ...emptyDocument(), pieces: [piece('a'), { ...piece('b'), warranty: 10 }, piece('c')] }
  const reordered = { ...before, pieces: [before.pieces[2], piece('b'), before.pieces[0]] }
  const twice = { ...before, pieces: [piece('a'), piece('a')] }
  for (const after of [reordered, twice]) expect(applyPatch(before, diffDocuments(before, after) as DocumentPatch)).toEqual(after)
})

test('a patch of another document is refused', () => {
  const patches: DocumentPatch[] = [
    { lists: { pieces: { remove: ['nobody'] } } },
    { lists: { pieces: { change: [{ id: 'nobody', set: { name: 'x' } }] } } },
    { lists: { pieces: { order: ['p1'] } } },
    { lists: { constructor: {} } },
  ]
  for (const patch of patches) expect(() => applyPatch(furnished(), patch)).toThrow('a patch')
})
