/** Cost of the plane that `sweep` found last. */
export let sweptCost = 0

/**
 * Finds the cheapest plane of one axis among the ends and starts of the boxes.
 *
 * Costs are in tests times the cell's (half) area: below * (u v + (u + v) (p - low)) + above * (u v + (u + v) (high - p)).
 * Where several events share a position, only the count between the last end and the first start is right, and it is the
 * cheapest of them, so no grouping is needed.
 *
 * @param best  what to undercut
 * @returns the event whose position is the plane, with its cost in `sweptCost`, or -1
 */
export function sweep(
  positions: Float32Array, codes: Uint32Array, begin: number, end: number, count: number,
  low: number, high: number, uv: number, uAndV: number, step: number, bonus: number, best: number,
): number {
  let below = 0
  let above = count
  let found = -1
  for (let i = begin; i < end; i++) {
    const start = codes[i] & 1
    const p = positions[i]
    above -= 1 - start
    if (p > low && p < high) {
      let cost = step + below * (uv + uAndV * (p - low)) + above * (uv + uAndV * (high - p))
      if (below === 0 || above === 0) cost *= bonus
      if (cost < best) {
        best = cost
        found = i
      }
    }
    below += start
  }
  sweptCost = best
  return found
}
