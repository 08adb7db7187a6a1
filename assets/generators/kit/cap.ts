import { addVertex, compact, emptyGeometry } from './geometry.ts'
import type { Geometry } from './geometry.ts'
import { addGrid } from './box.ts'

/** Radius of the sphere whose cap has this rim and rises this high, metres. */
export const sphereRadius = (rim: number, rise: number): number => (rim * rim + rise * rise) / (2 * rise)

/**
 * Part of a sphere that bulges towards +z: its rim lies in z = 0, its top at (0, 0, rise). Normals are the sphere's own.
 *
 * @param rim       radius of the rim, metres
 * @param rise      height of the top over the rim, metres
 */
export function sphericalCap(rim: number, rise: number, rings = 20, segments = 64): Geometry {
  const radius = sphereRadius(rim, rise)
  const opening = Math.asin(Math.min(1, rim / radius))
  const geometry = emptyGeometry()
  for (let j = 0; j <= rings; j++) {
    const angle = (opening * j) / rings
    for (let i = 0; i <= segments; i++) {
      const around = (2 * Math.PI * (i % segments)) / segments
      const normal = [Math.sin(angle) * Math.cos(around), Math.sin(angle) * Math.sin(around), Math.cos(angle)] as const
      const position = [radius * normal[0], radius * normal[1], radius * normal[2] - (radius - rise)] as const
      addVertex(geometry, position, normal, [position[0], position[1]])
    }
  }
  addGrid(geometry, 0, segments + 1, rings + 1, false)
  return compact(geometry)
}
