import type { MeshData } from '../../scene.ts'
import type { KdTree } from '../node.ts'
import { splitTriangle } from './clip.ts'
import { type AxisEvents, mergeRun, sortRun, sortedEvents, stackOf, type EventStack } from './events.ts'
import { DEFAULT_BUILD, depthCap, type BuildOptions } from './options.ts'
import { sweep, sweptCost } from './sweep.ts'
import { TaskStack, type WaitingTask } from './tasks.ts'
import { gatherTriangles, type BuildTriangles } from './triangles.ts'
import { type Fragment, TreeWriter } from './writer.ts'

const BELOW = -1
const ABOVE = -2
/** Smaller subtrees are made faster than given away. */
const MIN_GIVEN_EVENTS = 2000

/** A subtree that one builder leaves to another. */
export interface GivenTask {
  /** Events of its triangles, per axis. */
  readonly axes: readonly AxisEvents[]
  readonly cell: Float64Array
  readonly depth: number
  /** How many planes in a row above it cost more than a leaf. */
  readonly bad: number
}

/**
 * Builds a kD-tree by the surface area heuristic, exactly.
 *
 * O(n log n): events are sorted once and stay sorted. Triangles that straddle a plane are clipped to each side (perfect
 * splits); their new events are merged. Bounds are padded first, so no cell is flat. Wald and Havran 2006, "On building fast
 * kd-trees for ray tracing", section 4.3.
 *
 * @returns a generator that yields the share done, 0..1, a few hundred times, and returns the tree
 * @throws MeshInvalidError naming the first triangle that is not finite
 */
export function* exactSah(mesh: Pick<MeshData, 'key' | 'positions' | 'indices'>, options: BuildOptions = DEFAULT_BUILD): Generator<number, KdTree> {
  const triangles = gatherTriangles(mesh)
  yield 0
  const builder = new ExactBuilder(triangles, options, sortedEvents(triangles.bounds, triangles.count))
  builder.startAtRoot()
  let work = 0
  while (builder.buildNext()) {
    if (builder.work - work < 20_000) continue
    work = builder.work
    yield builder.done
  }
  return builder.finish()
}

/** Makes nodes one by one, depth first; may give subtrees away and make those of others. */
export class ExactBuilder {
  done = 0
  work = 0
  readonly #triangles: BuildTriangles
  readonly #options: BuildOptions
  readonly #maxDepth: number
  #events: EventStack
  readonly #writer = new TreeWriter()
  readonly #tasks = new TaskStack()
  /** Per triangle: BELOW, ABOVE, or its place among the straddlers. */
  readonly #side: Int32Array
  #straddlers = new Uint32Array(256)
  /** 12 floats per straddler: bounds below, bounds above. */
  #pieces = new Float32Array(256 * 12)
  /** Bit 0: has a piece below, bit 1: above. */
  #parts = new Uint8Array(256)
  #belowPositions = new Float32Array(512)
  #belowCodes = new Uint32Array(512)
  #abovePositions = new Float32Array(512)
  #aboveCodes = new Uint32Array(512)
  #leaf = new Uint32Array(256)
  // The cheapest plane of the node at hand.
  #cost = 0
  #axis = 0
  #plane = 0

  /** @param events  of all triangles at the bottom, where it starts at the root */
  constructor(triangles: BuildTriangles, options: BuildOptions, events: EventStack) {
    this.#triangles = triangles
    this.#options = options
    this.#maxDepth = depthCap(triangles.count, options)
    this.#events = events
    this.#side = new Int32Array(triangles.count)
  }

  startAtRoot(): void {
    const { root, count } = this.#triangles
    this.#tasks.cell.set(root)
    this.#tasks.push(0, 2 * count, 0, -1, 0, 1, 0, root[0])
  }

  /** Goes on with a subtree that another builder gave away; its own work must be done. */
  start({ axes, cell, depth, bad }: GivenTask): void {
    const count = axes[0].positions.length
    if (this.#events.capacity < count) this.#events = stackOf(axes)
    else {
      for (const [axis, { positions, codes }] of axes.entries()) {
        this.#events.positions[axis].set(positions)
        this.#events.codes[axis].set(codes)
      }
    }
    this.#tasks.cell.set(cell)
    this.#tasks.push(0, count, depth, -1, bad, 1, 0, cell[0])
  }

  /** The largest subtree that is still to be made, with its events; null when none is worth the way. */
  give(id: number): GivenTask | null {
    const task: WaitingTask | null = this.#tasks.give(MIN_GIVEN_EVENTS, id)
    if (task === null) return null
    const { begin, end, cell, depth, bad } = task
    const axes = [0, 1, 2].map((k) => ({
      positions: this.#events.positions[k].slice(begin, end) as Float32Array<ArrayBuffer>, codes: this.#events.codes[k].slice(begin, end) as Uint32Array<ArrayBuffer>,
    }))
    return { axes, cell, depth, bad }
  }

  /** What was made since the last time. */
  take(): Fragment {
    return this.#writer.take()
  }

  /** Makes one node; false when there is none left. */
  buildNext(): boolean {
    const tasks = this.#tasks
    if (!tasks.pop()) return false
    if (tasks.begin < 0) {
      this.#writer.addHole(tasks.end, tasks.parent)
      return true
    }
    const count = (tasks.end - tasks.begin) / 2
    this.work += count + 8
    if (tasks.parent >= 0) this.#writer.setAboveChild(tasks.parent, this.#writer.nodeCount)
    if (count > this.#options.minTriangles && tasks.depth < this.#maxDepth && this.#findPlane(tasks.begin, tasks.end, tasks.cell, count)) {
      const bad = this.#cost < this.#options.triangleCost * count * (1 - this.#options.minGain) ? tasks.bad : tasks.bad + 1
      if (bad <= this.#options.patience) {
        this.#split(bad)
        return true
      }
    }
    this.#addLeaf(tasks.begin, tasks.end, count, tasks.depth)
    this.done += tasks.share
    return true
  }

  finish(): KdTree {
    return this.#writer.finish(this.#triangles.root, this.#triangles.triangleOfBuild)
  }

  /** Sweeps all three axes; false when no plane cuts the cell. */
  #findPlane(begin: number, end: number, cell: Float64Array, count: number): boolean {
    const { stepCost, triangleCost, emptySpaceBonus } = this.#options
    const x = cell[3] - cell[0]
    const y = cell[4] - cell[1]
    const z = cell[5] - cell[2]
    const area = x * y + y * z + z * x
    const step = (stepCost * area) / triangleCost
    let best = Infinity
    for (let axis = 0; axis < 3; axis++) {
      const u = axis === 0 ? y : x
      const v = axis === 2 ? y : z
      const found = sweep(
        this.#events.positions[axis], this.#events.codes[axis], begin, end, count,
        cell[axis], cell[3 + axis], u * v, u + v, step, 1 - emptySpaceBonus, best,
      )
      if (found < 0) continue
      best = sweptCost
      this.#axis = axis
      this.#plane = this.#events.positions[axis][found]
    }
    if (best === Infinity) return false
    this.#cost = (best / area) * triangleCost
    return true
  }

  #split(bad: number): void {
    const tasks = this.#tasks
    const { begin, end, cell, depth } = tasks
    const axis = this.#axis
    const plane = this.#plane
    const straddling = this.#classify(begin, end, axis, plane)
    let straddlersBelow = 0
    let straddlersAbove = 0
    for (let i = 0; i < straddling; i++) {
      const parts = splitTriangle(this.#triangles, this.#straddlers[i], cell, axis, plane, this.#pieces, 12 * i)
      this.#parts[i] = parts
      straddlersBelow += parts & 1
      straddlersAbove += parts >> 1
    }
    const below = this.#belowOnly
    const above = this.#aboveOnly
    const aboveBegin = end
    const belowBegin = aboveBegin + 2 * (above + straddlersAbove)
    const belowEnd = belowBegin + 2 * (below + straddlersBelow)
    this.#events.reserve(belowEnd)
    for (let k = 0; k < 3; k++) this.#deal(k, begin, end, belowBegin, aboveBegin)
    const node = this.#writer.addInner(axis, plane)
    const share = tasks.share / Math.max(1, belowEnd - aboveBegin)
    tasks.push(aboveBegin, belowBegin, depth + 1, node, bad, share * (belowBegin - aboveBegin), axis, plane)
    tasks.push(belowBegin, belowEnd, depth + 1, -1, bad, share * (belowEnd - belowBegin), 3 + axis, plane)
  }

  /** Deals one axis' events out to the children: whole triangles keep theirs in order, the pieces of straddlers are merged in. */
  #deal(k: number, begin: number, end: number, belowBegin: number, aboveBegin: number): void {
    const positions = this.#events.positions[k]
    const codes = this.#events.codes[k]
    const side = this.#side
    const parts = this.#parts
    const pieces = this.#pieces
    const belowPositions = this.#belowPositions
    const belowCodes = this.#belowCodes
    const abovePositions = this.#abovePositions
    const aboveCodes = this.#aboveCodes
    let toBelow = belowBegin
    let toAbove = aboveBegin
    let runBelow = 0
    let runAbove = 0
    for (let i = begin; i < end; i++) {
      const code = codes[i]
      const where = side[code >>> 1]
      if (where === BELOW) {
        positions[toBelow] = positions[i]
        codes[toBelow++] = code
      } else if (where === ABOVE) {
        positions[toAbove] = positions[i]
        codes[toAbove++] = code
      } else {
        const piece = 12 * where + k + (code & 1 ? 0 : 3)
        if (parts[where] & 1) {
          belowPositions[runBelow] = pieces[piece]
          belowCodes[runBelow++] = code
        }
        if (parts[where] & 2) {
          abovePositions[runAbove] = pieces[piece + 6]
          aboveCodes[runAbove++] = code
        }
      }
    }
    if (runBelow > 0) {
      sortRun(belowPositions, belowCodes, runBelow)
      mergeRun(positions, codes, belowBegin, toBelow, belowPositions, belowCodes, runBelow)
    }
    if (runAbove > 0) {
      sortRun(abovePositions, aboveCodes, runAbove)
      mergeRun(positions, codes, aboveBegin, toAbove, abovePositions, aboveCodes, runAbove)
    }
  }

  #belowOnly = 0
  #aboveOnly = 0

  /** Says for every triangle of a node on which side of the plane it lies, and lists the straddlers. */
  #classify(begin: number, end: number, axis: number, plane: number): number {
    const positions = this.#events.positions[axis]
    const codes = this.#events.codes[axis]
    const side = this.#side
    let below = 0
    let above = 0
    let straddling = 0
    for (let i = begin; i < end; i++) {
      const code = codes[i]
      const triangle = code >>> 1
      const position = positions[i]
      if (code & 1) {
        if (position >= plane) {
          side[triangle] = ABOVE
          above++
        } else {
          side[triangle] = 0
        }
      } else if (position <= plane) {
        side[triangle] = BELOW
        below++
      } else if (side[triangle] !== ABOVE) {
        if (straddling === this.#straddlers.length) this.#growStraddlers()
        side[triangle] = straddling
        this.#straddlers[straddling++] = triangle
      }
    }
    this.#belowOnly = below
    this.#aboveOnly = above
    return straddling
  }

  #growStraddlers(): void {
    const size = 2 * this.#straddlers.length
    const straddlers = new Uint32Array(size)
    straddlers.set(this.#straddlers)
    this.#straddlers = straddlers
    this.#pieces = new Float32Array(12 * size)
    this.#parts = new Uint8Array(size)
    this.#belowPositions = new Float32Array(2 * size)
    this.#belowCodes = new Uint32Array(2 * size)
    this.#abovePositions = new Float32Array(2 * size)
    this.#aboveCodes = new Uint32Array(2 * size)
  }

  #addLeaf(begin: number, end: number, count: number, depth: number): void {
    if (count > this.#leaf.length) this.#leaf = new Uint32Array(2 * count)
    const codes = this.#events.codes[0]
    let listed = 0
    for (let i = begin; i < end; i++) if (codes[i] & 1) this.#leaf[listed++] = codes[i] >>> 1
    this.#writer.addLeaf(this.#leaf, 0, count, depth)
  }
}
