import type { Rgb } from '../../gpu/index.ts'
import { type AssetKey, type AtriumDocument, type MaterialId, type MaterialRecord, type Piece, WHOLE_MODEL } from './types.ts'

/** Metres that one repeat of a texture may cover. */
export const MAPPING_LIMITS = [1e-3, 100] as const
/** Metres that a tile, brick or board may be long and wide, and the most of its width that a joint takes. */
export const UNIT_LIMITS = [0.005, 5] as const
export const WIDEST_JOINT = 0.4
/** 20 over Abbe's number: ordinary glass 0.3, flint 0.6, diamond 0.36, rutile 2. */
export const MOST_DISPERSION = 10
/** Nanometres of a thin film: thicker ones have no colours. */
export const MOST_FILM = 5000
/** Slots of one model that may show something else. */
export const MOST_SLOTS = 10_000
const LONGEST_SLOT = 200

/** By what names a model's material slots are known: those of its materials; of several alike, the later ones are counted. */
export function slotNames(materials: readonly { readonly name: string }[]): readonly string[] {
  const counts = new Map<string, number>()
  return materials.map(({ name }) => {
    const stem = name.slice(0, LONGEST_SLOT)
    const count = (counts.get(stem) ?? 0) + 1
    counts.set(stem, count)
    return count === 1 ? stem : `${stem} #${count}`
  })
}

/** The models that a material has its look from. */
export const assetsOfMaterial = ({ from, maps }: Pick<MaterialRecord, 'from' | 'maps'>): readonly AssetKey[] =>
  [from?.asset, maps?.color, maps?.roughness, maps?.normal].filter((key) => typeof key === 'string')

export const findMaterial = ({ materials = [] }: AtriumDocument, id: MaterialId | null | undefined): MaterialRecord | null =>
  materials.find((material) => material.id === id) ?? null

/** What a slot of a piece shows: a material of the project, or null: what came with the model. */
export function materialIn(document: AtriumDocument, piece: Pick<Piece, 'asset' | 'wears'>, slot: string): MaterialRecord | null {
  const own = piece.wears?.find((worn) => worn.slot === slot)
  const worn = own ?? document.assets.find(({ key }) => key === piece.asset)?.wears?.find((other) => other.slot === slot)
  return findMaterial(document, worn?.material)
}

/** What a pane, which has no body, tints its surface with. */
export const paneTint = ({ glass }: Pick<MaterialRecord, 'glass'>): Rgb => (glass !== undefined && glass.share > 0 && glass.thickness === 0 ? glass.tint : [1, 1, 1])

/** A surface's own colour, where `shown` may have the tint of a pane on it. */
export function ownColor(shown: Rgb, record: MaterialRecord | null): Rgb {
  if (record === null) return shown
  const tint = paneTint(record)
  return record.baseColor ?? (shown.map((part, k) => (tint[k] > 0 ? part / tint[k] : part)) as unknown as Rgb)
}

/** How often a material is shown: by pieces, and by models as a whole. */
export const wearersOf = ({ pieces, assets }: AtriumDocument, id: MaterialId): number =>
  [...pieces, ...assets].reduce((sum, { wears = [] }) => sum + wears.filter(({ material }) => material === id).length, 0)

/** Which parts of each model the document shows, in the room or by what its materials start from. */
export function shownParts({ pieces, materials = [] }: Pick<AtriumDocument, 'pieces' | 'materials'>): ReadonlyMap<AssetKey, ReadonlySet<string>> {
  const shown = new Map<AssetKey, Set<string>>()
  const show = (key: AssetKey, part: string): void => void (shown.get(key)?.add(part) ?? shown.set(key, new Set([part])))
  for (const { asset, part } of pieces) show(asset, part)
  for (const { from, maps = {} } of materials) {
    if (from !== undefined) show(from.asset, from.part)
    for (const key of [maps.color, maps.roughness, maps.normal]) if (typeof key === 'string') show(key, WHOLE_MODEL)
  }
  return shown
}
