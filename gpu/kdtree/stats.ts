import type { BuildOptions } from './build/options.ts'
import type { KdTree } from './node.ts'

export interface TreeStats {
  readonly nodes: number
  readonly leaves: number
  readonly emptyLeaves: number
  readonly references: number
  readonly triangles: number
  readonly depth: number
  /** Expected cost of a ray that hits the root cell, in the unit of the options. */
  readonly sahCost: number
  /** Share of the root cell's volume in empty leaves, 0..1. */
  readonly emptyVolume: number
  /** Nodes and references. */
  readonly sizeBytes: number
}

/** Measures a finished tree by one walk over it. */
export function measureTree(tree: KdTree, { stepCost, triangleCost }: Pick<BuildOptions, 'stepCost' | 'triangleCost'>): TreeStats {
  const { nodes } = tree
  const planes = new Float32Array(nodes.buffer, nodes.byteOffset, nodes.length)
  const rootArea = area(tree.bounds)
  const rootVolume = volume(tree.bounds)
  let leaves = 0
  let emptyLeaves = 0
  let emptyVolume = 0
  let sahCost = 0
  const stack: { node: number; cell: Float64Array }[] = [{ node: 0, cell: Float64Array.from(tree.bounds) }]
  for (let next = stack.pop(); next !== undefined; next = stack.pop()) {
    const { node, cell } = next
    const word = nodes[2 * node + 1]
    const axis = word & 3
    const share = rootArea > 0 ? area(cell) / rootArea : 0
    if (axis === 3) {
      leaves++
      const count = word >>> 2
      sahCost += share * triangleCost * count
      if (count > 0) continue
      emptyLeaves++
      emptyVolume += rootVolume > 0 ? volume(cell) / rootVolume : 0
      continue
    }
    sahCost += share * stepCost
    const below = cell.slice()
    const above = cell.slice()
    below[3 + axis] = planes[2 * node]
    above[axis] = planes[2 * node]
    stack.push({ node: word >>> 2, cell: above }, { node: node + 1, cell: below })
  }
  return {
    nodes: nodes.length / 2,
    leaves,
    emptyLeaves,
    references: tree.references.length,
    triangles: tree.triangleOfRecord.length,
    depth: tree.depth,
    sahCost,
    emptyVolume,
    sizeBytes: nodes.byteLength + tree.references.byteLength,
  }
}

function area(cell: ArrayLike<number>): number {
  const x = cell[3] - cell[0]
  const y = cell[4] - cell[1]
  const z = cell[5] - cell[2]
  return x * y + y * z + z * x
}

function volume(cell: ArrayLike<number>): number {
  return (cell[3] - cell[0]) * (cell[4] - cell[1]) * (cell[5] - cell[2])
}
