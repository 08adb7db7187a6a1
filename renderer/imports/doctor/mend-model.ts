import { AtriumError } from '../../errors/atrium-error.ts'
import { parseContainer } from '../gltf/container.ts'
import { readSurface, type Surface } from '../gltf/geometry.ts'
import type { Gltf, GltfAccessor } from '../gltf/gltf-schema.ts'
import { withInstances } from '../gltf/instancing.ts'
import { texCoordOf } from '../gltf/materials.ts'
import { meshesOf, type PlacedMesh } from '../gltf/nodes.ts'
import { findNamed, rooted } from '../gltf/objects.ts'
import { readMeshes } from '../gltf/read-meshes.ts'
import { writeGlb } from '../gltf/resources.ts'
import { shownGeometry } from '../gltf/shown.ts'
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

type Mesh = NonNullable<Gltf['meshes']>[number]

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
  const writer = new Writer(file, bin)
  const meshes = [...(file.meshes ?? [])]
  for (const [index, { partFromMesh }] of placed) {
    const surfaces = source.getRoot().listMeshes()[index].listPrimitives().map((primitive, k) => {
      const { material = null, targets = [] } = meshes[index].primitives[k]
      return (targets.length > 0 ? null : readSurface(primitive, { name: '', material, texCoord: texCoordOf(file, material), morphs: false, notes: new Set() }))
    })
    meshes[index] = writer.withSurfaces(meshes[index], await mended(surfaces, kind, lengthOf(partFromMesh)))
  }
  return writer.finish({ ...file, meshes })
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
  if (kind === 'dense') return Promise.all(surfaces.map(simplified))
  const one = { insideOut: turnedRound, normals: withNormalsAsWound, uvs: (surface: Surface) => boxMapped(surface, metres) }
  return surfaces.map(one[kind])
}

/** Metres that a unit is long under a matrix, on average. */
function lengthOf(m: readonly number[]): number {
  const determinant = m[0] * (m[5] * m[10] - m[6] * m[9]) - m[4] * (m[1] * m[10] - m[2] * m[9]) + m[8] * (m[1] * m[6] - m[2] * m[5])
  return Math.cbrt(Math.abs(determinant))
}

/** Puts new values behind those of a file. */
class Writer {
  readonly #accessors: GltfAccessor[]
  readonly #views: NonNullable<Gltf['bufferViews']>
  readonly #chunks: Uint8Array[]
  #length: number

  constructor(private readonly file: Gltf, bin: Uint8Array) {
    this.#accessors = [...(file.accessors ?? [])]
    this.#views = [...(file.bufferViews ?? [])]
    this.#chunks = [bin, new Uint8Array((4 - (bin.byteLength % 4)) % 4)]
    this.#length = bin.byteLength + this.#chunks[1].byteLength
  }

  withSurfaces(mesh: Mesh, surfaces: readonly (Surface | null)[]): Mesh {
    const primitives = mesh.primitives.map((primitive, k) => {
      const surface = surfaces[k]
      if (surface === null) return primitive
      const { positions, normals, uvs, colors, indices } = surface
      const uv = uvs === null ? null : this.#floats(uvs, 'VEC2')
      const { extensions: { KHR_draco_mesh_compression: _packed, ...extensions } = {}, mode: _mode, ...rest } = primitive
      return {
        ...rest, extensions,
        attributes: {
          POSITION: this.#floats(positions, 'VEC3'), NORMAL: this.#floats(normals, 'VEC3'), ...(uv !== null && { TEXCOORD_0: uv, [`TEXCOORD_${texCoordOf(this.file, primitive.material ?? null)}`]: uv }),
          ...(colors !== undefined && { COLOR_0: this.#floats(colors, 'VEC4') }),
        },
        indices: this.#add(indices, { componentType: 5125, type: 'SCALAR', count: indices.length }),
      }
    })
    return { ...mesh, primitives } as Mesh
  }

  #floats(values: Float32Array, type: 'VEC2' | 'VEC3' | 'VEC4'): number {
    const width = Number(type.at(-1))
    const range = (pick: (a: number, b: number) => number, start: number): number[] => Array.from({ length: width }, (_, k) => {
      let best = start
      for (let i = k; i < values.length; i += width) best = pick(best, values[i])
      return best
    })
    return this.#add(values, { componentType: 5126, type, count: values.length / width, ...(type === 'VEC3' && { min: range(Math.min, Infinity), max: range(Math.max, -Infinity) }) })
  }

  #add(values: Float32Array | Uint32Array, accessor: object): number {
    this.#views.push({ buffer: 0, byteOffset: this.#length, byteLength: values.byteLength })
    this.#chunks.push(new Uint8Array(values.buffer, values.byteOffset, values.byteLength))
    this.#length += values.byteLength
    return this.#accessors.push({ ...accessor, bufferView: this.#views.length - 1 } as GltfAccessor) - 1
  }

  finish(gltf: Gltf): Uint8Array<ArrayBuffer> {
    const bin = new Uint8Array(this.#length)
    let at = 0
    for (const chunk of this.#chunks) {
      bin.set(chunk, at)
      at += chunk.byteLength
    }
    const [, ...others] = gltf.buffers ?? []
    return writeGlb({ ...gltf, accessors: this.#accessors, bufferViews: this.#views, buffers: [{ byteLength: this.#length }, ...others] }, bin)
  }
}
