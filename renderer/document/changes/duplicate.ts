import type { Vec3 } from '../../../gpu/index.ts'
import { hasRoomFor } from '../capacity.ts'
import { carrierOf, isPlaced } from '../light-frame.ts'
import { freeGroupNames, freeNames } from '../selectors.ts'
import type { Change, DocumentLight, PlacedLight } from '../types.ts'
import { sanePosition } from './sane.ts'

/**
 * Copies pieces and lights beside themselves. A lamp's copy brings a copy of its light. A copied piece stands in the copy of its group, or in its
 * group where that is not copied. A room that would be too full stays as it is.
 *
 * @param copies  id of the original → id of its copy; of groups, too
 * @param offset  metres, world space
 */
export const duplicate =
  (copies: ReadonlyMap<string, string>, [dx, dy, dz]: Vec3): Change =>
  (document) => {
    const shift = (place: Vec3): Vec3 => sanePosition([place[0] + dx, place[1] + dy, place[2] + dz]) ?? place
    const nameFor = freeNames(document)
    const groupNameFor = freeGroupNames(document)
    const pieces = document.pieces.flatMap((piece) => {
      const id = copies.get(piece.id)
      return id === undefined ? [] : [{
        ...piece, id, name: nameFor(piece.name), position: shift(piece.position), locked: false, hidden: false,
        ...(piece.group !== undefined && { group: copies.get(piece.group) ?? piece.group }),
      }]
    })
    const lights = document.lights.flatMap((light, place) => {
      const copy = copyOfLight(light, place, copies, shift)
      return copy === null ? [] : [{ ...copy, name: nameFor(light.name) }]
    })
    const groups = (document.groups ?? []).flatMap((group) => {
      const id = copies.get(group.id)
      return id === undefined ? [] : [{ ...group, id, name: groupNameFor(group.name), parent: copies.get(group.parent ?? '') ?? group.parent }]
    })
    if (pieces.length + lights.length === 0 || !hasRoomFor(document, { pieces: pieces.length, lights: lights.length, groups: groups.length })) return document
    return {
      ...document,
      pieces: pieces.length === 0 ? document.pieces : [...document.pieces, ...pieces],
      lights: lights.length === 0 ? document.lights : [...document.lights, ...lights],
      ...(groups.length > 0 && { groups: [...(document.groups ?? []), ...groups] }),
    }
  }

/** A light is copied with the piece it hangs on, or for itself when it hangs on none. */
function copyOfLight(light: DocumentLight, place: number, copies: ReadonlyMap<string, string>, shift: (point: Vec3) => Vec3): DocumentLight | null {
  const carrier = carrierOf(light)
  const piece = carrier === null ? undefined : copies.get(carrier)
  if (piece !== undefined) return { ...(light as PlacedLight), id: `${piece}-light-${place}`, attachedTo: piece }
  const id = copies.get(light.id)
  if (id === undefined) return null
  return isPlaced(light) ? { ...light, id, position: shift(light.position) } : { ...light, id }
}
