import { formOf } from '../catalogue/forms.ts'
import { reshape } from '../document/changes/index.ts'
import { findPiece } from '../document/selectors.ts'
import { useDocument } from '../document/store.ts'
import type { FormRecord, Piece } from '../document/types.ts'
import { toAtriumError } from '../errors/atrium-error.ts'
import { reportError } from '../errors/notices.ts'
import { formOfPiece, makeShaped } from '../project/shaped.ts'
import { phrase } from '../words/say.ts'
import { addOrTell } from './edit-or-tell.ts'

/** What is being made now: the next wish takes its place. */
let making: AbortController | null = null

/** Makes a piece anew with other values, in one step of undo; true when it is done, false when something else was wished for meanwhile. */
export async function reshapePiece(piece: Piece, values: FormRecord['values']): Promise<boolean> {
  const { document } = useDocument.getState()
  const before = formOfPiece(document, piece)
  const record = document.assets.find(({ key }) => key === piece.asset)
  const form = before === null ? null : formOf(before.item, { ...before.values, ...values })
  if (form === null || record === undefined) return true
  making?.abort()
  const mine = (making = new AbortController())
  try {
    const made = await makeShaped(form, record.name, { signal: mine.signal })
    if (mine.signal.aborted) return false
    const now = findPiece(useDocument.getState().document, piece.id)
    // Undone, replaced or deleted by now: nobody waits for it.
    if (now?.asset === piece.asset && made.record.key !== piece.asset) addOrTell(phrase('undo.reshape', { name: now.name }), reshape(piece.id, made.record, made.part))
  } catch (error) {
    if (toAtriumError(error).code === 'cancelled') return false
    reportError(error, piece.name)
  }
  return true
}
