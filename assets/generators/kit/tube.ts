import { add, addVertex, compact, cross, dot, emptyGeometry, normalize, sub, times } from './geometry.ts'
import type { Geometry, Vec2, Vec3 } from './geometry.ts'
import { addGrid } from './box.ts'

export interface TubeOptions {
  readonly sides?: number
  /** The path's end meets its start. */
  readonly closed?: boolean
  /** Radius along the path, 0..1 to metres, instead of the constant one. */
  readonly taper?: (t: number) => number
}

/**
 * A round bar along a path, with flat ends unless it is closed.
 *
 * Frames are carried along by parallel transport, so the bar does not twist.
 */
export function tube(path: readonly Vec3[], radius: number, options: TubeOptions = {}): Geometry {
  const { sides = 12, closed = false } = options
  const ring = Array.from({ length: sides }, (_, i): Vec2 => {
    const angle = (2 * Math.PI * i) / sides
    return [Math.cos(angle), Math.sin(angle)]
  })
  const geometry = emptyGeometry()
  const count = path.length
  const tangents = path.map((_, i) => {
    const before = closed ? path[(i + count - 1) % count] : path[Math.max(0, i - 1)]
    const after = closed ? path[(i + 1) % count] : path[Math.min(count - 1, i + 1)]
    return normalize(sub(after, before))
  })
  let side = normalize(cross(tangents[0], Math.abs(tangents[0][1]) < 0.9 ? [0, 1, 0] : [1, 0, 0]))
  let along = 0
  const rings = closed ? count + 1 : count
  const ends: { center: Vec3; normal: Vec3; rim: Vec3[] }[] = []
  const startSide = side
  for (let k = 0; k < rings; k++) {
    const i = k % count
    if (k > 0) along += Math.hypot(...sub(path[i], path[(i + count - 1) % count]))
    side = k === count ? startSide : normalize(sub(side, times(tangents[i], dot(side, tangents[i]))))
    const up = cross(tangents[i], side)
    const r = options.taper ? options.taper(k / (rings - 1)) : radius
    const rim: Vec3[] = []
    for (let s = 0; s <= sides; s++) {
      const [c, d] = ring[s % sides]
      const normal = add(times(side, c), times(up, d))
      rim.push(add(path[i], times(normal, r)))
      addVertex(geometry, rim[s], normal, [along, (s / sides) * 2 * Math.PI * radius])
    }
    if (!closed && (k === 0 || k === rings - 1)) {
      ends.push({ center: path[i], normal: times(tangents[i], k === 0 ? -1 : 1), rim })
    }
  }
  addGrid(geometry, 0, sides + 1, rings, true)
  ends.forEach(({ center, normal, rim }, which) => {
    const middle = addVertex(geometry, center, normal, [0, 0])
    const first = rim.map((p) => addVertex(geometry, p, normal, [p[0], p[2]]))[0]
    for (let s = 0; s < sides; s++) {
      geometry.indices.push(...(which === 0 ? [middle, first + s + 1, first + s] : [middle, first + s, first + s + 1]))
    }
  })
  return compact(geometry)
}

/** A round bar from one point to another; `taper` gives the far end another radius. */
export const bar = (from: Vec3, to: Vec3, radius: number, endRadius = radius, sides = 16): Geometry =>
  tube([from, to], radius, { sides, taper: (t) => radius + (endRadius - radius) * t })
