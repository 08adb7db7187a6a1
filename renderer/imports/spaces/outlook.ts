import type { Vec3 } from '../../../gpu/index.ts'
import { type Box, sizeOf } from '../pieces/box.ts'
import type { ParsedAsset } from '../types.ts'
import { type Voxels, voxelize } from './voxels.ts'
import { walkVoxels } from './walk.ts'

/** From where a model is looked at that nobody stands in. */
export interface Outlook {
  /** Radians about y, from +z towards +x, to where one stands. */
  readonly turn: number
  /** Open towards there, as a doll's house is: one looks into it. */
  readonly isHollow: boolean
}

/** Radians from the front: three quarters. */
const ASIDE = 0.6
/** Of its depth, a model's width: what is narrower is looked at on its broad side. */
const NARROW = 0.4
/** Radians from which one looks down: little, for a wall in front hides what it can. */
const DOWN = 0.16
/** Points along each side of a model, and cubes along its longest. */
const [POINTS, CUBES] = [12, 64]
/** Of more it would take seconds. */
const MOST_TRIANGLES = 4_000_000
/** Of the air in a model: a side that shows so much less than the best is as good. */
const ALIKE = 0.2
/** Of that air, too: what shows so much of it is open. Of what was tried, corners and rooms without a side show 0.59 at least, houses, plans, vessels and furniture 0.51 at most. */
export const HOLLOW = 0.55

/** The usual way to look at a model: from its front and the right, or where it is narrow from its right and the front. */
export function usualTurn({ min, max }: Box): number {
  return max[0] - min[0] < NARROW * (max[2] - min[2]) ? Math.PI / 2 - ASIDE : ASIDE
}

/**
 * From which side most of a model's air is seen before what bounds it: a room without its front is looked at from the front, a corner of two walls not from
 * behind them. The usual way wins unless another shows much more; then three quarters, and what is between two walls is looked at straight.
 */
export function findOutlook(bounds: Box, voxels: Voxels): Outlook {
  const usual = usualTurn(bounds)
  const turns = [usual, -usual, Math.PI - usual, Math.PI + usual, 0, Math.PI / 2, -Math.PI / 2, Math.PI]
  const air = airIn(bounds)
  const seen = turns.map((turn) => seenShare(air, turn, voxels))
  const best = seen.findIndex((share) => share >= Math.max(...seen) - ALIKE)
  return { turn: turns[best], isHollow: seen[best] >= HOLLOW }
}

/** Of a model in which no rooms are looked for, by cubes as small as it is. @param leftOut  ids of parts that do not count */
export function outlookOn(asset: ParsedAsset, bounds: Box, leftOut: ReadonlySet<string>): Outlook {
  const triangles = asset.parts.reduce((sum, { mesh }) => sum + (asset.meshes.get(mesh)?.indices.length ?? 0) / 3, 0)
  const longest = Math.max(...sizeOf(bounds))
  if (triangles > MOST_TRIANGLES || !(longest > 0)) return { turn: usualTurn(bounds), isHollow: false }
  return findOutlook(bounds, voxelize(asset, bounds, leftOut, longest / CUBES))
}

/** Of points in the air those that are seen before something, from outside. @param turn  as of an Outlook */
export function seenShare(points: readonly Vec3[], turn: number, voxels: Voxels): number {
  const across = Math.cos(DOWN)
  const back: Vec3 = [Math.sin(turn) * across, Math.sin(DOWN), Math.cos(turn) * across]
  const away: Vec3 = [-back[0], -back[1], -back[2]]
  return points.filter((point) => walkVoxels(voxels, point, back) === null && walkVoxels(voxels, point, away) !== null).length / points.length
}

function airIn(bounds: Box): readonly Vec3[] {
  const size = sizeOf(bounds)
  const at = (axis: number, i: number): number => bounds.min[axis] + ((i + 0.5) / POINTS) * size[axis]
  return Array.from({ length: POINTS ** 3 }, (_, i) => [at(0, i % POINTS), at(1, Math.floor(i / POINTS ** 2)), at(2, Math.floor(i / POINTS) % POINTS)])
}
