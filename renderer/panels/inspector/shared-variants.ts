import type { AssetKey, Piece } from '../../document/types.ts'
import type { ParsedAsset } from '../../imports/types.ts'
import { variantsOf } from '../../scene/variants.ts'

/** The names of the variants that all of the pieces offer, in their order; empty: there are none. */
export function sharedVariants(pieces: readonly Pick<Piece, 'asset' | 'part'>[], parsed: ReadonlyMap<AssetKey, ParsedAsset>): readonly string[] {
  // Eight chairs are one model: each is asked once.
  const models = [...new Map(pieces.map((piece) => [`${piece.asset} ${piece.part}`, piece])).values()]
  const [first, ...others] = models.map((piece) => variantsOf(piece, parsed))
  const inAll = others.map((names) => new Set(names))
  return (first ?? []).filter((name) => inAll.every((names) => names.has(name)))
}
