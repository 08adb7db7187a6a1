import { carrierOf } from '../light-frame.ts'
import { usedAssets } from '../selectors.ts'
import type { Change } from '../types.ts'
import { withoutEmptied } from './groups.ts'

/** Removes pieces and lights; a lamp's light goes with the lamp, an asset record with the last that shows it, a group with its last piece. */
export const removeItems =
  (ids: Iterable<string>): Change =>
  (document) => {
    const gone = new Set(ids)
    const pieces = document.pieces.filter(({ id }) => !gone.has(id))
    const lights = document.lights.filter((light) => !gone.has(light.id) && !gone.has(carrierOf(light) ?? ''))
    if (pieces.length === document.pieces.length && lights.length === document.lights.length) return document
    const used = usedAssets({ ...document, pieces, lights })
    const assets = document.assets.filter(({ key }) => used.has(key))
    return withoutEmptied(document.pieces, {
      ...document,
      pieces: pieces.length === document.pieces.length ? document.pieces : pieces,
      lights: lights.length === document.lights.length ? document.lights : lights,
      assets: assets.length === document.assets.length ? document.assets : assets,
    })
  }
