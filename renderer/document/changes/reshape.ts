import { hasRoomFor } from '../capacity.ts'
import { usedAssets } from '../selectors.ts'
import { isPlaced } from '../light-frame.ts'
import type { AssetRecord, Change, PieceId, PlacedLight } from '../types.ts'
import { mapIds, withFields } from './each.ts'
import { saneAmount, sanePosition } from './sane.ts'

/** Where a lamp's light comes from, in the piece's space, metres; its glow in nits of the brightest shining material per candela. */
export interface LampPlace {
  readonly position: readonly [number, number, number]
  readonly radius: number
  readonly glow?: number | undefined
}
export interface LampMove {
  readonly was: LampPlace
  readonly is: LampPlace
}

/**
 * A piece shows a model that was made anew, and stays what and where it is: its place, its name, its materials, its lights. What all pieces of the old
 * model show instead of what came with it, the new one shows, too. A project that would be too full stays as it is.
 *
 * @param part  of the new model
 * @param lamp  its lights go with it
 */
export const reshape =
  (id: PieceId, record: AssetRecord, part: string, lamp: LampMove | null = null): Change =>
  (document) => {
    const before = document.pieces.find((piece) => piece.id === id)
    if (before === undefined || (before.asset === record.key && before.part === part)) return document
    const isKnown = document.assets.some(({ key }) => key === record.key)
    if (!hasRoomFor(document, { assets: isKnown ? 0 : 1 })) return document
    const wears = document.assets.find(({ key }) => key === before.asset)?.wears
    const added = isKnown ? [] : [{ ...record, ...(wears !== undefined && { wears }) }]
    const next = { ...document, pieces: mapIds(document.pieces, [id], (piece) => ({ ...piece, asset: record.key, part })), assets: [...document.assets, ...added], lights: lamp === null ? document.lights : document.lights.map((light) => (isPlaced(light) && light.attachedTo === id ? relit(light, lamp) : light)) }
    const [was, is] = [usedAssets(document), usedAssets(next)]
    // What nothing shows any more goes; what nothing showed before stays.
    return { ...next, assets: next.assets.filter(({ key }) => is.has(key) || !was.has(key)) }
  }

/** Metres. */
const LARGEST_LAMP = 100
const near = (a: number, b: number): boolean => Math.abs(a - b) < 1e-6

/** As far from where the lamp shone as before, and as bright; as large as the lamp, unless the user made it otherwise. */
function relit(light: PlacedLight, { was, is }: LampMove): PlacedLight {
  const [x, y, z] = light.position
  const position = [x + is.position[0] - was.position[0], y + is.position[1] - was.position[1], z + is.position[2] - was.position[2]] as const
  const glow = light.glow !== undefined && was.glow !== undefined && is.glow !== undefined && was.glow > 0 ? saneAmount((light.glow * is.glow) / was.glow) : undefined
  const moved = withFields(light, { position: sanePosition(position), glow } as Partial<PlacedLight>)
  if (!(is.radius > 0 && is.radius < LARGEST_LAMP)) return moved
  if (moved.kind === 'disc' && near(moved.radius, was.radius)) return withFields(moved, { radius: is.radius, radiance: saneAmount(moved.radiance * (moved.radius / is.radius) ** 2) })
  return moved.kind === 'point' && moved.radius !== undefined && near(moved.radius, was.radius) ? withFields(moved, { radius: is.radius }) : moved
}
