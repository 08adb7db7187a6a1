import type { AssetRecord, Change, Piece, PointLight } from '../types.ts'

/** Puts a piece into the room, with the record of the asset it shows and, for a lamp, its light. */
export const addPiece =
  (piece: Piece, asset: AssetRecord, light: PointLight | null = null): Change =>
  (document) => ({
    ...document,
    assets: document.assets.some(({ key }) => key === asset.key) ? document.assets : [...document.assets, asset],
    pieces: [...document.pieces, piece],
    lights: light === null ? document.lights : [...document.lights, light],
  })
