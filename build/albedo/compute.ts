/**
 * What gpu/kernels/bsdf-albedo.ts holds, computed: two minutes of CPU time, so it is done once and kept (`node build/tool.mjs build/albedo/main.ts`).
 * Sizes and spacing are those of bsdf-albedo.wgsl.
 */

import { type Albedos, averageOf, COLUMNS, GLASS_COLUMNS, GLASS_ROWS, GLASS_SLICES, ROWS } from '../../gpu/kernels/bsdf-albedo.ts'
import { computeBrushed } from './brushed.ts'

const GLASS_LEAST = 1.02
const GLASS_MOST = 2.4
/** Quadrature points per side of the square that visible normals are drawn from: errors of a few ten-thousandths. */
const POINTS = 64

export function computeAlbedos(points = POINTS): Albedos {
  const floats = (length: number) => new Float32Array(length)
  const albedos = {
    all: floats(ROWS * COLUMNS), weighted: floats(ROWS * COLUMNS), sheen: floats(ROWS * COLUMNS),
    glass: [floats(GLASS_SLICES * GLASS_ROWS * GLASS_COLUMNS), floats(GLASS_SLICES * GLASS_ROWS * GLASS_COLUMNS)] as const,
    glassKept: [floats(GLASS_SLICES * GLASS_ROWS), floats(GLASS_SLICES * GLASS_ROWS)] as const,
    ...computeBrushed(points),
  }
  for (let at = 0; at < ROWS * COLUMNS; at++) {
    const [cosine, roughness] = [cosineOf(at % COLUMNS, COLUMNS), Math.floor(at / COLUMNS) / (ROWS - 1)]
    const [all, weighted] = ggx(cosine, roughness ** 2, points)
    albedos.all[at] = all
    albedos.weighted[at] = weighted
    albedos.sheen[at] = sheen(cosine, roughness, points)
  }
  const mirrors = Array.from({ length: GLASS_ROWS }, (_, i) =>
    Array.from({ length: GLASS_COLUMNS }, (__, column) => ggx(cosineOf(column, GLASS_COLUMNS), (i / (GLASS_ROWS - 1)) ** 2, points)[0]))
  for (let slice = 0; slice < GLASS_SLICES; slice++) {
    const ior = GLASS_LEAST + (slice / (GLASS_SLICES - 1)) * (GLASS_MOST - GLASS_LEAST)
    for (let i = GLASS_ROWS - 1; i >= 0; i--) glassRow(albedos, mirrors[i], slice, i, ior, points)
  }
  return albedos
}

const cosineOf = (column: number, columns: number) => Math.max((column / (columns - 1)) ** 2, 1e-4)

/** One roughness and index; rows come from rough to smooth. @param mirror  the row of GGX that reflects everything */
function glassRow({ glass: sides, glassKept }: Albedos, mirror: readonly number[], slice: number, i: number, ior: number, points: number): void {
  const alpha = (i / (GLASS_ROWS - 1)) ** 2
  const row = slice * GLASS_ROWS + i
  for (const side of [0, 1] as const) {
    const kept: number[] = []
    for (let column = 0; column < GLASS_COLUMNS; column++) {
      const all = mirror[column]
      const own = glass(cosineOf(column, GLASS_COLUMNS), alpha, side === 0 ? ior : 1 / ior, points)
      // Where nothing is lost, the next rougher row's ratio, or one, does as well.
      const rougher = i === GLASS_ROWS - 1 ? 1 : sides[side][(row + 1) * GLASS_COLUMNS + column]
      sides[side][row * GLASS_COLUMNS + column] = 1 - all < 1e-4 ? rougher : (1 - own) / (1 - all)
      kept.push(own)
    }
    glassKept[side][row] = averageOf(kept)
  }
}

const lambda = (z: number, alpha: number): number => 0.5 * (Math.sqrt(1 + (alpha * alpha * Math.max(0, 1 - z * z)) / (z * z)) - 1)

/** Calls back with quadrature points over the normals that are visible from a direction in the plane y = 0; weights add up to 1. */
function eachVisibleNormal(cosine: number, alpha: number, points: number, visit: (x: number, y: number, z: number, weight: number) => void): void {
  const sine = Math.sqrt(1 - cosine * cosine)
  const length = Math.hypot(sine * alpha, cosine)
  const [wx, wz] = [(sine * alpha) / length, cosine / length]
  for (let i = 0; i < points; i++) {
    // Half the circle is enough: the other half mirrors it.
    const phi = (Math.PI * (i + 0.5)) / points
    for (let j = 0; j < points; j++) {
      // Cubed: GGX has a long tail.
      const t = (j + 0.5) / points
      const z = t ** 3 * (1 + wz) - wz
      const r = Math.sqrt(Math.max(0, 1 - z * z))
      const [x, y, up] = [(r * Math.cos(phi) + wx) * alpha, r * Math.sin(phi) * alpha, Math.max(z + wz, 1e-9)]
      const scale = 1 / Math.hypot(x, y, up)
      visit(x * scale, y * scale, up * scale, (3 * t * t) / points ** 2)
    }
  }
}

function ggx(cosine: number, alpha: number, points: number): [all: number, weighted: number] {
  if (alpha === 0) return [1, (1 - cosine) ** 5]
  const sine = Math.sqrt(1 - cosine * cosine)
  const seen = 1 + lambda(cosine, alpha)
  let all = 0
  let weighted = 0
  eachVisibleNormal(cosine, alpha, points, (x, _, z, share) => {
    const o = sine * x + cosine * z
    const iz = 2 * o * z - cosine
    if (iz <= 0) return
    const weight = (share * seen) / (seen + lambda(iz, alpha))
    all += weight
    weighted += weight * (1 - o) ** 5
  })
  return [Math.min(1, all), weighted]
}

function glass(cosine: number, alpha: number, eta: number, points: number): number {
  if (alpha === 0) return 1
  const sine = Math.sqrt(1 - cosine * cosine)
  const seen = 1 + lambda(cosine, alpha)
  let sum = 0
  eachVisibleNormal(cosine, alpha, points, (x, _, z, share) => {
    const o = sine * x + cosine * z
    const reflected = 2 * o * z - cosine
    const sine2 = (1 - o * o) / (eta * eta)
    const behind = Math.sqrt(Math.max(0, 1 - sine2))
    const fresnel = sine2 >= 1 ? 1 : 0.5 * (((eta * o - behind) / (eta * o + behind)) ** 2 + ((o - eta * behind) / (o + eta * behind)) ** 2)
    if (reflected > 0) sum += (share * fresnel * seen) / (seen + lambda(reflected, alpha))
    const refracted = -cosine / eta + (o / eta - behind) * z
    if (refracted < 0) sum += (share * (1 - fresnel) * seen) / (seen + lambda(refracted, alpha))
  })
  return Math.min(1, sum)
}

/** Over directions by the cosine: the sheen lobe is broad. */
function sheen(cosine: number, roughness: number, points: number): number {
  const inverse = 1 / Math.max(roughness * roughness, 1e-3)
  const sine = Math.sqrt(1 - cosine * cosine)
  let sum = 0
  for (let i = 0; i < points; i++) {
    const phi = (Math.PI * (i + 0.5)) / points
    for (let j = 0; j < points; j++) {
      // z^2 is uniform under the cosine; cubed for more points near the horizon, where the lobe lives.
      const t = (j + 0.5) / points
      const z = Math.sqrt(t ** 3)
      const density = 3 * t * t
      const r = Math.sqrt(1 - z * z)
      const h = [sine + r * Math.cos(phi), r * Math.sin(phi), cosine + z]
      const hz = h[2] / Math.hypot(...h)
      const d = ((2 + inverse) * Math.max(1 - hz * hz, 1e-8) ** (inverse / 2)) / (2 * Math.PI)
      sum += (density * Math.PI * d) / (4 * (cosine + z - cosine * z))
    }
  }
  return sum / points ** 2
}
