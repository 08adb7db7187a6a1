import type { Vec3 } from '../../../gpu/index.ts'
import { composeMatrix } from '../../document/transform.ts'
import type { ParsedAsset, ParsedPart } from '../types.ts'

/** Upright along the axes, metres. */
export interface Box {
  readonly min: Vec3
  readonly max: Vec3
}

export const sizeOf = ({ min, max }: Box): Vec3 => [max[0] - min[0], max[1] - min[1], max[2] - min[2]]

/** Smallest box around boxes, be they a hundred thousand; around none, a point. */
export function boxAround(boxes: Iterable<Box>): Box {
  const [min, max]: [number, number, number][] = [[Infinity, Infinity, Infinity], [-Infinity, -Infinity, -Infinity]]
  for (const box of boxes) {
    for (let axis = 0; axis < 3; axis++) {
      min[axis] = Math.min(min[axis], box.min[axis])
      max[axis] = Math.max(max[axis], box.max[axis])
    }
  }
  return max[0] >= min[0] ? { min, max } : { min: [0, 0, 0], max: [0, 0, 0] }
}

/** Around a box whose corners are placed by an affine matrix: Arvo 1990, "Transforming axis-aligned bounding boxes". */
export function placedBox(m: readonly number[], { min, max }: Box): Box {
  const [low, high]: [number, number, number][] = [[m[12], m[13], m[14]], [m[12], m[13], m[14]]]
  for (let row = 0; row < 3; row++) {
    for (let column = 0; column < 3; column++) {
      const [a, b] = [m[4 * column + row] * min[column], m[4 * column + row] * max[column]]
      low[row] += Math.min(a, b)
      high[row] += Math.max(a, b)
    }
  }
  return { min: low, max: high }
}

/** Around a part as it stands, as far as its mesh's own box tells; null: it has no mesh. */
export function boxOfPart({ meshes }: Pick<ParsedAsset, 'meshes'>, part: ParsedPart): Box | null {
  const mesh = meshes.get(part.mesh)
  return mesh === undefined ? null : placedBox(composeMatrix(part), mesh.bounds)
}
