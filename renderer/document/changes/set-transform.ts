import { isPlaced, rotationOf } from '../light-frame.ts'
import type { Transform } from '../transform.ts'
import type { Change, PlacedLight } from '../types.ts'
import { mapIds, withFields, withLists } from './each.ts'
import { sanePosition, saneRotation, saneScale } from './sane.ts'

/** Places pieces anew; a field left out, or one that is no place at all, stays. Lights that hang on a piece follow by themselves. */
export const setTransforms =
  (transforms: ReadonlyMap<string, Partial<Transform>>): Change =>
  (document) =>
    withLists(document, {
      pieces: mapIds(document.pieces, transforms.keys(), (piece) => withFields(piece, sane(transforms.get(piece.id)))),
      lights: mapIds(document.lights, transforms.keys(), (light) => (isPlaced(light) ? placed(light, transforms.get(light.id)) : light)),
    })

/** Lights that look the same from everywhere do not turn, and none is stretched: its size is set in its own terms. */
function placed(light: PlacedLight, { position, rotation }: Partial<Transform> = {}): PlacedLight {
  const turned = rotationOf(light) === null ? {} : { rotation: saneRotation(rotation) }
  return withFields(light, { position: sanePosition(position), ...turned } as Partial<PlacedLight>)
}

const sane = ({ position, rotation, scale }: Partial<Transform> = {}): Partial<Transform> => ({
  position: sanePosition(position),
  rotation: saneRotation(rotation),
  scale: saneScale(scale),
})

export const setTransform = (id: string, transform: Partial<Transform>): Change => setTransforms(new Map([[id, transform]]))
