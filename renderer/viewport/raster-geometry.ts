import type { Material, MeshData, TextureUse } from '../../gpu/index.ts'

/** Triangles of one mesh that are drawn together, unindexed, so that each corner knows its triangle. */
export interface RasterGeometry {
  /** 9 floats per triangle. */
  readonly positions: Float32Array
  /** 3 per triangle, all three the same: its index in the mesh's own order. */
  readonly triangles: Uint32Array
  /** 6 floats per triangle; null where no alpha is tested. */
  readonly uvs: Float32Array | null
}

/** The alpha test a material asks for: null draws every triangle whole. */
export interface MaterialAlpha {
  readonly use: TextureUse | null
  readonly factor: number
  readonly cutoff: number
}

/** 'mask' at its own cutoff, 'blend' at 0.5 until real glass comes: the rule of gpu/scene.ts. */
export function alphaOf(material: Material): MaterialAlpha | null {
  if (material.alphaMode === 'opaque') return null
  const cutoff = material.alphaMode === 'mask' ? material.alphaCutoff : 0.5
  if (cutoff <= 0) return null
  if (material.baseColorTexture === null && material.alpha >= cutoff) return null
  return { use: material.baseColorTexture, factor: material.alpha, cutoff }
}

/** Equal text, equal test: instances with equal texts share a draw. */
export function alphaKey(alpha: MaterialAlpha | null): string {
  if (alpha === null) return ''
  const { use, factor, cutoff } = alpha
  const texture = use === null ? '' : [use.texture, use.wrapS, use.wrapT, use.offset, use.scale, use.rotation].join()
  return `${factor}|${cutoff}|${texture}`
}

/**
 * Unindexes the triangles that wear one of `slots`; null takes all of them.
 *
 * Three corners per triangle cost vertex work but give every pixel its triangle without the primitive-index feature,
 * which software adapters lack.
 */
export function buildRasterGeometry(mesh: MeshData, slots: ReadonlySet<number> | null, withUvs: boolean): RasterGeometry {
  const { indices, materialSlots, positions, uvs } = mesh
  const count = indices.length / 3
  const wears = (triangle: number): boolean => slots === null || slots.has(materialSlots === null ? 0 : materialSlots[triangle])
  let taken = 0
  for (let triangle = 0; triangle < count; triangle++) if (wears(triangle)) taken++
  const geometry = {
    positions: new Float32Array(taken * 9),
    triangles: new Uint32Array(taken * 3),
    uvs: withUvs ? new Float32Array(taken * 6) : null,
  }
  let corner = 0
  for (let triangle = 0; triangle < count; triangle++) {
    if (!wears(triangle)) continue
    for (let k = 0; k < 3; k++, corner++) {
      const vertex = indices[triangle * 3 + k]
      geometry.positions.set(positions.subarray(vertex * 3, vertex * 3 + 3), corner * 3)
      geometry.triangles[corner] = triangle
      if (geometry.uvs !== null && uvs !== null) geometry.uvs.set(uvs.subarray(vertex * 2, vertex * 2 + 2), corner * 2)
    }
  }
  return geometry
}
