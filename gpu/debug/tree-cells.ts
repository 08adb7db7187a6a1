import type { Mat4 } from '../scene.ts'

/** What cells are made of: an object tree or the über tree. */
export interface CellTree {
  readonly nodes: Uint32Array
  /** Root cell: min xyz, max xyz. */
  readonly bounds: Float32Array
}

/** The cells that a tree is cut into down to some depth. */
export interface TreeCells {
  /** Eight world corners per cell, x fastest: 24 numbers. */
  readonly corners: Float32Array
  /** Per cell: what the leaf lists, or -1 for an inner node that goes on below. */
  readonly references: Int32Array
  /** Of the whole tree; the root is at depth 0. */
  readonly depth: number
  /** Cells that there are at this depth; more than were written when they are very many. */
  readonly count: number
}

/**
 * Cells at a depth, with the leaves above it: together they fill the root cell.
 *
 * @param worldFromObject  null: the tree is in world space already
 * @param most  cells to write at most
 */
export function treeCells({ nodes, bounds }: CellTree, worldFromObject: Mat4 | null, depth: number, most: number): TreeCells {
  const planes = new Float32Array(nodes.buffer, nodes.byteOffset, nodes.length)
  const corners: number[] = []
  const references: number[] = []
  const cell = Float64Array.from(bounds)
  let [count, deepest] = [0, 0]

  function visit(node: number, level: number): void {
    deepest = Math.max(deepest, level)
    const word = nodes[2 * node + 1]
    const axis = word & 3
    const isLeaf = axis === 3
    if (level === depth || (isLeaf && level < depth)) {
      if (count++ < most) {
        corners.push(...cornersOf(cell, worldFromObject))
        references.push(isLeaf ? word >>> 2 : -1)
      }
    }
    if (isLeaf) return
    const plane = planes[2 * node]
    const [low, high] = [cell[axis], cell[3 + axis]]
    cell[3 + axis] = plane
    visit(node + 1, level + 1)
    cell[3 + axis] = high
    cell[axis] = plane
    visit(word >>> 2, level + 1)
    cell[axis] = low
  }

  if (nodes.length > 0 && bounds[0] <= bounds[3]) visit(0, 0)
  return { corners: Float32Array.from(corners), references: Int32Array.from(references), depth: deepest, count }
}

/** @param cell  min xyz, max xyz */
export function cornersOf(cell: ArrayLike<number>, m: Mat4 | null): number[] {
  return [0, 1, 2, 3, 4, 5, 6, 7].flatMap((corner) => {
    const [x, y, z] = [0, 1, 2].map((axis) => cell[corner >> axis & 1 ? 3 + axis : axis])
    return m === null ? [x, y, z]
      : [m[0] * x + m[4] * y + m[8] * z + m[12], m[1] * x + m[5] * y + m[9] * z + m[13], m[2] * x + m[6] * y + m[10] * z + m[14]]
  })
}
