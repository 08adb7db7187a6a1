import type { Vec3 } from '../../../gpu/index.ts'
import { isPlaced } from '../light-frame.ts'
import type { Change } from '../types.ts'
import { mapIds, withFields, withLists } from './each.ts'
import { sanePosition } from './sane.ts'

/** Shifts pieces, and lights that hang on none of them, by metres in world space. */
export const movePieces =
  (ids: Iterable<string>, [dx, dy, dz]: Vec3): Change =>
  (document) => {
    const moved = new Set(ids)
    const shift = ([x, y, z]: Vec3): Vec3 => [x + dx, y + dy, z + dz]
    return withLists(document, {
      pieces: mapIds(document.pieces, moved, (piece) => withFields(piece, { position: sanePosition(shift(piece.position)) })),
      lights: mapIds(document.lights, moved, (light) =>
        isPlaced(light) && light.attachedTo === null ? withFields(light, { position: sanePosition(shift(light.position)) }) : light,
      ),
    })
  }
