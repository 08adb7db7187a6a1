import { setVariant } from '../document/changes/index.ts'
import type { AssetKey, AtriumDocument, Piece } from '../document/types.ts'
import type { ParsedAsset } from '../imports/types.ts'

type Models = ReadonlyMap<AssetKey, Pick<ParsedAsset, 'parts'>>

/** The names of the variants that a piece's model offers. */
export const variantsOf = ({ asset, part }: Pick<Piece, 'asset' | 'part'>, parsed: Models): readonly string[] => (parsed.get(asset)?.parts.find(({ id }) => id === part)?.variants ?? []).map(({ name }) => name)

/** The names of all variants in a room, each once, in the order of its pieces. */
export function variantsOfRoom({ pieces }: Pick<AtriumDocument, 'pieces'>, parsed: Models): readonly string[] {
  // Eight chairs are one model: each is asked once.
  const models = new Map(pieces.map((piece) => [`${piece.asset} ${piece.part}`, piece]))
  return [...new Set([...models.values()].flatMap((piece) => variantsOf(piece, parsed)))]
}

/** A room in which every piece that has a variant of this name shows it; the others stay as they are. @returns null where none has */
export function roomInVariant(document: AtriumDocument, parsed: Models, name: string): AtriumDocument | null {
  const pieces = document.pieces.filter((piece) => variantsOf(piece, parsed).includes(name))
  return pieces.length === 0 ? null : setVariant(pieces.map(({ id }) => id), name)(document)
}
