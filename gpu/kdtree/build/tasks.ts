import { MAX_OBJECT_DEPTH } from './options.ts'

/** A node that is waiting, for somebody else to make. */
export interface WaitingTask {
  readonly begin: number
  readonly end: number
  readonly depth: number
  readonly bad: number
  /** 6 numbers: min xyz, max xyz. */
  readonly cell: Float64Array
}

/** Depth first, each level leaves at most one node waiting. */
const CAPACITY = 2 * MAX_OBJECT_DEPTH + 4

/**
 * The nodes still to be made, last one first. A stack of records would do; this one makes no garbage, which for half a million
 * nodes took a fifth of the time.
 */
export class TaskStack {
  // The node at hand, after pop().
  begin = 0
  end = 0
  depth = 0
  /** Inner node whose above child this is, or -1. */
  parent = -1
  /** How many planes in a row above it cost more than a leaf. */
  bad = 0
  /** Share of the whole work. */
  share = 0
  /** 6 numbers: min xyz, max xyz. */
  readonly cell = new Float64Array(6)
  readonly #numbers = new Int32Array(5 * CAPACITY)
  readonly #shares = new Float64Array(CAPACITY)
  readonly #cells = new Float64Array(6 * CAPACITY)
  #top = 0

  /** The cell is that of the node at hand, but for one of its sides. */
  push(begin: number, end: number, depth: number, parent: number, bad: number, share: number, side: number, plane: number): void {
    const at = 5 * this.#top
    this.#numbers[at] = begin
    this.#numbers[at + 1] = end
    this.#numbers[at + 2] = depth
    this.#numbers[at + 3] = parent
    this.#numbers[at + 4] = bad
    this.#shares[this.#top] = share
    const to = 6 * this.#top
    for (let i = 0; i < 6; i++) this.#cells[to + i] = this.cell[i]
    this.#cells[to + side] = plane
    this.#top++
  }

  /**
   * Gives the largest waiting task away, if it has at least `atLeast` events; in its place stays a task whose `begin` is -1 and
   * whose `end` is `id`.
   */
  give(atLeast: number, id: number): WaitingTask | null {
    let largest = -1
    let size = atLeast - 1
    for (let i = 0; i < this.#top; i++) {
      const events = this.#numbers[5 * i] < 0 ? 0 : this.#numbers[5 * i + 1] - this.#numbers[5 * i]
      if (events <= size) continue
      largest = i
      size = events
    }
    if (largest < 0) return null
    const [begin, end, depth, , bad] = this.#numbers.subarray(5 * largest, 5 * largest + 5)
    this.#numbers[5 * largest] = -1
    this.#numbers[5 * largest + 1] = id
    return { begin, end, depth, bad, cell: this.#cells.slice(6 * largest, 6 * largest + 6) }
  }

  /** false: none is left. */
  pop(): boolean {
    if (this.#top === 0) return false
    this.#top--
    const at = 5 * this.#top
    this.begin = this.#numbers[at]
    this.end = this.#numbers[at + 1]
    this.depth = this.#numbers[at + 2]
    this.parent = this.#numbers[at + 3]
    this.bad = this.#numbers[at + 4]
    this.share = this.#shares[this.#top]
    const from = 6 * this.#top
    for (let i = 0; i < 6; i++) this.cell[i] = this.#cells[from + i]
    return true
  }
}
