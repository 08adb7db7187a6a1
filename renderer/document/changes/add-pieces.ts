import { hasRoomFor } from '../capacity.ts'
import type { AssetRecord, Change, DocumentLight, GroupRecord, Piece } from '../types.ts'
import { withLists } from './each.ts'

/** What comes into a room at once. */
export interface Arriving {
  readonly assets: readonly AssetRecord[]
  readonly pieces: readonly Piece[]
  readonly lights?: readonly DocumentLight[] | undefined
  readonly groups?: readonly GroupRecord[] | undefined
}

/** Puts pieces into the room, with the records of what they show, their groups and their lights: all of them, or none where there is no room. */
export const addPieces =
  ({ assets, pieces, lights = [], groups = [] }: Arriving): Change =>
  (document) => {
    const known = new Set(document.assets.map(({ key }) => key))
    const fresh = [...new Map(assets.filter(({ key }) => !known.has(key)).map((record) => [record.key, record])).values()]
    if (pieces.length === 0 || !hasRoomFor(document, { pieces: pieces.length, lights: lights.length, groups: groups.length, assets: fresh.length })) return document
    return withLists(document, {
      assets: [...document.assets, ...fresh],
      pieces: [...document.pieces, ...pieces],
      ...(lights.length > 0 && { lights: [...document.lights, ...lights] }),
      ...(groups.length > 0 && { groups: [...(document.groups ?? []), ...groups] }),
    })
  }
