import type { MeshData } from '../../scene.ts'
import type { KdTree } from '../node.ts'
import { divide, type PlaneChooser } from './divide.ts'
import { DEFAULT_BUILD, type BuildOptions } from './options.ts'
import { gatherTriangles } from './triangles.ts'

/** Neither median knows when a cut no longer pays: nodes of this size or less are leaves. */
const LEAF = 4

type Mesh = Pick<MeshData, 'key' | 'positions' | 'indices'>

/** Cuts every cell in the middle of its longest side. For comparison: Kaplan 1985. */
export function* spatialMedian(mesh: Mesh, options: BuildOptions = DEFAULT_BUILD): Generator<number, KdTree> {
  const triangles = gatherTriangles(mesh)
  yield 0
  return yield* divide(triangles, atLeastLeaf(options), new MedianChooser(false))
}

/** Cuts every cell along its longest side with half of the triangles' centres on either side. For comparison: Bentley 1975. */
export function* objectMedian(mesh: Mesh, options: BuildOptions = DEFAULT_BUILD): Generator<number, KdTree> {
  const triangles = gatherTriangles(mesh)
  yield 0
  return yield* divide(triangles, atLeastLeaf(options), new MedianChooser(true))
}

function atLeastLeaf(options: BuildOptions): BuildOptions {
  return { ...options, minTriangles: Math.max(LEAF, options.minTriangles) }
}

class MedianChooser implements PlaneChooser {
  axis = 0
  plane = 0
  readonly #byCentres: boolean

  constructor(byCentres: boolean) {
    this.#byCentres = byCentres
  }

  choose(bounds: Float32Array, begin: number, end: number, cell: Float64Array): boolean {
    const size = [0, 1, 2].map((axis) => cell[3 + axis] - cell[axis])
    const longest = size.indexOf(Math.max(...size))
    // The other axes are for nodes whose triangles all reach across the longest one.
    for (const axis of [longest, (longest + 1) % 3, (longest + 2) % 3]) {
      const plane = Math.fround(this.#byCentres ? medianCentre(bounds, begin, end, axis) : (cell[axis] + cell[3 + axis]) / 2)
      if (!(plane > cell[axis] && plane < cell[3 + axis]) || !separates(bounds, begin, end, axis, plane)) continue
      this.axis = axis
      this.plane = plane
      return true
    }
    return false
  }
}

function medianCentre(bounds: Float32Array, begin: number, end: number, axis: number): number {
  const centres = Float32Array.from({ length: end - begin }, (_, i) => (bounds[6 * (begin + i) + axis] + bounds[6 * (begin + i) + 3 + axis]) / 2).sort()
  return centres[centres.length >> 1]
}

/** Whether some triangle lies on one side alone: otherwise cutting on gains nothing. */
function separates(bounds: Float32Array, begin: number, end: number, axis: number, plane: number): boolean {
  for (let i = 6 * begin + axis; i < 6 * end; i += 6) if (bounds[i] >= plane || bounds[i + 3] <= plane) return true
  return false
}
