import { create } from 'zustand'
import { emptyDocument } from './empty.ts'
import type { Words } from '../words/say.ts'
import type { AtriumDocument, Change } from './types.ts'

/** Older steps are forgotten. A step is a reference to a document that shares all unchanged records, so it costs little. */
export const MAX_STEPS = 2000

export interface UndoStep {
  /** What the Edit menu shows: `Move Sofa`, in the language at hand when it is shown. */
  readonly label: Words
  /** All edits of one drag carry the same gesture and undo together. */
  readonly gesture: string | undefined
  /** Undo: the document before the step. Redo: the document after it. */
  readonly document: AtriumDocument
}

export interface DocumentStore {
  readonly document: AtriumDocument
  readonly undos: readonly UndoStep[]
  readonly redos: readonly UndoStep[]
  /** The document as it was last opened or saved; `document !== saved` means unsaved changes. */
  readonly saved: AtriumDocument
  /** Counts openings of another document: what is not an edit of the one before. */
  readonly replaced: number
  edit(label: Words, change: Change, gesture?: string): void
  undo(): void
  redo(): void
  /** Ends a gesture as if it had never begun (Escape during a drag); nothing to redo. */
  abandon(gesture: string): void
  /** Opens another document: undo starts afresh and nothing is unsaved, unless `saved` says what was saved instead (null: nothing). */
  replace(document: AtriumDocument, saved?: AtriumDocument | null): void
  markSaved(document: AtriumDocument): void
  /** A fact that is no step (the project took its file's name): holds in every step, too, so undo does not take it back. */
  restate(change: Change): void
}

const fresh = (document: AtriumDocument, saved: AtriumDocument | null = document) => ({ document, saved: saved ?? emptyDocument(), undos: [], redos: [] })

/** What the user owns, changed by named steps alone. */
export const useDocument = create<DocumentStore>()((set, get) => ({
  ...fresh(emptyDocument()),
  replaced: 0,
  edit(label, change, gesture) {
    const { document, undos } = get()
    const next = change(document)
    if (next === document) return
    const continues = gesture !== undefined && undos.at(-1)?.gesture === gesture
    const steps = continues ? undos : [...undos, { label, gesture, document }].slice(-MAX_STEPS)
    set({ document: next, redos: [], undos: steps })
  },
  undo: () =>
    set(({ document, undos, redos }) => {
      const step = undos.at(-1)
      return step ? { document: step.document, undos: undos.slice(0, -1), redos: [...redos, { ...step, document }] } : {}
    }),
  redo: () =>
    set(({ document, undos, redos }) => {
      const step = redos.at(-1)
      return step ? { document: step.document, redos: redos.slice(0, -1), undos: [...undos, { ...step, document }] } : {}
    }),
  abandon: (gesture) =>
    set(({ undos }) => {
      const step = undos.at(-1)
      return step?.gesture === gesture ? { document: step.document, undos: undos.slice(0, -1) } : {}
    }),
  replace: (document, saved) => set(({ replaced }) => ({ ...fresh(document, saved), replaced: replaced + 1 })),
  markSaved: (saved) => set({ saved }),
  restate: (change) =>
    set(({ document, saved, undos, redos }) => {
      // Each document once, so that what was the same stays the same.
      const restated = new Map<AtriumDocument, AtriumDocument>()
      const renew = (old: AtriumDocument): AtriumDocument => {
        if (!restated.has(old)) restated.set(old, change(old))
        return restated.get(old) as AtriumDocument
      }
      const steps = (list: readonly UndoStep[]): UndoStep[] => list.map((step) => ({ ...step, document: renew(step.document) }))
      return { document: renew(document), saved: renew(saved), undos: steps(undos), redos: steps(redos) }
    }),
}))
