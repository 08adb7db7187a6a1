import { AtriumError } from '../../errors/atrium-error.ts'
import { parseContainer } from '../gltf/container.ts'
import { readSurface, type Surface } from '../gltf/meshes/geometry.ts'
import { withInstances } from '../gltf/meshes/instancing.ts'
import { texCoordOf } from '../gltf/surfaces/materials.ts'
import { meshesOf, type PlacedMesh } from '../gltf/nodes/nodes.ts'
import { findNamed, rooted } from '../gltf/nodes/objects.ts'
import { readMeshes } from '../gltf/meshes/read-meshes.ts'
import { writeGlb } from '../gltf/resources.ts'
import { shownGeometry } from '../gltf/meshes/shown.ts'
import { SurfaceWriter } from '../gltf/meshes/surface-writer.ts'
import { multiplyMatrices } from '../../document/transform.ts'
import type { Decoders } from '../reader.ts'
import { boxMapped, simplified, turnedRound, withNormalsAsWound, withoutDoubles } from './mend-surfaces.ts'

/** What the surfaces of a model can be mended of: FindingKind. */
export type MendKind = 'triangles' | 'insideOut' | 'normals' | 'uvs' | 'dense'

export interface Mend {
  readonly kind: MendKind
  /** Ids of the parts. Others that wear the same mesh of the file are mended with them. */
  readonly parts: readonly string[]
}

/**
 * A GLB whose surfaces are mended. Nodes, names and materials stay: its parts keep their ids.
 *
 * @param bytes  a GLB that needs nothing beside it
 * @throws AtriumError `model-…` as reading it does
 */
export async function mendModel(bytes: Uint8Array<ArrayBuffer>, { kind, parts: ids }: Mend, decoders?: Decoders): Promise<Uint8Array<ArrayBuffer>> {
  const { json: packed, bin: given } = parseContainer(bytes)
  const bin = given ?? new Uint8Array()
  const file = await withInstances(packed, bin, decoders)
  const { gltf, root } = rooted(file)
  const parts = findNamed(gltf, root, ids, '').parts
  const placed = new Map<number, PlacedMesh>()
  for (const part of parts) for (const each of meshesOf(gltf, part)) placed.set(each.mesh, { ...each, partFromMesh: multiplyMatrices(part.worldFromNode, each.partFromMesh) })
  if (placed.size === 0) throw new AtriumError('model-invalid', 'The model has none of these parts.')
  const source = await readMeshes(gltf, shownGeometry(gltf, new Set(placed.keys())), bin, decoders)
  const writer = new SurfaceWriter(file, bin)
  const meshes = [...(file.meshes ?? [])]
  for (const [index, { partFromMesh }] of placed) {
    const surfaces = source.getRoot().listMeshes()[index].listPrimitives().map((primitive, k) => {
      const { material = null, targets = [] } = meshes[index].primitives[k]
      return (targets.length > 0 ? null : readSurface(primitive, { name: '', material, texCoord: texCoordOf(file, material), morphs: false, notes: new Set() }))
    })
    meshes[index] = writer.withSurfaces(meshes[index], await mended(surfaces, kind, lengthOf(partFromMesh)))
  }
  const { json, bin: mendedBin } = writer.finish({ ...file, meshes })
  return writeGlb(json, mendedBin)
}

/** Surfaces in their places; null: left as it is. */
async function mended(surfaces: readonly (Surface | null)[], kind: MendKind, metres: number): Promise<readonly (Surface | null)[]> {
  const shown = surfaces.filter((surface) => surface !== null)
  const done = await allMended(shown, kind, metres)
  let next = 0
  return surfaces.map((surface) => {
    if (surface === null) return null
    const result = done[next++]
    return result === surface ? null : result
  })
}

async function allMended(surfaces: readonly Surface[], kind: MendKind, metres: number): Promise<readonly Surface[]> {
  if (kind === 'triangles') return withoutDoubles(surfaces)
  if (kind === 'dense') return Promise.all(surfaces.map((surface) => simplified(surface)))
  const one = { insideOut: turnedRound, normals: withNormalsAsWound, uvs: (surface: Surface) => boxMapped(surface, metres) }
  return surfaces.map(one[kind])
}

/** Metres that a unit is long under a matrix, on average. */
function lengthOf(m: readonly number[]): number {
  const determinant = m[0] * (m[5] * m[10] - m[6] * m[9]) - m[4] * (m[1] * m[10] - m[2] * m[9]) + m[8] * (m[1] * m[6] - m[2] * m[5])
  return Math.cbrt(Math.abs(determinant))
}
