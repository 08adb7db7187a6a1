import { deform, emptyGeometry, addVertex, move, turn, withSmoothNormals } from './geometry.ts'
import type { Geometry, Vec3 } from './geometry.ts'
import { addGrid, roundedBox } from './box.ts'
import { roundedRectangle } from './curve.ts'
import { tube } from './tube.ts'

export interface CushionOptions {
  /** Of the edges, metres. */
  readonly radius?: number
  /** How far the middle of the top rises above its edge, metres. */
  readonly puff?: number
  readonly segments?: number
  /** Cells along x, y and z. */
  readonly cuts?: number | Vec3
}

/** An upholstered block around the origin: round edges, top and sides swelling outwards. */
export function cushion(size: Vec3, options: CushionOptions = {}): Geometry {
  const { radius = 0.05, puff = 0.02, segments = 3, cuts = [5, 2, 5] } = options
  // The swelling comes on top of the block, so the block shrinks first and `size` stays true.
  const core: Vec3 = [size[0] - puff, size[1] - 2 * puff, size[2] - puff]
  const half: Vec3 = [core[0] / 2, core[1] / 2, core[2] / 2]
  return deform(roundedBox(core, radius, { segments, cuts }), ([x, y, z]) => {
    const [u, v, w] = [x / half[0], y / half[1], z / half[2]]
    const swell = (a: number, b: number): number => (1 - a * a) * (1 - b * b)
    return [x + 0.5 * puff * u * swell(v, w), y + puff * v * swell(u, w), z + 0.5 * puff * w * swell(u, v)]
  })
}

/** A thin cord around a cushion's outline at height y: the seam. */
export function piping(width: number, depth: number, y: number, corner: number, radius = 0.005): Geometry {
  const outline = roundedRectangle(width, depth, corner, 3)
  return tube(outline.map(([x, z]): Vec3 => [x, y, -z]), radius, { sides: 6, closed: true })
}

/** A loose pillow in the xy plane around the origin, thickest in the middle, with drawn-in sides and a corded seam. */
export function pillow(width: number, height: number, thickness: number, cells = 10): Geometry {
  const surface = emptyGeometry()
  for (const side of [-1, 1]) {
    const first = surface.positions.length / 3
    for (let j = 0; j <= cells; j++) {
      for (let i = 0; i <= cells; i++) {
        const u = Math.sin((Math.PI / 2) * ((2 * i) / cells - 1))
        const v = Math.sin((Math.PI / 2) * ((2 * j) / cells - 1))
        const [x, y] = outlineAt(u, v, width, height)
        const z = side * (thickness / 2) * Math.pow(Math.max(0, (1 - u * u) * (1 - v * v)), 0.42)
        addVertex(surface, [x, y, z], [0, 0, side], [x, y])
      }
    }
    addGrid(surface, first, cells + 1, cells + 1, side > 0)
  }
  return withSmoothNormals(surface)
}

function outlineAt(u: number, v: number, width: number, height: number): [number, number] {
  return [(width / 2) * u * (1 - 0.07 * (1 - v * v)), (height / 2) * v * (1 - 0.07 * (1 - u * u))]
}

/** Leans a geometry that stands on y = 0 backwards (towards -z) and puts it down at `at`. */
export const leaning = (geometry: Geometry, radians: number, at: Vec3): Geometry =>
  move(turn(geometry, 'x', -radians), at)
