import type { Transform } from '../transform.ts'
import type { Change } from '../types.ts'
import { mapIds, withFields, withLists } from './each.ts'

/** Places pieces anew; a field left out stays. Lights that hang on a piece follow by themselves. */
export const setTransforms =
  (transforms: ReadonlyMap<string, Partial<Transform>>): Change =>
  (document) =>
    withLists(document, {
      pieces: mapIds(document.pieces, transforms.keys(), (piece) => withFields(piece, transforms.get(piece.id) as Partial<Transform>)),
      lights: mapIds(document.lights, transforms.keys(), (light) => {
        const position = transforms.get(light.id)?.position
        return light.kind === 'point' && position !== undefined ? withFields(light, { position }) : light
      }),
    })

export const setTransform = (id: string, transform: Partial<Transform>): Change => setTransforms(new Map([[id, transform]]))
