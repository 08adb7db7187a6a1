import { arc, spline } from '../kit/curve.ts'
import { move } from '../kit/geometry.ts'
import type { Geometry, Vec2, Vec3 } from '../kit/geometry.ts'
import { lathe } from '../kit/lathe.ts'
import { materials } from '../kit/materials.ts'
import type { MaterialSpec } from '../kit/materials.ts'
import { part } from '../kit/part.ts'
import type { Part } from '../kit/part.ts'
import { createRandom } from '../kit/random.ts'
import { tube } from '../kit/tube.ts'

export interface GlassVaseParameters {
  readonly height: number
  readonly radius: number
  readonly wall: number
  /** Height of the water, as a share of the vase's. */
  readonly filled: number
  readonly glass: MaterialSpec
}

export const GLASS_VASE: GlassVaseParameters = { height: 0.26, radius: 0.075, wall: 0.005, filled: 0.62, glass: materials.crystal }

/** Between water and glass: rays are in one of them at a time. */
const GAP = 0.0003

/** A clear vase with a heavy foot, half full of water, and three winter branches with red berries. */
export function glassVase(parameters: Partial<GlassVaseParameters> = {}): Part[] {
  const { height: h, radius: r, wall, filled, glass } = { ...GLASS_VASE, ...parameters }
  const outline = (t: number): number => r * (0.72 + 0.3 * Math.sin(Math.PI * (0.12 + 0.66 * t)) - 0.12 * t)
  const foot = 0.022
  const steps = 14
  const outside = Array.from({ length: steps + 1 }, (_, i): Vec2 => [outline(i / steps), 0.004 + (h - 0.004) * (i / steps)])
  const innerAt = (y: number): number => outline((y - 0.004) / (h - 0.004)) - wall
  const inside = Array.from({ length: steps + 1 }, (_, i): Vec2 => {
    const y = h - (h - foot - 0.01) * (i / steps)
    return [innerAt(y), y]
  })
  const body = lathe([[0, 0], [outline(0) - 0.004, 0], ...outside, [outline(1) - wall / 2, h + wall / 2], ...inside, [innerAt(foot) * 0.82, foot + 0.002], [0, foot]], 48)
  const level = h * filled
  const low = foot + 0.0105
  const water = Array.from({ length: 9 }, (_, i): Vec2 => {
    const y = low + (level - low) * (i / 8)
    return [innerAt(y) - GAP, y]
  })
  const wet = lathe([[0, foot + GAP + 0.0025], [innerAt(foot) * 0.82, foot + GAP + 0.0045], ...water, [innerAt(level) - GAP - 0.0005, level + 0.0006], [0, level]], 48)
  const { stems, berries } = branches(h, foot + 0.02)
  return [part(glass, body), part(materials.water, wet), part(materials.stem, ...stems), part(materials.red, ...berries)]
}

function branches(height: number, from: number): { stems: Geometry[]; berries: Geometry[] } {
  const random = createRandom(17)
  const stems: Geometry[] = []
  const berries: Geometry[] = []
  const berry = lathe(arc([0, 0], 0.0062, -Math.PI / 2, Math.PI / 2, 5).map(([x, y]): Vec2 => [Math.max(0, x), y]), 8)
  for (let k = 0; k < 3; k++) {
    const angle = 0.5 + k * 2.2
    const [c, s] = [Math.cos(angle), Math.sin(angle)]
    const lean = 0.1 + 0.05 * random()
    const top = height * (1.9 + 0.5 * random())
    const path = spline<Vec3>([[-0.03 * c, from, -0.03 * s], [0.012 * c, height * 0.8, 0.012 * s], [lean * 0.6 * c, height * 1.35, lean * 0.6 * s], [lean * 1.25 * c, top, lean * 1.25 * s]], 5)
    stems.push(tube(path, 0.0028, { sides: 7, taper: (t) => 0.0032 - 0.002 * t }))
    for (let i = 0; i < 11; i++) {
      const at = path[Math.min(path.length - 1, Math.round(path.length * (0.52 + (0.48 * i) / 11)))]
      const [turn, far] = [random() * 2 * Math.PI, 0.007 + 0.009 * random()]
      berries.push(move(berry, [at[0] + far * Math.cos(turn), at[1] + 0.012 * (random() - 0.3), at[2] + far * Math.sin(turn)]))
    }
  }
  return { stems, berries }
}
