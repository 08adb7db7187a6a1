import { hasRoomFor } from '../capacity.ts'
import type { AssetRecord, Change, DocumentLight, GroupRecord, LayerRecord, MaterialRecord, Piece } from '../types.ts'
import { withLists } from './each.ts'

/** What comes into a room at once. */
export interface Arriving {
  readonly assets: readonly AssetRecord[]
  readonly pieces: readonly Piece[]
  readonly lights?: readonly DocumentLight[] | undefined
  readonly groups?: readonly GroupRecord[] | undefined
  readonly layers?: readonly LayerRecord[] | undefined
  readonly materials?: readonly MaterialRecord[] | undefined
}

/** Puts pieces and lights into the room, with the records of what they show and their groups: all of them, or none where there is no room. */
export const addPieces =
  ({ assets, pieces, lights = [], groups = [], layers = [], materials = [] }: Arriving): Change =>
  (document) => {
    const known = new Set(document.assets.map(({ key }) => key))
    const fresh = [...new Map(assets.filter(({ key }) => !known.has(key)).map((record) => [record.key, record])).values()]
    const more = { pieces: pieces.length, lights: lights.length, groups: groups.length, layers: layers.length, materials: materials.length, assets: fresh.length }
    if (pieces.length + lights.length === 0 || !hasRoomFor(document, more)) return document
    return withLists(document, {
      ...(fresh.length > 0 && { assets: [...document.assets, ...fresh] }),
      ...(pieces.length > 0 && { pieces: [...document.pieces, ...pieces] }),
      ...(lights.length > 0 && { lights: [...document.lights, ...lights] }),
      ...(groups.length > 0 && { groups: [...(document.groups ?? []), ...groups] }),
      ...(layers.length > 0 && { layers: [...(document.layers ?? []), ...layers] }),
      ...(materials.length > 0 && { materials: [...(document.materials ?? []), ...materials] }),
    })
  }
