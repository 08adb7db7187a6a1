import type { Voxels } from './voxels.ts'

/** What a person sees of a model's main storey from above, by column of voxels. */
export interface Columns {
  /** Voxel of the ground that the storey stands on. */
  readonly storey: number
  /** 1: something at the height of the head, with ground below it or without. */
  readonly blocked: Uint8Array
  /** 1: there is ground, and nothing at the height of the head. Low furniture does not matter. */
  readonly open: Uint8Array
  /** 1: open, and nothing above knee height either: somebody can stand here. */
  readonly standing: Uint8Array
  /** First voxel above head height that is something; -1 under the sky. */
  readonly roof: Int32Array
  /** Highest voxel that is something; -1 for nothing at all. */
  readonly top: Int32Array
}

/** Metres above the ground. */
const KNEE = 0.4
const HEAD_FROM = 1.3
const HEAD_TO = 1.9
/** Ground this much higher still belongs to the storey: steps, rugs, platforms, seats. */
const HIGHEST_GROUND = 1.2

/** @param above  voxel: the storey lies higher than this */
export function readColumns(voxels: Voxels, above = -1): Columns {
  const { counts: [nx, ny, nz], solid, size } = voxels
  const storey = findStorey(voxels, above)
  const level = (metres: number): number => Math.min(ny, storey + 1 + Math.round(metres / size))
  const layer = nx * nz
  const isClear = (column: number, from: number, to: number): boolean => {
    for (let y = from; y < to; y++) if (solid[column + layer * y] === 1) return false
    return true
  }
  const blocked = new Uint8Array(layer)
  const open = new Uint8Array(layer)
  const standing = new Uint8Array(layer)
  const roof = new Int32Array(layer).fill(-1)
  const top = new Int32Array(layer).fill(-1)
  for (let column = 0; column < layer; column++) {
    for (let y = ny - 1; y >= 0 && top[column] < 0; y--) if (solid[column + layer * y] === 1) top[column] = y
    for (let y = level(HEAD_TO); y < ny && roof[column] < 0; y++) if (solid[column + layer * y] === 1) roof[column] = y
    // Nothing below the floor counts: two voxels of slack for slabs that lie a little lower.
    const hasGround = !isClear(column, Math.max(0, storey - 2), level(HIGHEST_GROUND))
    blocked[column] = isClear(column, level(HEAD_FROM), level(HEAD_TO)) ? 0 : 1
    if (!hasGround || blocked[column] === 1) continue
    open[column] = 1
    standing[column] = isClear(column, level(KNEE), level(HEAD_TO)) ? 1 : 0
  }
  return { storey, blocked, open, standing, roof, top }
}

/** Air of this height or less above the ground is a storey's; more is a hall, or the gap between two shells of a facade. */
const STOREY_AIR = 6
const HALL_WEIGHT = 0.3
/** Ground under the sky: of a court, of a house whose roof was left off, but also of the roof itself. */
const SKY_WEIGHT = 0.5

/** The lowest of the heights at which much of the model has ground with a person's height of air above. */
function findStorey({ counts: [nx, ny, nz], solid, size }: Voxels, above: number): number {
  const layer = nx * nz
  const grounds = new Float64Array(ny)
  for (let column = 0; column < layer; column++) {
    let ground = -1
    for (let y = 0; y < ny; y++) {
      if (solid[column + layer * y] === 0) continue
      const air = (y - ground - 1) * size
      if (ground >= 0 && air > HEAD_TO) grounds[ground] += air <= STOREY_AIR ? 1 : HALL_WEIGHT
      ground = y
    }
    if (ground >= 0) grounds[ground] += SKY_WEIGHT
  }
  // Floors that lie on the border of two voxels fill both.
  const both = Array.from(grounds, (count, y) => (y > above ? count + (grounds[y + 1] ?? 0) : 0))
  const most = both.reduce((best, count) => Math.max(best, count))
  const lower = both.findIndex((count) => count > most * 0.6)
  return (grounds[lower + 1] ?? 0) > grounds[lower] ? lower + 1 : lower
}
