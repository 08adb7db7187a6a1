import type { Network, Part } from './network.ts'
import { OVERLAP, SIDE_STEP } from './unet.ts'

const up = (value: number): number => Math.ceil(value / SIDE_STEP) * SIDE_STEP

/** How a picture is cut: bands from top to bottom, each into parts from left to right. All but the last are as large. */
export interface Cut {
  /** Rows and columns that a part is there for. */
  readonly rows: number
  readonly columns: number
}

/** Pixels of a band with what lies around it, as rows that wait in memory: 290 MB of a picture with its guides. */
const MOST_WAITING = 6_000_000

/**
 * The cut with the least work: parts overlap by what a pixel sees, so few large ones are better. Edges lie at multiples of SIDE_STEP, so that
 * the picture put together is the one that would come of a single piece.
 *
 * @param mostPixels  of a part with its surroundings
 */
export function cutPicture(width: number, height: number, mostPixels: number): Cut {
  const [wide, high] = [up(width), up(height)]
  if (wide * high <= mostPixels) return { rows: high, columns: wide }
  let best: (Cut & { readonly work: number }) | null = null
  for (let columns = wide; columns >= SIDE_STEP; columns -= SIDE_STEP) {
    const across = Math.min(wide, columns + (columns < wide ? 2 * OVERLAP : 0))
    const waiting = Math.max(3 * OVERLAP, Math.floor(MOST_WAITING / width))
    const down = Math.floor(Math.min(mostPixels / across, waiting) / SIDE_STEP) * SIDE_STEP
    const rows = down >= high ? high : down - 2 * OVERLAP
    if (rows < SIDE_STEP) continue
    const work = Math.ceil(width / columns) * across * Math.ceil(height / rows) * Math.min(high, rows + 2 * OVERLAP)
    if (best === null || work < best.work) best = { rows, columns, work }
  }
  // Too little room for any: the smallest parts there are.
  return best ?? { rows: SIDE_STEP, columns: SIDE_STEP }
}

/** A part with its surroundings, and what of it is kept. */
export interface CutPart { readonly around: Part; readonly kept: Part }

/**
 * The parts of the band that begins at row y, in pixels of the picture. All parts of a picture are as large, at its sides too, where they see more than they must:
 * a card lays its memory out anew for every size, and has both for a while.
 */
export function partsOfBand(width: number, height: number, y: number, { rows, columns }: Cut): CutPart[] {
  const [top, tall] = spanOf(height, y, rows)
  return Array.from({ length: Math.ceil(width / columns) }, (_, i) => {
    const x = i * columns
    const [left, wide] = spanOf(width, x, columns)
    return {
      around: { x: left, y: top, width: wide, height: tall },
      kept: { x, y, width: Math.min(columns, width - x), height: Math.min(rows, height - y) },
    }
  })
}

/** Where along a side of a picture a part with its surroundings begins, and how long it is. */
function spanOf(length: number, start: number, kept: number): readonly [number, number] {
  const span = Math.min(up(length), kept + (kept < length ? 2 * OVERLAP : 0))
  const first = Math.max(0, Math.min(start - OVERLAP, up(length) - span))
  return [first, Math.min(length, first + span) - first]
}

/** Pixels of a side of the little picture that is timed. */
const TIMED_SIDE = 128

/** How long a picture will take, seconds, from what a little one takes here and now. */
export async function networkSeconds(network: Network, width: number, height: number): Promise<number> {
  const rows = { radiance: new Float32Array(4 * TIMED_SIDE ** 2).fill(1), albedo: new Float32Array(4 * TIMED_SIDE ** 2), normal: new Float32Array(4 * TIMED_SIDE ** 2) }
  let seconds = 0
  // The first is also compiled for.
  for (let turn = 0; turn < 2; turn++) {
    const start = performance.now()
    await network.run(rows, TIMED_SIDE, { x: 0, y: 0, width: TIMED_SIDE, height: TIMED_SIDE }, 1)
    seconds = (performance.now() - start) / 1000
  }
  const cut = cutPicture(width, height, network.mostPixels)
  let pixels = 0
  for (let y = 0; y < height; y += cut.rows) for (const { around } of partsOfBand(width, height, y, cut)) pixels += up(around.width) * up(around.height)
  return (seconds * pixels) / TIMED_SIDE ** 2
}
