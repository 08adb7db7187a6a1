import type { Material, QueryHit, TextureData, TextureKey } from '../../../gpu/index.ts'
import { addMaterial, setMaterial, type Surface, wearMaterial } from '../../document/changes/index.ts'
import { newId } from '../../document/ids.ts'
import { materialIn, slotNames } from '../../document/materials.ts'
import { findPiece } from '../../document/selectors.ts'
import { useDocument } from '../../document/store.ts'
import type { AssetKey, AssetRecord, AtriumDocument, Change, MaterialRecord, MaterialValues, ModelSlot, Piece } from '../../document/types.ts'
import { DEFAULT_MATERIAL } from '../../imports/gltf/surfaces/materials.ts'
import { materialsIn, type ParsedAsset, type ParsedPart } from '../../imports/types.ts'
import type { MaterialScope } from '../../interaction/store.ts'
import { useAssets } from '../../project/assets.ts'
import { appliedTo, materialIn as materialOfModel } from '../../scene/materials.ts'
import { phrase, type Words } from '../../words/say.ts'
import { hitAt, type Point, type ToolContext } from '../context.ts'
import { slotTitle } from './slot-title.ts'

/** One material slot of one piece. */
export interface Target {
  readonly piece: Piece
  readonly part: ParsedPart
  readonly slot: string
  /** As it came with the model. */
  readonly came: Material
  /** Surfaces that are chosen with it, of other pieces: what is done to it is done to them. */
  readonly along?: readonly Target[]
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

/** A surface and those that are chosen with it, together where they show the same: `Red` on two chairs is one look, on a third as it came another. */
export function looksOf(document: AtriumDocument, target: Target): readonly (readonly Target[])[] {
  if (target.along === undefined) return [[target]]
  const looks = new Map<string, Target[]>()
  const texts = new Map<Material, string>()
  const textOf = (came: Material): string => texts.get(came) ?? (texts.set(came, JSON.stringify(came)), texts.get(came)!)
  for (const one of [target, ...target.along]) {
    const key = materialIn(document, one.piece, one.slot)?.id ?? textOf(one.came)
    const known = looks.get(key)
    if (known === undefined) looks.set(key, [one])
    else known.push(one)
  }
  return [...looks.values()]
}

/** Whatever shows the same as surfaces of one look, as far as a scope reaches. */
export function surfacesOf(document: AtriumDocument, look: readonly Target[], scope: MaterialScope): readonly Surface[] {
  if (scope === 'piece') return look.map(({ piece, slot }) => ({ piece: piece.id, slot }))
  const models = [...new Map(look.map(({ piece: { asset }, slot }) => [`${asset} ${slot}`, { asset, slot }])).values()]
  if (scope === 'model') return models
  const [{ piece, slot, came }] = look
  const record = materialIn(document, piece, slot)
  if (record !== null) {
    return [
      ...document.assets.flatMap(({ key, wears = [] }) => wears.filter(({ material }) => material === record.id).map((worn) => ({ asset: key, slot: worn.slot }))),
      ...document.pieces.flatMap(({ id, wears = [] }) => wears.filter(({ material }) => material === record.id).map((worn) => ({ piece: id, slot: worn.slot }))),
    ]
  }
  const text = JSON.stringify(came)
  const found = document.assets.flatMap(({ key }) => {
    const slots = useAssets.getState().parsed.get(key)?.parts.flatMap(({ materials }) => {
      const names = slotNames(materials)
      return materials.flatMap((material, i) => (material === came || (material.name === came.name && JSON.stringify(material) === text) ? [names[i]] : []))
    })
    return [...new Set(slots)].map((name) => ({ asset: key, slot: name }))
  })
  // What a variant shows is the look of no slot as it was saved.
  return found.length > 0 ? found : models
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
 * model becomes one of the project. Where surfaces that are chosen together show different materials, each keeps what is not changed.
 *
 * @param gesture  edits of one are one step
 */
export function editMaterial(target: Target, scope: MaterialScope, values: MaterialValues & { readonly name?: string }, options: { readonly gesture?: string; readonly assets?: readonly AssetRecord[] } = {}): void {
  const store = useDocument.getState()
  const looks = looksOf(store.document, asItIs(store.document, target))
  const [[first]] = looks
  const name = values.name ?? materialIn(store.document, first.piece, first.slot)?.name ?? titleOf(store.document, first)
  const label = looks.length > 1 ? phrase('undo.material.changeMany', { count: looks.length }) : phrase('undo.material.change', { name })
  store.edit(label, changeOf(store.document, looks, scope, values, options.assets), options.gesture)
}

/** Looks one after another: a name that the first takes is not free for the next, and neither is a slot of all of a model. */
function changeOf(before: AtriumDocument, looks: readonly (readonly Target[])[], scope: MaterialScope, values: MaterialValues & { readonly name?: string }, assets?: readonly AssetRecord[]): Change {
  const changes: Change[] = []
  const models = new Set<string>()
  let document = before
  for (const look of looks) {
    const [target] = look
    const record = materialIn(before, target.piece, target.slot)
    const surfaces = surfacesOf(before, look, scope).filter((surface) => !('asset' in surface) || !models.has(`${surface.asset} ${surface.slot}`))
    if (surfaces.length === 0) continue
    for (const surface of surfaces) if ('asset' in surface) models.add(`${surface.asset} ${surface.slot}`)
    if (record !== null && (scope === 'everywhere' || isWornOnlyBy(before, record.id, surfaces))) {
      // What one chair shows is shown by all of its model, where all of it is meant.
      changes.push(inTurn(setMaterial(record.id, values, assets), ...(scope === 'everywhere' ? [] : [wearMaterial(record.id, surfaces)])))
    } else {
      const made: MaterialRecord = { ...(record ?? { from: slotOf(target) }), id: newId(), name: freeMaterialName(document, record?.name ?? titleOf(before, target)) }
      changes.push(inTurn(addMaterial(made), setMaterial(made.id, values, assets), wearMaterial(made.id, surfaces)))
    }
    if (looks.length > 1) document = changes.at(-1)!(document)
  }
  return inTurn(...changes)
}

/** A target whose pieces are those of the document: a slider is pulled faster than the inspector is drawn. */
function asItIs(document: AtriumDocument, target: Target): Target {
  const { along } = target
  if (along === undefined) return { ...target, piece: findPiece(document, target.piece.id) ?? target.piece }
  const now = new Map(document.pieces.map((piece) => [piece.id, piece]))
  const fresh = (one: Target): Target => ({ ...one, piece: now.get(one.piece.id) ?? one.piece })
  return { ...fresh(target), along: along.map(fresh) }
}

const titleOf = (document: AtriumDocument, { piece, slot }: Target): string => slotTitle(document, piece, slot)

/** Where a surface has its look from. */
const slotOf = ({ piece: { asset, variant }, part, slot }: Target): ModelSlot => ({ asset, part: part.id, slot, ...(variant !== undefined && { variant }) })

/** Whether any of the surfaces shows a material of the project: what there is to be reset. */
export const isChanged = (document: AtriumDocument, target: Target): boolean => [target, ...(target.along ?? [])].some(({ piece, slot }) => materialIn(document, piece, slot) !== null)

const surfacesOfAll = (document: AtriumDocument, target: Target, scope: MaterialScope): readonly Surface[] =>
  looksOf(document, asItIs(document, target)).flatMap((look) => surfacesOf(document, look, scope))

/** What an undo step calls the pieces of a target. */
function piecesNamed({ piece, along = [] }: Target): Words {
  const count = new Set([piece.id, ...along.map((other) => other.piece.id)]).size
  return count === 1 ? piece.name : phrase('undo.items', { count })
}

/** Puts a material on surfaces; it joins the project when it is not there yet. */
export function applyMaterial(target: Target, scope: MaterialScope, material: MaterialRecord, assets: readonly AssetRecord[] = []): void {
  const store = useDocument.getState()
  const surfaces = surfacesOfAll(store.document, target, scope)
  store.edit(phrase('undo.material.apply', { name: material.name, piece: piecesNamed(target) }), inTurn(addMaterial(material, assets), wearMaterial(material.id, surfaces)))
}

/** What a surface shows, as a material of the project: for other surfaces. */
export function taken(target: Target): MaterialRecord {
  const { piece, slot } = target
  const { document } = useDocument.getState()
  return materialIn(document, piece, slot) ?? { id: newId(), name: freeMaterialName(document, titleOf(document, target)), from: slotOf(target) }
}

/** Surfaces look as they came with their models again. */
export function resetMaterial(target: Target, scope: MaterialScope): void {
  const store = useDocument.getState()
  const surfaces = surfacesOfAll(store.document, target, scope)
  store.edit(phrase('undo.material.reset', { name: new Set([target, ...(target.along ?? [])].map(({ slot }) => slot)).size > 1 ? piecesNamed(target) : titleOf(store.document, target) }), wearMaterial(null, surfaces))
}
