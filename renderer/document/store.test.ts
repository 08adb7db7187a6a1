import fc from 'fast-check'
import { beforeEach, describe, expect, test } from 'vitest'
import { movePieces, setHidden } from './changes/index.ts'
import { isDirty, redoLabel, undoLabel } from './selectors.ts'
import { MAX_STEPS, useDocument } from './store.ts'
import { arbitraryEdits, furnished } from './testing.ts'

const store = () => useDocument.getState()

describe('the document store', () => {
  beforeEach(() => store().replace(furnished()))

  test('undoing every edit returns the first document, and redoing all returns the last', () => {
    fc.assert(
      fc.property(arbitraryEdits(), (edits) => {
        const first = furnished()
        store().replace(first)
        for (const { label, change, gesture } of edits) store().edit(label, change, gesture)
        const last = store().document
        while (store().undos.length > 0) store().undo()
        expect(store().document).toBe(first)
        expect(isDirty(store())).toBe(false)
        while (store().redos.length > 0) store().redo()
        expect(store().document).toBe(last)
      }),
    )
  })

  test.each([1, 2, 3])('1,000 edits of all kinds, undone to the start and redone to the end (seed %i)', (seed) => {
    const first = furnished()
    store().replace(first)
    // Gestures would join steps; here each edit is one.
    for (const edits of fc.sample(arbitraryEdits(), { numRuns: 2000, seed })) {
      for (const { label, change } of edits) if (store().undos.length < 1000) store().edit(label, change)
    }
    expect(store().undos).toHaveLength(1000)
    const last = store().document
    for (let i = 0; i < 1000; i++) store().undo()
    expect(store().document).toBe(first)
    for (let i = 0; i < 1000; i++) store().redo()
    expect(store().document).toBe(last)
  })

  test('every undo and redo step passes through the very same documents', () => {
    fc.assert(
      fc.property(arbitraryEdits(), (edits) => {
        store().replace(furnished())
        const seen = [store().document]
        for (const { label, change } of edits) {
          store().edit(label, change)
          if (seen.at(-1) !== store().document) seen.push(store().document)
        }
        for (const document of seen.toReversed()) {
          expect(store().document).toBe(document)
          store().undo()
        }
        for (const document of seen) {
          expect(store().document).toBe(document)
          store().redo()
        }
      }),
    )
  })

  test('one drag is one step and bears its name', () => {
    const before = store().document
    for (let i = 0; i < 10; i++) store().edit('Move Piece p1', movePieces(['p1'], [0.1, 0, 0]), 'drag-1')
    expect(store().undos).toHaveLength(1)
    expect(undoLabel(store())).toBe('Move Piece p1')
    expect(store().document.pieces[0].position[0]).toBeCloseTo(1)
    store().undo()
    expect(store().document).toBe(before)
    expect(redoLabel(store())).toBe('Move Piece p1')
  })

  test('an abandoned gesture leaves nothing behind', () => {
    const before = store().document
    store().edit('Move', movePieces(['p1'], [1, 0, 0]), 'drag-2')
    store().abandon('another')
    expect(store().undos).toHaveLength(1)
    store().abandon('drag-2')
    expect(store().document).toBe(before)
    expect([store().undos, store().redos]).toEqual([[], []])
  })

  test('an edit that changes nothing is no step and keeps what can be redone', () => {
    store().edit('Hide', setHidden(['p1'], true))
    store().undo()
    store().edit('Show', setHidden(['p1'], false))
    expect([store().undos.length, store().redos.length]).toEqual([0, 1])
  })

  test('knows whether there are unsaved changes, through undo as well', () => {
    expect(isDirty(store())).toBe(false)
    store().edit('Hide', setHidden(['p1'], true))
    expect(isDirty(store())).toBe(true)
    store().markSaved(store().document)
    expect(isDirty(store())).toBe(false)
    store().undo()
    expect(isDirty(store())).toBe(true)
    store().redo()
    expect(isDirty(store())).toBe(false)
  })

  test('forgets the oldest of very many steps', () => {
    for (let i = 0; i < MAX_STEPS + 20; i++) store().edit('Move', movePieces(['p1'], [1, 0, 0]))
    expect(store().undos).toHaveLength(MAX_STEPS)
  })
})
