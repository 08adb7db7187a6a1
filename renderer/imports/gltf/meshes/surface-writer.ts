import type { Gltf, GltfAccessor } from '../gltf-schema.ts'
import type { Surface } from './geometry.ts'
import { texCoordOf } from '../surfaces/materials.ts'

type Mesh = NonNullable<Gltf['meshes']>[number]

/** Puts new values behind those of a file. */
export class SurfaceWriter {
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

  /** @param surfaces  in the places of its primitives; null: as it is */
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

  finish(gltf: Gltf): { readonly json: Gltf; readonly bin: Uint8Array<ArrayBuffer> } {
    const bin = new Uint8Array(this.#length)
    let at = 0
    for (const chunk of this.#chunks) {
      bin.set(chunk, at)
      at += chunk.byteLength
    }
    const [, ...others] = gltf.buffers ?? []
    return { json: { ...gltf, accessors: this.#accessors, bufferViews: this.#views, buffers: [{ byteLength: this.#length }, ...others] }, bin }
  }
}
