import { createSliceCost, type SliceCost, SLICE_MS } from '../../kernels/slice-cost.ts'

/** Milliseconds that a step should take: short enough for whoever waits, long enough to be worth it. */
const PATHS_MS = 120
/** Blocks of 64 pixels that are tried where nothing is known. */
const FIRST_BLOCKS = 16

/** What a step traces: blocks of pixels, samples of each of them, and how many blocks may be traced in one slice at most. */
export interface StepPlan { readonly count: number; readonly samples: number; readonly room: number }

/**
 * Of a part of a sample or of some samples as many blocks as there is time for. A slice is as many as take SLICE_MS in all its dispatches, so none of
 * them takes longer, however many there are: without bounces the rays of all lights may be nearly all of it, and so in the open, where few paths go on.
 *
 * @param eachMs  tracing one block, milliseconds; null: unknown
 * @param blocks  of a sample; `left` of them are still to be traced of this one
 * @param most  samples that may be traced at once
 * @returns several samples only of all blocks; each number is one at least, however long it takes
 */
export function planStep(eachMs: number | null, blocks: number, left: number, most: number): StepPlan {
  const inTime = (ms: number): number => (eachMs === null ? FIRST_BLOCKS : Math.max(1, Math.floor(ms / eachMs)))
  const affordable = inTime(PATHS_MS)
  const count = Math.min(left, affordable)
  return { count, samples: count < blocks ? 1 : Math.max(1, Math.min(most, Math.floor(affordable / count))), room: inTime(SLICE_MS) }
}

/** What blocks cost, in pictures of one kind: any other begins carefully again. */
export interface BlockCosts {
  /** @param kind  by what costs differ, compared one by one: the scene, how long its paths are @returns what is known of this kind, in blocks of one sample */
  of(kind: readonly unknown[]): SliceCost
}

export function createBlockCosts(): BlockCosts {
  let known: { readonly kind: readonly unknown[]; readonly cost: SliceCost } | null = null
  return {
    of(kind) {
      if (known === null || kind.some((value, i) => value !== known!.kind[i])) known = { kind, cost: createSliceCost() }
      return known.cost
    },
  }
}

/** What one trip through the queue takes: blocks of pixels, and samples of each of them. */
export interface Slice { readonly firstBlock: number; readonly count: number; readonly firstSample: number; readonly samples: number }

/** Cuts samples of blocks into slices: of all blocks as many samples as fit, or of one sample as many blocks. @param room  blocks of a slice, one at least */
export function slicesOf(blocks: number, samples: number, room: number): Slice[] {
  const together = Math.max(1, Math.floor(room / blocks))
  const slices: Slice[] = []
  for (let firstSample = 0; firstSample < samples; firstSample += together) {
    for (let firstBlock = 0; firstBlock < blocks; firstBlock += room) {
      slices.push({ firstBlock, count: Math.min(room, blocks - firstBlock), firstSample, samples: Math.min(together, samples - firstSample) })
    }
  }
  return slices
}
