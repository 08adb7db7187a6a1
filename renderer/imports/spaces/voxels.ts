import type { ParsedAsset, ParsedPart } from '../types.ts'
import { type Box, boxAround, boxOfPart } from '../pieces/box.ts'
import { composeMatrix } from '../../document/transform.ts'
import type { Material, Vec3 } from '../../../gpu/index.ts'

/** Which cubes of a regular grid a triangle passes through. */
export interface Voxels {
  readonly origin: Vec3
  /** Metres, the same along every axis. */
  readonly size: number
  readonly counts: readonly [x: number, y: number, z: number]
  /** 1 where something is; index x + counts[0] * (z + counts[2] * y). */
  readonly solid: Uint8Array
  /** Which part (its place in the list, plus 1) stops light here, the smallest of several; 0: air, or glass alone. */
  readonly owners: Uint16Array
}

/** What a look or a ray of light goes through. */
export const isClear = ({ transmission = 0, alphaMode, alpha }: Material): boolean => transmission > 0.5 || (alphaMode === 'blend' && alpha < 0.5)

const SMALLEST = 0.12
const MOST_VOXELS = 3_000_000

/** World bounds of everything that an asset shows. @param leftOut  ids of parts that do not count */
export const boundsOfAsset = (asset: Pick<ParsedAsset, 'parts' | 'meshes'>, leftOut?: ReadonlySet<string>): Box =>
  boxAround(asset.parts.flatMap((part) => (leftOut?.has(part.id) === true ? [] : boxOfPart(asset, part) ?? [])))

/**
 * Marks the cubes that triangles pass through, by points on each triangle half a cube apart. Cubes are about 12 cm, larger in
 * large scenes so that their number stays bounded.
 *
 * @param smallest  metres: no cube is smaller
 */
export function voxelize(asset: ParsedAsset, bounds: Box = boundsOfAsset(asset), leftOut?: ReadonlySet<string>, smallest = SMALLEST): Voxels {
  const extent = bounds.max.map((value, axis) => Math.max(value - bounds.min[axis], smallest))
  const size = Math.max(smallest, Math.cbrt((extent[0] * extent[1] * extent[2]) / MOST_VOXELS), Math.max(...extent) / 1024)
  const counts = extent.map((value) => Math.ceil(value / size) + 3) as [number, number, number]
  const origin = bounds.min.map((value) => value - 1.5 * size) as [number, number, number]
  const solid = new Uint8Array(counts[0] * counts[1] * counts[2])
  const owners = new Uint16Array(solid.length)
  for (const { part, index } of largestFirst(asset)) {
    const mesh = asset.meshes.get(part.mesh)
    if (mesh === undefined || leftOut?.has(part.id) === true) continue
    const m = composeMatrix(part)
    const grid = new Float64Array(mesh.positions.length)
    for (let i = 0; i < grid.length; i += 3) {
      const [x, y, z] = [mesh.positions[i], mesh.positions[i + 1], mesh.positions[i + 2]]
      for (let axis = 0; axis < 3; axis++) grid[i + axis] = (m[axis] * x + m[4 + axis] * y + m[8 + axis] * z + m[12 + axis] - origin[axis]) / size
    }
    const owner = Math.min(index + 1, 65_535)
    const slots = part.materials.map((material) => (isClear(material) ? 0 : owner))
    for (let i = 0; i < mesh.indices.length; i += 3) {
      const mark = { owner: slots[mesh.materialSlots?.[i / 3] ?? 0] ?? owner, counts, solid, owners }
      markTriangle(grid, mesh.indices[i] * 3, mesh.indices[i + 1] * 3, mesh.indices[i + 2] * 3, mark)
    }
  }
  return { origin, size, counts, solid, owners }
}

/** What is written last owns its cubes: a vase before its wall. */
function largestFirst({ parts, meshes }: ParsedAsset): readonly { readonly part: ParsedPart; readonly index: number }[] {
  const sizeOf = (part: ParsedPart): number => {
    const { bounds } = meshes.get(part.mesh) ?? { bounds: { min: [0, 0, 0], max: [0, 0, 0] } }
    return Math.hypot(...bounds.max.map((value, axis) => (value - bounds.min[axis]) * part.scale[axis]))
  }
  return parts.map((part, index) => ({ part, index, size: sizeOf(part) })).toSorted((a, b) => b.size - a.size)
}

interface Mark extends Pick<Voxels, 'counts' | 'solid' | 'owners'> { readonly owner: number }

function markTriangle(g: Float64Array, a: number, b: number, c: number, { owner, counts: [nx, , nz], solid, owners }: Mark): void {
  const [ux, uy, uz] = [g[b] - g[a], g[b + 1] - g[a + 1], g[b + 2] - g[a + 2]]
  const [vx, vy, vz] = [g[c] - g[a], g[c + 1] - g[a + 1], g[c + 2] - g[a + 2]]
  const rows = Math.ceil(Math.max(Math.abs(ux), Math.abs(uy), Math.abs(uz)) * 2) + 1
  const vLength = Math.max(Math.abs(vx), Math.abs(vy), Math.abs(vz), Math.abs(vx - ux), Math.abs(vy - uy), Math.abs(vz - uz))
  for (let i = 0; i <= rows; i++) {
    const u = i / rows
    const columns = Math.ceil(vLength * (1 - u) * 2) + 1
    for (let k = 0; k <= columns; k++) {
      const v = ((1 - u) * k) / columns
      const x = Math.floor(g[a] + u * ux + v * vx)
      const y = Math.floor(g[a + 1] + u * uy + v * vy)
      const z = Math.floor(g[a + 2] + u * uz + v * vz)
      const at = x + nx * (z + nz * y)
      solid[at] = 1
      if (owner !== 0) owners[at] = owner
    }
  }
}
