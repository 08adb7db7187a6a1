import { hasRoomFor } from '../capacity.ts'
import { isPlaced } from '../light-frame.ts'
import { usedAssets } from '../selectors.ts'
import type { AssetRecord, Change, Piece, PieceId, PlacedLight } from '../types.ts'

/** What becomes of a piece that another takes the place of. */
export type Successor = Pick<Piece, 'name' | 'asset' | 'part' | 'position' | 'rotation' | 'scale' | 'mount' | 'motion'>

/**
 * Other models in the place of pieces, which keep their ids, their groups, their layers and whether they are hidden; what they looked like goes, and so do the lights that hung on
 * them. A room that would be too full stays as it is.
 *
 * @param record  of the model that all of them show then
 * @param lights  that hang on them then
 */
export const replacePieces =
  (successors: ReadonlyMap<PieceId, Successor>, record: AssetRecord, lights: readonly PlacedLight[] = []): Change =>
  (document) => {
    const gone = new Set(document.pieces.flatMap(({ id }) => (successors.has(id) ? [id] : [])))
    if (gone.size === 0) return document
    const pieces = document.pieces.map((piece) => {
      const successor = successors.get(piece.id)
      if (successor === undefined) return piece
      const { id, group, layer, hidden, locked } = piece
      return { ...successor, id, hidden, locked, ...(group !== undefined && { group }), ...(layer !== undefined && { layer }) }
    })
    const left = document.lights.filter((light) => !isPlaced(light) || light.attachedTo === null || !gone.has(light.attachedTo))
    const isKnown = document.assets.some(({ key }) => key === record.key)
    if (!hasRoomFor({ ...document, lights: left }, { lights: lights.length, assets: isKnown ? 0 : 1 })) return document
    const next = { ...document, pieces, lights: left.length === document.lights.length && lights.length === 0 ? document.lights : [...left, ...lights] }
    const used = usedAssets(next)
    const before = usedAssets(document)
    // What nothing shows any more goes; what nothing showed before stays.
    return { ...next, assets: [...document.assets, ...(isKnown ? [] : [record])].filter(({ key }) => used.has(key) || !before.has(key)) }
  }
