import { type Box, boxAround, sizeOf } from '../pieces/box.ts'
import type { Surveyed } from './survey.ts'

/** So many times the median distance from the rest is astray. */
const FAR = 20
/** More than this share of a model is no stray, but another model. */
const MOST_SHARE = 0.1
const FEWEST_OBJECTS = 4

/**
 * Parts that lie alone, far from everything else: a book that slipped, a point of a survey. They never count for the model's size, its unit or
 * the first view.
 *
 * @returns their ids; none where most are scattered
 * O(n log n).
 */
export function findStrays(objects: readonly Surveyed[]): readonly string[] {
  if (objects.length < FEWEST_OBJECTS) return []
  const middle = [0, 1, 2].map((axis) => median(objects.map(({ box }) => (box.min[axis] + box.max[axis]) / 2)))
  // To the nearest point of its box: a site's ground reaches far, but lies here.
  const distances = objects.map(({ box }) => Math.hypot(...middle.map((value, axis) => Math.max(box.min[axis] - value, value - box.max[axis], 0))))
  const centres = objects.map(({ box }) => Math.hypot(...middle.map((value, axis) => (box.min[axis] + box.max[axis]) / 2 - value)))
  // Everything may stand in one place: then the size of things is the measure.
  const reach = Math.max(median(centres), median(objects.map(({ box }) => Math.hypot(...sizeOf(box)) / 2)))
  const astray = objects.filter((_, i) => distances[i] > FAR * reach)
  if (astray.length === 0 || astray.length > Math.max(1, MOST_SHARE * objects.length)) return []
  const rest = boxAround(objects.filter((object) => !astray.includes(object)).map(({ box }) => box))
  return astray.filter(({ box }) => gap(box, rest) > FAR * reach).map(({ part }) => part)
}

const gap = (a: Box, b: Box): number => Math.hypot(...[0, 1, 2].map((axis) => Math.max(a.min[axis] - b.max[axis], b.min[axis] - a.max[axis], 0)))

const median = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]
