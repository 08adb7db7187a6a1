import type { Change } from '../types.ts'

/** Removes pieces and lights; a lamp's light goes with the lamp, an asset record with its last piece. */
export const removeItems =
  (ids: Iterable<string>): Change =>
  (document) => {
    const gone = new Set(ids)
    const pieces = document.pieces.filter(({ id }) => !gone.has(id))
    const lights = document.lights.filter((light) => !gone.has(light.id) && !(light.kind === 'point' && light.attachedTo !== null && gone.has(light.attachedTo)))
    if (pieces.length === document.pieces.length && lights.length === document.lights.length) return document
    const used = new Set(pieces.map(({ asset }) => asset))
    const assets = document.assets.filter(({ key }) => used.has(key))
    return {
      ...document,
      pieces: pieces.length === document.pieces.length ? document.pieces : pieces,
      lights: lights.length === document.lights.length ? document.lights : lights,
      assets: assets.length === document.assets.length ? document.assets : assets,
    }
  }
