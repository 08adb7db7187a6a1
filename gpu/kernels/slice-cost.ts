/** Of one dispatch, milliseconds: others may have the GPU then. */
export const SLICE_MS = 30

/**
 * What slices cost, learned from them, by whatever they are counted in: pixels, blocks. Every slice also waits for its turn, however small it is: taken
 * for the pixels' own cost, that would make slices smaller and smaller on a machine that has much else to do, until a picture never ends. So the
 * line `wait + count * eachMs` is fitted to the latest slices. Where the cost changes, as from sky to room, what was before is forgotten: those take longer that were
 * planned before, and the next by half as much.
 */
export interface SliceCost {
  /** Milliseconds of one more; null before the first slice. Such that slices grow by steps, never by leaps. */
  readonly eachMs: number | null
  /**
   * A slice, or the mean of those of a step.
   *
   * @param count  of what slices are counted in
   * @param ms  from when it could begin until it was done, milliseconds
   * @param largest  of a step: count of the largest of them; how far slices may grow goes by that
   */
  add(count: number, ms: number, largest?: number): void
}

/** Weight of the slices before at each new one. */
const MEMORY = 0.7
/** Of their squared mean, the spread of counts below which no line is fitted. */
const ALIKE = 0.03
/** Of what a slice was expected to take, from where on and down to where its cost has changed. */
const [DEARER, CHEAPER] = [1.5, 0.5]

/** @param sliceMs  milliseconds that slices are to take @param inFlight  slices that are planned before the first of them is known */
export function createSliceCost(sliceMs = SLICE_MS, inFlight = 1): SliceCost {
  // Weighted sums over slices: their number, counts, milliseconds and products of these.
  let [n, x, y, xx, xy] = [0, 0, 0, 0, 0]
  let slices = 0
  /** Counts of the largest slice: of the last ones, less the longer ago, from which they grow; and of the very last. */
  let [reach, last] = [0, 0]
  /** Slices of one size that take too long: by work, or because they wait? A smaller one tells; a larger one would keep the card for twice as long. */
  const asksForSmaller = () => n * xx - x * x < ALIKE * x * x && (y / x) * last > sliceMs
  /** What came last is worth nothing when the next is known: the very first also waited for the driver to compile, and a step that meets a change is half of before. */
  let isDoubtful = false
  /** Other work than before: more than all of what they took explains, pixels or waiting, or far less. A clock that stood still says nothing. */
  const isSurprise = (count: number, ms: number): boolean => {
    if (n === 0 || ms === 0) return false
    const [byWork, byWait] = [(y / x) * count, y / n]
    return ms > DEARER * Math.max(byWork, byWait) || ms < CHEAPER * Math.min(byWork, byWait)
  }
  /** So often a smaller one was asked for, and none came. */
  let stuck = 0
  return {
    get eachMs() {
      if (n === 0) return null
      const mean = y / x
      const spread = n * xx - x * x
      if (asksForSmaller()) return stuck >= inFlight ? (sliceMs * n) / (2 * x) : slices > 3 ? (2 * sliceMs) / last : 1.5 * mean
      return Math.max(spread < ALIKE * x * x ? mean : Math.min(mean, (n * xy - x * y) / spread), sliceMs / (3 * reach))
    },
    add(count, ms, largest) {
      stuck = asksForSmaller() && count > (0.8 * x) / n ? stuck + 1 : 0
      const hasChanged = isSurprise(count, ms)
      // Across a change of cost there is no line.
      if (isDoubtful || hasChanged) [n, x, y, xx, xy] = [0, 0, 0, 0, 0]
      isDoubtful = slices++ === 0 || (hasChanged && largest !== undefined)
      last = largest ?? count
      reach = Math.max(last, MEMORY * reach)
      n = n * MEMORY + 1
      x = x * MEMORY + count
      y = y * MEMORY + ms
      xx = xx * MEMORY + count * count
      xy = xy * MEMORY + count * ms
    },
  }
}
