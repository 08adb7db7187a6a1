import { readFile } from 'node:fs/promises'
import path from 'node:path'
import type { MeshData } from '../../scene.ts'
import { meshOf } from '../../testing/meshes.ts'
import { readGlbParts } from './mesh-file-glb.ts'
import { readObj } from './mesh-file-obj.ts'
import { readPly } from './mesh-file-ply.ts'
import type { MeshPart, RawTriangles } from './mesh-part.ts'

/** A mesh file that cannot be read; the message is one sentence about the file, and where in it. */
export class MeshFileError extends Error {
  override readonly name = 'MeshFileError'
}

/** A mesh file, taken apart. */
export interface MeshFile {
  /** The file's name without its folder. */
  readonly name: string
  readonly parts: readonly MeshPart[]
}

const READERS: Readonly<Record<string, (bytes: Uint8Array<ArrayBuffer>) => Promise<readonly MeshPart[]> | readonly MeshPart[]>> = {
  '.glb': readGlbParts,
  '.obj': (bytes) => [unplaced(readObj(bytes))],
  '.ply': (bytes) => [unplaced(readPly(bytes))],
}

/**
 * Reads the triangles of a .glb (also Draco, meshopt, quantised), .obj or .ply (ASCII, both binaries).
 *
 * A file's own triangle order, which mergeFile keeps and `npm run trace --out` writes:
 * - GLB: the nodes of its scene depth first, a node before its children, children in the order listed; of a node's mesh the
 *   primitives in order; of a primitive the triangles in order (lists, strips, fans; points and lines count nothing).
 * - OBJ and PLY: the faces in order; a polygon of n corners is the fan (0 1 2) (0 2 3) ... of n - 2 triangles.
 *
 * Triangles without area count like any other. Why not three's OBJLoader and PLYLoader: they give half of a truncated file without a
 * word, and PLYLoader leaves polygons of five corners out; on what all can read, tests compare them.
 *
 * @throws MeshFileError for whatever is not there, cut off, out of range or not supported
 */
export async function readMeshFile(file: string): Promise<MeshFile> {
  const name = path.basename(file)
  const reader = READERS[path.extname(file).toLowerCase()]
  if (reader === undefined) throw new MeshFileError(`${name}: only .glb, .obj and .ply files can be read.`)
  let bytes: Uint8Array<ArrayBuffer>
  try {
    bytes = new Uint8Array(await readFile(file))
  } catch (error) {
    throw new MeshFileError(`${file} cannot be read: ${(error as Error).message}.`, { cause: error })
  }
  let parts: readonly MeshPart[]
  try {
    parts = await reader(bytes)
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new MeshFileError(`${name}: ${reason.replace(/\s+/g, ' ').replace(/\.?$/, '.')}`, { cause: error })
  }
  if (parts.every(({ mesh }) => mesh.indices.length === 0)) throw new MeshFileError(`${name}: it holds no triangles.`)
  return { name, parts }
}

/**
 * All parts as one mesh in world space, triangles in the file's own order. Corners are placed in f64 and rounded to f32 once;
 * what is scaled is that rounded mesh, so scale 1000 is exactly 1000 times (rounded again) what scale 1 gives.
 *
 * @throws MeshFileError when a corner is not finite, naming the first
 */
export function mergeFile({ name, parts }: MeshFile, scale = 1): MeshData {
  const positions = new Float32Array(parts.reduce((sum, { mesh }) => sum + mesh.positions.length, 0))
  const indices = new Uint32Array(parts.reduce((sum, { mesh }) => sum + mesh.indices.length, 0))
  let vertex = 0
  let index = 0
  for (const { mesh, worldFromObject: m } of parts) {
    for (const i of mesh.indices) indices[index++] = i + vertex
    for (let v = 0; v < mesh.positions.length; v += 3) {
      const x = mesh.positions[v]
      const y = mesh.positions[v + 1]
      const z = mesh.positions[v + 2]
      for (let row = 0; row < 3; row++) {
        const placed = Math.fround(m[row] * x + m[4 + row] * y + m[8 + row] * z + m[12 + row]) * scale
        positions[3 * vertex + row] = placed
        if (!Number.isFinite(Math.fround(placed))) throw new MeshFileError(`${name}: vertex ${vertex} lies at ${placed}, which is no place for 32-bit numbers.`)
      }
      vertex++
    }
  }
  return meshOf(name, positions, indices)
}

function unplaced(mesh: RawTriangles): MeshPart {
  return { mesh, worldFromObject: Float64Array.of(1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1) }
}
