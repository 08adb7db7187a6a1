import { layerOf } from './layers.ts'
import type { AtriumDocument, Piece, PieceId } from './types.ts'

/* The doors to what a piece shows and lets be done to it. A piece's own switches are read by what turns them (outline, commands), and by nothing else. */

/** Whether a piece is neither seen nor traced: by itself, or with its layer. */
export const isHidden = (document: Pick<AtriumDocument, 'layers'>, piece: Pick<Piece, 'hidden' | 'layer'>): boolean => piece.hidden || layerOf(document, piece)?.hidden === true

/** Whether a piece is neither picked nor moved nor deleted in the room: by itself, or with its layer. */
export const isLocked = (document: Pick<AtriumDocument, 'layers'>, piece: Pick<Piece, 'locked' | 'layer'>): boolean => piece.locked || layerOf(document, piece)?.locked === true

/** Whether a piece is part of the room itself: what stands in it is held by it. A lock of its layer makes no wall of a chair. */
export const isArchitecture = ({ locked }: Pick<Piece, 'locked'>): boolean => locked

/** Those of the pieces that may be moved and deleted, in the document's order. */
export function unlockedPieces(document: AtriumDocument, ids: Iterable<PieceId>): readonly Piece[] {
  const wanted = new Set(ids)
  return wanted.size === 0 ? [] : document.pieces.filter((piece) => wanted.has(piece.id) && !isLocked(document, piece))
}

/** What Select All takes. */
export const selectablePieces = (document: AtriumDocument): readonly Piece[] => document.pieces.filter((piece) => !isLocked(document, piece) && !isHidden(document, piece))
