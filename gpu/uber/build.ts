import { mergeFreeSplit, type Split } from './split.ts'
import { type EventStack, sortedAxis, stackOf } from '../kdtree/build/events.ts'
import { sweep, sweptCost } from '../kdtree/build/sweep.ts'

/** Capacity of the über level's stack (traversal/scene/uber.wgsl). */
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
  /** Deeper than this the build did not look, and how deep each node lies: for the next build (rebuild.ts). */
  readonly depthLimit: number
  readonly depths: Uint8Array
}

/**
 * Builds the über tree by the surface area heuristic over boxes: the same sweep as for triangles, but cutting a box changes
 * neither the order nor the place of its events, so nothing is ever merged. O(n log n).
 *
 * @param bounds  6 floats per instance: padded world bounds, min xyz, max xyz (instanceBounds)
 * @param slots   the instance's slot for each box; hidden instances are simply not listed
 */
export function buildUber(bounds: Float32Array, slots: Uint32Array): UberTree {
  return buildNodes(stackOf([0, 1, 2].map((axis) => sortedAxis(bounds, slots.length, axis))), bounds, slots, null)
}

/** What a build may take from an earlier one: all below a cell that is the same and that none of the moved boxes touches. */
export interface Reuse {
  readonly tree: UberTree
  /** 12 floats per instance that moved, came or went: its old bounds and its new ones; min > max where there is none. */
  readonly moved: Float32Array
}

/** @param events  of the boxes, sorted along x, y and z; the build overwrites what lies above them */
export function buildNodes(events: EventStack, bounds: Float32Array, slots: Uint32Array, reuse: Reuse | null): UberTree {
  const count = slots.length
  if (count === 0) return { nodes: Uint32Array.of(0, LEAF), references: new Uint32Array(0), bounds: Float32Array.of(1, 1, 1, -1, -1, -1), depth: 0, referencesPerInstance: 0, depthLimit: 0, depths: Uint8Array.of(0) }
  const root = boundsOfAll(bounds, count)
  const depthLimit = Math.min(MAX_UBER_DEPTH, Math.round(8 + 1.3 * Math.log2(Math.max(2, count))))
  const before = reuse?.tree
  const oldPlanes = before === undefined ? null : new Float32Array(before.nodes.buffer, before.nodes.byteOffset, before.nodes.length)
  let nodes = new Uint32Array(Math.max(16 * count + 64, (before?.nodes.length ?? 0) + 1024))
  let planes = new Float32Array(nodes.buffer)
  let depths = new Uint8Array(nodes.length / 2)
  let references = new Uint32Array(Math.max(4 * count + 64, (before?.references.length ?? 0) + 1024))
  let nodeCount = 0
  let referenceCount = 0
  let deepest = 0
  const side = new Uint8Array(count)
  let axis = 0
  let position = 0
  const split: Split = { aboveBegin: 0, belowBegin: 0, belowEnd: 0 }

  function reserve(moreNodes: number, moreReferences: number): void {
    while (2 * (nodeCount + moreNodes) > nodes.length) {
      nodes = grown(nodes)
      planes = new Float32Array(nodes.buffer)
      const longer = new Uint8Array(nodes.length / 2)
      longer.set(depths)
      depths = longer
    }
    while (referenceCount + moreReferences > references.length) references = grown(references)
  }

  /**
   * @param old     the node of the tree before that stands in this place, and where its descendants end; -1: there is none
   * @param other   faces of its cell that lie elsewhere: bit 0 to 2 the low ones along x, y and z, 3 to 5 the high ones; 0: the very same cell
   * @param moved   which of `reuse.moved` lie in this cell, before or now
   */
  function addNode(begin: number, end: number, cell: Float64Array, depth: number, old: number, oldEnd: number, other: number, moved: readonly number[]): void {
    reserve(1, 0)
    const node = nodeCount++
    depths[node] = depth
    const here = (end - begin) / 2
    if (here < 2 || depth >= depthLimit || !findPlane(begin, end, cell)) {
      reserve(0, here)
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
    let oldAbove = -1
    let [toBelow, toAbove] = NO_MOVES
    if (old >= 0 && (before!.nodes[2 * old + 1] & 3) === k && oldPlanes![2 * old] === p) {
      oldAbove = before!.nodes[2 * old + 1] >>> 2
      ;[toBelow, toAbove] = dealtOut(reuse!.moved, moved, k, p)
    }
    // The plane is the face that both share now, as it was.
    const otherBelow = other & ~(8 << k)
    const otherAbove = other & ~(1 << k)
    const keepsBelow = oldAbove >= 0 && otherBelow === 0 && toBelow.length === 0
    const keepsAbove = oldAbove >= 0 && otherAbove === 0 && toAbove.length === 0
    mergeFreeSplit(events, begin, end, k, p, side, split, !keepsBelow, !keepsAbove)
    const { aboveBegin, belowBegin, belowEnd } = split
    planes[2 * node] = p
    if (keepsBelow) copyNodes(old + 1, oldAbove)
    else {
      const high = cell[3 + k]
      cell[3 + k] = p
      addNode(belowBegin, belowEnd, cell, depth + 1, oldAbove < 0 ? -1 : old + 1, oldAbove, otherBelow, toBelow)
      cell[3 + k] = high
    }
    nodes[2 * node + 1] = (nodeCount << 2) | k
    if (keepsAbove) copyNodes(oldAbove, oldEnd)
    else {
      const low = cell[k]
      cell[k] = p
      addNode(aboveBegin, belowBegin, cell, depth + 1, oldAbove, oldEnd, otherAbove, toAbove)
      cell[k] = low
    }
  }

  /** A node of the tree before with all its descendants: depth first, so both they and their references lie side by side. */
  function copyNodes(begin: number, end: number): void {
    const { nodes: oldNodes, references: oldReferences, depths: oldDepths } = before!
    let first = begin
    while ((oldNodes[2 * first + 1] & 3) !== LEAF) first++
    const from = oldNodes[2 * first]
    const to = oldNodes[2 * (end - 1)] + (oldNodes[2 * (end - 1) + 1] >>> 2)
    reserve(end - begin, to - from)
    const shift = nodeCount - begin
    const referenceShift = referenceCount - from
    for (let i = begin; i < end; i++) {
      const word = oldNodes[2 * i + 1]
      const isLeaf = (word & 3) === LEAF
      nodes[2 * (i + shift)] = isLeaf ? oldNodes[2 * i] + referenceShift : oldNodes[2 * i]
      nodes[2 * (i + shift) + 1] = isLeaf ? word : word + (shift << 2)
      depths[i + shift] = oldDepths[i]
      if (oldDepths[i] > deepest) deepest = oldDepths[i]
    }
    references.set(oldReferences.subarray(from, to), referenceCount)
    nodeCount += end - begin
    referenceCount += to - from
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

  const hasOld = before !== undefined && before.depthLimit === depthLimit && before.references.length > 0
  const other = hasOld ? root.reduce((faces, v, i) => (v === before.bounds[i] ? faces : faces | (1 << i)), 0) : 0
  addNode(0, 2 * count, Float64Array.from(root), 0, hasOld ? 0 : -1, hasOld ? before.nodes.length / 2 : 0, other, hasOld ? Array.from({ length: reuse!.moved.length / 12 }, (_, i) => i) : [])
  return {
    nodes: nodes.slice(0, 2 * nodeCount),
    references: references.slice(0, referenceCount),
    bounds: root,
    depth: deepest,
    referencesPerInstance: referenceCount / count,
    depthLimit,
    depths: depths.slice(0, nodeCount),
  }
}

const NO_MOVES: readonly [number[], number[]] = [[], []]

/** Which boxes lie below and above a plane with their old or their new bounds; they are dealt out as events are (split.ts). */
function dealtOut(boxes: Float32Array, which: readonly number[], axis: number, plane: number): [below: number[], above: number[]] {
  const lies = (i: number, from: number): boolean => boxes[12 * i + from + axis] < plane
  const reaches = (i: number, from: number): boolean => boxes[12 * i + from + 3 + axis] > plane
  return [which.filter((i) => lies(i, 0) || lies(i, 6)), which.filter((i) => reaches(i, 0) || reaches(i, 6))]
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
