import { hasRoomFor } from '../capacity.ts'
import { usedAssets } from '../selectors.ts'
import type { AssetRecord, Change, PieceId } from '../types.ts'
import { mapIds } from './each.ts'

/**
 * A piece shows a model that was made anew, and stays what and where it is: its place, its name, its materials, its lights. What all pieces of the old
 * model show instead of what came with it, the new one shows, too. A project that would be too full stays as it is.
 *
 * @param part  of the new model
 */
export const reshape =
  (id: PieceId, record: AssetRecord, part: string): Change =>
  (document) => {
    const before = document.pieces.find((piece) => piece.id === id)
    if (before === undefined || (before.asset === record.key && before.part === part)) return document
    const isKnown = document.assets.some(({ key }) => key === record.key)
    if (!hasRoomFor(document, { assets: isKnown ? 0 : 1 })) return document
    const wears = document.assets.find(({ key }) => key === before.asset)?.wears
    const added = isKnown ? [] : [{ ...record, ...(wears !== undefined && { wears }) }]
    const next = { ...document, pieces: mapIds(document.pieces, [id], (piece) => ({ ...piece, asset: record.key, part })), assets: [...document.assets, ...added] }
    const [was, is] = [usedAssets(document), usedAssets(next)]
    // What nothing shows any more goes; what nothing showed before stays.
    return { ...next, assets: next.assets.filter(({ key }) => is.has(key) || !was.has(key)) }
  }
