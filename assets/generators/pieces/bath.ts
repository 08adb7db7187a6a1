import { boxBetween } from '../kit/box.ts'
import { arc, spline } from '../kit/curve.ts'
import { move } from '../kit/geometry.ts'
import type { Vec2 } from '../kit/geometry.ts'
import { lathe } from '../kit/lathe.ts'
import { materials } from '../kit/materials.ts'
import type { MaterialSpec } from '../kit/materials.ts'
import { part } from '../kit/part.ts'
import type { Part } from '../kit/part.ts'
import { bar } from '../kit/tube.ts'
import { tap } from './kitchen.ts'

export interface WashstandParameters {
  readonly width: number
  readonly depth: number
  readonly height: number
  readonly top: MaterialSpec
  readonly frame: MaterialSpec
}

export const WASHSTAND: WashstandParameters = { width: 1, depth: 0.5, height: 0.8, top: materials.marble, frame: materials.chrome }

/** A stone slab on a chrome frame, a white bowl on it, and a chrome gooseneck tap that reaches over the bowl. */
export function washstand(parameters: Partial<WashstandParameters> = {}): Part[] {
  const { width, depth, height, top, frame } = { ...WASHSTAND, ...parameters }
  const [x, z] = [width / 2, depth / 2]
  const slab = boxBetween([-x, height - 0.035, -z], [x, height, z], 0.004, { segments: 2 })
  const [fx, fz] = [x - 0.06, z - 0.05]
  const legs = [-1, 1].flatMap((sx) => [-1, 1].map((sz) => bar([sx * fx, 0, sz * fz], [sx * fx, height - 0.036, sz * fz], 0.012, 0.012, 20)))
  const rails = [0.18, height - 0.07].flatMap((y) => [
    ...[-1, 1].map((side) => bar([-fx, y, side * fz], [fx, y, side * fz], 0.009, 0.009, 16)),
    ...[-1, 1].map((side) => bar([side * fx, y, -fz], [side * fx, y, fz], 0.009, 0.009, 16)),
  ])
  const [r, h] = [0.2, 0.135]
  const outside = spline<Vec2>([[0.075, 0.004], [0.12, 0.03], [0.17, 0.08], [r, h - 0.004]], 5)
  const inside = spline<Vec2>([[r - 0.009, h - 0.004], [0.155, 0.078], [0.1, 0.03], [0.03, 0.016]], 5)
  const bowl = lathe([[0, 0], [0.07, 0], ...outside, ...arc([r - 0.0045, h - 0.003], 0.0045, 0, Math.PI, 5).slice(1, -1), ...inside, [0, 0.015]], 56)
  const drain = lathe([[0.024, 0.0165], [0.022, 0.019], [0, 0.0195]], 28)
  const bowlAt = [0, height, 0.035] as const
  return [
    part(top, slab),
    part(frame, ...legs, ...rails, move(drain, bowlAt), ...tap([0, height, -z + 0.07])),
    part(materials.glazeWhite, move(bowl, bowlAt)),
  ]
}
