import type { KdTree } from '../node.ts'
import { splitTriangle } from './clip.ts'
import { depthCap, type BuildOptions } from './options.ts'
import { TaskStack } from './tasks.ts'
import type { BuildTriangles } from './triangles.ts'
import { TreeWriter } from './writer.ts'

/** Chooses where to cut one node. */
export interface PlaneChooser {
  /** The choice, after choose() said true: strictly inside the cell, an f32 number. */
  axis: number
  plane: number
  /**
   * @param bounds  6 floats per reference: its triangle's padded bounds within the cell
   * @param cell    6 numbers: min xyz, max xyz
   * @returns false: make it a leaf
   */
  choose(bounds: Float32Array, begin: number, end: number, cell: Float64Array): boolean
}

/**
 * Builds a kD-tree top down with whatever chooses the planes. References carry their bounds; straddlers are clipped exactly
 * (perfect splits) at every level: cutting their boxes instead where cells are large made more nodes and took longer.
 *
 * @returns a generator that yields the share done, 0..1, and returns the tree
 */
export function* divide(triangles: BuildTriangles, options: BuildOptions, chooser: PlaneChooser): Generator<number, KdTree> {
  const divider = new Divider(triangles, options, chooser)
  let work = 0
  while (divider.buildNext()) {
    if (divider.work - work < 20_000) continue
    work = divider.work
    yield Math.min(1, divider.done)
  }
  return divider.finish()
}

class Divider {
  done = 0
  work = 0
  readonly #triangles: BuildTriangles
  readonly #options: BuildOptions
  readonly #chooser: PlaneChooser
  readonly #maxDepth: number
  readonly #writer: TreeWriter
  readonly #tasks = new TaskStack()
  // Like the exact builder's events: children's references lie behind their parent's, the below child's on top.
  #ids: Uint32Array
  #bounds: Float32Array
  readonly #pieces = new Float32Array(12)
  /** Where the children of the last split end. */
  #above = 0
  #below = 0

  constructor(triangles: BuildTriangles, options: BuildOptions, chooser: PlaneChooser) {
    this.#triangles = triangles
    this.#options = options
    this.#chooser = chooser
    this.#maxDepth = depthCap(triangles.count, options)
    this.#writer = new TreeWriter()
    this.#ids = new Uint32Array(4 * triangles.count + 64)
    this.#bounds = new Float32Array(6 * this.#ids.length)
    for (let i = 0; i < triangles.count; i++) this.#ids[i] = i
    this.#bounds.set(triangles.bounds)
    this.#tasks.cell.set(triangles.root)
    this.#tasks.push(0, triangles.count, 0, -1, 0, 1, 0, triangles.root[0])
  }

  /** Makes one node; false when there is none left. */
  buildNext(): boolean {
    const tasks = this.#tasks
    if (!tasks.pop()) return false
    const { begin, end, cell, depth, share } = tasks
    const count = end - begin
    this.work += count + 8
    if (tasks.parent >= 0) this.#writer.setAboveChild(tasks.parent, this.#writer.nodeCount)
    if (count <= this.#options.minTriangles || depth >= this.#maxDepth || !this.#chooser.choose(this.#bounds, begin, end, cell)) {
      this.#writer.addLeaf(this.#ids, begin, count, depth)
      this.done += share
      return true
    }
    const { axis, plane } = this.#chooser
    const belowBegin = this.#reserve(begin, end, axis, plane)
    this.#split(begin, end, belowBegin, cell, axis, plane)
    const above = this.#above - end
    const below = this.#below - belowBegin
    const node = this.#writer.addInner(axis, plane)
    const shareOfOne = share / Math.max(1, above + below)
    tasks.push(end, end + above, depth + 1, node, 0, shareOfOne * above, axis, plane)
    tasks.push(belowBegin, belowBegin + below, depth + 1, -1, 0, shareOfOne * below, 3 + axis, plane)
    return true
  }

  finish(): KdTree {
    return this.#writer.finish(this.#triangles.root, this.#triangles.triangleOfBuild)
  }

  /** Makes room for both children; returns where the below child begins. */
  #reserve(begin: number, end: number, axis: number, plane: number): number {
    const bounds = this.#bounds
    let above = 0
    let below = 0
    for (let i = 6 * begin + axis; i < 6 * end; i += 6) {
      if (bounds[i] < plane) below++
      if (bounds[i + 3] > plane) above++
    }
    const needed = end + above + below
    if (needed > this.#ids.length) {
      const ids = new Uint32Array(Math.ceil(1.5 * needed))
      ids.set(this.#ids)
      this.#ids = ids
      this.#bounds = new Float32Array(6 * ids.length)
      this.#bounds.set(bounds)
    }
    return end + above
  }

  #split(begin: number, end: number, belowBegin: number, cell: Float64Array, axis: number, plane: number): void {
    const ids = this.#ids
    const bounds = this.#bounds
    const pieces = this.#pieces
    let above = end
    let below = belowBegin
    for (let i = begin; i < end; i++) {
      const from = 6 * i
      const id = ids[i]
      if (bounds[from + 3 + axis] <= plane) {
        ids[below] = id
        copyBox(bounds, from, bounds, 6 * below++)
      } else if (bounds[from + axis] >= plane) {
        ids[above] = id
        copyBox(bounds, from, bounds, 6 * above++)
      } else {
        const parts = splitTriangle(this.#triangles, id, cell, axis, plane, pieces, 0)
        if (parts & 1) {
          ids[below] = id
          copyBox(pieces, 0, bounds, 6 * below++)
        }
        if (parts & 2) {
          ids[above] = id
          copyBox(pieces, 6, bounds, 6 * above++)
        }
      }
    }
    this.#above = above
    this.#below = below
  }
}

function copyBox(source: Float32Array, from: number, target: Float32Array, to: number): void {
  target[to] = source[from]
  target[to + 1] = source[from + 1]
  target[to + 2] = source[from + 2]
  target[to + 3] = source[from + 3]
  target[to + 4] = source[from + 4]
  target[to + 5] = source[from + 5]
}
