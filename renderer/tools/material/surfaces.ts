import type { Material, QueryHit, TextureData, TextureKey } from '../../../gpu/index.ts'
import { addMaterial, setMaterial, type Surface, wearMaterial } from '../../document/changes/index.ts'
import { newId } from '../../document/ids.ts'
import { materialIn, slotNames } from '../../document/materials.ts'
import { findPiece } from '../../document/selectors.ts'
import { useDocument } from '../../document/store.ts'
import type { AssetKey, AssetRecord, AtriumDocument, Change, MaterialRecord, MaterialValues, ModelSlot, Piece } from '../../document/types.ts'
import { DEFAULT_MATERIAL } from '../../imports/gltf/materials.ts'
import { materialsIn, type ParsedAsset, type ParsedPart } from '../../imports/types.ts'
import { type MaterialScope, useInteraction } from '../../interaction/store.ts'
import { useAssets } from '../../project/assets.ts'
import { appliedTo, materialIn as materialOfModel } from '../../scene/materials.ts'
import { phrase } from '../../words/say.ts'
import { hitAt, type Point, type ToolContext } from '../context.ts'

/** One material slot of one piece. */
export interface Target {
  readonly piece: Piece
  readonly part: ParsedPart
  readonly slot: string
  /** As it came with the model. */
  readonly came: Material
}

/** Slots of a piece in order, with their names; null while its model is not loaded. */
export function slotsOf(piece: Piece): { readonly part: ParsedPart; readonly names: readonly string[] } | null {
  const part = useAssets.getState().parsed.get(piece.asset)?.parts.find(({ id }) => id === piece.part)
  return part === undefined ? null : { part, names: slotNames(part.materials) }
}

/** @param wanted  null, or one that the piece lacks: its first */
export function targetOf(piece: Piece, wanted: string | null): Target | null {
  const slots = slotsOf(piece)
  if (slots === null || slots.names.length === 0) return null
  const at = Math.max(0, wanted === null ? 0 : slots.names.indexOf(wanted))
  return { piece, part: slots.part, slot: slots.names[at], came: materialsIn(slots.part, piece.variant)[at] }
}

/** The surface that is inspected: a slot of the one piece that is selected. */
export function chosenTarget(): Target | null {
  const { selection, slot } = useInteraction.getState()
  const piece = selection.length === 1 ? findPiece(useDocument.getState().document, selection[0]) : null
  return piece === null ? null : targetOf(piece, slot)
}

/** What lies under a point of the room. */
export function targetAt(context: ToolContext, point: Point): Target | null {
  const hit = hitAt(context, point)
  return hit === null ? null : targetOfHit(hit)
}

/** The slot of the triangle that was hit; null: it is no piece's, or its model is not loaded. */
export function targetOfHit(hit: QueryHit): Target | null {
  const piece = findPiece(useDocument.getState().document, hit.instance)
  const slots = piece === null ? null : slotsOf(piece)
  if (piece === null || slots === null) return null
  const mesh = useAssets.getState().parsed.get(piece.asset)?.meshes.get(slots.part.mesh)
  return targetOf(piece, slots.names[mesh?.materialSlots?.[hit.triangle] ?? 0] ?? null)
}

/** What a surface shows: the record, where a material of the project is shown, and the material itself. */
export function shownOn(document: AtriumDocument, { piece, slot, came }: Target): { readonly record: MaterialRecord | null; readonly material: Material } {
  const record = materialIn(document, piece, slot)
  if (record === null) return { record, material: came }
  return { record, material: lookOfRecord(record).material }
}

type Textures = ReadonlyMap<TextureKey, TextureData>
const NO_TEXTURES: Textures = new Map()

/** A material of the project by itself, with the textures that it has from models. */
export function lookOfRecord(record: MaterialRecord, parsed: ReadonlyMap<AssetKey, ParsedAsset> = useAssets.getState().parsed): { readonly material: Material; readonly textures: Textures } {
  const base = record.from === undefined ? null : materialOfModel(parsed.get(record.from.asset), record.from)
  const material = appliedTo(base ?? DEFAULT_MATERIAL, record, parsed)
  return { material, textures: texturesOf(material, parsed) }
}

/** Those that a material shows, wherever they come from. */
export function texturesOf({ baseColorTexture, metallicRoughnessTexture, normalTexture }: Material, parsed: ReadonlyMap<AssetKey, ParsedAsset>): Textures {
  const wanted = [baseColorTexture, metallicRoughnessTexture, normalTexture].flatMap((use) => (use === null ? [] : [use.texture]))
  if (wanted.length === 0) return NO_TEXTURES
  const found = new Map<TextureKey, TextureData>()
  for (const { textures } of parsed.values()) {
    for (const key of wanted) {
      const texture = textures.get(key)
      if (texture !== undefined) found.set(key, texture)
    }
  }
  return found
}

/** Whatever shows the same as a surface, as far as a scope reaches. */
export function surfacesOf(document: AtriumDocument, target: Target, scope: MaterialScope): readonly Surface[] {
  const { piece, slot, came } = target
  if (scope === 'piece') return [{ piece: piece.id, slot }]
  if (scope === 'model') return [{ asset: piece.asset, slot }]
  const record = materialIn(document, piece, slot)
  if (record !== null) {
    return [
      ...document.assets.flatMap(({ key, wears = [] }) => wears.filter(({ material }) => material === record.id).map((worn) => ({ asset: key, slot: worn.slot }))),
      ...document.pieces.flatMap(({ id, wears = [] }) => wears.filter(({ material }) => material === record.id).map((worn) => ({ piece: id, slot: worn.slot }))),
    ]
  }
  const look = JSON.stringify(came)
  const found = document.assets.flatMap(({ key }) => {
    const slots = useAssets.getState().parsed.get(key)?.parts.flatMap(({ materials }) => {
      const names = slotNames(materials)
      return materials.flatMap((material, i) => (material === came || (material.name === came.name && JSON.stringify(material) === look) ? [names[i]] : []))
    })
    return [...new Set(slots)].map((name) => ({ asset: key, slot: name }))
  })
  // What a variant shows is the look of no slot as it was saved.
  return found.length > 0 ? found : [{ asset: piece.asset, slot }]
}

const inTurn = (...changes: readonly Change[]): Change => (document) => changes.reduce((now, change) => change(now), document)

/** `Oak`, `Oak 2`: the first that no material of the project wears. */
function freeMaterialName({ materials = [] }: AtriumDocument, wanted: string): string {
  const stem = wanted.replace(/ \d+$/, '')
  const taken = new Set(materials.map(({ name }) => name))
  let name = wanted
  for (let number = 2; taken.has(name); number++) name = `${stem} ${number}`
  return name
}

const isWornOnlyBy = (document: AtriumDocument, id: string, surfaces: readonly Surface[]): boolean => {
  const keys = new Set(surfaces.map((surface) => ('asset' in surface ? `a ${surface.asset} ${surface.slot}` : `p ${surface.piece} ${surface.slot}`)))
  const modelsOf = new Map(document.pieces.map((piece) => [piece.id, piece.asset]))
  return document.assets.every(({ key, wears = [] }) => wears.every(({ slot, material }) => material !== id || keys.has(`a ${key} ${slot}`)))
    && document.pieces.every((piece) => (piece.wears ?? []).every(({ slot, material }) => material !== id || keys.has(`p ${piece.id} ${slot}`) || keys.has(`a ${modelsOf.get(piece.id)} ${slot}`)))
}

/**
 * Changes what a surface shows, as far as the scope reaches: a material that others show too becomes one of its own here; one that came with the
 * model becomes one of the project.
 *
 * @param gesture  edits of one are one step
 */
export function editMaterial(target: Target, scope: MaterialScope, values: MaterialValues & { readonly name?: string }, options: { readonly gesture?: string; readonly assets?: readonly AssetRecord[] } = {}): void {
  const store = useDocument.getState()
  const { document } = store
  const { piece, slot } = target
  const record = materialIn(document, piece, slot)
  const surfaces = surfacesOf(document, target, scope)
  const label = phrase('undo.material.change', { name: values.name ?? record?.name ?? slot })
  if (record !== null && (scope === 'everywhere' || isWornOnlyBy(document, record.id, surfaces))) {
    store.edit(label, setMaterial(record.id, values, options.assets), options.gesture)
    return
  }
  const made: MaterialRecord = { ...(record ?? { from: slotOf(target) }), id: newId(), name: freeMaterialName(document, record?.name ?? slot) }
  store.edit(label, inTurn(addMaterial(made), setMaterial(made.id, values, options.assets), wearMaterial(made.id, surfaces)), options.gesture)
}

/** Where a surface has its look from. */
const slotOf = ({ piece: { asset, variant }, part, slot }: Target): ModelSlot => ({ asset, part: part.id, slot, ...(variant !== undefined && { variant }) })

/** Puts a material on surfaces; it joins the project when it is not there yet. */
export function applyMaterial(target: Target, scope: MaterialScope, material: MaterialRecord, assets: readonly AssetRecord[] = []): void {
  const store = useDocument.getState()
  const { document } = store
  const surfaces = surfacesOf(document, target, scope)
  store.edit(phrase('undo.material.apply', { name: material.name, piece: target.piece.name }), inTurn(addMaterial(material, assets), wearMaterial(material.id, surfaces)))
}

/** What a surface shows, as a material of the project: for other surfaces. */
export function taken(target: Target): MaterialRecord {
  const { piece, slot } = target
  const { document } = useDocument.getState()
  return materialIn(document, piece, slot) ?? { id: newId(), name: freeMaterialName(document, slot), from: slotOf(target) }
}

/** Surfaces look as they came with their models again. */
export function resetMaterial(target: Target, scope: MaterialScope): void {
  const store = useDocument.getState()
  const { document } = store
  store.edit(phrase('undo.material.reset', { name: target.slot }), wearMaterial(null, surfacesOf(document, target, scope)))
}
