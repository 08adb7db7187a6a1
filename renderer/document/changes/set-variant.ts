import type { Change } from '../types.ts'
import { mapIds, withFields, withLists } from './each.ts'
import { saneName } from './sane.ts'

/** Which variant of their model pieces show, by its name; null: as the model was saved. What is painted on them stays. */
export const setVariant =
  (ids: Iterable<string>, variant: string | null): Change =>
  (document) =>
    withLists(document, {
      pieces: mapIds(document.pieces, ids, (piece) => {
        const { variant: before, ...rest } = piece
        const name = saneName(variant ?? '')
        if (name !== '') return withFields(piece, { variant: name })
        return before === undefined ? piece : rest
      }),
    })
