import path from 'node:path'
import type { MeshData } from '../scene.ts'
import { seeded } from '../testing/random.ts'
import { placed, type TestInstance } from '../testing/scenes.ts'
import { meshOf } from '../testing/meshes.ts'
import { boxMesh } from '../testing/shapes.ts'
import { mergeFile, readMeshFile } from './files/mesh-file.ts'

/** Pieces of our own catalogue, and how far up they hang or stand, metres. */
const PIECES: readonly (readonly [name: string, height: number])[] = [
  ['armchair', 0], ['dining-chair', 0], ['dining-table', 0], ['floor-lamp', 0], ['low-table', 0], ['office-chair', 0], ['plant', 0], ['desk', 0],
  ['kettle', 0.9], ['fruit-bowl', 0.75], ['ceiling-lamp', 2.5], ['picture', 1.5],
]
const ROOM = 4
const HEIGHT = 2.7
const PER_ROOM = 20

let pieces: Promise<readonly MeshData[]> | null = null

function loadPieces(): Promise<readonly MeshData[]> {
  return (pieces ??= Promise.all(PIECES.map(async ([name]) => ({ ...mergeFile(await readMeshFile(path.resolve('assets/public/catalogue', name, 'model.glb'))), key: name }))))
}

/**
 * "furnished rooms": a floor of rooms of 4 x 4 m, each with 5 slabs (floor, ceiling, three walls with the fourth side open) and 15
 * pieces of Atrium's catalogue on a grid of 16 places, jittered and turned by seed 5, until there are `count` objects.
 */
export async function furnishedRooms(count: number): Promise<{ meshes: readonly MeshData[]; instances: readonly TestInstance[] }> {
  const box = boxMesh()
  const meshes = [meshOf('slab', box.positions, box.indices), ...await loadPieces()]
  const random = seeded(5)
  const instances: TestInstance[] = []
  const columns = Math.ceil(Math.sqrt(count / PER_ROOM))
  for (let room = 0; instances.length < count; room++) {
    const x = (room % columns) * ROOM
    const z = Math.floor(room / columns) * ROOM
    const slab = (px: number, py: number, pz: number, sx: number, sy: number, sz: number) =>
      instances.push({ mesh: 0, worldFromObject: placed([x + px, py, z + pz], [sx, sy, sz]) })
    slab(ROOM / 2, -0.1, ROOM / 2, ROOM / 2, 0.1, ROOM / 2)
    slab(ROOM / 2, HEIGHT + 0.1, ROOM / 2, ROOM / 2, 0.1, ROOM / 2)
    slab(0.05, HEIGHT / 2, ROOM / 2, 0.05, HEIGHT / 2, ROOM / 2)
    slab(ROOM / 2, HEIGHT / 2, 0.05, ROOM / 2, HEIGHT / 2, 0.05)
    slab(ROOM / 2, HEIGHT / 2, ROOM - 0.05, ROOM / 4, HEIGHT / 2, 0.05)
    for (let i = 0; i < PER_ROOM - 5; i++) {
      const piece = Math.floor(random() * PIECES.length)
      instances.push({
        mesh: 1 + piece,
        worldFromObject: placed([x + 0.5 + (i % 4) + 0.2 * (random() - 0.5), PIECES[piece][1], z + 0.5 + Math.floor(i / 4) + 0.2 * (random() - 0.5)], [1, 1, 1], [0, 1, 0], 2 * Math.PI * random()),
      })
    }
  }
  return { meshes, instances: instances.slice(0, count) }
}
