import type { Box } from '../../pieces/box.ts'
import type { MeshData, Vec3 } from '../../../../gpu/index.ts'
import { determinant3, invertAffine } from '../../../document/transform.ts'
import type { Surface } from './geometry.ts'

/** A surface and where it lies in the part it belongs to. */
export interface PlacedSurface {
  readonly surface: Surface
  /** Column-major 4x4, in doubles. */
  readonly partFromMesh: readonly number[]
}

/** Bounds of the placed corners, metres. */
export function boundsOf(placed: readonly PlacedSurface[]): Box {
  const min: [number, number, number] = [Infinity, Infinity, Infinity]
  const max: [number, number, number] = [-Infinity, -Infinity, -Infinity]
  for (const { surface, partFromMesh: m } of placed) {
    const { positions } = surface
    for (let i = 0; i < positions.length; i += 3) {
      for (let axis = 0; axis < 3; axis++) {
        const value = m[axis] * positions[i] + m[4 + axis] * positions[i + 1] + m[8 + axis] * positions[i + 2] + m[12 + axis]
        if (value < min[axis]) min[axis] = value
        if (value > max[axis]) max[axis] = value
      }
    }
  }
  return { min, max }
}

/**
 * Bakes surfaces into one mesh.
 *
 * @param origin     the point of part space that becomes the mesh's origin
 * @param materials  gives each surface's material its slot
 * @returns the mesh without its key
 */
export function mergeSurfaces(placed: readonly PlacedSurface[], origin: Vec3, materials: readonly (number | null)[]): Omit<MeshData, 'key'> {
  const vertexCount = placed.reduce((sum, { surface }) => sum + surface.positions.length / 3, 0)
  const indexCount = placed.reduce((sum, { surface }) => sum + surface.indices.length, 0)
  const positions = new Float32Array(vertexCount * 3)
  const normals = new Float32Array(vertexCount * 3)
  const uvs = placed.some(({ surface }) => surface.uvs !== null) ? new Float32Array(vertexCount * 2) : null
  const indices = new Uint32Array(indexCount)
  const materialSlots = materials.length > 1 ? new Uint16Array(indexCount / 3) : null
  let vertex = 0
  let index = 0
  for (const { surface, partFromMesh } of placed) {
    transformPositions(surface.positions, partFromMesh, origin, positions.subarray(vertex * 3))
    transformNormals(surface.normals, partFromMesh, normals.subarray(vertex * 3))
    if (surface.uvs !== null) uvs?.set(surface.uvs, vertex * 2)
    // A mirroring matrix turns triangles inside out; swapping two corners turns them back.
    const [second, third] = determinant3(partFromMesh) < 0 ? [2, 1] : [1, 2]
    for (let i = 0; i < surface.indices.length; i += 3) {
      indices[index + i] = surface.indices[i] + vertex
      indices[index + i + 1] = surface.indices[i + second] + vertex
      indices[index + i + 2] = surface.indices[i + third] + vertex
    }
    materialSlots?.fill(materials.indexOf(surface.material), index / 3, (index + surface.indices.length) / 3)
    vertex += surface.positions.length / 3
    index += surface.indices.length
  }
  return { positions, normals, uvs, indices, materialSlots, bounds: floatBounds(positions) }
}

function transformPositions(source: Float32Array, m: readonly number[], [ox, oy, oz]: Vec3, target: Float32Array): void {
  for (let i = 0; i < source.length; i += 3) {
    const x = source[i]
    const y = source[i + 1]
    const z = source[i + 2]
    target[i] = m[0] * x + m[4] * y + m[8] * z + (m[12] - ox)
    target[i + 1] = m[1] * x + m[5] * y + m[9] * z + (m[13] - oy)
    target[i + 2] = m[2] * x + m[6] * y + m[10] * z + (m[14] - oz)
  }
}

/** Normals turn with the inverse transpose. A square root, since `Math.hypot` takes several times as long, which millions of vertices feel. */
function transformNormals(source: Float32Array, m: readonly number[], target: Float32Array): void {
  const inverse = invertAffine(m)
  if (inverse === null) {
    target.set(source)
    return
  }
  for (let i = 0; i < source.length; i += 3) {
    const x = source[i]
    const y = source[i + 1]
    const z = source[i + 2]
    const nx = inverse[0] * x + inverse[1] * y + inverse[2] * z
    const ny = inverse[4] * x + inverse[5] * y + inverse[6] * z
    const nz = inverse[8] * x + inverse[9] * y + inverse[10] * z
    const length = Math.sqrt(nx * nx + ny * ny + nz * nz) || 1
    target[i] = nx / length
    target[i + 1] = ny / length
    target[i + 2] = nz / length
  }
}

function floatBounds(positions: Float32Array): Box {
  const min: [number, number, number] = [Infinity, Infinity, Infinity]
  const max: [number, number, number] = [-Infinity, -Infinity, -Infinity]
  for (let i = 0; i < positions.length; i++) {
    const axis = i % 3
    if (positions[i] < min[axis]) min[axis] = positions[i]
    if (positions[i] > max[axis]) max[axis] = positions[i]
  }
  return { min, max }
}
