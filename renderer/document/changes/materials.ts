import type { Rgb } from '../../../gpu/index.ts'
import { hasRoomFor } from '../capacity.ts'
import { assetsOfMaterial, findMaterial, MAPPING_LIMITS, MOST_DISPERSION, MOST_FILM, UNIT_LIMITS, WIDEST_JOINT } from '../materials.ts'
import { usedAssets } from '../selectors.ts'
import { withLuminance } from '../temperature.ts'
import type { AssetKey, AssetRecord, AtriumDocument, Change, GlassRecord, LaidRecord, MappingRecord, MaterialId, MaterialRecord, MaterialValues, PieceId, Worn } from '../types.ts'
import { mapIds, withFields, withLists } from './each.ts'
import { saneAmount, saneColor, saneName, saneWithin } from './sane.ts'

/** A slot of one piece, or of all pieces of a model. */
export type Surface = { readonly piece: PieceId; readonly slot: string } | { readonly asset: AssetKey; readonly slot: string }

/** Puts a material into the project, with the models that bring its textures. One that is there already stays, and a full project as it is. */
export const addMaterial =
  (material: MaterialRecord, assets: readonly AssetRecord[] = []): Change =>
  (document) => {
    const fresh = newOf(document, assets)
    if (findMaterial(document, material.id) !== null || !hasRoomFor(document, { materials: 1, assets: fresh.length }) || !holds(document, fresh, material)) return document
    const { id, name, from, library, ...values } = material
    const added: MaterialRecord = { id, name: saneName(name), ...(from !== undefined && { from }), ...(library !== undefined && { library }), ...saneValues(values) }
    return withLists(document, {
      materials: [...(document.materials ?? []), added],
      ...(fresh.length > 0 && { assets: [...document.assets, ...fresh] }),
    })
  }

/** Changes a material, wherever it is shown. A value that no material has leaves what was; maps are taken one by one. */
export const setMaterial =
  (id: MaterialId, { name, ...values }: MaterialValues & { readonly name?: string }, assets: readonly AssetRecord[] = []): Change =>
  (document) => {
    const { materials = [] } = document
    const fresh = newOf(document, assets)
    if (!hasRoomFor(document, { assets: fresh.length }) || !holds(document, fresh, values)) return document
    const renamed = name === undefined ? '' : saneName(name)
    const next = mapIds(materials, [id], (material) => withFields(material, {
      ...saneValues({ ...values, ...(values.maps !== undefined && { maps: { ...material.maps, ...values.maps } }) }), ...(renamed !== '' && { name: renamed }),
    }))
    return next === materials ? document : withoutUnused(document, { ...document, materials: next, assets: [...document.assets, ...fresh] })
  }

/** Shows a material on surfaces; null: as they came. On all pieces of a model, it takes the place of what single ones show. What does not exist is ignored. */
export const wearMaterial =
  (id: MaterialId | null, surfaces: readonly Surface[]): Change =>
  (document) => {
    if (id !== null && findMaterial(document, id) === null) return document
    let { assets, pieces } = document
    const slots = new Map<PieceId, string[]>()
    for (const surface of surfaces) {
      const { slot } = surface
      if ('piece' in surface) {
        slots.set(surface.piece, [...(slots.get(surface.piece) ?? []), slot])
        continue
      }
      assets = mapKey(assets, surface.asset, (asset) => worn(asset, slot, id ?? undefined))
      pieces = mapIds(pieces, pieces.filter(({ asset }) => asset === surface.asset).map((piece) => piece.id), (piece) => worn(piece, slot, undefined))
    }
    // After what their models show, and all of them at once: ten thousand chairs get their fabric together.
    const ofModels = new Map(assets.map(({ key, wears = [] }) => [key, new Set(wears.map(({ slot }) => slot))]))
    pieces = mapIds(pieces, slots.keys(), (piece) =>
      slots.get(piece.id)!.reduce((now, slot) => worn(now, slot, id ?? (ofModels.get(piece.asset)?.has(slot) === true ? null : undefined)), piece))
    return withLists(document, { assets, pieces })
  }

/** Takes a material out of the project; what showed it looks as it came. */
export const removeMaterial =
  (id: MaterialId): Change =>
  (document) => {
    if (findMaterial(document, id) === null) return document
    const bare = <R extends { readonly wears?: readonly Worn[] | undefined }>(record: R): R =>
      (record.wears ?? []).reduce((rest, { slot, material }) => (material === id ? worn(rest, slot, undefined) : rest), record)
    const { materials = [], ...rest } = document
    const left = materials.filter((material) => material.id !== id)
    return withoutUnused(document, {
      ...rest, ...(left.length > 0 && { materials: left }),
      assets: document.assets.map(bare), pieces: mapIds(document.pieces, document.pieces.map((piece) => piece.id), bare),
    })
  }

/** Those that the project lacks, each once. */
function newOf({ assets }: AtriumDocument, more: readonly AssetRecord[]): readonly AssetRecord[] {
  const known = new Set(assets.map(({ key }) => key))
  return [...new Map(more.filter(({ key }) => !known.has(key)).map((asset) => [asset.key, asset])).values()]
}

/** Whether every model is there that a material has its look from. */
function holds({ assets }: AtriumDocument, more: readonly AssetRecord[], material: Pick<MaterialRecord, 'from' | 'maps'>): boolean {
  const models = new Set([...assets, ...more].flatMap(({ key, kind }) => (kind === undefined ? [key] : [])))
  return assetsOfMaterial(material).every((key) => models.has(key))
}

/** Records of textures that nothing shows any more go; all else stays. */
function withoutUnused(before: AtriumDocument, after: AtriumDocument): AtriumDocument {
  const [was, is] = [usedAssets(before), usedAssets(after)]
  const assets = after.assets.filter(({ key }) => is.has(key) || !was.has(key))
  const isSame = assets.length === before.assets.length && assets.every((asset, i) => asset === before.assets[i])
  return { ...after, assets: isSame ? before.assets : assets }
}

/** @param material  undefined: nothing of its own */
function worn<R extends { readonly wears?: readonly Worn[] | undefined }>(record: R, slot: string, material: MaterialId | null | undefined): R {
  const { wears = [], ...rest } = record
  const before = wears.find((other) => other.slot === slot)
  if (before === undefined ? material === undefined : before.material === material) return record
  const others = wears.filter((other) => other.slot !== slot)
  const next = material === undefined ? others : [...others, { slot, material }]
  return (next.length === 0 ? rest : { ...rest, wears: next }) as R
}

function mapKey(assets: readonly AssetRecord[], key: AssetKey, map: (asset: AssetRecord) => AssetRecord): readonly AssetRecord[] {
  const next = assets.map((asset) => (asset.key === key ? map(asset) : asset))
  return next.every((asset, i) => asset === assets[i]) ? assets : next
}

const saneShare = (value: number | undefined): number | undefined => saneWithin(value, 0, 1)
const saneReflectance = (color: Rgb | undefined): Rgb | undefined => {
  const rgb = color?.map((value) => saneShare(value))
  return rgb?.every((value) => value !== undefined) === true ? (rgb as unknown as Rgb) : undefined
}

function saneMapping(mapping: MappingRecord | undefined): MappingRecord | undefined {
  if (mapping === undefined) return undefined
  const { kind, width, height, turn, offset } = mapping
  const isSize = (value: number): boolean => value >= MAPPING_LIMITS[0] && value <= MAPPING_LIMITS[1]
  if (!isSize(width) || !isSize(height) || !Number.isFinite(turn) || !offset.every((value) => Math.abs(value) <= 1e6)) return undefined
  return { kind, width, height, turn: turn % (2 * Math.PI), offset }
}

function saneLaid(laid: LaidRecord | undefined): LaidRecord | undefined {
  if (laid === undefined) return undefined
  const { length, width, joint } = laid
  const isUnit = (value: number): boolean => value >= UNIT_LIMITS[0] && value <= UNIT_LIMITS[1]
  return isUnit(length) && isUnit(width) && joint >= 0 && joint <= WIDEST_JOINT * width ? laid : undefined
}

function saneAnisotropy(brushed: MaterialValues['anisotropy']): MaterialValues['anisotropy'] {
  const strength = saneShare(brushed?.strength)
  return strength === undefined || !Number.isFinite(brushed?.rotation) ? undefined : { strength, rotation: brushed!.rotation % (2 * Math.PI) }
}

function saneFilm(film: MaterialValues['film']): MaterialValues['film'] {
  const [factor, thickness] = [saneShare(film?.factor), saneWithin(film?.thickness, 0, MOST_FILM)]
  return factor === undefined || thickness === undefined ? undefined : { factor, thickness }
}

function saneGlass(glass: GlassRecord | undefined): GlassRecord | undefined {
  const [share, tint, thickness] = [saneShare(glass?.share), saneReflectance(glass?.tint), saneWithin(glass?.thickness, 0, MAPPING_LIMITS[1])]
  return share === undefined || tint === undefined || thickness === undefined ? undefined : { share, tint, thickness }
}

/** Those that a file may hold. */
function saneValues({ baseColor, metallic, roughness, ior, clearcoat, sheen, anisotropy, film, dispersion, precedence, glass, emission, normalScale, maps, mapping, laid }: MaterialValues): MaterialValues {
  const [coat, coatRoughness] = [saneShare(clearcoat?.factor), saneShare(clearcoat?.roughness)]
  const [cloth, clothRoughness] = [saneReflectance(sheen?.color), saneShare(sheen?.roughness)]
  const [radiance, shines] = [saneAmount(emission?.radiance), saneColor(emission?.color)]
  const values: MaterialValues = {
    baseColor: saneReflectance(baseColor), metallic: saneShare(metallic), roughness: saneShare(roughness), ior: saneWithin(ior, 1, 1000),
    clearcoat: coat !== undefined && coatRoughness !== undefined ? { factor: coat, roughness: coatRoughness } : undefined,
    sheen: cloth !== undefined && clothRoughness !== undefined ? { color: cloth, roughness: clothRoughness } : undefined,
    dispersion: saneWithin(dispersion, 0, MOST_DISPERSION), precedence: Number.isInteger(precedence) ? saneWithin(precedence, -9, 9) : undefined,
    anisotropy: saneAnisotropy(anisotropy), film: saneFilm(film), glass: saneGlass(glass),
    emission: radiance !== undefined && shines !== undefined ? { radiance, color: withLuminance(shines, 1) } : undefined,
    normalScale: saneWithin(normalScale, -10, 10), maps, mapping: saneMapping(mapping), laid: saneLaid(laid),
  }
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined))
}
