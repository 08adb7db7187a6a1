import type { DocumentStore } from './store.ts'
import type { AssetKey, AtriumDocument, DocumentLight, Piece, PointLight } from './types.ts'

/** What Edit > Undo would take back; null: nothing. */
export const undoLabel = ({ undos }: Pick<DocumentStore, 'undos'>): string | null => undos.at(-1)?.label ?? null
export const redoLabel = ({ redos }: Pick<DocumentStore, 'redos'>): string | null => redos.at(-1)?.label ?? null
export const isDirty = ({ document, saved }: Pick<DocumentStore, 'document' | 'saved'>): boolean => document !== saved

export const findPiece = (document: AtriumDocument, id: string): Piece | null =>
  document.pieces.find((piece) => piece.id === id) ?? null

export const findLight = (document: AtriumDocument, id: string): DocumentLight | null =>
  document.lights.find((light) => light.id === id) ?? null

/** The lights that move with a piece and leave with it. */
export const lightsOf = (document: AtriumDocument, pieceId: string): readonly PointLight[] =>
  document.lights.filter((light): light is PointLight => light.kind === 'point' && light.attachedTo === pieceId)

export const usedAssets = (document: AtriumDocument): ReadonlySet<AssetKey> => new Set(document.pieces.map((piece) => piece.asset))

/** `Chair`, `Chair 2`, `Chair 3`: the first that no piece or light wears yet. */
export function freeName(document: AtriumDocument, wanted: string): string {
  const taken = new Set([...document.pieces, ...document.lights].map(({ name }) => name))
  if (!taken.has(wanted)) return wanted
  const stem = wanted.replace(/ \d+$/, '')
  let number = 2
  while (taken.has(`${stem} ${number}`)) number += 1
  return `${stem} ${number}`
}
