import type { MeshData } from '../scene.ts'
import { randomDirection, seeded } from './random.ts'

/** A mesh from positions and indices alone; normals are the averaged triangle normals. */
export function meshOf(key: string, positions: Float32Array, indices: Uint32Array): MeshData {
  const normals = new Float32Array(positions.length)
  for (let i = 0; i < indices.length; i += 3) {
    const a = 3 * indices[i]
    const b = 3 * indices[i + 1]
    const c = 3 * indices[i + 2]
    for (let k = 0; k < 3; k++) {
      const k1 = (k + 1) % 3
      const k2 = (k + 2) % 3
      const n = (positions[b + k1] - positions[a + k1]) * (positions[c + k2] - positions[a + k2]) - (positions[b + k2] - positions[a + k2]) * (positions[c + k1] - positions[a + k1])
      normals[a + k] += n
      normals[b + k] += n
      normals[c + k] += n
    }
  }
  for (let v = 0; v < normals.length; v += 3) {
    const length = Math.hypot(normals[v], normals[v + 1], normals[v + 2]) || 1
    for (let k = 0; k < 3; k++) normals[v + k] /= length
  }
  const min: [number, number, number] = [Infinity, Infinity, Infinity]
  const max: [number, number, number] = [-Infinity, -Infinity, -Infinity]
  for (let v = 0; v < positions.length; v++) {
    min[v % 3] = Math.min(min[v % 3], positions[v])
    max[v % 3] = Math.max(max[v % 3], positions[v])
  }
  return { key, positions, normals, uvs: null, indices, materialSlots: null, bounds: { min, max } }
}

/** Hills over [-1, 1]², 2 size² triangles on a regular grid: axis-aligned edges everywhere. */
export function terrain(size: number, seed = 1): MeshData {
  const random = seeded(seed)
  const positions: number[] = []
  const indices: number[] = []
  for (let z = 0; z <= size; z++) {
    for (let x = 0; x <= size; x++) {
      const [px, pz] = [(2 * x) / size - 1, (2 * z) / size - 1]
      positions.push(px, 0.2 * Math.sin(5 * px) * Math.cos(4 * pz) + 0.02 * random(), pz)
      if (x === size || z === size) continue
      const a = z * (size + 1) + x
      indices.push(a, a + size + 1, a + 1, a + 1, a + size + 1, a + size + 2)
    }
  }
  return meshOf(`terrain-${size}`, Float32Array.from(positions), Uint32Array.from(indices))
}

/** A closed sphere of latitude and longitude: many triangles meet at the poles. */
export function sphere(rings: number, radius = 1, center: readonly number[] = [0, 0, 0]): MeshData {
  const positions: number[] = [center[0], center[1] + radius, center[2]]
  const indices: number[] = []
  const columns = 2 * rings
  const at = (ring: number, column: number): number => (ring === 0 ? 0 : ring === rings ? 1 + (rings - 1) * columns : 1 + (ring - 1) * columns + (column % columns))
  for (let ring = 1; ring < rings; ring++) {
    for (let column = 0; column < columns; column++) {
      const [theta, phi] = [(Math.PI * ring) / rings, (2 * Math.PI * column) / columns]
      positions.push(center[0] + radius * Math.sin(theta) * Math.cos(phi), center[1] + radius * Math.cos(theta), center[2] - radius * Math.sin(theta) * Math.sin(phi))
    }
  }
  positions.push(center[0], center[1] - radius, center[2])
  for (let ring = 0; ring < rings; ring++) {
    for (let column = 0; column < columns; column++) {
      const [a, b, c, d] = [at(ring, column), at(ring + 1, column), at(ring + 1, column + 1), at(ring, column + 1)]
      if (ring + 1 < rings) indices.push(a, b, c)
      if (ring > 0) indices.push(a, c, d)
    }
  }
  return meshOf(`sphere-${rings}`, Float32Array.from(positions), Uint32Array.from(indices))
}

/** The cube [-1, 1]³: 12 triangles, all of them in the root cell's faces. */
export function cube(): MeshData {
  const positions = Float32Array.from({ length: 24 }, (_, i) => ((i / 3) >> (i % 3)) & 1 ? 1 : -1)
  const indices = Uint32Array.of(0, 2, 1, 1, 2, 3, 4, 5, 6, 5, 7, 6, 0, 1, 4, 1, 5, 4, 2, 6, 3, 3, 6, 7, 0, 4, 2, 2, 4, 6, 1, 3, 5, 3, 7, 5)
  return meshOf('cube', positions, indices)
}

/** Small triangles anywhere in [-1, 1]³, of very different sizes, overlapping at will. */
export function soup(count: number, seed: number): MeshData {
  const random = seeded(seed)
  const positions = new Float32Array(9 * count)
  for (let i = 0; i < count; i++) {
    const center = [0, 1, 2].map(() => 2 * random() - 1)
    const size = 0.3 * 10 ** (-3 * random())
    for (let corner = 0; corner < 3; corner++) {
      const d = randomDirection(random)
      for (let k = 0; k < 3; k++) positions[9 * i + 3 * corner + k] = center[k] + size * d[k]
    }
  }
  return meshOf(`soup-${count}`, positions, Uint32Array.from({ length: 3 * count }, (_, i) => i))
}

/**
 * Everything that breaks trees: triangles without area, points, duplicates, slivers, axis-aligned triangles that share planes
 * with others, all snapped to a coarse grid so that coordinates coincide.
 */
export function degenerateSoup(count: number, seed: number): MeshData {
  const random = seeded(seed)
  const grid = (): number => Math.round(8 * (2 * random() - 1)) / 8
  const positions = new Float32Array(9 * count)
  for (let i = 0; i < count; i++) {
    const corners = [0, 1, 2].map(() => [grid(), grid(), grid()])
    const kind = Math.floor(6 * random())
    if (kind === 0) corners[2] = corners[1]
    if (kind === 1) corners[1] = corners[2] = corners[0]
    if (kind === 2) corners[2] = [0, 1, 2].map((k) => (corners[0][k] + corners[1][k]) / 2)
    if (kind === 3) corners[2] = [0, 1, 2].map((k) => (corners[0][k] + corners[1][k]) / 2 + 1e-4 * random())
    if (kind === 4) for (const corner of corners) corner[i % 3] = corners[0][i % 3]
    if (kind === 5 && i > 0) for (let k = 0; k < 9; k++) corners[(k / 3) | 0][k % 3] = positions[9 * (i - 1) + k]
    for (let k = 0; k < 9; k++) positions[9 * i + k] = corners[(k / 3) | 0][k % 3]
  }
  return meshOf(`degenerate-soup-${count}`, positions, Uint32Array.from({ length: 3 * count }, (_, i) => i))
}
