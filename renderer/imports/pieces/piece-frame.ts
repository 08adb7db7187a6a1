import { composeMatrix, decomposeMatrix, invertAffine, multiplyMatrices, normalizeQuat, type Transform } from '../../document/transform.ts'
import type { Quat } from '../../../gpu/index.ts'

/** A piece whose own up leans more than this (cosine of 5 degrees) is held upright, and its mesh leans instead. */
const UPRIGHT = Math.cos((5 * Math.PI) / 180)

export const linearOf = (m: readonly number[]): readonly number[] => [...m.slice(0, 12), 0, 0, 0, 1]

/**
 * Chooses the frame in which a piece is held, so that "up" and "turn" mean to the user what they say: the wrappers' turn
 * and scale (z up, centimetres) go into the mesh, and so does a lean of the node itself (many exporters stand every object
 * up one by one). A matrix that shears, or scales beyond reason, goes into the mesh whole. worldFromNode = frame * frameFromNode.
 *
 * @param fileLinear  linear part of the wrappers' world matrix
 */
export function pieceFrame(worldFromNode: readonly number[], fileLinear: readonly number[]): { frame: Transform; frameFromNode: readonly number[] } {
  const inverse = invertAffine(fileLinear)
  const frame = inverse === null ? null : decomposeMatrix(multiplyMatrices(worldFromNode, inverse))
  const isHandy = frame !== null && upOf(frame.rotation) >= UPRIGHT && frame.scale.every((factor) => Math.abs(factor) > 1e-4 && Math.abs(factor) < 1e4)
  if (frame !== null && isHandy) return { frame, frameFromNode: fileLinear }
  const position = [worldFromNode[12], worldFromNode[13], worldFromNode[14]] as const
  // The turn about the vertical stays with the piece; the rest of the matrix goes into the mesh.
  const yaw: Quat = frame === null ? [0, 0, 0, 1] : yawOf(frame.rotation)
  const held: Transform = { position, rotation: yaw, scale: [1, 1, 1] }
  const unturned = composeMatrix({ ...held, position: [0, 0, 0], rotation: [-yaw[0], -yaw[1], -yaw[2], yaw[3]] })
  return { frame: held, frameFromNode: multiplyMatrices(unturned, linearOf(worldFromNode)) }
}

/** How far the frame's y axis points up: cosine of its lean. */
const upOf = ([x, , z]: Quat): number => 1 - 2 * (x * x + z * z)

/** The twist of a rotation about the vertical. */
const yawOf = ([, y, , w]: Quat): Quat => normalizeQuat([0, y, 0, w])
