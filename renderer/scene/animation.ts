import type { SceneSnapshot, Vec3 } from '../../gpu/index.ts'
import { isHidden } from '../document/flags.ts'
import { composeMatrix, IDENTITY, multiplyQuats, quatFromAxisAngle, transformPoint, worldFromObject } from '../document/transform.ts'
import type { AtriumDocument, Motion } from '../document/types.ts'

/** Whether anything in sight moves by itself. */
export const isMoving = (document: AtriumDocument): boolean => document.pieces.some((piece) => piece.motion !== undefined && !isHidden(document, piece))

/**
 * The scene as it stands after so many seconds: pieces with a motion are turned, everything else keeps its identity, so the
 * engine redoes the über tree and nothing more. Lights attached to a moving piece stay where they are.
 */
export function animated(snapshot: SceneSnapshot, document: AtriumDocument, seconds: number): SceneSnapshot {
  const moving = new Map(document.pieces.flatMap((piece) => (piece.motion === undefined ? [] : [[piece.id, { ...piece, motion: piece.motion }] as const])))
  if (moving.size === 0) return snapshot
  return {
    ...snapshot,
    instances: snapshot.instances.map((instance) => {
      const piece = moving.get(instance.id)
      if (piece === undefined) return instance
      const { axis, pivot = [0, 0, 0] } = piece.motion
      const length = Math.hypot(...axis)
      const turn = quatFromAxisAngle([axis[0] / length, axis[1] / length, axis[2] / length], angleAt(piece.motion, seconds))
      const rotation = multiplyQuats(piece.rotation, turn)
      // The pivot stays where it is.
      const arm: Vec3 = [-pivot[0] * piece.scale[0], -pivot[1] * piece.scale[1], -pivot[2] * piece.scale[2]]
      const [before, after] = [piece.rotation, rotation].map((each) => transformPoint(composeMatrix({ ...IDENTITY, rotation: each }), arm))
      const position = [0, 1, 2].map((k) => piece.position[k] - before[k] + after[k]) as unknown as Vec3
      return { ...instance, worldFromObject: worldFromObject({ ...piece, position, rotation }) }
    }),
  }
}

/** Radians after so many seconds: a door opens and closes gently, what has no swing goes round. */
function angleAt({ speed, swing }: Motion, seconds: number): number {
  if (swing === undefined) return (speed * seconds) % (2 * Math.PI)
  return swing === 0 ? 0 : (swing / 2) * (1 - Math.cos((Math.PI * Math.abs(speed) * seconds) / Math.abs(swing)))
}
