import type { Instance, MeshData, Rgb } from '../../gpu/index.ts'
import type { AtriumDocument, GroundRecord } from '../document/types.ts'
import { IDENTITY, worldFromObject } from '../document/transform.ts'
import { DEFAULT_MATERIAL } from '../imports/gltf/surfaces/materials.ts'

/** No piece has this id: theirs are random. */
export const GROUND_ID = 'ground'
/** Metres: from the height of eyes, its edge lies half a degree below the horizon. */
const RADIUS = 200
const CORNERS = 64

/** A level disc at height 0 that rays meet exactly. */
export const GROUND_MESH: MeshData = discMesh()

/** Matte grey, a little darker than walls: furniture stands out, and shadows show. */
export const GROUND: Instance = {
  id: GROUND_ID, mesh: GROUND_MESH.key, worldFromObject: worldFromObject(IDENTITY), visible: true,
  materials: [{ ...DEFAULT_MATERIAL, name: 'Ground', baseColor: [0.35, 0.35, 0.35], roughness: 1, specular: 0, doubleSided: true }],
}

/** Gravel, calm under any house and darker than an afternoon's sky above the horizon: the sky's lower half shows the same colour, so that no edge is seen where the disc ends. */
export const OUTDOORS: Rgb = [0.205, 0.21, 0.187]

const outdoors = new WeakMap<GroundRecord, Instance>()

/** The ground of a document, the very same while its record is; null: there is none. */
export function groundOf(document: Pick<AtriumDocument, 'pieces' | 'assets' | 'environment'>): Instance | null {
  const { ground, surroundings } = document.environment
  // An image that is seen shows the ground that it was taken on; furniture that stands alone keeps its own below its feet.
  if (ground === undefined || surroundings?.seen === true) return hasGround(document) ? GROUND : null
  const known = outdoors.get(ground)
  if (known !== undefined) return known
  const { center, radius } = ground
  const size = radius / RADIUS
  const made = { ...GROUND, materials: [{ ...GROUND.materials[0], baseColor: OUTDOORS }], worldFromObject: worldFromObject({ ...IDENTITY, position: center, scale: [size, 1, size] }) }
  outdoors.set(ground, made)
  return made
}

/**
 * Whether there is a ground to stand on: until the document has a model of its own (a room, a house), hidden or not. What comes from the
 * catalogue is furniture. The ground is part of every picture and of what rays meet, and no part of the document.
 */
export function hasGround({ pieces, assets }: Pick<AtriumDocument, 'pieces' | 'assets'>): boolean {
  const models = new Set(assets.flatMap(({ key, catalogueId }) => (catalogueId === null ? [key] : [])))
  return !pieces.some(({ asset }) => models.has(asset))
}

function discMesh(): MeshData {
  const positions = Float32Array.from({ length: 3 * CORNERS }, (_, i) => {
    const angle = (2 * Math.PI * Math.floor(i / 3)) / CORNERS
    return [RADIUS * Math.cos(angle), 0, -RADIUS * Math.sin(angle)][i % 3]
  })
  return {
    key: 'ground', shape: 'polygon', positions,
    normals: Float32Array.from(positions, (_, i) => (i % 3 === 1 ? 1 : 0)),
    uvs: null, indices: Uint32Array.from({ length: 3 * (CORNERS - 2) }, (_, i) => (i % 3 === 0 ? 0 : Math.floor(i / 3) + (i % 3))), materialSlots: null,
    bounds: { min: [-RADIUS, 0, -RADIUS], max: [RADIUS, 0, RADIUS] },
  }
}
