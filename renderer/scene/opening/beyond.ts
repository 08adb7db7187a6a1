import { type Box, boxAround, boxOfPart, sizeOf } from '../../imports/pieces/box.ts'
import type { ParsedAsset } from '../../imports/types.ts'

/** Times the width of what stands on it: a ground that reaches farther is a plain to the horizon, no site. */
const WIDER = 6
/** One thing or two on a wide ground are a picture of that ground. */
const FEWEST_THINGS = 4
/** Height of a ground, as a share of its width. */
const FLAT = 0.05
const MOST_TILES = 64

/**
 * The plain on which a model stands, that reaches to its horizon: to frame all of it would make a speck of what is built.
 *
 * @returns ids of its parts, such as tiles
 * O(n log n + n tiles).
 */
export function groundBeyond(asset: Pick<ParsedAsset, 'parts' | 'meshes'>, leftOut: ReadonlySet<string>): ReadonlySet<string> {
  const placed = asset.parts.flatMap((part) => {
    const box = leftOut.has(part.id) ? null : boxOfPart(asset, part)
    return box === null ? [] : [{ id: part.id, box }]
  }).toSorted((a, b) => widthOf(b.box) - widthOf(a.box))
  const flat = placed.findIndex(({ box }) => sizeOf(box)[1] > FLAT * widthOf(box))
  for (let count = Math.min(flat < 0 ? MOST_TILES : flat, placed.length - FEWEST_THINGS, MOST_TILES); count > 0; count--) {
    const [ground, rest] = [placed.slice(0, count), placed.slice(count)].map((some) => boxAround(some.map(({ box }) => box)))
    if (widthOf(placed[count - 1].box) > WIDER * widthOf(rest) && carries(ground, rest)) return new Set(placed.slice(0, count).map(({ id }) => id))
  }
  return new Set()
}

const widthOf = (box: Box): number => Math.max(sizeOf(box)[0], sizeOf(box)[2])

/** Whether things stand on a ground, or a little in it. */
const carries = (ground: Box, { min, max }: Box): boolean => [0, 2].every((axis) => ground.min[axis] < min[axis] && max[axis] < ground.max[axis]) && ground.max[1] < (min[1] + max[1]) / 2
