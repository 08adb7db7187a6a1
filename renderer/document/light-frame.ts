import type { Quat, Vec3 } from '../../gpu/index.ts'
import { composeMatrix, IDENTITY, normalizeQuat, transformPoint } from './transform.ts'
import type { AssetKey, DocumentLight, Piece, PlacedLight } from './types.ts'
import { cross, dot } from './vector.ts'

/** Where a light is and which way it turns, world space: unit vectors, perpendicular. */
export interface LightFrame {
  readonly position: Vec3
  /** Along its width. */
  readonly across: Vec3
  /** Along its length. */
  readonly along: Vec3
  /** Where it shines. */
  readonly axis: Vec3
}

export const UNTURNED: Quat = [0, 0, 0, 1]

export const isPlaced = (light: DocumentLight): light is PlacedLight => light.kind !== 'directional'

/** The asset with a measured luminaire's IES file, if it is one. */
export const profileOf = (light: DocumentLight): AssetKey | undefined => (light.kind === 'point' || light.kind === 'spot' ? light.profile : undefined)

/** The piece that carries a light, if any. */
export const carrierOf = (light: DocumentLight): string | null => (isPlaced(light) ? light.attachedTo : null)

/** Null for lights that look the same from everywhere. */
export function rotationOf(light: DocumentLight): Quat | null {
  switch (light.kind) {
    case 'directional': case 'sphere': return null
    case 'point': return light.profile === undefined ? null : light.rotation ?? UNTURNED
    default: return light.rotation
  }
}

/**
 * @param carrier  the piece that the light hangs on; its scale moves the light, but neither stretches nor skews it
 */
export function lightFrame(light: PlacedLight, carrier: Piece | null): LightFrame {
  const rotation = composeMatrix({ ...IDENTITY, rotation: rotationOf(light) ?? UNTURNED })
  const worldFromCarrier = composeMatrix(carrier ?? IDENTITY)
  const turned = (direction: Vec3): Vec3 => {
    const [x, y, z] = transformPoint(rotation, direction)
    const [ox, oy, oz] = transformPoint(worldFromCarrier, [0, 0, 0])
    const [wx, wy, wz] = transformPoint(worldFromCarrier, [x, y, z])
    return [wx - ox, wy - oy, wz - oz]
  }
  const axis = unit(turned([0, -1, 0]), [0, -1, 0])
  const width = turned([1, 0, 0])
  const lean = dot(width, axis)
  const across = unit([width[0] - lean * axis[0], width[1] - lean * axis[1], width[2] - lean * axis[2]], perpendicular(axis))
  // across × along is the axis, as the engine's rectangle shines.
  return { position: transformPoint(worldFromCarrier, light.position), across, along: cross(axis, across), axis }
}

/** The shortest turn of an unturned light that makes it shine in a direction (unit vector). */
export function rotationTowards([x, y, z]: Vec3): Quat {
  // From -y: half-way quaternion [from × to, 1 + from · to].
  if (1 - y < 1e-9) return [1, 0, 0, 0]
  return normalizeQuat([-z, 0, x, 1 - y])
}

function unit(vector: Vec3, otherwise: Vec3): Vec3 {
  const length = Math.hypot(...vector)
  return length > 1e-12 && Number.isFinite(length) ? [vector[0] / length, vector[1] / length, vector[2] / length] : otherwise
}

const perpendicular = (axis: Vec3): Vec3 => unit(cross(axis, Math.abs(axis[0]) < 0.9 ? [1, 0, 0] : [0, 0, 1]), [1, 0, 0])
