/** The table of bsdf-albedo.wgsl, computed once per process. Sizes and spacing are that file's. */

const COLUMNS = 48
const ROWS = 48
const GLASS_COLUMNS = 24
const GLASS_ROWS = 20
const GLASS_SLICES = 8
const GLASS_LEAST = 1.02
const GLASS_MOST = 2.4
/** Quadrature points per side of the square that visible normals are drawn from. */
const POINTS = 20

export const ALBEDO_WIDTH = COLUMNS
export const ALBEDO_HEIGHT = ROWS + GLASS_ROWS * GLASS_SLICES

let table: Float32Array | null = null

/** rgba32float, ALBEDO_WIDTH x ALBEDO_HEIGHT texels. About a second of CPU time at the first call. */
export function albedoTable(): Float32Array {
  table ??= computeTable()
  return table
}

function computeTable(): Float32Array {
  const texels = new Float32Array(ALBEDO_WIDTH * ALBEDO_HEIGHT * 4)
  for (let row = 0; row < ROWS; row++) {
    const roughness = row / (ROWS - 1)
    for (let column = 0; column < COLUMNS; column++) {
      const cosine = cosineOf(column, COLUMNS)
      texels.set([...ggx(cosine, roughness ** 2), sheen(cosine, roughness)], 4 * (row * COLUMNS + column))
    }
    for (let channel = 0; channel < 2; channel++) {
      const albedos = Array.from({ length: COLUMNS }, (_, column) => texels[4 * (row * COLUMNS + column) + channel])
      texels[4 * (row * COLUMNS + channel) + 3] = averageOf(albedos)
    }
  }
  const mirrors = Array.from({ length: GLASS_ROWS }, (_, i) =>
    Array.from({ length: GLASS_COLUMNS }, (__, column) => ggx(cosineOf(column, GLASS_COLUMNS), (i / (GLASS_ROWS - 1)) ** 2)[0]))
  for (let slice = 0; slice < GLASS_SLICES; slice++) {
    const ior = GLASS_LEAST + (slice / (GLASS_SLICES - 1)) * (GLASS_MOST - GLASS_LEAST)
    for (let i = GLASS_ROWS - 1; i >= 0; i--) glassRow(texels, mirrors[i], i, ROWS + slice * GLASS_ROWS + i, ior)
  }
  return texels
}

const cosineOf = (column: number, columns: number) => Math.max((column / (columns - 1)) ** 2, 1e-4)

/** One roughness and index; rows come from rough to smooth. @param mirror  the row of GGX that reflects everything */
function glassRow(texels: Float32Array, mirror: readonly number[], i: number, row: number, ior: number): void {
  const alpha = (i / (GLASS_ROWS - 1)) ** 2
  for (let side = 0; side < 2; side++) {
    const kept: number[] = []
    for (let column = 0; column < GLASS_COLUMNS; column++) {
      const cosine = cosineOf(column, GLASS_COLUMNS)
      const all = mirror[column]
      const own = glass(cosine, alpha, side === 0 ? ior : 1 / ior)
      // Where nothing is lost, the next rougher row's ratio, or one, does as well.
      const rougher = i === GLASS_ROWS - 1 ? 1 : texels[4 * ((row + 1) * COLUMNS + column) + side]
      texels[4 * (row * COLUMNS + column) + side] = 1 - all < 1e-4 ? rougher : (1 - own) / (1 - all)
      kept.push(own)
    }
    texels[4 * row * COLUMNS + 2 + side] = averageOf(kept)
  }
}

/** Twice the integral over the cosine times the cosine, of albedos that are linear between their columns. */
function averageOf(albedos: readonly number[]): number {
  let sum = 0
  for (let column = 0; column + 1 < albedos.length; column++) {
    const [a, b] = [(column / (albedos.length - 1)) ** 2, ((column + 1) / (albedos.length - 1)) ** 2]
    const [p, q] = [albedos[column], albedos[column + 1]]
    // The integral of (p + (q - p) (x - a) / (b - a)) x from a to b.
    const slope = (q - p) / (b - a)
    sum += (p - slope * a) * (b * b - a * a) / 2 + (slope * (b ** 3 - a ** 3)) / 3
  }
  return Math.min(1, 2 * sum)
}

const lambda = (z: number, alpha: number): number => 0.5 * (Math.sqrt(1 + (alpha * alpha * Math.max(0, 1 - z * z)) / (z * z)) - 1)

/** Calls back with quadrature points over the normals that are visible from a direction in the plane y = 0; weights add up to 1. */
function eachVisibleNormal(cosine: number, alpha: number, visit: (x: number, y: number, z: number, weight: number) => void): void {
  const sine = Math.sqrt(1 - cosine * cosine)
  const length = Math.hypot(sine * alpha, cosine)
  const [wx, wz] = [(sine * alpha) / length, cosine / length]
  for (let i = 0; i < POINTS; i++) {
    // Half the circle is enough: the other half mirrors it.
    const phi = (Math.PI * (i + 0.5)) / POINTS
    for (let j = 0; j < POINTS; j++) {
      // Cubed: GGX has a long tail.
      const t = (j + 0.5) / POINTS
      const z = t ** 3 * (1 + wz) - wz
      const r = Math.sqrt(Math.max(0, 1 - z * z))
      const [x, y, up] = [(r * Math.cos(phi) + wx) * alpha, r * Math.sin(phi) * alpha, Math.max(z + wz, 1e-9)]
      const scale = 1 / Math.hypot(x, y, up)
      visit(x * scale, y * scale, up * scale, (3 * t * t) / POINTS ** 2)
    }
  }
}

function ggx(cosine: number, alpha: number): [all: number, weighted: number] {
  if (alpha === 0) return [1, (1 - cosine) ** 5]
  const sine = Math.sqrt(1 - cosine * cosine)
  const seen = 1 + lambda(cosine, alpha)
  let all = 0
  let weighted = 0
  eachVisibleNormal(cosine, alpha, (x, _, z, share) => {
    const o = sine * x + cosine * z
    const iz = 2 * o * z - cosine
    if (iz <= 0) return
    const weight = (share * seen) / (seen + lambda(iz, alpha))
    all += weight
    weighted += weight * (1 - o) ** 5
  })
  return [Math.min(1, all), weighted]
}

function glass(cosine: number, alpha: number, eta: number): number {
  if (alpha === 0) return 1
  const sine = Math.sqrt(1 - cosine * cosine)
  const seen = 1 + lambda(cosine, alpha)
  let sum = 0
  eachVisibleNormal(cosine, alpha, (x, _, z, share) => {
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
function sheen(cosine: number, roughness: number): number {
  const inverse = 1 / Math.max(roughness * roughness, 1e-3)
  const sine = Math.sqrt(1 - cosine * cosine)
  const points = 24
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
