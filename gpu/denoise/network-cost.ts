import { createSliceCost, type SliceCost, SLICE_MS } from '../kernels/slice-cost.ts'

/** What slices are to take: half of what none may exceed, for several are on their way before the first is known. */
export const AIM_MS = SLICE_MS / 2
/** Slices on their way at once, at most. */
export const MANY_IN_FLIGHT = 8
/** Of a pass where nothing of it is known, times that of the dearest convolution, whose kernel is much the same. */
const CAREFUL = 3
/** A host hears of what is done now and then: what seems to take none takes so long, milliseconds. */
const LEAST_MS = 0.5
/** What more than so many times the work takes is not known by it. */
const KNOWN = 3

/** Steps of a pass. */
export interface PassPart { readonly pass: number; readonly first: number; readonly count: number }

/** What the network's passes cost by their work, each by itself: how many channels there are decides how well they use a card. */
export interface NetworkCost {
  /** Milliseconds of one more unit of a pass's work; null where nothing is known: try a little. */
  eachMs(pass: number): number | null
  /** What so much work of a pass would take by its last slice, waiting included; Infinity where there was none, or a far smaller one. */
  expectedMs(pass: number, work: number): number
  /** A slice; of several passes only whether they took as little as was expected is learned. @param isTiled  a convolution in tiles */
  add(slice: { readonly passes: readonly number[]; readonly work: number; readonly isTiled: boolean }, ms: number): void
}

export function createNetworkCost(): NetworkCost {
  const costs: SliceCost[] = []
  const last = new Map<number, { readonly work: number; readonly ms: number; readonly isTiled: boolean }>()
  return {
    eachMs(pass) {
      const own = costs.at(pass)?.eachMs ?? null
      if (own !== null) return own
      const dearest = Math.max(...[...last.values()].filter(({ isTiled }) => isTiled).map(({ work, ms }) => ms / work))
      return dearest > 0 ? CAREFUL * dearest : null
    },
    expectedMs(pass, work) {
      const known = last.get(pass)
      return known === undefined || work > KNOWN * known.work ? Infinity : (Math.max(LEAST_MS, known.ms) / known.work) * work
    },
    add({ passes, work, isTiled }, ms) {
      if (passes.length > 1) {
        if (ms > AIM_MS) for (const pass of passes) last.delete(pass)
        return
      }
      const [pass] = passes
      costs[pass] ??= createSliceCost(AIM_MS, MANY_IN_FLIGHT)
      costs[pass].add(work, ms)
      last.set(pass, { work, ms, isTiled })
    },
  }
}
