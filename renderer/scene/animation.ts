import type { SceneSnapshot } from '../../gpu/index.ts'
import { multiplyQuats, quatFromAxisAngle, worldFromObject } from '../document/transform.ts'
import type { AtriumDocument } from '../document/types.ts'

/** Whether anything in sight moves by itself. */
export const isMoving = ({ pieces }: AtriumDocument): boolean => pieces.some(({ motion, hidden }) => motion !== undefined && !hidden)

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
      const { axis, speed } = piece.motion
      const length = Math.hypot(...axis)
      const turn = quatFromAxisAngle([axis[0] / length, axis[1] / length, axis[2] / length], (speed * seconds) % (2 * Math.PI))
      return { ...instance, worldFromObject: worldFromObject({ ...piece, rotation: multiplyQuats(piece.rotation, turn) }) }
    }),
  }
}
