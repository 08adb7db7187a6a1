import { composeMatrix } from '../../document/transform.ts'
import type { ParsedAsset } from '../types.ts'

/** Of their surface, buildings have more that is level or plumb (0.68 at least in those tried), vessels and animals less (0.33 at most). */
export const LEAST_PLUMB = 0.5
/** Triangles that are looked at, spread over the model. */
const MOST_TRIANGLES = 200_000
/** Of a unit normal's height: level from here on, plumb up to here. */
const [LEVEL, PLUMB] = [0.999, 0.03]

/**
 * Share of a model's surface that lies level or stands plumb: most of a building, round towers included, and little of a vessel, however large it is.
 *
 * @param leftOut  ids of parts that do not count
 */
export function plumbShare({ parts, meshes }: Pick<ParsedAsset, 'parts' | 'meshes'>, leftOut?: ReadonlySet<string>): number {
  const placed = parts.flatMap((part) => {
    const mesh = leftOut?.has(part.id) === true ? undefined : meshes.get(part.mesh)
    return mesh === undefined ? [] : [{ part, mesh }]
  })
  const total = placed.reduce((sum, { mesh }) => sum + mesh.indices.length / 3, 0)
  const step = Math.max(1, Math.ceil(total / MOST_TRIANGLES))
  let [plumb, all] = [0, 0]
  for (const { part, mesh: { positions, indices } } of placed) {
    const m = composeMatrix(part)
    for (let at = 0; at < indices.length; at += 3 * step) {
      const [a, b, c] = [3 * indices[at], 3 * indices[at + 1], 3 * indices[at + 2]]
      const side = (to: number, row: number): number => [0, 1, 2].reduce((sum, k) => sum + m[4 * k + row] * (positions[to + k] - positions[a + k]), 0)
      const [ux, uy, uz, vx, vy, vz] = [side(b, 0), side(b, 1), side(b, 2), side(c, 0), side(c, 1), side(c, 2)]
      const up = Math.abs(uz * vx - ux * vz)
      const area = Math.hypot(uy * vz - uz * vy, up, ux * vy - uy * vx)
      if (!(area > 0)) continue
      all += area
      if (up > LEVEL * area || up < PLUMB * area) plumb += area
    }
  }
  return all > 0 ? plumb / all : 0
}
