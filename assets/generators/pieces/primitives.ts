import { addVertex, emptyGeometry } from '../kit/geometry.ts'
import type { Vec2, Vec3 } from '../kit/geometry.ts'
import { materials } from '../kit/materials.ts'
import type { MaterialSpec } from '../kit/materials.ts'
import { part } from '../kit/part.ts'
import type { Part } from '../kit/part.ts'

/*
 * Exact surfaces: Atrium's rays meet the sphere, the box and the polygon themselves; the triangles here stand for them in other
 * programs. Their corners lie on the surface.
 */

export interface PrimitiveParameters {
  readonly size: number
  readonly finish: MaterialSpec
}

/** A chrome ball, its foot at the origin. */
export function primitiveSphere(parameters: Partial<PrimitiveParameters> = {}): Part[] {
  const { size, finish } = { size: 0.4, finish: materials.chrome, ...parameters }
  const [radius, rings, columns] = [size / 2, 24, 48]
  const geometry = emptyGeometry()
  for (let i = 0; i <= rings; i++) {
    for (let j = 0; j <= columns; j++) {
      const [polar, around] = [(Math.PI * i) / rings, (2 * Math.PI * (j % columns)) / columns]
      const n: Vec3 = [exactly(Math.sin(polar) * Math.cos(around)), exactly(Math.cos(polar)), exactly(-Math.sin(polar) * Math.sin(around))]
      addVertex(geometry, [radius * n[0], radius * n[1] + radius, radius * n[2]], n, [j / columns, i / rings])
      if (i === rings || j === columns) continue
      const a = i * (columns + 1) + j
      const b = a + columns + 1
      if (i > 0) geometry.indices.push(a, b, a + 1)
      if (i < rings - 1) geometry.indices.push(a + 1, b, b + 1)
    }
  }
  return [part(finish, geometry)]
}

/** Zero where sine and cosine are zero but for rounding: poles and equator touch the bounds. */
const exactly = (value: number): number => (Math.abs(value) < 1e-12 ? 0 : value)

/** A lacquered cube, its foot at the origin. */
export function primitiveBox(parameters: Partial<PrimitiveParameters> = {}): Part[] {
  const { size, finish } = { size: 0.45, finish: materials.red, ...parameters }
  const geometry = emptyGeometry()
  for (let axis = 0; axis < 3; axis++) {
    for (const sign of [-1, 1]) {
      const first = geometry.positions.length / 3
      const [u, v] = [(axis + 1) % 3, (axis + 2) % 3]
      const corners: readonly Vec2[] = sign > 0 ? [[-1, -1], [1, -1], [1, 1], [-1, 1]] : [[-1, -1], [-1, 1], [1, 1], [1, -1]]
      for (const [a, b] of corners) {
        const corner = [0, size / 2, 0]
        const normal = [0, 0, 0]
        corner[axis] += (sign * size) / 2
        corner[u] += (a * size) / 2
        corner[v] += (b * size) / 2
        normal[axis] = sign
        addVertex(geometry, corner as unknown as Vec3, normal as unknown as Vec3, [(a * size) / 2, (b * size) / 2])
      }
      geometry.indices.push(first, first + 1, first + 2, first, first + 2, first + 3)
    }
  }
  return [part(finish, geometry)]
}

export interface PanelParameters {
  readonly width: number
  readonly height: number
  /** How much of each corner is cut off. */
  readonly corner: number
  readonly finish: MaterialSpec
}

/** A mirror without a frame and without thickness, its corners cut; stands upright on its lower edge. */
export function panel(parameters: Partial<PanelParameters> = {}): Part[] {
  const { width, height, corner: c, finish } = { width: 0.8, height: 1.1, corner: 0.14, finish: { ...materials.mirror, doubleSided: true }, ...parameters }
  const [x, y] = [width / 2, height / 2]
  const corners: readonly Vec2[] = [[-x + c, -y], [x - c, -y], [x, -y + c], [x, y - c], [x - c, y], [-x + c, y], [-x, y - c], [-x, -y + c]]
  const geometry = emptyGeometry()
  for (const [u, v] of corners) addVertex(geometry, [u, v, 0], [0, 0, 1], [u + x, y - v])
  for (let i = 2; i < corners.length; i++) geometry.indices.push(0, i - 1, i)
  return [part(finish, geometry)]
}
