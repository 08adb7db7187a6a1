import type { Material, MeshData, TextureUse } from '../../gpu/index.ts'

/** Triangles of one mesh that are drawn together; the first vertex of each is its alone and knows its number. */
export interface RasterGeometry {
  /** 3 floats per vertex. */
  readonly positions: Float32Array
  /** 1 per vertex: the triangle, in the mesh's own order, that begins with it; flat shading takes it from there. */
  readonly triangles: Uint32Array
  /** 2 floats per vertex; null where no alpha is tested. */
  readonly uvs: Float32Array | null
  /** 3 per triangle, in the mesh's winding, turned so that its own vertex comes first. */
  readonly indices: Uint32Array
}

/** The alpha test a material asks for: null draws every triangle whole. */
export interface MaterialAlpha {
  readonly use: TextureUse | null
  readonly factor: number
  readonly cutoff: number
}

/** As gpu/tables/materials.ts has it: half of the least alpha that an image can say. */
const LEAST_COVERAGE = 0.5 / 255

/** 'mask' at its own cutoff, 'blend' wherever anything is there at all: the rule of gpu/tables/materials.ts. Rays see how much. */
export function alphaOf(material: Material): MaterialAlpha | null {
  if (material.alphaMode === 'opaque') return null
  const cutoff = material.alphaMode === 'mask' ? material.alphaCutoff : LEAST_COVERAGE
  if (cutoff <= 0) return null
  const use = material.cutoutTexture ?? material.baseColorTexture
  if (use === null && material.alpha >= cutoff) return null
  return { use, factor: material.alpha, cutoff }
}

/** Equal text, equal test: instances with equal texts share a draw. */
export function alphaKey(alpha: MaterialAlpha | null): string {
  if (alpha === null) return ''
  const { use, factor, cutoff } = alpha
  const texture = use === null ? '' : [use.texture, use.wrapS, use.wrapT, use.offset, use.scale, use.rotation, use.rows].join()
  return `${factor}|${cutoff}|${texture}`
}

/**
 * The triangles that wear one of `slots`; null takes all of them.
 *
 * Every pixel gets its triangle without the primitive-index feature, which software adapters lack: a triangle is turned until
 * it begins with a vertex that no other begins with, and where none is left a vertex is doubled. A closed mesh comes out with
 * about as many vertices as triangles, a third of what three corners each would take.
 */
export function buildRasterGeometry(mesh: MeshData, slots: ReadonlySet<number> | null, withUvs: boolean): RasterGeometry {
  const { indices, materialSlots, positions, uvs } = mesh
  const triangleCount = indices.length / 3
  const vertexCount = positions.length / 3
  const sources = new Uint32Array(vertexCount + triangleCount)
  const triangles = new Uint32Array(vertexCount + triangleCount)
  const isTaken = new Uint8Array(vertexCount + triangleCount)
  const emitted = new Uint32Array(vertexCount).fill(NONE)
  const turned = new Uint32Array(indices.length)
  let count = 0
  let end = 0
  const emit = (source: number): number => {
    sources[count] = source
    return count++
  }
  for (let triangle = 0; triangle < triangleCount; triangle++) {
    if (slots !== null && !slots.has(materialSlots === null ? 0 : materialSlots[triangle])) continue
    const corners = [0, 1, 2].map((k) => {
      const source = indices[triangle * 3 + k]
      if (emitted[source] === NONE) emitted[source] = emit(source)
      return emitted[source]
    })
    let first = corners.findIndex((corner) => isTaken[corner] === 0)
    if (first < 0) {
      first = 0
      corners[0] = emit(sources[corners[0]])
    }
    isTaken[corners[first]] = 1
    triangles[corners[first]] = triangle
    for (let k = 0; k < 3; k++) turned[end++] = corners[(first + k) % 3]
  }
  const geometry = {
    positions: new Float32Array(count * 3),
    triangles: triangles.slice(0, count),
    uvs: withUvs ? new Float32Array(count * 2) : null,
    indices: turned.slice(0, end),
  }
  for (let vertex = 0; vertex < count; vertex++) {
    const source = sources[vertex]
    geometry.positions.set(positions.subarray(source * 3, source * 3 + 3), vertex * 3)
    if (geometry.uvs !== null && uvs !== null) geometry.uvs.set(uvs.subarray(source * 2, source * 2 + 2), vertex * 2)
  }
  return geometry
}

const NONE = 0xffffffff
