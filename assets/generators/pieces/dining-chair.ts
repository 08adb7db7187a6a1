import { roundedBox } from '../kit/box.ts'
import { spline } from '../kit/curve.ts'
import { deform, move } from '../kit/geometry.ts'
import type { Geometry, Vec3 } from '../kit/geometry.ts'
import { materials } from '../kit/materials.ts'
import type { MaterialSpec } from '../kit/materials.ts'
import { part } from '../kit/part.ts'
import type { Part } from '../kit/part.ts'
import { bar, tube } from '../kit/tube.ts'

export interface DiningChairParameters {
  readonly width: number
  readonly depth: number
  readonly height: number
  readonly seatHeight: number
  readonly frame: MaterialSpec
  readonly seat: MaterialSpec
}

export const DINING_CHAIR: DiningChairParameters =
  { width: 0.47, depth: 0.5, height: 0.79, seatHeight: 0.45, frame: materials.oak, seat: materials.linen }

/** A light chair: turned legs, a dished seat, back posts that bend backwards and carry one curved rail. */
export function diningChair(parameters: Partial<DiningChairParameters> = {}): Part[] {
  const { width, depth, height, seatHeight, frame, seat } = { ...DINING_CHAIR, ...parameters }
  const x = width / 2 - 0.028
  const [front, back] = [depth / 2 - 0.035, -depth / 2 + 0.075]
  const wood: Geometry[] = []
  for (const side of [-1, 1]) {
    wood.push(tube(spline<Vec3>([[side * (x + 0.008), 0, front + 0.02], [side * x, 0.26, front], [side * x, seatHeight - 0.012, front - 0.006]], 3), 0.018, { sides: 9, taper: (t) => 0.0115 + 0.0085 * Math.sin(Math.PI * Math.min(1, 0.2 + 0.62 * t)) }))
    wood.push(tube(spline<Vec3>([
      [side * (x - 0.004), 0, back - 0.055], [side * (x - 0.02), 0.24, back - 0.01], [side * (x - 0.024), seatHeight, back - 0.008],
      [side * (x - 0.014), 0.62, back - 0.032], [side * (x - 0.002), height - 0.045, back - 0.06],
    ], 3), 0.018, { sides: 9, taper: (t) => 0.0115 + 0.0075 * Math.sin(Math.PI * Math.min(1, 0.15 + 0.72 * t)) }))
    wood.push(bar([side * x, 0.3, front - 0.004], [side * (x - 0.02), 0.3, back - 0.01], 0.0095, 0.0095, 8))
    wood.push(bar([side * x, seatHeight - 0.045, front - 0.005], [side * (x - 0.022), seatHeight - 0.045, back - 0.008], 0.012, 0.012, 8))
  }
  wood.push(bar([-x, seatHeight - 0.045, front - 0.005], [x, seatHeight - 0.045, front - 0.005], 0.012, 0.012, 8))
  wood.push(bar([-x + 0.022, seatHeight - 0.045, back - 0.008], [x - 0.022, seatHeight - 0.045, back - 0.008], 0.012, 0.012, 8))
  wood.push(bar([-x + 0.01, 0.3, 0], [x - 0.01, 0.3, 0], 0.0095, 0.0095, 8))
  // The rail wraps around the sitter: a board bent by a parabola, lower at its ends.
  const rail = roundedBox([width + 0.008, 0.135, 0.019], 0.0085, { segments: 2, cuts: [10, 2, 1], grain: 'x' })
  wood.push(deform(rail, ([px, py, pz]) => {
    const u = px / (width / 2)
    const squeeze = 1 - 0.34 * u * u
    return [px, height - 0.0675 + py * squeeze - 0.012 * u * u, back - 0.098 + pz + 0.062 * u * u - py * 0.16]
  }))
  const dished = deform(roundedBox([width - 0.012, 0.032, depth - 0.105], 0.0155, { segments: 2, cuts: [5, 1, 4] }), ([px, py, pz]) => {
    const [u, w] = [px / (width / 2), pz / (depth / 2)]
    const narrow = 1 - 0.05 * (1 - w)
    const top = 0.7 + 0.3 * (py / 0.016)
    return [px * narrow, py - 0.012 * top * (1 - u * u) * (1 - w * w * 0.6), pz + 0.012 * (1 - u * u) * w]
  })
  return [part(frame, ...wood), part(seat, move(dished, [0, seatHeight - 0.004, 0.025]))]
}
