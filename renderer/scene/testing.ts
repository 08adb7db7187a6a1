import type { MeshData, Vec3 } from '../../gpu/index.ts'
import { DEFAULT_MATERIAL } from '../imports/gltf/surfaces/materials.ts'
import type { LoadedAsset, ParsedAsset } from '../imports/types.ts'

export interface BoxSpec {
  readonly name: string
  readonly min: Vec3
  readonly max: Vec3
}

/** An asset of axis-aligned boxes, each a part with a mesh of its own. */
export function boxesAsset(boxes: readonly BoxSpec[], key = 'b'.repeat(64)): LoadedAsset {
  const meshes = boxes.map(({ min, max }, i) => boxMesh(`mesh-${i}`, min, max))
  const parsed: ParsedAsset = {
    key,
    name: 'boxes.glb',
    parts: boxes.map(({ name }, i) => ({ id: String(i), name, mesh: `mesh-${i}`, materials: [DEFAULT_MATERIAL], position: [0, 0, 0], rotation: [0, 0, 0, 1], scale: [1, 1, 1] })),
    meshes: new Map(meshes.map((mesh) => [mesh.key, mesh])),
    textures: new Map(),
    notes: [],
  }
  return { bytes: new Uint8Array(), parsed }
}

const TRIANGLES = [0, 2, 1, 1, 2, 3, 4, 5, 6, 5, 7, 6, 0, 1, 4, 1, 5, 4, 2, 6, 3, 3, 6, 7, 0, 4, 2, 2, 4, 6, 1, 3, 5, 3, 7, 5]

function boxMesh(key: string, min: Vec3, max: Vec3): MeshData {
  const corners = [0, 1, 2, 3, 4, 5, 6, 7].flatMap((i) => [(i & 1 ? max : min)[0], (i & 2 ? max : min)[1], (i & 4 ? max : min)[2]])
  return { key, positions: Float32Array.from(corners), normals: new Float32Array(24).fill(Math.SQRT1_2), uvs: null, indices: Uint32Array.from(TRIANGLES), materialSlots: null, bounds: { min, max } }
}

/** Two rooms of 5 x 4 and 3 x 4 m and 2.6 m height, a doorway between them, a table in the large one. */
export const twoRooms = (withRoof: boolean): readonly BoxSpec[] => [
  { name: 'Floor', min: [-0.1, -0.2, -0.1], max: [8.3, 0, 4.1] },
  { name: 'Wall north', min: [-0.1, 0, -0.1], max: [8.3, 2.6, 0] },
  { name: 'Wall south', min: [-0.1, 0, 4], max: [8.3, 2.6, 4.1] },
  { name: 'Wall west', min: [-0.1, 0, 0], max: [0, 2.6, 4] },
  { name: 'Wall east', min: [8.2, 0, 0], max: [8.3, 2.6, 4] },
  { name: 'Wall inner 1', min: [5, 0, 0], max: [5.1, 2.6, 1.5] },
  { name: 'Wall inner 2', min: [5, 0, 2.4], max: [5.1, 2.6, 4] },
  { name: 'Dining table', min: [1.5, 0, 1.5], max: [3.5, 0.75, 2.5] },
  { name: 'Wardrobe', min: [7.5, 0, 0.2], max: [8.1, 2.1, 2] },
  ...(withRoof ? [{ name: 'Slab', min: [-0.1, 2.6, -0.1], max: [8.3, 2.8, 4.1] } as const] : []),
]
