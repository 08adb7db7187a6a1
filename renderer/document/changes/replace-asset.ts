import type { Vec3 } from '../../../gpu/index.ts'
import { isPlaced } from '../light-frame.ts'
import { composeMatrix, transformPoint } from '../transform.ts'
import type { AssetKey, AssetRecord, Change } from '../types.ts'
import { withFields, withLists } from './each.ts'
import { sanePosition } from './sane.ts'

/**
 * Another model in the place of one that has the same parts: its pieces show it from then on, and stand where they stood.
 *
 * @param origins  where the new part's origin lies in the old part's own space, by part; left out: in the same place
 */
export const replaceAsset =
  (key: AssetKey, record: AssetRecord, origins: ReadonlyMap<string, Vec3> = new Map()): Change =>
  (document) => {
    if (record.key === key || !document.assets.some((asset) => asset.key === key)) return document
    const moved = new Map(document.pieces.flatMap(({ id, asset, part }) => {
      const origin = asset === key ? origins.get(part) : undefined
      return origin === undefined ? [] : [[id, origin] as const]
    }))
    return withLists(document, {
      assets: document.assets.flatMap((asset) => (asset.key === record.key ? [] : asset.key === key ? [record] : [asset])),
      pieces: document.pieces.map((piece) => {
        if (piece.asset !== key) return piece
        const origin = moved.get(piece.id)
        return { ...piece, asset: record.key, ...(origin !== undefined && { position: sanePosition(transformPoint(composeMatrix(piece), origin)) }) }
      }),
      lights: document.lights.map((light) => {
        const origin = isPlaced(light) && light.attachedTo !== null ? moved.get(light.attachedTo) : undefined
        return origin === undefined || !isPlaced(light) ? light : withFields(light, { position: sanePosition([light.position[0] - origin[0], light.position[1] - origin[1], light.position[2] - origin[2]]) })
      }),
    })
  }
