import type { Material } from '../../../gpu/index.ts'
import { slotNames } from '../../document/materials.ts'
import type { AssetKey, AtriumDocument, Piece } from '../../document/types.ts'
import { materialsIn, type ParsedAsset, type ParsedPart } from '../../imports/types.ts'
import { useAssets } from '../../project/assets.ts'
import { looksOf, shownOn, type Target } from './surfaces.ts'

/**
 * The pieces that show on any of their slots what a surface shows: a material of the project, or one that looks the same as it came with its model.
 * O(slots of all pieces). Pieces whose model is not loaded are left out.
 */
export function piecesShowing(document: AtriumDocument, target: Target): readonly Piece[] {
  const { record } = shownOn(document, target)
  const partOf = partsOf()
  const models = new Map(document.assets.map(({ key, wears = [] }) => [key, new Map(wears.map(({ slot, material }) => [slot, material]))]))
  const looksSame = sameLook(target.came)
  return document.pieces.filter((piece) => {
    const part = partOf(piece)
    if (part === undefined) return false
    const came = materialsIn(part, piece.variant)
    const own = new Map(piece.wears?.map(({ slot, material }) => [slot, material]))
    return part.names.some((slot, i) => {
      const worn = own.has(slot) ? own.get(slot) : models.get(piece.asset)?.get(slot)
      return record === null ? (worn ?? null) === null && looksSame(came[i]) : worn === record.id
    })
  })
}

/** The pieces that a change everywhere reaches. */
export const piecesAlike = (document: AtriumDocument, target: Target): readonly Piece[] => [...new Set(looksOf(document, target).flatMap(([look]) => piecesShowing(document, look)))]

/** Parsed models by key. */
export type Models = ReadonlyMap<AssetKey, ParsedAsset>
type NamedPart = ParsedPart & { readonly names: readonly string[] }

/** Finds what a piece shows, with the names of its slots; each part is looked at once. */
export function partsOf(parsed: Models = useAssets.getState().parsed): (piece: Pick<Piece, 'asset' | 'part'>) => NamedPart | undefined {
  const found = new Map<string, ReadonlyMap<string, NamedPart>>()
  return ({ asset, part }) => {
    let parts = found.get(asset)
    if (parts === undefined) found.set(asset, parts = new Map(parsed.get(asset)?.parts.map((each) => [each.id, { ...each, names: slotNames(each.materials) }])))
    return parts.get(part)
  }
}

/** Pieces of one model share their materials: each is compared once. */
function sameLook(wanted: Material): (material: Material) => boolean {
  const look = JSON.stringify(wanted)
  const known = new Map<Material, boolean>([[wanted, true]])
  return (material) => {
    const is = known.get(material) ?? (material.name === wanted.name && JSON.stringify(material) === look)
    known.set(material, is)
    return is
  }
}
