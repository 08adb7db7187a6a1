import { boxBetween, roundedBox } from '../kit/box.ts'
import { cushion, leaning, pillow, piping } from '../kit/cushion.ts'
import { deform, move, turn } from '../kit/geometry.ts'
import type { Geometry } from '../kit/geometry.ts'
import { materials } from '../kit/materials.ts'
import type { MaterialSpec } from '../kit/materials.ts'
import { part } from '../kit/part.ts'
import type { Part } from '../kit/part.ts'
import { fractal } from '../kit/random.ts'
import { bar } from '../kit/tube.ts'

export interface BedParameters {
  /** Of the mattress. */
  readonly width: number
  readonly length: number
  readonly headHeight: number
  readonly wood: MaterialSpec
  /** Of the headboard. */
  readonly cover: MaterialSpec
  /** Of the throw. */
  readonly over: MaterialSpec
}

export const BED: BedParameters = { width: 1.6, length: 2.0, headHeight: 1.02, wood: materials.oak, cover: materials.linen, over: materials.rust }

/** A double bed with its head at the back: oak frame, padded headboard, duvet, pillows and a throw. */
export function bed(parameters: Partial<BedParameters> = {}): Part[] {
  const { width, length, headHeight, wood, cover, over } = { ...BED, ...parameters }
  const [x, z] = [width / 2 + 0.05, length / 2 + 0.06]
  const head = -z + 0.1
  const rails = [
    boxBetween([-x, 0.17, head - 0.02], [-x + 0.03, 0.31, z], 0.006, { segments: 2 }),
    boxBetween([x - 0.03, 0.17, head - 0.02], [x, 0.31, z], 0.006, { segments: 2 }),
    boxBetween([-x + 0.03, 0.17, z - 0.03], [x - 0.03, 0.31, z], 0.006, { segments: 2 }),
    boxBetween([-x + 0.03, 0.2, head], [x - 0.03, 0.22, z - 0.03]),
  ]
  const legs = [-1, 1].flatMap((sx) => [-1, 1].map((sz) =>
    bar([sx * (x - 0.08), 0, sz * (z - 0.14)], [sx * (x - 0.05), 0.2, sz * (z - 0.11)], 0.016, 0.028)))
  const panel = x - 0.005
  const headboard: Geometry[] = [-1, 1].map((side) => {
    const pad = turn(cushion([panel - 0.004, 0.1, headHeight - 0.2], { radius: 0.035, puff: 0.02, segments: 2, cuts: [3, 1, 3] }), 'x', Math.PI / 2)
    return move(pad, [side * panel / 2, 0.2 + (headHeight - 0.2) / 2, -z + 0.05])
  })
  const mattress = cushion([width, 0.24, length], { radius: 0.05, puff: 0.008, segments: 2, cuts: [3, 1, 3] })
  const middle = head + length / 2 - 0.01
  // Who sleeps alone has the pillows in the middle.
  const sleepers = width < 1.3 ? [0] : [-1, 1]
  return [
    part(wood, ...rails, ...legs),
    part(cover, ...headboard),
    part(materials.sheet, move(mattress, [0, 0.34, middle]), move(piping(width - 0.02, length - 0.02, 0.07, 0.06, 0.004), [0, 0.34, middle])),
    part(materials.sheet, ...duvet(width, length, middle)),
    part(over, throwOver(width, middle + length / 2 - 0.42)),
    part(materials.sheet, ...sleepers.map((side) => lyingPillow(0.66, 0.44, 0.2, side * width / 4, 0.56, head + 0.2, 0.85))),
    part(materials.linen, ...sleepers.map((side) => lyingPillow(0.62, 0.42, 0.18, side * width / 4.2, 0.53, head + 0.36, 0.7))),
    part(materials.ochre, lyingPillow(0.48, 0.3, 0.14, 0.02, 0.53, head + 0.5, 0.62)),
  ]
}

const lyingPillow = (w: number, h: number, t: number, x: number, y: number, z: number, lean: number): Geometry =>
  leaning(move(pillow(w, h, t, 7), [0, h / 2 - 0.05, 0]), lean, [x, y - 0.04, z])

/** A quilt that covers the mattress and hangs over its sides in soft folds, its upper edge folded back. */
function duvet(width: number, length: number, middle: number): Geometry[] {
  const size = [width + 0.1, 0.26, length * 0.68] as const
  const cover = deform(roundedBox(size, 0.06, { segments: 2, cuts: [8, 2, 11] }), ([x, y, z]) => {
    const rumple = fractal(x * 4 + 40, z * 4 + 40, 4096, 4096, 2, 5) - 0.5
    const down = Math.max(0, -y / 0.13)
    const fold = 0.016 * Math.sin(z * 17 + 2 * Math.sin(x * 3)) * down
    const side = Math.abs(x) > size[0] / 2 - 0.02 ? Math.sign(x) : 0
    return [x + side * (fold + 0.012 * down), y + (y > 0 ? 0.045 * rumple : 0.05 * rumple * down), z]
  })
  const band = deform(roundedBox([size[0] + 0.014, 0.05, 0.36], 0.024, { segments: 2, cuts: [8, 1, 2] }), ([x, y, z]) => {
    const u = Math.max(0, Math.abs(x) - width / 2 + 0.05) / 0.11
    return [x, y + 0.01 * Math.sin(x * 9 + z * 5) - 0.05 * u * u, z]
  })
  const z = middle + length / 2 - size[2] / 2 + 0.015
  return [move(cover, [0, 0.375, z]), move(band, [0, 0.515, z - size[2] / 2 + 0.17])]
}

function throwOver(width: number, z: number): Geometry {
  return move(deform(roundedBox([width + 0.15, 0.24, 0.46], 0.065, { segments: 2, cuts: [8, 2, 4] }), ([x, y, pz]) => {
    const down = Math.max(0, -y / 0.12)
    const rumple = fractal(x * 5 + 60, pz * 5 + 60, 4096, 4096, 2, 8) - 0.5
    return [x + Math.sign(x) * 0.012 * Math.sin(pz * 21) * down, y + 0.02 * rumple, pz * (1 + 0.05 * Math.sin(x * 4))]
  }), [0, 0.41, z])
}
