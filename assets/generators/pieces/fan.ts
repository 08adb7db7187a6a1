import { arc } from '../kit/curve.ts'
import { move, turn } from '../kit/geometry.ts'
import type { Geometry, Vec2 } from '../kit/geometry.ts'
import { lathe } from '../kit/lathe.ts'
import { materials } from '../kit/materials.ts'
import type { MaterialSpec } from '../kit/materials.ts'
import { part } from '../kit/part.ts'
import type { Part } from '../kit/part.ts'
import { prism } from '../kit/prism.ts'

export interface FanParameters {
  readonly diameter: number
  readonly drop: number
  readonly blades: number
  readonly metal: MaterialSpec
}

export const FAN: FanParameters = { diameter: 1.2, drop: 0.34, blades: 4, metal: materials.brass }

/** Walnut blades on a brass hub under a slim rod. It hangs from y = 0 and turns as a whole about y. */
export function ceilingFan(parameters: Partial<FanParameters> = {}): Part[] {
  const { diameter, drop, blades, metal } = { ...FAN, ...parameters }
  const hub = -drop
  const body = lathe([[0, hub - 0.055], [0.05, hub - 0.052], [0.082, hub - 0.035], [0.09, hub - 0.005], [0.086, hub + 0.03], [0.05, hub + 0.055], [0.014, hub + 0.066], [0.011, hub + 0.08], [0.011, -0.05], [0.016, -0.045], [0.045, -0.03], [0.058, -0.006], [0.058, 0], [0, 0]], 40)
  return [
    part(metal, body),
    part(materials.walnut, ...Array.from({ length: blades }, (_, i) => move(turn(blade(0.1, diameter / 2), 'y', (i * 2 * Math.PI) / blades), [0, hub, 0]))),
  ]
}

/** Along x, pitched by twelve degrees; its tip is round. */
function blade(from: number, to: number): Geometry {
  const [root, tip] = [0.035, 0.062]
  const outline: Vec2[] = [[from, -root], [to - tip, -tip], ...arc([to - tip, 0], tip, -Math.PI / 2, Math.PI / 2, 8).slice(1), [from, root]]
  const flat = move(prism(outline, 0.008), [0, 0, -0.004])
  return turn(turn(flat, 'x', -Math.PI / 2), 'x', (12 * Math.PI) / 180)
}
