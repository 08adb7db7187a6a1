import type { Gltf, GltfAccessor } from '../gltf-schema.ts'
import { texCoordOf } from '../surfaces/materials.ts'

/** The parts of a file from which its surfaces are read. */
export type ShownGeometry = Pick<Gltf, 'meshes' | 'accessors'>

type Primitive = NonNullable<Gltf['meshes']>[number]['primitives'][number]

/**
 * Leaves of a file's meshes what is shown: positions, normals, colours and one set of texture coordinates of the triangles of meshes that
 * some piece shows. Shapes to morph into, bones, points, lines and unused meshes are never read, so they may
 * be as large as they like. Meshes and primitives keep their places.
 *
 * @param meshes  those that are shown
 */
export function shownGeometry(gltf: Gltf, meshes: ReadonlySet<number>): ShownGeometry {
  const places = new Map<number, number>()
  const accessors: GltfAccessor[] = []
  const take = (index: number): number => {
    const place = places.get(index) ?? accessors.push((gltf.accessors ?? [])[index]) - 1
    places.set(index, place)
    return place
  }
  const shown = (primitive: Primitive): Primitive => {
    const { mode, attributes, indices, material, extensions } = primitive
    if ((mode ?? 4) < 4 || attributes.POSITION === undefined) return { attributes: {}, mode }
    const wanted = ['POSITION', 'NORMAL', `TEXCOORD_${texCoordOf(gltf, material ?? null)}`, 'TEXCOORD_0', 'COLOR_0']
    const kept = (all: Readonly<Record<string, number>>): [string, number][] => Object.entries(all).filter(([semantic]) => wanted.includes(semantic))
    const draco = extensions?.KHR_draco_mesh_compression
    return {
      attributes: Object.fromEntries(kept(attributes).map(([semantic, index]) => [semantic, take(index)])),
      mode,
      ...(indices === undefined ? {} : { indices: take(indices) }),
      ...(draco === undefined ? {} : { extensions: { KHR_draco_mesh_compression: { ...draco, attributes: Object.fromEntries(kept(draco.attributes)) } } }),
    }
  }
  const list = gltf.meshes?.map(({ primitives }, i) => ({ primitives: primitives.map((primitive) => (meshes.has(i) ? shown(primitive) : { attributes: {} })) }))
  return { meshes: list, accessors }
}
