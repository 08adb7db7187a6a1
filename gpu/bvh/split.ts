import { areaOf, empty, type Fragments, join } from './fragments.ts'

/** Two groups that a node's fragments fall into, and what that is expected to cost: areas times counts. */
export interface ObjectSplit {
  readonly cost: number
  readonly axis: number
  /** Fragments whose middle lies in this bin or below it come first. */
  readonly bin: number
  /** Area in which both groups' boxes lie. */
  readonly overlap: number
}

export interface SpatialSplit {
  readonly cost: number
  readonly axis: number
  readonly plane: number
}

const BINS = 32
const EDGES = BINS - 1

/** The bin of a middle, as both findObjectSplit and its user count them. */
export function binOf(boxes: ArrayLike<number>, fragment: number, axis: number, low: number, scale: number): number {
  const middle = (boxes[6 * fragment + axis] + boxes[6 * fragment + 3 + axis]) / 2
  return Math.max(0, Math.min(BINS - 1, Math.floor((middle - low) * scale)))
}

/** How binOf counts within these bounds of middles. 0: they are all in one place. */
export const binScale = (low: number, high: number): number => (high > low ? (BINS * (1 - 1e-9)) / (high - low) : 0)

/** Made once: for half a million nodes, garbage would take longer than the sums. */
const counts = new Uint32Array(BINS)
const ends = new Uint32Array(BINS)
const boxes = Array.from({ length: BINS }, () => new Float64Array(6))
const belowAreas = new Float64Array(EDGES)
const belowCounts = new Float64Array(EDGES)
const belowBoxes = Array.from({ length: EDGES }, () => new Float64Array(6))
const running = new Float64Array(6)
const [lowPart, highPart] = [new Float64Array(6), new Float64Array(6)]

/**
 * Fragments as they are, by their middles: bins instead of sorting. Wald 2007, "On fast construction of SAH-based bounding volume
 * hierarchies".
 *
 * @param list     numbers of fragments
 * @param middles  6 numbers: bounds of their middles
 */
export function findObjectSplit(fragments: Fragments, list: Uint32Array, begin: number, end: number, middles: Float64Array): ObjectSplit | null {
  let best: ObjectSplit | null = null
  for (let axis = 0; axis < 3; axis++) {
    const scale = binScale(middles[axis], middles[3 + axis])
    if (scale === 0) continue
    counts.fill(0)
    for (const box of boxes) empty(box)
    for (let i = begin; i < end; i++) {
      const bin = binOf(fragments.boxes, list[i], axis, middles[axis], scale)
      counts[bin]++
      join(boxes[bin], fragments.boxes, 6 * list[i])
    }
    const found = cheapestEdge(counts, counts, best?.cost ?? Infinity)
    if (found === null) continue
    best = { cost: found.cost, axis, bin: found.edge, overlap: overlapOf(belowBoxes[found.edge], found.above) }
  }
  return best
}

/**
 * Fragments cut where a plane meets them: a fragment then counts on both sides, in smaller boxes. Stich, Friedrich, Dietrich 2009,
 * "Spatial splits in bounding volume hierarchies", section 4.2.
 *
 * @param bounds  6 numbers: the box of all these fragments
 */
export function findSpatialSplit(fragments: Fragments, list: Uint32Array, begin: number, end: number, bounds: Float64Array, dearest: number): SpatialSplit | null {
  let best: SpatialSplit | null = null
  for (let axis = 0; axis < 3; axis++) {
    const width = (bounds[3 + axis] - bounds[axis]) / BINS
    if (!(width > 0)) continue
    const planeAt = (edge: number): number => bounds[axis] + (edge + 1) * width
    counts.fill(0)
    ends.fill(0)
    for (const box of boxes) empty(box)
    for (let i = begin; i < end; i++) chop(fragments, list[i], axis, bounds[axis], width, planeAt)
    const found = cheapestEdge(counts, ends, best?.cost ?? dearest)
    if (found !== null) best = { cost: found.cost, axis, plane: planeAt(found.edge) }
  }
  return best
}

/** Adds one fragment's part in each bin to that bin; it begins in one and ends in one. */
function chop(fragments: Fragments, fragment: number, axis: number, low: number, width: number, planeAt: (edge: number) => number): void {
  const at = 6 * fragment
  const clamp = (bin: number): number => Math.max(0, Math.min(BINS - 1, Math.floor(bin)))
  const first = clamp((fragments.boxes[at + axis] - low) / width)
  const last = Math.max(first, clamp((fragments.boxes[at + 3 + axis] - low) / width))
  counts[first]++
  ends[last]++
  if (first === last) {
    join(boxes[first], fragments.boxes, at)
    return
  }
  // Each cut measures the whole fragment: what lies below this plane and above the one before is the part in between.
  for (let k = 0; k < 6; k++) highPart[k] = fragments.boxes[at + k]
  for (let bin = first; bin <= last; bin++) {
    if (bin < last) fragments.measure(fragment, axis, planeAt(bin), lowPart, running)
    else for (let k = 0; k < 6; k++) lowPart[k] = fragments.boxes[at + k]
    for (let k = 0; k < 3; k++) {
      lowPart[k] = Math.max(lowPart[k], highPart[k])
      lowPart[3 + k] = Math.min(lowPart[3 + k], highPart[3 + k])
    }
    highPart.set(running)
    if (lowPart[0] <= lowPart[3] && lowPart[1] <= lowPart[4] && lowPart[2] <= lowPart[5]) join(boxes[bin], lowPart, 0)
  }
}

/** The edge between two bins with the least cost below `dearest`; neither side is empty. */
function cheapestEdge(begins: Uint32Array, stops: Uint32Array, dearest: number): { readonly cost: number; readonly edge: number; readonly above: Float64Array } | null {
  empty(running)
  let count = 0
  for (let edge = 0; edge < EDGES; edge++) {
    join(running, boxes[edge], 0)
    count += begins[edge]
    belowAreas[edge] = areaOf(running)
    belowCounts[edge] = count
    belowBoxes[edge].set(running)
  }
  const total = count + begins[BINS - 1]
  empty(running)
  count = 0
  let [cost, edge] = [dearest, -1]
  const above = new Float64Array(6)
  for (let e = EDGES - 1; e >= 0; e--) {
    join(running, boxes[e + 1], 0)
    count += stops[e + 1]
    if (count === 0 || belowCounts[e] === 0) continue
    const here = belowAreas[e] * belowCounts[e] + areaOf(running) * count
    if (here >= cost) continue
    cost = here
    edge = e
    above.set(running)
  }
  return edge < 0 || total === 0 ? null : { cost, edge, above }
}

function overlapOf(a: Float64Array, b: Float64Array): number {
  const both = new Float64Array(6)
  for (let k = 0; k < 3; k++) {
    both[k] = Math.max(a[k], b[k])
    both[3 + k] = Math.min(a[3 + k], b[3 + k])
  }
  return areaOf(both)
}
