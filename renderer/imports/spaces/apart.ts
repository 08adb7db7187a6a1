import { type Box, boxAround, boxOfPart, sizeOf } from '../pieces/box.ts'
import type { ParsedAsset } from '../types.ts'

/** So much of a model is never what stands apart from it. */
const CORE_SHARE = 0.9
const FEWEST_PARTS = 4

/**
 * The few parts that stand farther from all others than these reach: marks of a survey, a north arrow, a lost post. They stay in the model, and
 * neither its first view nor the search for rooms is drawn wide for them. What is astray by far is no matter of this: the doctor names it.
 *
 * @returns their ids
 * O(n log n).
 */
export function partsApart(asset: Pick<ParsedAsset, 'parts' | 'meshes'>, leftOut?: ReadonlySet<string>): ReadonlySet<string> {
  const placed = asset.parts.flatMap((part) => {
    const box = leftOut?.has(part.id) === true ? null : boxOfPart(asset, part)
    return box === null ? [] : [{ id: part.id, box }]
  })
  if (placed.length < FEWEST_PARTS) return new Set()
  const middles = [0, 1, 2].map((axis) => placed.map(({ box }) => (box.min[axis] + box.max[axis]) / 2).toSorted((a, b) => a - b)[placed.length >> 1]) as [number, number, number]
  const sorted = placed.map((each) => ({ ...each, away: gap(each.box, { min: middles, max: middles }) })).toSorted((a, b) => a.away - b.away)
  const count = Math.min(sorted.length - 1, Math.ceil(CORE_SHARE * sorted.length))
  let core = boxAround(sorted.slice(0, count).map(({ box }) => box))
  const rest = sorted.slice(count)
  const first = rest.findIndex(({ box }) => {
    if (gap(box, core) > Math.hypot(...sizeOf(core))) return true
    core = boxAround([core, box])
    return false
  })
  return new Set(first < 0 ? [] : rest.slice(first).map(({ id }) => id))
}

/** Metres. */
const gap = (a: Box, b: Box): number => Math.hypot(...[0, 1, 2].map((axis) => Math.max(a.min[axis] - b.max[axis], b.min[axis] - a.max[axis], 0)))
