import { addVertex, compact, emptyGeometry, normalize } from './geometry.ts'
import type { Axis, Geometry, Vec2, Vec3 } from './geometry.ts'

export interface BoxOptions {
  /** Segments per half edge arc; 1 is a two-step chamfer that shades round. */
  readonly segments?: number
  /** Cells of every flat face along x, y and z, for shapes that are bent afterwards. */
  readonly cuts?: number | Vec3
  /** Texture u runs along this axis. */
  readonly grain?: Axis
}

/** A box around the origin with sharp edges and flat normals. */
export const box = (size: Vec3, grain: Axis = 'x'): Geometry => roundedBox(size, 0, { grain })

/** A board that lies from one corner to the other. */
export const boxBetween = (min: Vec3, max: Vec3, radius = 0, options: BoxOptions = {}): Geometry => {
  const size: Vec3 = [max[0] - min[0], max[1] - min[1], max[2] - min[2]]
  const geometry = roundedBox(size, radius, options)
  for (let i = 0; i < geometry.positions.length; i++) geometry.positions[i] += (min[i % 3] + max[i % 3]) / 2
  return geometry
}

/**
 * A box around the origin whose edges are rounded with `radius` and shade smoothly.
 *
 * Every face is a grid whose outer rows bend down to 45 degrees, where the neighbour's rows begin: a cube blown up to a
 * sphere of that radius, then pulled apart. Watertight; 108 triangles with one segment.
 */
export function roundedBox(size: Vec3, radius: number, options: BoxOptions = {}): Geometry {
  const half: Vec3 = [size[0] / 2, size[1] / 2, size[2] / 2]
  const r = Math.min(radius, ...half)
  const cuts = typeof options.cuts === 'object' ? options.cuts : [0, 1, 2].map(() => (options.cuts as number | undefined) ?? 1)
  const steps = cuts.map((count) => (r > 0 ? arcSteps(options.segments ?? 1, count) : flatSteps(count)))
  const grain = 'xyz'.indexOf(options.grain ?? longestAxis(size))
  const geometry = emptyGeometry()
  for (let axis = 0; axis < 3; axis++) {
    const across = (axis + 1) % 3
    const up = (axis + 2) % 3
    for (const side of [-1, 1]) {
      const first = geometry.positions.length / 3
      for (const v of steps[up]) {
        for (const u of steps[across]) {
          const direction: [number, number, number] = [0, 0, 0]
          direction[axis] = side
          direction[across] = r > 0 ? Math.tan(u.angle) : 0
          direction[up] = r > 0 ? Math.tan(v.angle) : 0
          const normal = normalize(direction)
          const position: [number, number, number] = [0, 0, 0]
          position[axis] = side * (half[axis] - r) + r * normal[axis]
          position[across] = u.place * (half[across] - r) + r * normal[across]
          position[up] = v.place * (half[up] - r) + r * normal[up]
          const uv: Vec2 = grain === up ? [position[up], position[across]] : [position[across], position[up]]
          addVertex(geometry, position, normal, uv)
        }
      }
      addGrid(geometry, first, steps[across].length, steps[up].length, side > 0)
    }
  }
  return compact(geometry)
}

/** Two triangles per cell of a grid of vertices that were added row by row. */
export function addGrid(geometry: Geometry, first: number, columns: number, rows: number, front: boolean): void {
  for (let row = 0; row + 1 < rows; row++) {
    for (let column = 0; column + 1 < columns; column++) {
      const a = first + row * columns + column
      const b = a + 1
      const c = a + columns
      const d = c + 1
      geometry.indices.push(...(front ? [a, b, d, a, d, c] : [a, d, b, a, c, d]))
    }
  }
}

interface Step {
  /** -1..1 over the flat part of the face. */
  readonly place: number
  readonly angle: number
}

function arcSteps(segments: number, cuts: number): Step[] {
  const steps: Step[] = []
  for (let i = 0; i <= segments; i++) steps.push({ place: -1, angle: (-Math.PI / 4) * (1 - i / segments) })
  for (let i = 1; i < cuts; i++) steps.push({ place: (2 * i) / cuts - 1, angle: 0 })
  for (let i = 0; i <= segments; i++) steps.push({ place: 1, angle: (Math.PI / 4) * (i / segments) })
  return steps
}

const flatSteps = (cuts: number): Step[] =>
  Array.from({ length: cuts + 1 }, (_, i) => ({ place: (2 * i) / cuts - 1, angle: 0 }))

const longestAxis = (size: Vec3): Axis => (['x', 'y', 'z'] as const)[size.indexOf(Math.max(...size))]
