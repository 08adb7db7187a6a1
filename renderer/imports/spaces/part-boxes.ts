import type { MeshData } from '../../../gpu/index.ts'
import { composeMatrix } from '../../document/transform.ts'
import { type Box, placedBox } from '../pieces/box.ts'
import type { ParsedAsset, ParsedPart } from '../types.ts'

/** A part as it stands in the room. */
export interface PlacedPart {
  readonly part: ParsedPart
  readonly mesh: MeshData
  /** World space, metres. */
  readonly box: Box
  /** Along its own axes, which stand upright: width, height, depth. */
  readonly size: readonly [number, number, number]
}

export function placeParts({ parts, meshes }: Pick<ParsedAsset, 'parts' | 'meshes'>): readonly PlacedPart[] {
  return parts.flatMap((part): PlacedPart[] => {
    const mesh = meshes.get(part.mesh)
    if (mesh === undefined) return []
    const { min, max } = mesh.bounds
    const size = (axis: number): number => Math.abs((max[axis] - min[axis]) * part.scale[axis])
    return [{ part, mesh, size: [size(0), size(1), size(2)], box: placedBox(composeMatrix(part), mesh.bounds) }]
  })
}

/** More triangles than that are judged by a sample. */
const MOST_LOOKED_AT = 4000

/**
 * How much a mesh is made of flat faces along its own axes (1: a wall), and how much of its box it fills (1: a block; 0: a sheet, a cloth).
 */
export function flatnessOf(mesh: MeshData): Flatness {
  const known = flatness.get(mesh) ?? measureFlatness(mesh)
  flatness.set(mesh, known)
  return known
}

interface Flatness {
  readonly flat: number
  readonly filled: number
}
/** A mesh never changes, and is looked at once for each space. */
const flatness = new WeakMap<MeshData, Flatness>()

function measureFlatness({ positions, indices, bounds: { min, max } }: MeshData): Flatness {
  const step = 3 * Math.max(1, Math.ceil(indices.length / 3 / MOST_LOOKED_AT))
  let [area, along, volume] = [0, 0, 0]
  for (let i = 0; i + 2 < indices.length; i += step) {
    const [a, b, c] = [indices[i] * 3, indices[i + 1] * 3, indices[i + 2] * 3]
    const [x, y, z] = [positions[a] - min[0], positions[a + 1] - min[1], positions[a + 2] - min[2]]
    const [ux, uy, uz] = [positions[b] - positions[a], positions[b + 1] - positions[a + 1], positions[b + 2] - positions[a + 2]]
    const [vx, vy, vz] = [positions[c] - positions[a], positions[c + 1] - positions[a + 1], positions[c + 2] - positions[a + 2]]
    const [nx, ny, nz] = [uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx]
    const length = Math.hypot(nx, ny, nz)
    area += length
    if (Math.max(Math.abs(nx), Math.abs(ny), Math.abs(nz)) > FLAT * length) along += length
    volume += (x * nx + y * ny + z * nz) / 6
  }
  const box = (max[0] - min[0]) * (max[1] - min[1]) * (max[2] - min[2])
  return { flat: area > 0 ? along / area : 0, filled: box > 0 ? Math.min(1, Math.abs((volume * step) / 3) / box) : 0 }
}

/** Area of a mesh of few triangles that has no back (square of its own units): most edges at the rim have one triangle. 0 for a closed one. */
export function areaOfOpen({ positions, indices }: MeshData): number {
  const edges = new Map<string, number>()
  const corner = (i: number): string => [0, 1, 2].map((axis) => Math.round(positions[3 * i + axis] * 1e4)).join()
  let area = 0
  for (let i = 0; i + 2 < indices.length; i += 3) {
    const corners = [indices[i], indices[i + 1], indices[i + 2]]
    for (let k = 0; k < 3; k++) {
      const edge = [corner(corners[k]), corner(corners[(k + 1) % 3])].toSorted().join(' ')
      edges.set(edge, (edges.get(edge) ?? 0) + 1)
    }
    const [a, b, c] = corners.map((at) => [...positions.subarray(3 * at, 3 * at + 3)])
    const [u, v] = [[b[0] - a[0], b[1] - a[1], b[2] - a[2]], [c[0] - a[0], c[1] - a[1], c[2] - a[2]]]
    area += Math.hypot(u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]) / 2
  }
  return [...edges.values()].some((count) => count === 1) ? area : 0
}

/** Cosine of 10 degrees. */
const FLAT = Math.cos(Math.PI / 18)
