import type { Mat4, MeshData } from '../../scene.ts'
import { meshOf } from '../../testing/meshes.ts'
import type { MeshFile } from './mesh-file.ts'
import type { RawTriangles } from './mesh-part.ts'

export interface PlacedMesh {
  /** Parts that share a primitive share this object. */
  readonly mesh: MeshData
  readonly worldFromObject: Mat4
}

/** The parts of a file as instances: each primitive is one mesh, however often it stands there. */
export function placedMeshes({ name, parts }: MeshFile): readonly PlacedMesh[] {
  const meshes = new Map<RawTriangles, MeshData>()
  return parts.map(({ mesh: raw, worldFromObject }) => {
    const mesh = meshes.get(raw) ?? meshOf(`${name} ${meshes.size}`, raw.positions, raw.indices)
    meshes.set(raw, mesh)
    return { mesh, worldFromObject: Float32Array.from(worldFromObject) }
  })
}
