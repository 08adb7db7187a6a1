import { ShapeUtils, Vector2 } from 'three/webgpu'
import { addVertex, compact, emptyGeometry, normalize } from './geometry.ts'
import type { Geometry, Vec2 } from './geometry.ts'

/**
 * Pulls a closed outline in the xy plane (counter-clockwise) from z = 0 to `depth`. Watertight.
 *
 * Sides shade smoothly, their grain runs along the pull, where neighbours turn by less than 30 degrees.
 */
export function prism(outline: readonly Vec2[], depth: number): Geometry {
  const geometry = emptyGeometry()
  const triangles = ShapeUtils.triangulateShape(outline.map(([x, y]) => new Vector2(x, y)), [])
  for (const [z, nz] of [[0, -1], [depth, 1]]) {
    const first = geometry.positions.length / 3
    for (const [x, y] of outline) addVertex(geometry, [x, y, z], [0, 0, nz], [x, y])
    for (const [a, b, c] of triangles) {
      geometry.indices.push(first + a, first + (nz > 0 ? b : c), first + (nz > 0 ? c : b))
    }
  }
  const count = outline.length
  const edgeNormal = (i: number): Vec2 => {
    const [a, b] = [outline[(i + count) % count], outline[(i + 1) % count]]
    const size = Math.hypot(b[0] - a[0], b[1] - a[1]) || 1
    return [(b[1] - a[1]) / size, (a[0] - b[0]) / size]
  }
  const blend = (own: Vec2, other: Vec2): Vec2 =>
    own[0] * other[0] + own[1] * other[1] > 0.866 ? [own[0] + other[0], own[1] + other[1]] : own
  let along = 0
  for (let i = 0; i < count; i++) {
    const [a, b] = [outline[i], outline[(i + 1) % count]]
    const own = edgeNormal(i)
    const [na, nb] = [blend(own, edgeNormal(i - 1)), blend(own, edgeNormal(i + 1))]
    const next = along + Math.hypot(b[0] - a[0], b[1] - a[1])
    const first = geometry.positions.length / 3
    for (const [z, v] of [[0, 0], [depth, depth]]) {
      addVertex(geometry, [a[0], a[1], z], normalize([na[0], na[1], 0]), [v, along])
      addVertex(geometry, [b[0], b[1], z], normalize([nb[0], nb[1], 0]), [v, next])
    }
    geometry.indices.push(first, first + 1, first + 3, first, first + 3, first + 2)
    along = next
  }
  return compact(geometry)
}
