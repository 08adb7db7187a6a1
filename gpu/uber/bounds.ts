import type { KdTree } from '../kdtree/node.ts'
import type { Mat4, Shape } from '../scene.ts'

/** How many cells stand for a tree: more fit tighter round what is turned, and cost more per edit. */
const CELLS = 24

/** Rounding of the f32 matrices between the two spaces, relative to the largest coordinate. */
const PAD = 4e-6

const cellsOfTree = new WeakMap<KdTree, Float64Array>()
const boundsOfMatrix = new WeakMap<Mat4, { tree: KdTree; bounds: Float32Array }>()

/**
 * Padded world bounds of one instance: min xyz, max xyz. The first cells of its object tree are transformed instead of its
 * root box, which fits tighter when it is turned. Kept per matrix object, so an edit pays for what moved alone.
 *
 * @param shape  a sphere's bounds are its own, not those of its turned root cell
 * @returns null when the tree holds no triangle: such an instance does not belong in the über tree
 */
export function instanceBounds(tree: KdTree, worldFromObject: Mat4, shape?: Shape): Float32Array | null {
  if (tree.triangleOfRecord.length === 0) return null
  const known = boundsOfMatrix.get(worldFromObject)
  if (known?.tree === tree) return known.bounds
  const bounds = shape === 'sphere' ? sphereBounds(tree.bounds, worldFromObject) : transformedBounds(firstCells(tree), worldFromObject)
  boundsOfMatrix.set(worldFromObject, { tree, bounds })
  return bounds
}

/** 6 numbers per cell: the largest non-empty cells of the tree, together holding all its triangles. */
export function firstCells(tree: KdTree): Float64Array {
  const known = cellsOfTree.get(tree)
  if (known !== undefined) return known
  const planes = new Float32Array(tree.nodes.buffer, tree.nodes.byteOffset, tree.nodes.length)
  const open = [{ node: 0, cell: Float64Array.from(tree.bounds) }]
  const leaves: Float64Array[] = []
  while (open.length > 0 && open.length + leaves.length < CELLS) {
    const largest = open.reduce((best, { cell }, i) => (diagonal(cell) > diagonal(open[best].cell) ? i : best), 0)
    const [{ node, cell }] = open.splice(largest, 1)
    const word = tree.nodes[2 * node + 1]
    const axis = word & 3
    if (axis === 3) {
      if (word >>> 2 > 0) leaves.push(cell)
      continue
    }
    const below = cell.slice()
    const above = cell.slice()
    below[3 + axis] = planes[2 * node]
    above[axis] = planes[2 * node]
    open.push({ node: node + 1, cell: below }, { node: word >>> 2, cell: above })
  }
  const cells = Float64Array.from([...leaves, ...open.map(({ cell }) => cell)].flatMap((cell) => [...cell]))
  cellsOfTree.set(tree, cells)
  return cells
}

function diagonal(cell: Float64Array): number {
  return (cell[3] - cell[0]) ** 2 + (cell[4] - cell[1]) ** 2 + (cell[5] - cell[2]) ** 2
}

function transformedBounds(cells: Float64Array, m: Mat4): Float32Array {
  const bounds = new Float32Array(6)
  for (let row = 0; row < 3; row++) {
    const x = m[row]
    const y = m[4 + row]
    const z = m[8 + row]
    let low = Infinity
    let high = -Infinity
    for (let i = 0; i < cells.length; i += 6) {
      const a = (x < 0 ? x * cells[i + 3] : x * cells[i]) + (y < 0 ? y * cells[i + 4] : y * cells[i + 1]) + (z < 0 ? z * cells[i + 5] : z * cells[i + 2])
      const b = (x < 0 ? x * cells[i] : x * cells[i + 3]) + (y < 0 ? y * cells[i + 1] : y * cells[i + 4]) + (z < 0 ? z * cells[i + 2] : z * cells[i + 5])
      if (a < low) low = a
      if (b > high) high = b
    }
    bounds[row] = low + m[12 + row]
    bounds[3 + row] = high + m[12 + row]
  }
  return padded(bounds, m)
}

/** How far an ellipsoid reaches along an axis is the length of that row of its matrix. */
function sphereBounds(root: Float32Array, m: Mat4): Float32Array {
  const bounds = new Float32Array(6)
  for (let row = 0; row < 3; row++) {
    let center = m[12 + row]
    let square = 0
    for (let k = 0; k < 3; k++) {
      center += (m[4 * k + row] * (root[k] + root[3 + k])) / 2
      square += ((m[4 * k + row] * (root[3 + k] - root[k])) / 2) ** 2
    }
    bounds[row] = center - Math.sqrt(square)
    bounds[3 + row] = center + Math.sqrt(square)
  }
  return padded(bounds, m)
}

function padded(bounds: Float32Array, m: Mat4): Float32Array {
  let largest = 0
  for (let row = 0; row < 3; row++) largest = Math.max(largest, Math.abs(bounds[row]), Math.abs(bounds[3 + row]), Math.abs(m[12 + row]))
  const pad = Math.max(PAD * largest, 1e-30)
  for (let axis = 0; axis < 3; axis++) {
    bounds[axis] -= pad
    bounds[3 + axis] += pad
  }
  return bounds
}
