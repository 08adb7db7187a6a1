import { roundedBox } from '../kit/box.ts'
import { cushion, leaning, piping } from '../kit/cushion.ts'
import { spline } from '../kit/curve.ts'
import { deform, move, turn } from '../kit/geometry.ts'
import type { Geometry, Vec3 } from '../kit/geometry.ts'
import { materials } from '../kit/materials.ts'
import type { MaterialSpec } from '../kit/materials.ts'
import { part } from '../kit/part.ts'
import type { Part } from '../kit/part.ts'
import { bar, tube } from '../kit/tube.ts'

export interface ArmchairParameters {
  readonly width: number
  readonly depth: number
  readonly seatHeight: number
  readonly frame: MaterialSpec
  readonly cover: MaterialSpec
}

export const ARMCHAIR: ArmchairParameters =
  { width: 0.72, depth: 0.78, seatHeight: 0.4, frame: materials.walnut, cover: materials.cognac }

/** A lounge chair: a turned wooden frame with paddle arms, and two loose leather cushions. */
export function armchair(parameters: Partial<ArmchairParameters> = {}): Part[] {
  const { width, depth, seatHeight, frame, cover } = { ...ARMCHAIR, ...parameters }
  const side = width / 2 - 0.035
  const [front, back] = [depth / 2 - 0.07, -depth / 2 + 0.14]
  // By how much it is larger than the one that ships: arms rise with the seat, the back is as wide as the frame, the cushion as deep.
  const [wider, deeper] = [(width - ARMCHAIR.width) / 2, depth - ARMCHAIR.depth]
  const arm = 0.56 + (seatHeight - ARMCHAIR.seatHeight)
  const wood: Geometry[] = []
  for (const x of [-side, side]) {
    wood.push(tube(spline<Vec3>([[x, 0, front + 0.03], [x, 0.25, front], [x, arm - 0.01, front - 0.02]], 5), 0.018, { sides: 12, taper: (t) => 0.013 + 0.03 * t * (1 - t) }))
    wood.push(tube(spline<Vec3>([[x, 0, back - 0.1], [x, 0.3, back - 0.02], [x, arm - 0.01, back - 0.03]], 5), 0.018, { sides: 12, taper: (t) => 0.013 + 0.03 * t * (1 - t) }))
    // Wide in front where the hand lies, slim and a little lower at the back.
    wood.push(deform(move(roundedBox([0.075, 0.026, depth - 0.06], 0.012, { segments: 2, cuts: [1, 1, 6], grain: 'z' }), [0, arm, -0.01]), ([px, py, pz]) => {
      const t = (pz + depth / 2) / depth
      return [x + px * (0.5 + 0.6 * t - 0.25 * t ** 6), py + 0.035 * t * t - 0.012, pz]
    }))
    wood.push(bar([x, seatHeight - 0.13, front - 0.01], [x, seatHeight - 0.17, back - 0.05], 0.014))
  }
  for (const [y, z] of [[seatHeight - 0.13, front - 0.005], [seatHeight - 0.17, back - 0.045], [arm - 0.05, back - 0.035]]) {
    wood.push(bar([-side, y, z], [side, y, z], 0.014))
  }
  // Back frame: two leaning stiles, a top rail and slats.
  const lean = 0.36
  const stile = (x: number): Geometry => leaning(bar([x, 0, 0], [x, 0.56, 0], 0.013), lean, [0, seatHeight - 0.17, back + 0.0])
  wood.push(stile(-0.24 - wider), stile(0.24 + wider))
  for (const h of [0.14, 0.28, 0.42]) {
    wood.push(leaning(bar([-0.24 - wider, h, 0], [0.24 + wider, h, 0], 0.008), lean, [0, seatHeight - 0.17, back]))
  }
  wood.push(leaning(bar([-0.26 - wider, 0.555, 0], [0.26 + wider, 0.555, 0], 0.016), lean, [0, seatHeight - 0.17, back]))
  const seat = cushion([width - 0.13, 0.14, 0.6 + deeper], { radius: 0.045, puff: 0.016, segments: 2, cuts: [3, 1, 3] })
  const rest = turn(cushion([width - 0.14, 0.13, 0.5], { radius: 0.045, puff: 0.022, segments: 2, cuts: [3, 1, 3] }), 'x', Math.PI / 2)
  const seatAt: Vec3 = [0, seatHeight - 0.065, front - 0.27 - deeper / 2]
  const tilt = 0.06
  return [
    part(frame, ...wood),
    part(cover,
      move(turn(seat, 'x', -tilt), seatAt),
      move(turn(piping(width - 0.15, 0.58 + deeper, 0.032, 0.05), 'x', -tilt), seatAt),
      move(turn(piping(width - 0.15, 0.58 + deeper, -0.032, 0.05), 'x', -tilt), seatAt),
      leaning(move(rest, [0, 0.23, 0]), lean, [0, seatHeight + 0.01, back + 0.02]),
      leaning(move(turn(piping(width - 0.16, 0.48, 0.03, 0.05), 'x', Math.PI / 2), [0, 0.23, 0]), lean, [0, seatHeight + 0.01, back + 0.02])),
  ]
}
