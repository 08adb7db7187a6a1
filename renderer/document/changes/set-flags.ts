import type { Change } from '../types.ts'
import { mapIds, withFields, withLists } from './each.ts'

/** A hidden piece is neither seen nor traced, but keeps its place. */
export const setHidden =
  (ids: Iterable<string>, hidden: boolean): Change =>
  (document) =>
    withLists(document, { pieces: mapIds(document.pieces, ids, (piece) => withFields(piece, { hidden })) })

/** A locked piece is architecture: seen and walked on, not dragged. */
export const setLocked =
  (ids: Iterable<string>, locked: boolean): Change =>
  (document) =>
    withLists(document, { pieces: mapIds(document.pieces, ids, (piece) => withFields(piece, { locked })) })
