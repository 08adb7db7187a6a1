import type { Rgb } from '../../../gpu/index.ts'
import { type Courses, unitAt } from './courses.ts'
import { cells, clouds, hash, noise } from './noise.ts'

/** What a unit, or all of a surface, is made of. */
export type Body =
  | { readonly kind: 'even' }
  /** Grain along u. */
  | { readonly kind: 'wood'; readonly contrast: number }
  | { readonly kind: 'marble'; readonly contrast: number; readonly vein: Rgb }
  | { readonly kind: 'clouds'; readonly contrast: number; readonly scale: number; readonly relief: number }
  /** Sharp chips in a ground. */
  | { readonly kind: 'terrazzo'; readonly chips: readonly Rgb[]; readonly count: number }
  /** Warp and weft. */
  | { readonly kind: 'weave'; readonly threads: number; readonly weft: Rgb; readonly twill: boolean }
  | { readonly kind: 'pile'; readonly count: number; readonly contrast: number }
  | { readonly kind: 'leather'; readonly count: number }
  /** Fine scratches along u. */
  | { readonly kind: 'brushed'; readonly contrast: number }
  | { readonly kind: 'ribs'; readonly count: number }
  | { readonly kind: 'hammered'; readonly count: number; readonly relief: number }

/** A surface that repeats, from parameters. */
export interface Pattern {
  /** Mean reflectance of all of it. */
  readonly color: Rgb
  readonly roughness: number
  readonly body: Body
  readonly courses?: Courses & { readonly color: Rgb; readonly variation: number }
  readonly seed: number
}

export interface Texel {
  /** Linear, before the whole is brought to its mean. */
  readonly color: Rgb
  readonly roughness: number
  /** In widths of the repeat. */
  readonly height: number
}

const times = (color: Rgb, factor: number): Rgb => [color[0] * factor, color[1] * factor, color[2] * factor]
const mixed = (a: Rgb, b: Rgb, t: number): Rgb => [a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t, a[2] + (b[2] - a[2]) * t]
const smooth = (from: number, to: number, x: number): number => {
  const t = Math.min(1, Math.max(0, (x - from) / (to - from)))
  return t * t * (3 - 2 * t)
}
const TAU = 2 * Math.PI

/** One place of the repeat; u and v of 0 and 1 are the same. @param aspect  width of the repeat over its height */
export function texelAt(pattern: Pattern, u: number, v: number, aspect: number): Texel {
  const { courses, seed } = pattern
  if (courses === undefined) return bodyAt(pattern, u, v, seed)
  const { columns, rows, joint, color: jointColor, variation } = courses
  const unit = unitAt(u, v, courses, (aspect * rows) / columns)
  const shade = 1 + variation * (2 * hash(unit.id, 11, seed) - 1)
  // Each unit is cut from another place of its body.
  const isLaidAcross = courses.bond === 'herringbone' || courses.bond === 'basket'
  const inUnit = isLaidAcross ? bodyAt(pattern, unit.along, unit.across * 0.5, seed + unit.id) : bodyAt(pattern, unit.along, unit.across / Math.max(1, Math.round((aspect * rows) / columns)), seed + unit.id)
  const solid = smooth(joint * 0.35, joint * 0.65 + 1e-4, unit.edge)
  const bevel = smooth(joint * 0.35, joint * 0.65 + 0.06, unit.edge)
  return {
    color: mixed(jointColor, times(inUnit.color, shade), solid), roughness: 0.9 + (inUnit.roughness - 0.9) * solid,
    height: inUnit.height * solid + ((bevel - 1) * 0.04 * Math.min(1, joint * 8)) / rows,
  }
}

function bodyAt({ color, roughness, body }: Pattern, u: number, v: number, seed: number): Texel {
  switch (body.kind) {
    case 'even': return { color, roughness, height: 0 }
    case 'wood': {
      const wander = clouds(u, v, 2, 4, seed, 3)
      const rings = 0.5 + 0.5 * Math.sin(TAU * (9 * v + 2.2 * wander) + 6 * noise(u, v, 1, 3, seed + 5))
      const pores = noise(u, v, 10, 160, seed + 9)
      const grain = 0.6 * rings * clouds(u, v, 3, 40, seed + 2, 2) + 0.4 * pores
      return { color: times(color, 1 + body.contrast * (0.35 - grain)), roughness: roughness + 0.12 * (grain - 0.35), height: -0.0006 * pores * body.contrast }
    }
    case 'marble': {
      const warp = clouds(u, v, 3, 3, seed, 5) - 0.5
      const ridge = 1 - Math.abs(2 * clouds(u + 0.25 * warp, v + 0.25 * warp, 2, 2, seed + 7, 6) - 1)
      const vein = smooth(0.9, 0.995, ridge) + 0.35 * smooth(0.94, 1, 1 - Math.abs(2 * clouds(u, v, 5, 5, seed + 31, 4) - 1))
      return { color: mixed(times(color, 1 + 0.25 * body.contrast * warp), body.vein, Math.min(1, body.contrast * vein)), roughness, height: 0 }
    }
    case 'clouds': {
      const value = clouds(u, v, body.scale, body.scale, seed, 6)
      const pore = smooth(0.8, 0.95, noise(u, v, body.scale * 12, body.scale * 12, seed + 40))
      return { color: times(color, 1 + body.contrast * (2 * value - 1) - 0.25 * body.contrast * pore), roughness: roughness + 0.08 * (0.5 - value), height: body.relief * (value - 0.5 * pore) }
    }
    case 'terrazzo': {
      const bend = 0.35 / body.count
      const { first, second, id } = cells(u + bend * (noise(u, v, body.count * 2, body.count * 2, seed + 3) - 0.5), v + bend * (noise(u, v, body.count * 2, body.count * 2, seed + 4) - 0.5), body.count, seed)
      const isChip = smooth(0.05, 0.09, second - first - 0.22 * hash(id, 5, seed))
      const chip = body.chips[Math.floor(hash(id, 9, seed) * body.chips.length)]
      return { color: mixed(times(color, 0.95 + 0.1 * noise(u, v, 64, 64, seed)), times(chip, 0.85 + 0.3 * hash(id, 17, seed)), isChip), roughness, height: 0 }
    }
    case 'weave': {
      const [x, y] = [u * body.threads, v * body.threads]
      const [i, j] = [Math.floor(x), Math.floor(y)]
      const isWarp = (((body.twill ? i + j : (i + j) * 2) % 4) + 4) % 4 < 2
      const across = isWarp ? x - i : y - j
      const along = isWarp ? y - j : x - i
      const round = Math.sqrt(Math.max(0, 1 - (2 * across - 1) ** 2)) * (0.6 + 0.4 * Math.sin(Math.PI * along))
      const yarn = 0.85 + 0.3 * noise(u, v, body.threads * (isWarp ? 4 : 1), body.threads * (isWarp ? 1 : 4), seed + (isWarp ? 0 : 50))
      return { color: times(isWarp ? color : body.weft, yarn * (0.55 + 0.45 * round)), roughness, height: (0.35 * round) / body.threads }
    }
    case 'pile': {
      const { first, id } = cells(u, v, body.count, seed)
      const loop = Math.max(0, 1 - first * 1.1)
      return { color: times(color, (1 + body.contrast * (hash(id, 3, seed) - 0.5)) * (0.6 + 0.4 * loop)), roughness, height: (0.5 * loop) / body.count }
    }
    case 'leather': {
      const { first, second } = cells(u, v, body.count, seed)
      const crease = smooth(0, 0.25, second - first)
      return { color: times(color, 0.8 + 0.2 * crease + 0.08 * (clouds(u, v, 6, 6, seed, 3) - 0.5)), roughness: roughness + 0.15 * (1 - crease), height: (0.18 * crease) / body.count }
    }
    case 'brushed': {
      const scratch = 0.5 * noise(u, v, 3, 256, seed) + 0.5 * noise(u, v, 7, 512, seed + 1)
      return { color, roughness: roughness + body.contrast * (scratch - 0.5), height: 0.0004 * scratch }
    }
    case 'ribs': return { color, roughness, height: (0.12 / body.count) * Math.sin(TAU * body.count * u) }
    case 'hammered': return { color, roughness, height: (body.relief / body.count) * cells(u, v, body.count, seed).first ** 2 }
  }
}
