import { addVertex, emptyGeometry, normalize } from './geometry.ts'
import type { Geometry, Vec2, Vec3 } from './geometry.ts'

/**
 * A mitred frame around a rectangle in the xy plane, such as that of a picture or a window.
 *
 * @param width, height  of the outside, metres
 * @param profile  closed section, counter-clockwise as [inwards, z]: 0 is the outside edge; each side shades flat
 */
export function frame(width: number, height: number, profile: readonly Vec2[]): Geometry {
  const geometry = emptyGeometry()
  const corners: readonly Vec2[] = [[-1, -1], [1, -1], [1, 1], [-1, 1]]
  const at = (corner: Vec2, [inwards, z]: Vec2): Vec3 =>
    [corner[0] * (width / 2 - inwards), corner[1] * (height / 2 - inwards), z]
  for (let side = 0; side < 4; side++) {
    const [from, to] = [corners[side], corners[(side + 1) % 4]]
    // Into the frame's opening from this side.
    const inward: Vec2 = [-(from[0] + to[0]) / 2, -(from[1] + to[1]) / 2]
    profile.forEach((start, i) => {
      const end = profile[(i + 1) % profile.length]
      const [along, away] = [end[0] - start[0], end[1] - start[1]]
      const normal = normalize([inward[0] * away, inward[1] * away, -along])
      const first = geometry.positions.length / 3
      for (const [corner, point] of [[from, start], [to, start], [to, end], [from, end]] as const) {
        const position = at(corner, point)
        addVertex(geometry, position, normal, [side % 2 === 0 ? position[0] : position[1], point[0] + point[1]])
      }
      geometry.indices.push(first, first + 2, first + 1, first, first + 3, first + 2)
    })
  }
  return geometry
}

/** A plain rectangular section with a small chamfer on its front edges. */
export function frameProfile(width: number, depth: number, chamfer: number): Vec2[] {
  return [[0, 0], [width, 0], [width, depth - chamfer], [width - chamfer, depth], [chamfer, depth], [0, depth - chamfer]]
}
