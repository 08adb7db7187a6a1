import { formOf } from '../../catalogue/forms.ts'
import { reshape } from '../../document/changes/index.ts'
import { findPiece } from '../../document/selectors.ts'
import { useDocument } from '../../document/store.ts'
import type { AssetKey, FormRecord, Piece } from '../../document/types.ts'
import { toAtriumError } from '../../errors/atrium-error.ts'
import { reportError } from '../../errors/notices.ts'
import { forgetAssets } from '../../project/assets.ts'
import { formOfPiece, makeShaped } from '../../project/insert/shaped.ts'
import { journalled } from '../../recovery/autosave.ts'
import { tellWhatItGrewInto } from '../../tools/body.ts'
import { phrase } from '../../words/say.ts'
import { addOrTell } from '../edit-or-tell.ts'

/** What is being made now: the next wish takes its place. */
let making: AbortController | null = null

/** A wish of a hand that still pulls. */
interface Pull {
  readonly piece: string
  readonly values: FormRecord['values']
  readonly gesture: string
}
let pull: Pull | null = null
let following: Promise<void> | null = null
/** Models that hands which pulled left behind. */
const onTheWay = new Set<AssetKey>()

/**
 * Makes a piece anew with other values, in one step of undo; true when it is done, false when something else was wished for meanwhile. What it grows
 * into is said: it stays as it was wished for.
 */
export function reshapePiece(piece: Piece, values: FormRecord['values']): Promise<boolean> {
  pull = null
  return make(piece, values)
}

/**
 * A pull at a value: the piece follows as fast as it can be made, and of what is wished for meanwhile the last counts. One gesture is one step.
 *
 * @returns when the piece is as it was wished for last
 */
export function pullForm(piece: string, values: FormRecord['values'], gesture: string): Promise<void> {
  pull = { piece, values, gesture }
  following ??= follow()
  return following
}

async function follow(): Promise<void> {
  do {
    while (pull !== null) {
      const { piece: id, values, gesture }: Pull = pull
      pull = null
      const piece = findPiece(useDocument.getState().document, id)
      if (piece === null) break
      if (await make(piece, values, gesture)) onTheWay.add(findPiece(useDocument.getState().document, id)?.asset ?? piece.asset)
    }
    // What was on the way only would be kept until the project is closed; the journal may still be writing it.
    await journalled().catch(() => undefined)
  } while (pull !== null)
  following = null
  const { document, undos, redos } = useDocument.getState()
  const shown = new Set([document, ...[...undos, ...redos].map((step) => step.document)].flatMap(({ assets }) => assets.map(({ key }) => key)))
  const gone = new Set([...onTheWay].filter((key) => !shown.has(key)))
  for (const key of gone) onTheWay.delete(key)
  forgetAssets(gone)
}

async function make(piece: Piece, values: FormRecord['values'], gesture?: string): Promise<boolean> {
  const { document } = useDocument.getState()
  const before = formOfPiece(document, piece)
  const record = document.assets.find(({ key }) => key === piece.asset)
  const form = before === null ? null : formOf(before.item, { ...before.values, ...values })
  if (before === null || form === null || record === undefined) return true
  making?.abort()
  const mine = (making = new AbortController())
  try {
    const { record: made, part, mesh, lamp } = await makeShaped(form, before, record.name, { signal: mine.signal })
    if (mine.signal.aborted) return false
    const now = findPiece(useDocument.getState().document, piece.id)
    // Undone, replaced or deleted by now: nobody waits for it.
    if (now?.asset !== piece.asset || made.key === piece.asset) return true
    if (addOrTell(phrase('undo.reshape', { name: now.name }), reshape(piece.id, made, part, lamp), gesture)) tellWhatItGrewInto(now, mesh)
  } catch (error) {
    if (toAtriumError(error).code === 'cancelled') return false
    reportError(error, piece.name)
  }
  return true
}
