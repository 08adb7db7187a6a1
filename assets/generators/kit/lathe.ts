import { addVertex, compact, emptyGeometry, normalize } from './geometry.ts'
import type { Geometry, Vec2, Vec3 } from './geometry.ts'
import { addGrid } from './box.ts'

/**
 * Revolves a profile around the y axis. Normals are smooth around and along it, but for corners sharper than 40 degrees.
 *
 * @param profile   [radius, y] from bottom to top for a surface that looks outwards, metres
 * @param segments  around the axis
 */
export function lathe(profile: readonly Vec2[], segments = 48): Geometry {
  const geometry = emptyGeometry()
  let along = 0
  let first = 0
  let rows = 0
  const close = (): void => {
    // Seen from outside, u runs to the left as the angle grows.
    addGrid(geometry, first, segments + 1, rows, false)
    first = geometry.positions.length / 3
    rows = 0
  }
  for (let i = 0; i < profile.length; i++) {
    const before = i > 0 ? outward(profile[i - 1], profile[i]) : null
    const after = i + 1 < profile.length ? outward(profile[i], profile[i + 1]) : null
    if (i > 0) along += Math.hypot(profile[i][0] - profile[i - 1][0], profile[i][1] - profile[i - 1][1])
    const isCorner = before !== null && after !== null && before[0] * after[0] + before[1] * after[1] < 0.76
    if (isCorner) {
      addRing(geometry, profile[i], before, along, segments)
      rows++
      close()
    }
    const sum: Vec2 = isCorner || before === null ? after! : after === null ? before : [before[0] + after[0], before[1] + after[1]]
    addRing(geometry, profile[i], onAxis(profile, i, sum), along, segments)
    rows++
  }
  close()
  return compact(geometry)
}

/** A smooth profile that reaches the axis meets it at a right angle. */
function onAxis(profile: readonly Vec2[], i: number, normal: Vec2): Vec2 {
  const isPole = profile[i][0] < 1e-9 && Math.abs(normal[1]) > 0.8 * Math.hypot(...normal)
  return isPole ? [0, Math.sign(normal[1])] : normal
}

const outward = (a: Vec2, b: Vec2): Vec2 => {
  const size = Math.hypot(b[0] - a[0], b[1] - a[1]) || 1
  return [(b[1] - a[1]) / size, (a[0] - b[0]) / size]
}

function addRing(geometry: Geometry, [radius, y]: Vec2, [nr, ny]: Vec2, along: number, segments: number): void {
  for (let i = 0; i <= segments; i++) {
    const angle = (2 * Math.PI * (i % segments)) / segments
    const [c, s] = [Math.cos(angle), Math.sin(angle)]
    const position: Vec3 = [radius * c, y, radius * s]
    addVertex(geometry, position, normalize([nr * c, ny, nr * s]), [(2 * Math.PI * radius * i) / segments, along])
  }
}
