import { roundedBox } from '../kit/box.ts'
import { cushion, leaning, pillow, piping } from '../kit/cushion.ts'
import { move, turn } from '../kit/geometry.ts'
import type { Geometry } from '../kit/geometry.ts'
import { materials } from '../kit/materials.ts'
import type { MaterialSpec } from '../kit/materials.ts'
import { part } from '../kit/part.ts'
import type { Part } from '../kit/part.ts'
import { bar } from '../kit/tube.ts'

export interface SofaParameters {
  readonly width: number
  readonly depth: number
  readonly seats: number
  readonly armWidth: number
  readonly seatHeight: number
  readonly armHeight: number
  readonly legHeight: number
  readonly cover: MaterialSpec
  /** Loose pillows: cover and place along x, -1..1. */
  readonly pillows: readonly { readonly cover: MaterialSpec; readonly place: number }[]
}

export const SOFA: SofaParameters = {
  width: 2.28, depth: 0.94, seats: 3, armWidth: 0.17, seatHeight: 0.44, armHeight: 0.6, legHeight: 0.13,
  cover: materials.wool,
  pillows: [{ cover: materials.ochre, place: -0.8 }, { cover: materials.linen, place: 0.82 }],
}

/** An upholstered sofa on slim turned legs: arms, a low back and one pair of cushions per seat. */
export function sofa(parameters: Partial<SofaParameters> = {}): Part[] {
  const { width, depth, seats, armWidth, seatHeight, armHeight, legHeight, cover, pillows } = { ...SOFA, ...parameters }
  const inner = width - 2 * armWidth
  const seat = inner / seats
  const seatTop = seatHeight - 0.17
  const back = -depth / 2
  const legs = [-1, 1].flatMap((x) => [-1, 1].map((z) =>
    bar([x * (width / 2 - 0.09), 0, z * (depth / 2 - 0.1)], [x * (width / 2 - 0.12), legHeight + 0.01, z * (depth / 2 - 0.13)], 0.013, 0.022)))
  const body: Geometry[] = [
    move(roundedBox([inner + 0.04, seatTop - legHeight, depth - 0.05], 0.02, { segments: 2 }), [0, (seatTop + legHeight) / 2, -0.015]),
    leaning(move(roundedBox([inner + 0.06, 0.78 - legHeight - 0.02, 0.16], 0.05, { segments: 3 }), [0, (0.76 - legHeight) / 2, 0]),
      0.06, [0, legHeight + 0.02, back + 0.12]),
  ]
  for (const side of [-1, 1]) {
    // Cut in the middle, where it swells most: only so the sofa is as wide as it says.
    const arm = cushion([armWidth, armHeight - legHeight, depth], { radius: 0.06, puff: 0.012, segments: 2, cuts: [1, 2, 4] })
    body.push(move(arm, [side * (width - armWidth) / 2, (armHeight + legHeight) / 2, 0]))
  }
  const seams: Geometry[] = []
  for (let i = 0; i < seats; i++) {
    const x = (i - (seats - 1) / 2) * seat
    const seatDepth = depth - 0.2
    const z = depth / 2 - seatDepth / 2 + 0.005
    const y = seatHeight - 0.085
    body.push(move(cushion([seat - 0.006, 0.19, seatDepth], { radius: 0.05, puff: 0.018, segments: 2, cuts: [3, 1, 3] }), [x, y, z]))
    seams.push(move(piping(seat - 0.03, seatDepth - 0.02, 0.045, 0.05, 0.004), [x, y, z]))
    const rest = turn(cushion([seat - 0.012, 0.2, 0.44], { radius: 0.07, puff: 0.04, segments: 2, cuts: [3, 1, 3] }), 'x', Math.PI / 2)
    body.push(leaning(move(rest, [0, 0.2, 0]), 0.2, [x, seatHeight - 0.005, back + 0.31]))
  }
  const loose = pillows.map((item, i) => {
    const x = item.place * (inner / 2 - 0.18)
    const lying = turn(pillow(0.46, 0.46, 0.17), 'z', 0.1 * Math.sign(item.place))
    return part(item.cover, turned(leaning(move(lying, [0, 0.21, 0]), 0.42 + 0.05 * i, [0, seatHeight + 0.01, back + 0.5]), item.place * -0.35, x))
  })
  return [part(materials.walnut, ...legs), part(cover, ...body, ...seams), ...loose]
}

const turned = (geometry: Geometry, angle: number, x: number): Geometry => move(turn(geometry, 'y', angle), [x, 0, 0])
