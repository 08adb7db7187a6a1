import { hasRoomFor } from '../capacity.ts'
import type { AssetRecord, Change, Piece, PlacedLight } from '../types.ts'

/** Puts a piece into the room, with the record of the asset it shows and, for a lamp, its light. A piece that is there already stays, and a full room as it is. */
export const addPiece =
  (piece: Piece, asset: AssetRecord, light: PlacedLight | null = null): Change =>
  (document) => {
    if (document.pieces.some(({ id }) => id === piece.id) || !hasRoomFor(document, { pieces: 1, lights: light === null ? 0 : 1, assets: 1 })) return document
    const { group, ...alone } = piece
    const isGrouped = group !== undefined && document.groups?.some(({ id }) => id === group) === true
    return {
      ...document,
      assets: document.assets.some(({ key }) => key === asset.key) ? document.assets : [...document.assets, asset],
      // In a group that is not there, it would stand nowhere.
      pieces: [...document.pieces, group === undefined || isGrouped ? piece : alone],
      lights: light === null ? document.lights : [...document.lights, light],
    }
  }
