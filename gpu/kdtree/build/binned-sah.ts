import type { MeshData } from '../../scene.ts'
import type { KdTree } from '../node.ts'
import { divide, type PlaneChooser } from './divide.ts'
import { FAST_BUILD, type BuildOptions } from './options.ts'
import { gatherTriangles } from './triangles.ts'

const BINS = 32
/** Nodes of this size or less try every bound as a plane: there the best plane is one of few. */
const EXACT_BELOW = 12

/**
 * Builds a kD-tree by the surface area heuristic, quickly: large nodes count bounds in 32 bins per axis and try the planes
 * between them and those round all triangles, small nodes try every bound.
 * Popov, Guenther, Seidel, Slusallek 2006, "Experiences with streaming construction of SAH KD-trees".
 *
 * @returns a generator that yields the share done, 0..1, and returns the tree
 * @throws MeshInvalidError naming the first triangle that is not finite
 */
export function* binnedSah(mesh: Pick<MeshData, 'key' | 'positions' | 'indices'>, options: BuildOptions = FAST_BUILD): Generator<number, KdTree> {
  const triangles = gatherTriangles(mesh)
  yield 0
  return yield* divide(triangles, options, new BinnedChooser(options))
}

class BinnedChooser implements PlaneChooser {
  axis = 0
  plane = 0
  readonly #options: BuildOptions
  readonly #starts = new Int32Array(3 * BINS)
  readonly #ends = new Int32Array(3 * BINS)
  readonly #lows = new Float64Array(EXACT_BELOW)
  readonly #highs = new Float64Array(EXACT_BELOW)
  readonly #bonus: number
  // The node at hand.
  #best = 0
  #step = 0

  constructor(options: BuildOptions) {
    this.#options = options
    this.#bonus = 1 - options.emptySpaceBonus
  }

  choose(bounds: Float32Array, begin: number, end: number, cell: Float64Array): boolean {
    const { stepCost, triangleCost } = this.#options
    const x = cell[3] - cell[0]
    const y = cell[4] - cell[1]
    const z = cell[5] - cell[2]
    const area = x * y + y * z + z * x
    const count = end - begin
    const leafCost = count * area * (1 - this.#options.minGain)
    this.#best = leafCost
    this.#step = (stepCost * area) / triangleCost
    if (count <= EXACT_BELOW) {
      for (let axis = 0; axis < 3; axis++) if (this.#mayPay(bounds, begin, end, cell, axis)) this.#tryBounds(bounds, begin, end, cell, axis)
    } else {
      this.#tryBins(bounds, begin, end, cell)
    }
    return this.#best < leafCost
  }

  /**
   * Whether any plane of an axis could undercut the best so far. Every triangle is counted in cells that cover its extent, and
   * one that cuts off empty space leaves a cell that covers them all: two bounds that cost no sorting.
   */
  #mayPay(bounds: Float32Array, begin: number, end: number, cell: Float64Array, axis: number): boolean {
    const next = axis === 2 ? 0 : axis + 1
    const last = axis === 0 ? 2 : axis - 1
    const u = cell[3 + next] - cell[next]
    const v = cell[3 + last] - cell[last]
    let min = Infinity
    let max = -Infinity
    let extents = 0
    for (let i = 6 * begin + axis; i < 6 * end; i += 6) {
      const low = bounds[i]
      const high = bounds[i + 3]
      extents += high - low
      if (low < min) min = low
      if (high > max) max = high
    }
    const count = end - begin
    const across = this.#step + count * u * v
    return across + (u + v) * extents < this.#best || this.#bonus * (across + (u + v) * count * (max - min)) < this.#best
  }

  /** Tries the planes of all bounds along one axis by a sweep, ends before starts at the same place. */
  #tryBounds(bounds: Float32Array, begin: number, end: number, cell: Float64Array, axis: number): void {
    const count = end - begin
    const lows = this.#lows
    const highs = this.#highs
    for (let i = 0; i < count; i++) {
      const low = bounds[6 * (begin + i) + axis]
      const high = bounds[6 * (begin + i) + 3 + axis]
      let j = i
      for (; j > 0 && lows[j - 1] > low; j--) lows[j] = lows[j - 1]
      lows[j] = low
      j = i
      for (; j > 0 && highs[j - 1] > high; j--) highs[j] = highs[j - 1]
      highs[j] = high
    }
    const low = cell[axis]
    const high = cell[3 + axis]
    const next = axis === 2 ? 0 : axis + 1
    const last = axis === 0 ? 2 : axis - 1
    const u = cell[3 + next] - cell[next]
    const v = cell[3 + last] - cell[last]
    const uv = u * v
    const around = u + v
    const step = this.#step
    const bonus = this.#bonus
    let best = this.#best
    let below = 0
    let ended = 0
    while (ended < count) {
      const isStart = below < count && lows[below] < highs[ended]
      const plane = isStart ? lows[below] : highs[ended++]
      if (plane > low && plane < high) {
        const above = count - ended
        let cost = step + below * (uv + around * (plane - low)) + above * (uv + around * (high - plane))
        if (below === 0 || above === 0) cost *= bonus
        if (cost < best) {
          best = cost
          this.axis = axis
          this.plane = plane
        }
      }
      if (isStart) below++
    }
    this.#best = best
  }

  #tryBins(bounds: Float32Array, begin: number, end: number, cell: Float64Array): void {
    const starts = this.#starts.fill(0)
    const ends = this.#ends.fill(0)
    const [lowX, lowY, lowZ] = cell
    const scaleX = BINS / (cell[3] - lowX)
    const scaleY = BINS / (cell[4] - lowY)
    const scaleZ = BINS / (cell[5] - lowZ)
    let minX = Infinity
    let minY = Infinity
    let minZ = Infinity
    let maxX = -Infinity
    let maxY = -Infinity
    let maxZ = -Infinity
    for (let i = 6 * begin; i < 6 * end; i += 6) {
      const x0 = bounds[i]
      const y0 = bounds[i + 1]
      const z0 = bounds[i + 2]
      const x1 = bounds[i + 3]
      const y1 = bounds[i + 4]
      const z1 = bounds[i + 5]
      // A start at the high face and an end at the low face cannot be: no box is flat.
      starts[Math.min(BINS - 1, ((x0 - lowX) * scaleX) | 0)]++
      starts[BINS + Math.min(BINS - 1, ((y0 - lowY) * scaleY) | 0)]++
      starts[2 * BINS + Math.min(BINS - 1, ((z0 - lowZ) * scaleZ) | 0)]++
      ends[Math.min(BINS - 1, ((x1 - lowX) * scaleX) | 0)]++
      ends[BINS + Math.min(BINS - 1, ((y1 - lowY) * scaleY) | 0)]++
      ends[2 * BINS + Math.min(BINS - 1, ((z1 - lowZ) * scaleZ) | 0)]++
      if (x0 < minX) minX = x0
      if (y0 < minY) minY = y0
      if (z0 < minZ) minZ = z0
      if (x1 > maxX) maxX = x1
      if (y1 > maxY) maxY = y1
      if (z1 > maxZ) maxZ = z1
    }
    this.#sweepBins(cell, 0, end - begin, minX, maxX)
    this.#sweepBins(cell, 1, end - begin, minY, maxY)
    this.#sweepBins(cell, 2, end - begin, minZ, maxZ)
  }

  /** @param min,max  of all bounds: planes that cut off what is empty */
  #sweepBins(cell: Float64Array, axis: number, count: number, min: number, max: number): void {
    const low = cell[axis]
    const high = cell[3 + axis]
    const next = axis === 2 ? 0 : axis + 1
    const last = axis === 0 ? 2 : axis - 1
    const u = cell[3 + next] - cell[next]
    const v = cell[3 + last] - cell[last]
    const uv = u * v
    const around = u + v
    const step = this.#step
    const width = (high - low) / BINS
    let best = this.#best
    let position = NaN
    let below = 0
    let above = count
    for (let bin = 0; bin < BINS - 1; bin++) {
      below += this.#starts[axis * BINS + bin]
      above -= this.#ends[axis * BINS + bin]
      const along = (bin + 1) * width
      let cost = step + below * (uv + around * along) + above * (uv + around * (high - low - along))
      if (below === 0 || above === 0) cost *= this.#bonus
      if (cost < best) {
        best = cost
        position = low + along
      }
    }
    const costBelow = (step + count * (uv + around * (high - min))) * this.#bonus
    if (costBelow < best && min > low) {
      best = costBelow
      position = min
    }
    const costAbove = (step + count * (uv + around * (max - low))) * this.#bonus
    if (costAbove < best && max < high) {
      best = costAbove
      position = max
    }
    const plane = Math.fround(position)
    if (!(plane > low && plane < high)) return
    this.#best = best
    this.axis = axis
    this.plane = plane
  }
}
