import type { Quat, Vec3 } from '../../../gpu/index.ts'
import type { Transform } from '../../document/transform.ts'
import { add, quatMultiply, rotate, sub } from '../../navigation/vector.ts'

/** Where something goes that moves along with a piece, as if they were one body. @param turn  of the piece since the drag began */
export function carriedBy({ position, rotation }: Pick<Transform, 'position' | 'rotation'>, from: Vec3, to: Vec3, turn: Quat): Pick<Transform, 'position' | 'rotation'> {
  return { position: add(to, rotate(turn, sub(position, from))), rotation: quatMultiply(turn, rotation) }
}
