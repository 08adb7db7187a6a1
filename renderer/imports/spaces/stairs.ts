import type { PlacedPart } from './part-boxes.ts'

/* Metres. */
/** From one step to the next: how much higher, how much farther on. */
const [LOWEST_RISE, HIGHEST_RISE] = [0.1, 0.32]
const [NARROWEST_GOING, WIDEST_GOING] = [0.12, 0.9]
const FEWEST_STEPS = 4
/** Of a tread, a riser, a nosing: long across, low, not deep. */
const [SHORTEST_STEP, LONGEST_STEP, DEEPEST_STEP, HIGHEST_STEP] = [0.5, 4, 0.7, 0.35]
/** Share by which the lengths of two steps differ. */
const ALIKE = 0.15
/** Between a step and the next, seen from above. */
const GAP = 0.15
/** Of what belongs to a step, beside the other boards of it: the wedge between it and the string. */
const [TRIM_THICKNESS, TRIM_LENGTH, TRIM_GAP] = [0.05, 0.6, 0.02]
const MOST_COMPARED = 3000
/** Pairs of things and steps. */
const MOST_TRIM = 1e7

/**
 * The steps of stairs, and the thin trim at them: low long parts that rise one by one, each a little higher and a little farther on than one
 * before. Shelves stand above each other, benches beside each other; steps do both. O(n²), bounded.
 */
export function findStairs(parts: readonly PlacedPart[]): ReadonlySet<PlacedPart> {
  const bars = parts.filter(isBar).toSorted((a, b) => bottomOf(a) - bottomOf(b)).slice(0, MOST_COMPARED)
  const [below, above] = [new Map<PlacedPart, number>(), new Map<PlacedPart, number>()]
  const chain = (counts: Map<PlacedPart, number>, order: readonly PlacedPart[], isNext: (last: PlacedPart, next: PlacedPart) => boolean): void => {
    for (const [i, one] of order.entries()) {
      let longest = 0
      for (let k = i - 1; k >= 0 && Math.abs(bottomOf(order[k]) - bottomOf(one)) <= HIGHEST_RISE; k--) if (isNext(order[k], one)) longest = Math.max(longest, counts.get(order[k]) as number)
      counts.set(one, longest + 1)
    }
  }
  chain(below, bars, isNextStep)
  chain(above, bars.toReversed(), (higher, one) => isNextStep(one, higher))
  const steps = bars.filter((bar) => (below.get(bar) as number) + (above.get(bar) as number) - 1 >= FEWEST_STEPS)
  return new Set([...steps, ...trimOf(parts, steps)])
}

function trimOf(parts: readonly PlacedPart[], steps: readonly PlacedPart[]): readonly PlacedPart[] {
  const isThin = ({ size }: PlacedPart): boolean => Math.min(...size) < TRIM_THICKNESS && Math.max(...size) < TRIM_LENGTH
  const isAlike = (one: PlacedPart, step: PlacedPart): boolean => isBar(one) && Math.abs(lengthOf(one) - lengthOf(step)) < ALIKE * lengthOf(step)
  const [lowest, highest] = [Math.min(...steps.map(bottomOf)), Math.max(...steps.map(({ box }) => box.max[1]))]
  const near = parts.filter((one) => (isThin(one) || isBar(one)) && one.box.max[1] > lowest - TRIM_GAP && bottomOf(one) < highest + TRIM_GAP)
  if (near.length * steps.length > MOST_TRIM) return []
  return near.filter((one) => {
    const thin = isThin(one)
    return steps.some((step) => (thin || isAlike(one, step)) && [0, 1, 2].every((axis) => gapOf(one, step, axis) < TRIM_GAP))
  })
}

const bottomOf = ({ box }: PlacedPart): number => box.min[1]
const lengthOf = ({ size: [width, , depth] }: PlacedPart): number => Math.max(width, depth)
const isBar = (one: PlacedPart): boolean =>
  lengthOf(one) > SHORTEST_STEP && lengthOf(one) < LONGEST_STEP && Math.min(one.size[0], one.size[2]) < DEEPEST_STEP && one.size[1] < HIGHEST_STEP

const gapOf = (a: PlacedPart, b: PlacedPart, axis: number): number => Math.max(a.box.min[axis] - b.box.max[axis], b.box.min[axis] - a.box.max[axis])
const middleOf = ({ box: { min, max } }: PlacedPart, axis: number): number => (min[axis] + max[axis]) / 2

function isNextStep(a: PlacedPart, b: PlacedPart): boolean {
  const rise = bottomOf(b) - bottomOf(a)
  const going = Math.hypot(middleOf(b, 0) - middleOf(a, 0), middleOf(b, 2) - middleOf(a, 2))
  return rise > LOWEST_RISE && rise < HIGHEST_RISE && going > NARROWEST_GOING && going < WIDEST_GOING &&
    Math.abs(lengthOf(a) - lengthOf(b)) < ALIKE * lengthOf(a) && Math.max(gapOf(a, b, 0), gapOf(a, b, 2)) < GAP
}
