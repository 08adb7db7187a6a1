import type { Vec3 } from '../../../gpu/index.ts'
import { carrierOf, isPlaced } from '../light-frame.ts'
import { composeMatrix, invertAffine, transformPoint } from '../transform.ts'
import type { AtriumDocument, Change } from '../types.ts'
import { mapIds, withFields, withLists } from './each.ts'
import { sanePosition } from './sane.ts'

/** Shifts pieces, and lights that do not hang on one of them, by metres in world space. */
export const movePieces =
  (ids: Iterable<string>, [dx, dy, dz]: Vec3): Change =>
  (document) => {
    const moved = new Set(ids)
    const shift = ([x, y, z]: Vec3): Vec3 => [x + dx, y + dy, z + dz]
    return withLists(document, {
      pieces: mapIds(document.pieces, moved, (piece) => withFields(piece, { position: sanePosition(shift(piece.position)) })),
      lights: mapIds(document.lights, moved, (light) => {
        const carrier = carrierOf(light)
        if (!isPlaced(light) || (carrier !== null && moved.has(carrier))) return light
        return withFields(light, { position: sanePosition(inSpaceOf(document, carrier, light.position, shift)) })
      }),
    })
  }

/** A lamp's light is kept in the lamp's own space. */
function inSpaceOf({ pieces }: AtriumDocument, carrier: string | null, position: Vec3, shift: (point: Vec3) => Vec3): Vec3 {
  const piece = carrier === null ? undefined : pieces.find(({ id }) => id === carrier)
  if (piece === undefined) return shift(position)
  const worldFromPiece = composeMatrix(piece)
  const pieceFromWorld = invertAffine(worldFromPiece)
  return pieceFromWorld === null ? position : transformPoint(pieceFromWorld, shift(transformPoint(worldFromPiece, position)))
}
