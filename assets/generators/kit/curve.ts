import type { Vec2 } from './geometry.ts'

/** Points on a Catmull-Rom spline through `points` (any dimension), `samples` per span, ends included. */
export function spline<P extends readonly number[]>(points: readonly P[], samples: number): P[] {
  const result: P[] = []
  const at = (i: number): P => points[Math.max(0, Math.min(points.length - 1, i))]
  for (let i = 0; i + 1 < points.length; i++) {
    const [a, b, c, d] = [at(i - 1), at(i), at(i + 1), at(i + 2)]
    for (let k = 0; k < samples; k++) {
      const t = k / samples
      result.push(
        b.map(
          (_, n) =>
            0.5 *
            (2 * b[n] + (c[n] - a[n]) * t + (2 * a[n] - 5 * b[n] + 4 * c[n] - d[n]) * t * t +
              (3 * b[n] - a[n] - 3 * c[n] + d[n]) * t * t * t),
        ) as unknown as P,
      )
    }
  }
  result.push(points[points.length - 1])
  return result
}

/** Points on a circle's arc from one angle to another (radians, counter-clockwise from +x), ends included. */
export function arc(center: Vec2, radius: number, from: number, to: number, segments: number): Vec2[] {
  return Array.from({ length: segments + 1 }, (_, i) => {
    const angle = from + ((to - from) * i) / segments
    return [center[0] + radius * Math.cos(angle), center[1] + radius * Math.sin(angle)] as const
  })
}

/** A closed rectangle with rounded corners, counter-clockwise, without repeating the first point. */
export function roundedRectangle(width: number, height: number, radius: number, segments: number): Vec2[] {
  const [x, y] = [width / 2 - radius, height / 2 - radius]
  const quarter = Math.PI / 2
  return [
    ...arc([x, -y], radius, -quarter, 0, segments),
    ...arc([x, y], radius, 0, quarter, segments),
    ...arc([-x, y], radius, quarter, 2 * quarter, segments),
    ...arc([-x, -y], radius, 2 * quarter, 3 * quarter, segments),
  ]
}
