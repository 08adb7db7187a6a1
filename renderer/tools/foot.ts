import type { Vec3 } from '../../gpu/index.ts'
import type { AssetKey, Piece } from '../document/types.ts'
import type { ParsedAsset } from '../imports/types.ts'
import { unionOf } from './body.ts'
import { worldBounds } from './place/placement.ts'

/** Where several pieces stand as one: the middle of the foot of the box around them, world space, metres; null where no model of theirs is there. */
export function footOf(pieces: readonly Piece[], parsed: ReadonlyMap<AssetKey, ParsedAsset>): Vec3 | null {
  const around = unionOf(pieces.flatMap((piece) => {
    const asset = parsed.get(piece.asset)
    const mesh = asset?.meshes.get(asset.parts.find(({ id }) => id === piece.part)?.mesh ?? '')
    return mesh === undefined ? [] : [worldBounds({ bounds: mesh.bounds, transform: piece })]
  }))
  return around === null ? null : [(around.min[0] + around.max[0]) / 2, around.min[1], (around.min[2] + around.max[2]) / 2]
}
