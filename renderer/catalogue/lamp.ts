import type { DiscLight, PieceId, PointLight } from '../document/types.ts'
import { UNTURNED } from '../document/light-frame.ts'
import type { LampLight } from '../imports/types.ts'

/** The light that a lamp of the catalogue brings into a document. */
export function lightOfLamp({ position, color, temperature, intensity, radius, kind, glow }: LampLight, base: { readonly id: string; readonly name: string; readonly attachedTo: PieceId }): PointLight | DiscLight {
  const shared = { ...base, on: true, color, ...(temperature !== undefined && { temperature }), position, ...(glow !== undefined && { glow }) }
  if (kind === 'disc') return { ...shared, kind, rotation: UNTURNED, radius, radiance: intensity / (Math.PI * radius ** 2), unit: 'lm' }
  return { ...shared, kind: 'point', intensity, radius }
}
