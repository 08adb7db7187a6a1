import type { Vec3 } from '../../../gpu/index.ts'
import type { Voxels } from './voxels.ts'

/** Where a ray ends. */
export interface VoxelHit {
  /** Metres. */
  readonly distance: number
  /** Of Voxels.owners. */
  readonly owner: number
  /** 0 x, 1 y, 2 z: the side of the cube that it enters by. */
  readonly axis: number
  /** Index of the cube. */
  readonly cube: number
}

/**
 * The first cube on a ray that stops light (Amanatides and Woo 1987, "A fast voxel traversal algorithm").
 *
 * @param from       metres, world space; what is in its own cube is not met
 * @param direction  of length 1
 * @returns null: it leaves the grid
 */
export function walkVoxels({ origin, size, counts, owners }: Voxels, from: Vec3, direction: Vec3): VoxelHit | null {
  const strides = [1, counts[0] * counts[2], counts[0]]
  const cell = [0, 0, 0]
  const step = [0, 0, 0]
  const next = [0, 0, 0]
  const apart = [0, 0, 0]
  let cube = 0
  for (let axis = 0; axis < 3; axis++) {
    const at = (from[axis] - origin[axis]) / size
    cell[axis] = Math.floor(at)
    if (!(cell[axis] >= 0 && cell[axis] < counts[axis])) return null
    cube += cell[axis] * strides[axis]
    step[axis] = direction[axis] > 0 ? 1 : -1
    apart[axis] = direction[axis] === 0 ? Infinity : size / Math.abs(direction[axis])
    next[axis] = direction[axis] === 0 ? Infinity : (direction[axis] > 0 ? cell[axis] + 1 - at : at - cell[axis]) * apart[axis]
  }
  for (;;) {
    const axis = next[0] < next[1] ? (next[0] < next[2] ? 0 : 2) : next[1] < next[2] ? 1 : 2
    const distance = next[axis]
    cell[axis] += step[axis]
    if (cell[axis] < 0 || cell[axis] >= counts[axis]) return null
    cube += step[axis] * strides[axis]
    next[axis] += apart[axis]
    if (owners[cube] !== 0) return { distance, owner: owners[cube], axis, cube }
  }
}
