import { mergeFreeSplit, type Split } from './split.ts'
import { sortedEvents } from '../kdtree/build/events.ts'
import { sweep, sweptCost } from '../kdtree/build/sweep.ts'

/** Capacity of the über level's stack (traversal/uber.wgsl). */
export const MAX_UBER_DEPTH = 24

/** Entering an instance (two matrix rows, a box test, the first steps of its tree) against one step, about. */
const INSTANCE_COST = 4
const EMPTY_SPACE_BONUS = 0.2
/**
 * Share of a leaf's cost that a plane must save. In a furnished building 7 % asked of every plane takes a third of the nodes and
 * references away, a fifth of the time of every edit, and adds 3 % to what a ray costs; 20 % would halve the time, and add 22 %.
 */
const MIN_GAIN = 0.07
const LEAF = 3

/** The tree over the instances, as the arenas hold it: indices count from its own first node and reference. */
export interface UberTree {
  /** 2 words per node, laid out like an object tree's. */
  readonly nodes: Uint32Array
  /** Instance slots, listed by leaves. */
  readonly references: Uint32Array
  /** Root cell: min xyz, max xyz; min > max when there is nothing to hit. */
  readonly bounds: Float32Array
  readonly depth: number
  /** Leaves that an instance lies in, on average. */
  readonly referencesPerInstance: number
}

/**
 * Builds the über tree by the surface area heuristic over boxes: the same sweep as for triangles, but cutting a box changes
 * neither the order nor the place of its events, so nothing is ever merged. O(n log n).
 *
 * @param bounds  6 floats per instance: padded world bounds, min xyz, max xyz (instanceBounds)
 * @param slots   the instance's slot for each box; hidden instances are simply not listed
 */
export function buildUber(bounds: Float32Array, slots: Uint32Array): UberTree {
  const count = slots.length
  if (count === 0) return { nodes: Uint32Array.of(0, LEAF), references: new Uint32Array(0), bounds: Float32Array.of(1, 1, 1, -1, -1, -1), depth: 0, referencesPerInstance: 0 }
  const root = boundsOfAll(bounds, count)
  const maxDepth = Math.min(MAX_UBER_DEPTH, Math.round(8 + 1.3 * Math.log2(Math.max(2, count))))
  const events = sortedEvents(bounds, count)
  let nodes = new Uint32Array(16 * count + 64)
  let planes = new Float32Array(nodes.buffer)
  let references = new Uint32Array(4 * count + 64)
  let nodeCount = 0
  let referenceCount = 0
  let deepest = 0
  const side = new Uint8Array(count)
  let axis = 0
  let position = 0
  const split: Split = { aboveBegin: 0, belowBegin: 0, belowEnd: 0 }

  function addNode(begin: number, end: number, cell: Float64Array, depth: number): void {
    if (2 * nodeCount + 2 > nodes.length) {
      nodes = grown(nodes)
      planes = new Float32Array(nodes.buffer)
    }
    const node = nodeCount++
    const here = (end - begin) / 2
    if (here < 2 || depth >= maxDepth || !findPlane(begin, end, cell)) {
      while (referenceCount + here > references.length) references = grown(references)
      nodes[2 * node] = referenceCount
      nodes[2 * node + 1] = (here << 2) | LEAF
      const codes = events.codes[0]
      for (let i = begin; i < end; i++) if (codes[i] & 1) references[referenceCount++] = slots[codes[i] >>> 1]
      if (depth > deepest) deepest = depth
      return
    }
    // The plane is this node's: below calls overwrite what findPlane left.
    const k = axis
    const p = position
    mergeFreeSplit(events, begin, end, k, p, side, split)
    const { aboveBegin, belowBegin, belowEnd } = split
    planes[2 * node] = p
    const high = cell[3 + k]
    cell[3 + k] = p
    addNode(belowBegin, belowEnd, cell, depth + 1)
    cell[3 + k] = high
    nodes[2 * node + 1] = (nodeCount << 2) | k
    const low = cell[k]
    cell[k] = p
    addNode(aboveBegin, belowBegin, cell, depth + 1)
    cell[k] = low
  }

  /** Sets `axis` and `position` to the cheapest plane; false when a leaf is cheaper. */
  function findPlane(begin: number, end: number, cell: Float64Array): boolean {
    const here = (end - begin) / 2
    const x = cell[3] - cell[0]
    const y = cell[4] - cell[1]
    const z = cell[5] - cell[2]
    const area = x * y + y * z + z * x
    let best = here * area * (1 - MIN_GAIN)
    let isFound = false
    for (let k = 0; k < 3; k++) {
      const u = k === 0 ? y : x
      const v = k === 2 ? y : z
      const found = sweep(events.positions[k], events.codes[k], begin, end, here, cell[k], cell[3 + k], u * v, u + v, area / INSTANCE_COST, 1 - EMPTY_SPACE_BONUS, best)
      if (found < 0) continue
      best = sweptCost
      axis = k
      position = events.positions[k][found]
      isFound = true
    }
    return isFound
  }

  addNode(0, 2 * count, Float64Array.from(root), 0)
  return {
    nodes: nodes.slice(0, 2 * nodeCount),
    references: references.slice(0, referenceCount),
    bounds: root,
    depth: deepest,
    referencesPerInstance: referenceCount / count,
  }
}

function boundsOfAll(bounds: Float32Array, count: number): Float32Array {
  const root = Float32Array.of(Infinity, Infinity, Infinity, -Infinity, -Infinity, -Infinity)
  for (let i = 0; i < 6 * count; i += 6) {
    for (let axis = 0; axis < 3; axis++) {
      root[axis] = Math.min(root[axis], bounds[i + axis])
      root[3 + axis] = Math.max(root[3 + axis], bounds[i + 3 + axis])
    }
  }
  return root
}

function grown(array: Uint32Array<ArrayBuffer>): Uint32Array<ArrayBuffer> {
  const larger = new Uint32Array(2 * array.length)
  larger.set(array)
  return larger
}
