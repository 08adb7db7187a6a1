import { boxBetween, roundedBox } from '../kit/box.ts'
import { arc, spline } from '../kit/curve.ts'
import { filtered, insideOut, move, projected } from '../kit/geometry.ts'
import type { Geometry, Vec3 } from '../kit/geometry.ts'
import { lathe } from '../kit/lathe.ts'
import { materials } from '../kit/materials.ts'
import type { MaterialSpec } from '../kit/materials.ts'
import { part } from '../kit/part.ts'
import type { Part } from '../kit/part.ts'
import { bar, tube } from '../kit/tube.ts'

export interface KitchenParameters {
  readonly width: number
  readonly height: number
  readonly depth: number
  readonly units: number
  readonly fronts: MaterialSpec
  readonly worktop: MaterialSpec
}

export const KITCHEN: KitchenParameters =
  { width: 2.4, height: 0.91, depth: 0.62, units: 4, fronts: materials.sage, worktop: materials.marble }

/** A run of kitchen units: lacquered fronts, a stone worktop with an undermounted sink and a chrome tap, and a hob. */
export function kitchen(parameters: Partial<KitchenParameters> = {}): Part[] {
  const { width, height, depth, units, fronts, worktop } = { ...KITCHEN, ...parameters }
  const [x, z] = [width / 2, depth / 2]
  const [plinth, slab] = [0.1, 0.03]
  const under = height - slab
  const unit = width / units
  const sinkAt = -x + 1.5 * unit
  const sink = { from: sinkAt - 0.25, to: sinkAt + 0.25, back: -z + 0.13, front: z - 0.11 }
  const doors: Geometry[] = []
  const pulls: Geometry[] = []
  for (let i = 0; i < units; i++) {
    const [a, b] = [-x + i * unit + 0.0015, -x + (i + 1) * unit - 0.0015]
    const drawers = i === 1 ? [[plinth + 0.004, under - 0.026]] : i === 2
      ? [[plinth + 0.004, 0.36], [0.363, 0.62], [0.623, under - 0.026]] : [[plinth + 0.004, 0.62], [0.623, under - 0.026]]
    for (const [low, high] of drawers) {
      doors.push(boxBetween([a, low, z - 0.042], [b, high, z - 0.022], 0.0025, { segments: 1 }))
      const y = high - 0.05
      pulls.push(bar([(a + b) / 2 - 0.09, y, z - 0.006], [(a + b) / 2 + 0.09, y, z - 0.006], 0.005, 0.005, 10))
      for (const side of [-0.075, 0.075]) pulls.push(bar([(a + b) / 2 + side, y, z - 0.023], [(a + b) / 2 + side, y, z - 0.008], 0.004, 0.004, 8))
    }
  }
  const carcass = [
    boxBetween([-x + 0.002, plinth, -z], [sink.from - 0.03, under, z - 0.043]), boxBetween([sink.to + 0.03, plinth, -z], [x - 0.002, under, z - 0.043]),
    boxBetween([sink.from - 0.03, plinth, -z], [sink.to + 0.03, under - 0.24, z - 0.043]),
    boxBetween([sink.from - 0.03, under - 0.24, z - 0.06], [sink.to + 0.03, under, z - 0.043]),
  ]
  const sides = [-1, 1].map((side) => boxBetween([side > 0 ? x - 0.002 : -x, plinth, -z], [side > 0 ? x : -x + 0.002, under, z - 0.022]))
  const top = [
    boxBetween([-x, under, -z], [sink.from, height, z]), boxBetween([sink.to, under, -z], [x, height, z]),
    boxBetween([sink.from, under, -z], [sink.to, height, sink.back]), boxBetween([sink.from, under, sink.front], [sink.to, height, z]),
    boxBetween([-x, height, -z], [x, height + 0.05, -z + 0.018], 0.002),
  ].map(projected)
  const deep = 0.19
  const hollow = roundedBox([sink.to - sink.from + 0.012, 2 * deep, sink.front - sink.back + 0.012], 0.05, { segments: 4, cuts: 2 })
  const basin = move(insideOut(filtered(hollow, ([, y]) => y < 0)), [sinkAt, under, (sink.back + sink.front) / 2])
  const drain = move(lathe([[0.034, 0], [0.03, 0.003], [0, 0.003]], 32), [sinkAt, under - deep + 0.0005, (sink.back + sink.front) / 2])
  const hobAt = -x + (units - 0.5) * unit - 0.02
  const hob = boxBetween([hobAt - 0.29, height, -z + 0.09], [hobAt + 0.29, height + 0.005, z - 0.06], 0.004, { segments: 2 })
  const zones = [[-0.14, -0.1, 0.075], [0.14, -0.1, 0.095], [-0.14, 0.13, 0.095], [0.14, 0.13, 0.075]].map(([dx, dz, r]) =>
    move(lathe([[r, 0], [r, 0.0004], [r - 0.002, 0.0004]], 40), [hobAt + dx, height + 0.005, dz + 0.015]))
  return [
    part(fronts, ...doors, ...sides),
    part(materials.shadow, ...carcass, boxBetween([-x + 0.01, 0, -z], [x - 0.01, plinth, z - 0.08])),
    part(worktop, ...top),
    part(materials.brushed, basin),
    part(materials.chrome, drain, ...tap([sinkAt, height, sink.back - 0.055])),
    part(materials.brass, ...pulls),
    part(materials.ceramicTop, hob),
    part(materials.brushed, ...zones),
  ]
}

/** A gooseneck mixer whose spout reaches over the sink (+z). */
export function tap(at: Vec3): Geometry[] {
  const base = lathe([[0, 0], [0.027, 0], [0.027, 0.004], [0.0215, 0.007], [0.0215, 0.1], [0.0195, 0.104], [0.0125, 0.106]], 40)
  const bend = arc([0.105, 0.28], 0.105, Math.PI, 0, 14).map(([z, y]): Vec3 => [0, y, z])
  const spout = tube([[0, 0.1, 0], [0, 0.2, 0], ...bend, [0, 0.235, 0.21]], 0.0115, { sides: 20 })
  const nozzle = bar([0, 0.243, 0.21], [0, 0.215, 0.21], 0.0145, 0.0145, 28)
  const lever = tube(spline<Vec3>([[0.018, 0.068, 0], [0.044, 0.07, 0], [0.06, 0.078, 0], [0.105, 0.118, 0]], 5), 0.006, { sides: 16, taper: (t) => 0.0125 - 0.008 * Math.sqrt(t) })
  return [base, spout, nozzle, lever].map((geometry) => move(geometry, at))
}
