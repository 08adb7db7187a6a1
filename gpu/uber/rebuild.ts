import { type AxisEvents, type EventStack, sortedAxis, stackOf } from '../kdtree/build/events.ts'
import { buildNodes, type UberTree } from './build.ts'

/** So many instances at once are a new scene rather than an edit. */
const MOST_MOVED = 64

/** Builds über trees one after another; each call returns what buildUber would. */
export type UberBuilder = (bounds: Float32Array, slots: Uint32Array) => UberTree

interface Build {
  readonly bounds: Float32Array
  readonly slots: Uint32Array
  readonly axes: readonly AxisEvents[]
  readonly tree: UberTree
}

/**
 * The über tree edit by edit. A node's plane depends on nothing but its cell and the boxes in it, so where the cell is the same and no
 * moved box lies in it, before or now, everything below is copied: bit for bit the tree that a build from nothing gives. Sorted events
 * are kept as well, and only those of moved boxes placed anew. What remains are the sweeps along the way from the root to the moved
 * boxes: O(n) for one of them.
 */
export function createUberBuilder(): UberBuilder {
  let last: Build | null = null
  let stack: EventStack | null = null
  return (bounds, slots) => {
    const moves = last === null ? null : findMoves(last, bounds, slots)
    const axes = [0, 1, 2].map((axis) => (moves === null ? sortedAxis(bounds, slots.length, axis) : movedAxis(last!.axes[axis], bounds, axis, moves)))
    stack = stackOf(axes, stack)
    const tree = buildNodes(stack, bounds, slots, moves === null ? null : { tree: last!.tree, moved: moves.boxes })
    last = { bounds: bounds.slice(), slots: slots.slice(), axes, tree }
    return tree
  }
}

/** Where an array differs from the one before, whole elements of `words`: the first word and one past the last. */
export function changedSpan(before: Uint32Array | undefined, now: Uint32Array, words: number): { begin: number; end: number } {
  let end = now.length
  if (before === undefined) return { begin: 0, end }
  let begin = 0
  while (begin < end && begin < before.length && before[begin] === now[begin]) begin++
  while (end > begin && end <= before.length && before[end - 1] === now[end - 1]) end--
  return { begin: begin - (begin % words), end: Math.min(now.length, Math.ceil(end / words) * words) }
}

interface Moves {
  /** Reuse.moved */
  readonly boxes: Float32Array
  /** Where each box of the last build stands now; -1: it moved or went. */
  readonly indexOf: Int32Array
  /** Boxes that moved or came, ascending. */
  readonly placed: readonly number[]
  readonly count: number
}

/** What differs from the last build; null: too much, or the boxes come in another order. */
function findMoves(last: Build, bounds: Float32Array, slots: Uint32Array): Moves | null {
  const indexOf = new Int32Array(last.slots.length).fill(-1)
  const boxes: number[] = []
  const placed: number[] = []
  const isGone = (j: number): boolean => indexOf[j] < 0
  const oldOf = new Map<number, number>()
  // Mostly the same slots in the same places: only the others are looked up.
  let j = 0
  if (slots.length !== last.slots.length || slots.some((slot, i) => slot !== last.slots[i])) for (let i = 0; i < last.slots.length; i++) oldOf.set(last.slots[i], i)
  let highest = -1
  for (let i = 0; i < slots.length; i++) {
    j = oldOf.size === 0 ? i : oldOf.get(slots[i]) ?? -1
    if (j >= 0 && isSameBox(last.bounds, 6 * j, bounds, 6 * i)) {
      if (j < highest) return null
      highest = j
      indexOf[j] = i
      continue
    }
    placed.push(i)
    boxes.push(...NOWHERE, ...bounds.subarray(6 * i, 6 * i + 6))
    if (placed.length > MOST_MOVED) return null
  }
  for (j = 0; j < last.slots.length; j++) {
    if (!isGone(j)) continue
    boxes.push(...last.bounds.subarray(6 * j, 6 * j + 6), ...NOWHERE)
    if (boxes.length > 24 * MOST_MOVED) return null
  }
  return { boxes: Float32Array.from(boxes), indexOf, placed, count: slots.length }
}

const NOWHERE = [Infinity, Infinity, Infinity, -Infinity, -Infinity, -Infinity]

function isSameBox(a: Float32Array, i: number, b: Float32Array, j: number): boolean {
  for (let k = 0; k < 6; k++) if (!Object.is(a[i + k], b[j + k])) return false
  return true
}

/** The last events of an axis without those that went, and with those that came in their places. */
function movedAxis(last: AxisEvents, bounds: Float32Array, axis: number, { indexOf, placed, count }: Moves): AxisEvents {
  const positions = new Float32Array(2 * count)
  const codes = new Uint32Array(2 * count)
  const come = sortedAxis(Float32Array.from(placed.flatMap((i) => [...bounds.subarray(6 * i, 6 * i + 6)])), placed.length, axis)
  let to = 0
  let next = 0
  for (let i = 0; i < last.codes.length; i++) {
    const index = indexOf[last.codes[i] >>> 1]
    if (index < 0) continue
    const position = last.positions[i]
    const code = (index << 1) | (last.codes[i] & 1)
    while (next < come.codes.length && comesFirst(come.positions[next], codeOf(next), position, code)) add(next++)
    positions[to] = position
    codes[to++] = code
  }
  while (next < come.codes.length) add(next++)
  return { positions, codes }

  function codeOf(i: number): number {
    return (placed[come.codes[i] >>> 1] << 1) | (come.codes[i] & 1)
  }
  function add(i: number): void {
    positions[to] = come.positions[i]
    codes[to++] = codeOf(i)
  }
}

/** The order of sortedAxis: by position, -0 before 0; there ends before starts, and earlier boxes first. */
function comesFirst(a: number, codeOfA: number, b: number, codeOfB: number): boolean {
  if (a !== b) return a < b
  if (!Object.is(a, b)) return Object.is(a, -0)
  return (codeOfA & 1) === (codeOfB & 1) ? codeOfA < codeOfB : (codeOfA & 1) < (codeOfB & 1)
}
