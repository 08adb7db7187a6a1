/** Of one dispatch, milliseconds: others may have the GPU then. */
export const SLICE_MS = 30

/**
 * What slices cost, learned from them, by whatever they are counted in: pixels, blocks. Every slice also waits for its turn, however small it is: taken
 * for the pixels' own cost, that would make slices smaller and smaller on a machine that has much else to do, until a picture never ends. So the
 * line `wait + count * eachMs` is fitted to the latest slices.
 */
export interface SliceCost {
  /** Milliseconds of one more; null before the first slice. Such that slices grow by steps, never by leaps. */
  readonly eachMs: number | null
  /** A slice, or the mean of those of a step. @param largest  count of the largest of them: how far slices may grow goes by that */
  add(count: number, ms: number, largest?: number): void
}

/** Weight of the slices before at each new one. */
const MEMORY = 0.7
/** Of their squared mean, the spread of counts below which no line is fitted. */
const ALIKE = 0.03

/** @param sliceMs  that slices are to take @param inFlight  slices that are planned before the first of them is known */
export function createSliceCost(sliceMs = SLICE_MS, inFlight = 1): SliceCost {
  // Weighted sums over slices: their number, counts, milliseconds and products of these.
  let [n, x, y, xx, xy] = [0, 0, 0, 0, 0]
  let slices = 0
  /** Counts of the largest slice: of the last ones, less the longer ago, from which they grow; and of the very last. */
  let [reach, last] = [0, 0]
  /** Slices of one size that take too long: by work, or because they wait? A smaller one tells; a larger one would keep the card for twice as long. */
  const asksForSmaller = () => n * xx - x * x < ALIKE * x * x && (y / x) * last > sliceMs
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
    add(count, ms, largest = count) {
      stuck = asksForSmaller() && count > (0.8 * x) / n ? stuck + 1 : 0
      // The first also waited for the driver to compile.
      if (slices++ === 1) [n, x, y, xx, xy] = [0, 0, 0, 0, 0]
      last = largest
      reach = Math.max(largest, MEMORY * reach)
      n = n * MEMORY + 1
      x = x * MEMORY + count
      y = y * MEMORY + ms
      xx = xx * MEMORY + count * count
      xy = xy * MEMORY + count * ms
    },
  }
}
