import type { Gltf } from './gltf-schema.ts'

type View = NonNullable<Gltf['bufferViews']>[number]

/** Ranges of the binary chunk, one after the other. */
export class Packing {
  readonly #bin: Uint8Array
  readonly #ranges: Uint8Array[] = []
  #length = 0

  constructor(bin: Uint8Array) {
    this.#bin = bin
  }

  /** A view, packed or not. */
  movedView(view: View): View {
    const packed = view.extensions?.EXT_meshopt_compression
    return packed === undefined ? this.#moved(view) : { ...view, extensions: { ...view.extensions, EXT_meshopt_compression: this.#moved(packed) } }
  }

  #moved<V extends { readonly buffer: number; readonly byteOffset?: number | undefined; readonly byteLength: number }>(view: V): V {
    if (view.buffer !== 0) return view
    const { byteOffset = 0, byteLength } = view
    const place = this.#length
    this.#ranges.push(this.#bin.subarray(byteOffset, byteOffset + byteLength))
    this.#length += byteLength + ((4 - (byteLength % 4)) % 4)
    return { ...view, byteOffset: place }
  }

  finish(): Uint8Array<ArrayBuffer> {
    const bytes = new Uint8Array(this.#length)
    let place = 0
    for (const range of this.#ranges) {
      bytes.set(range, place)
      place += range.byteLength + ((4 - (range.byteLength % 4)) % 4)
    }
    return bytes
  }
}

/** The same file without the bytes of what no primitive, picture or animation refers to any more; its lists keep their places. */
export function withoutUnused(json: Gltf, bin: Uint8Array, accessorsGone: ReadonlySet<number>): { readonly json: Gltf; readonly bin: Uint8Array<ArrayBuffer> } {
  const used = new Set<number | undefined>()
  const accessors = (json.accessors ?? []).map((accessor, i) => {
    if (accessorsGone.has(i)) {
      const { bufferView: _view, sparse: _sparse, byteOffset: _offset, ...rest } = accessor
      return { ...rest, count: 1 }
    }
    for (const view of [accessor.bufferView, accessor.sparse?.indices.bufferView, accessor.sparse?.values.bufferView]) used.add(view)
    return accessor
  })
  for (const { bufferView } of json.images ?? []) used.add(bufferView)
  for (const { primitives } of json.meshes ?? []) for (const { extensions } of primitives) used.add(extensions?.KHR_draco_mesh_compression?.bufferView)
  const packing = new Packing(bin)
  const bufferViews = (json.bufferViews ?? []).map((view, i): View => (used.has(i) ? packing.movedView(view) : { buffer: 0, byteOffset: 0, byteLength: 4 }))
  const packed = packing.finish()
  return { json: { ...json, accessors, bufferViews, buffers: [{ byteLength: packed.byteLength }, ...(json.buffers ?? []).slice(1)] } as Gltf, bin: packed }
}
