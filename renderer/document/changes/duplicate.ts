import type { Vec3 } from '../../../gpu/index.ts'
import { hasRoomFor } from '../capacity.ts'
import { carrierOf, isPlaced } from '../light-frame.ts'
import { freeName } from '../selectors.ts'
import type { AtriumDocument, Change, DocumentLight, PlacedLight } from '../types.ts'
import { sanePosition } from './sane.ts'

/**
 * Copies pieces and lights beside themselves. A lamp's copy brings a copy of its light. A room that would be too full stays as it is.
 *
 * @param copies  id of the original → id of its copy
 * @param offset  metres, world space
 */
export const duplicate =
  (copies: ReadonlyMap<string, string>, [dx, dy, dz]: Vec3): Change =>
  (document) => {
    const shift = (place: Vec3): Vec3 => sanePosition([place[0] + dx, place[1] + dy, place[2] + dz]) ?? place
    let next: AtriumDocument = document
    for (const piece of document.pieces) {
      const id = copies.get(piece.id)
      if (id === undefined) continue
      const copy = { ...piece, id, name: freeName(next, piece.name), position: shift(piece.position), locked: false, hidden: false }
      next = { ...next, pieces: [...next.pieces, copy] }
    }
    for (const [place, light] of document.lights.entries()) {
      const copy = copyOfLight(light, place, copies, shift)
      if (copy !== null) next = { ...next, lights: [...next.lights, { ...copy, name: freeName(next, light.name) }] }
    }
    return hasRoomFor(next, { pieces: 0, lights: 0 }) ? next : document
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
