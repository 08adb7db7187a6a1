import { roundedBox } from '../kit/box.ts'
import { cushion } from '../kit/cushion.ts'
import { deform, move, turn } from '../kit/geometry.ts'
import type { Geometry, Vec3 } from '../kit/geometry.ts'
import { lathe } from '../kit/lathe.ts'
import { materials } from '../kit/materials.ts'
import type { MaterialSpec } from '../kit/materials.ts'
import { part } from '../kit/part.ts'
import type { Part } from '../kit/part.ts'
import { bar, tube } from '../kit/tube.ts'

export interface OfficeChairParameters {
  readonly seatHeight: number
  readonly cover: MaterialSpec
}

export const OFFICE_CHAIR: OfficeChairParameters = { seatHeight: 0.47, cover: materials.wool }

/** A swivel chair: a five-star chrome foot on castors and an upholstered bucket. */
export function officeChair(parameters: Partial<OfficeChairParameters> = {}): Part[] {
  const { seatHeight, cover } = { ...OFFICE_CHAIR, ...parameters }
  const chrome: Geometry[] = [
    lathe([[0, 0.07], [0.04, 0.07], [0.042, 0.075], [0.042, 0.12], [0.036, 0.13], [0.026, 0.132], [0.026, 0.26], [0.016, 0.262], [0.016, seatHeight - 0.09], [0, seatHeight - 0.09]], 32),
  ]
  const castors: Geometry[] = []
  for (let k = 0; k < 5; k++) {
    const angle = (2 * Math.PI * k) / 5 + Math.PI / 2
    const [c, s] = [Math.cos(angle), Math.sin(angle)]
    const at = (out: number, y: number): Vec3 => [c * out, y, s * out]
    chrome.push(tube([at(0.03, 0.098), at(0.16, 0.088), at(0.29, 0.07)], 0.016, { sides: 14, taper: (t) => 0.018 - 0.007 * t }))
    chrome.push(bar(at(0.285, 0.072), at(0.285, 0.045), 0.005, 0.005, 10))
    for (const side of [-1, 1]) {
      const wheel = turn(move(lathe([[0, -0.008], [0.021, -0.008], [0.025, -0.004], [0.025, 0.004], [0.021, 0.008], [0, 0.008]], 12), [0, side * 0.012, 0]), 'z', Math.PI / 2)
      castors.push(move(turn(wheel, 'y', -angle + Math.PI / 2), at(0.285, 0.025)))
    }
  }
  const seat = move(cushion([0.5, 0.1, 0.48], { radius: 0.045, puff: 0.014, segments: 3, cuts: [3, 1, 3] }), [0, seatHeight - 0.045, 0.01])
  // A shell that wraps from hip to hip.
  const wrap = deform(roundedBox([0.62, 0.4, 0.05], 0.024, { segments: 2, cuts: [10, 4, 1] }), ([x, y, z]) => {
    const u = x / 0.31
    const bend = 1.12 * u
    const radius = 0.3 + z * -1
    const high = y > 0 ? 1 - 0.34 * u * u * u * u - 0.1 * u * u : 1
    const lean = -0.16 * (y + 0.2) * (1 - 0.5 * u * u)
    return [radius * Math.sin(bend) * 0.98, y * high + 0.03, 0.08 - radius * Math.cos(bend) + lean]
  })
  return [
    part(materials.chrome, ...chrome),
    part(materials.rubber, ...castors, move(roundedBox([0.2, 0.02, 0.2], 0.008), [0, seatHeight - 0.095, 0])),
    part(cover, seat, move(wrap, [0, seatHeight + 0.17, 0.0])),
  ]
}
