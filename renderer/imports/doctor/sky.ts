import { composeMatrix } from '../../document/transform.ts'
import type { Space } from '../spaces/spaces.ts'
import type { ParsedAsset } from '../types.ts'
import { surveyObjects } from './survey.ts'

/** Of a person's eyes: lamps and shelves below do not cover a room. */
const EYES = 1.6

/** Whether nothing lies above the middle of a space: a vertical ray against the triangles of what stands there. */
export function isOpenToTheSky(parsed: Pick<ParsedAsset, 'parts' | 'meshes'>, { center: [x, , z], floor }: Pick<Space, 'center' | 'floor'>): boolean {
  const from = floor + EYES
  const above = new Set(surveyObjects(parsed).filter(({ box: { min, max } }) => max[1] > from && min[0] <= x && max[0] >= x && min[2] <= z && max[2] >= z).map(({ part }) => part))
  return parsed.parts.every((part) => {
    if (!above.has(part.id)) return true
    const { positions, indices } = parsed.meshes.get(part.mesh)!
    const m = composeMatrix(part)
    const at = (corner: number, row: number): number => m[row] * positions[3 * corner] + m[4 + row] * positions[3 * corner + 1] + m[8 + row] * positions[3 * corner + 2] + m[12 + row]
    for (let t = 0; t < indices.length; t += 3) if (covers(at, indices[t], indices[t + 1], indices[t + 2], x, z, from)) return false
    return true
  })
}

/** Whether a triangle lies above a point of the plan: its barycentric coordinates there, seen from above. */
function covers(at: (corner: number, row: number) => number, a: number, b: number, c: number, x: number, z: number, from: number): boolean {
  const ax = at(a, 0), az = at(a, 2), bx = at(b, 0) - ax, bz = at(b, 2) - az, cx = at(c, 0) - ax, cz = at(c, 2) - az
  const area = bx * cz - bz * cx
  if (area === 0) return false
  const u = ((x - ax) * cz - (z - az) * cx) / area
  const v = (bx * (z - az) - bz * (x - ax)) / area
  if (u < 0 || v < 0 || u + v > 1) return false
  const ay = at(a, 1)
  return ay + u * (at(b, 1) - ay) + v * (at(c, 1) - ay) > from
}
