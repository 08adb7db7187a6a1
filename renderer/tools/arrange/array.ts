import type { Vec3 } from '../../../gpu/index.ts'
import type { Transform } from '../../document/transform.ts'
import { add, quatFromAxisAngle, quatMultiply, rotate, scale, sub, UP } from '../../navigation/vector.ts'

/** Copies in a row, in rows, or around a point: how many stand there with the original, and how far from one to the next. */
export type ArrayPlan =
  | { readonly kind: 'row'; readonly count: number; /** Unit. */ readonly direction: Vec3; /** Metres from one to the next. */ readonly distance: number }
  | { readonly kind: 'grid'; readonly count: number; readonly direction: Vec3; readonly distance: number; readonly rows: number; /** Unit. */ readonly across: Vec3; readonly rowDistance: number }
  | { readonly kind: 'round'; readonly count: number; readonly middle: Vec3; /** Radians from the first to the last, counter-clockwise from above; a full turn closes the round. */ readonly angle: number }

type Place = Pick<Transform, 'position' | 'rotation'>

/** Where each copy of a thing stands, in order; the original is none of them. */
export function placesOf(array: ArrayPlan, { position, rotation }: Place): readonly Place[] {
  if (array.kind === 'grid') {
    return Array.from({ length: array.rows * array.count - 1 }, (_, i) => {
      const [column, row] = [(i + 1) % array.count, Math.floor((i + 1) / array.count)]
      return { position: add(add(position, scale(array.direction, column * array.distance)), scale(array.across, row * array.rowDistance)), rotation }
    })
  }
  const steps = Array.from({ length: Math.max(0, array.count - 1) }, (_, i) => i + 1)
  if (array.kind === 'row') return steps.map((i) => ({ position: add(position, scale(array.direction, i * array.distance)), rotation }))
  const isClosed = Math.abs(Math.abs(array.angle) - 2 * Math.PI) < 1e-6
  const step = array.angle / Math.max(1, isClosed ? array.count : array.count - 1)
  return steps.map((i) => {
    const turn = quatFromAxisAngle(UP, i * step)
    return { position: add(array.middle, rotate(turn, sub(position, array.middle))), rotation: quatMultiply(turn, rotation) }
  })
}
