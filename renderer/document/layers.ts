import type { AtriumDocument, LayerId, LayerRecord, Piece, PieceId } from './types.ts'

const known = new WeakMap<readonly LayerRecord[], ReadonlyMap<LayerId, LayerRecord>>()

/** The layer that a piece lies on; null: none. O(1) once asked of these layers. */
export function layerOf({ layers }: Pick<AtriumDocument, 'layers'>, { layer }: Pick<Piece, 'layer'>): LayerRecord | null {
  if (layer === undefined || layers === undefined) return null
  let byId = known.get(layers)
  if (byId === undefined) known.set(layers, byId = new Map(layers.map((record) => [record.id, record])))
  return byId.get(layer) ?? null
}

/** The pieces on a layer, in the document's order. */
export const piecesOnLayer = ({ pieces }: Pick<AtriumDocument, 'pieces'>, id: LayerId): readonly PieceId[] => pieces.flatMap((piece) => (piece.layer === id ? [piece.id] : []))
