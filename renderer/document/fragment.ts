import { emptyDocument } from './empty.ts'
import { groupsAbove } from './groups.ts'
import { carrierOf, profileOf } from './light-frame.ts'
import { assetsOfMaterial, findMaterial } from './materials.ts'
import { freeGroupNames, freeNames } from './selectors.ts'
import type { AtriumDocument, GroupId, GroupRecord, LayerRecord, MaterialRecord, Piece, Worn } from './types.ts'

/** Groups all of whose pieces are among these, with the groups in them. */
export function wholeGroups({ pieces, groups = [] }: Pick<AtriumDocument, 'pieces' | 'groups'>, ids: ReadonlySet<string>): ReadonlySet<GroupId> {
  if (groups.length === 0) return new Set()
  const above = groupsAbove(groups)
  const holders = (chosen: readonly Piece[]): readonly GroupId[] => chosen.flatMap(({ group }) => (group === undefined ? [] : above(group)))
  const broken = new Set(holders(pieces.filter(({ id }) => !ids.has(id))))
  return new Set(holders(pieces.filter(({ id }) => ids.has(id))).filter((id) => !broken.has(id)))
}

/**
 * A part of a document as a document of its own: pieces with the lights that hang on them, loose lights, the groups that are there as a
 * whole, their layers, and what all of them show. Pieces show by themselves what their model shows as a whole.
 *
 * @param ids  of pieces and lights
 */
export function fragmentOf(document: AtriumDocument, ids: Iterable<string>): AtriumDocument {
  const wanted = new Set(ids)
  const whole = wholeGroups(document, wanted)
  const pieces = document.pieces.filter(({ id }) => wanted.has(id)).map((piece) => inGroups(whole, dressed(document, piece)))
  const lights = document.lights.filter((light) => {
    const carrier = carrierOf(light)
    return carrier === null ? wanted.has(light.id) : wanted.has(carrier)
  })
  const groups = (document.groups ?? []).filter(({ id }) => whole.has(id)).map((group) => (group.parent === null || whole.has(group.parent) ? group : { ...group, parent: null }))
  const onLayers = new Set(pieces.map(({ layer }) => layer))
  const layers = (document.layers ?? []).filter(({ id }) => onLayers.has(id))
  const worn = new Set(pieces.flatMap(({ wears = [] }) => wears.map(({ material }) => material)))
  const materials = (document.materials ?? []).filter(({ id }) => worn.has(id))
  const shown = new Set([...pieces.map(({ asset }) => asset), ...lights.flatMap((light) => profileOf(light) ?? []), ...materials.flatMap(assetsOfMaterial)])
  return {
    ...emptyDocument(document.name), unit: document.unit, pieces, lights,
    assets: document.assets.filter(({ key }) => shown.has(key)).map(({ wears: _wears, ...asset }) => asset),
    ...(groups.length > 0 && { groups }), ...(layers.length > 0 && { layers }), ...(materials.length > 0 && { materials }),
  }
}

function inGroups(whole: ReadonlySet<GroupId>, piece: Piece): Piece {
  const { group, ...rest } = piece
  return group === undefined || whole.has(group) ? piece : rest
}

function dressed({ assets }: AtriumDocument, piece: Piece): Piece {
  const model = assets.find(({ key }) => key === piece.asset)?.wears ?? []
  if (model.length === 0) return piece
  const { wears: own = [], ...rest } = piece
  const wears: readonly Worn[] = [...own, ...model.filter(({ slot }) => !own.some((other) => other.slot === slot))].filter(({ material }) => material !== null)
  return wears.length === 0 ? rest : { ...rest, wears }
}

/** A fragment as it comes into another document. */
interface Fresh extends Pick<AtriumDocument, 'assets' | 'pieces' | 'lights'> {
  readonly groups: readonly GroupRecord[]
  readonly layers: readonly LayerRecord[]
  readonly materials: readonly MaterialRecord[]
}

/**
 * What a document says without its views, as it comes into another: with ids and names that are free there. A material that is there already is
 * that one; so is a layer of the same name, and a new one is seen and free.
 */
export function freshened(fragment: AtriumDocument, into: AtriumDocument, newId: () => string): Fresh {
  const { assets, pieces, lights, groups = [], layers = [], materials = [] } = fragment
  const taken = new Set([...into.pieces, ...into.lights, ...(into.groups ?? []), ...(into.layers ?? []), ...(into.materials ?? []), ...into.views].map(({ id }) => id))
  const isThere = (material: MaterialRecord): boolean => JSON.stringify(findMaterial(into, material.id)) === JSON.stringify(material)
  const ids = new Map([...pieces, ...lights, ...groups].map(({ id }) => [id, newId()]))
  for (const material of materials) ids.set(material.id, taken.has(material.id) && !isThere(material) ? newId() : material.id)
  const alike = (layer: LayerRecord): LayerRecord | undefined => into.layers?.find(({ id }) => id === layer.id) ?? into.layers?.find(({ name }) => name === layer.name)
  for (const layer of layers) ids.set(layer.id, alike(layer)?.id ?? newId())
  const idOf = (id: string): string => ids.get(id) ?? id
  const nameFor = freeNames(into)
  const groupNameFor = freeGroupNames(into)
  return {
    assets,
    pieces: pieces.map((piece) => ({
      ...piece, id: idOf(piece.id), name: nameFor(piece.name), locked: false, hidden: false,
      ...(piece.group !== undefined && { group: idOf(piece.group) }), ...(piece.layer !== undefined && { layer: idOf(piece.layer) }),
      ...(piece.wears !== undefined && { wears: piece.wears.map(({ slot, material }) => ({ slot, material: material === null ? null : idOf(material) })) }),
    })),
    lights: lights.map((light) => ({ ...light, id: idOf(light.id), name: nameFor(light.name), ...('attachedTo' in light && light.attachedTo !== null && { attachedTo: idOf(light.attachedTo) }) })),
    groups: groups.map((group) => ({ ...group, id: idOf(group.id), name: groupNameFor(group.name), parent: group.parent === null ? null : idOf(group.parent) })),
    layers: layers.filter((layer) => alike(layer) === undefined).map((layer) => ({ ...layer, id: idOf(layer.id), hidden: false, locked: false })),
    materials: materials.filter((material) => !isThere(material)).map((material) => ({ ...material, id: idOf(material.id) })),
  }
}
