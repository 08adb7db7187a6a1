import type { Material, MeshData, SceneSnapshot, TextureData, TextureUse, Wrap } from '../scene.ts'
import { luminanceOf } from './materials.ts'

/** How bright each triangle of a mesh shines on average, nits: what it is chosen by as a light, area apart. */
export type TriangleEmission = (triangle: number) => number

/** Points of a texture that are looked at on one triangle, along an edge. */
const POINTS = 6

/**
 * Of the triangles of one instance: the emission of their material times the part of its texture that lies on them, as luminance. Where the mean says dark,
 * scattered rays still find what shines.
 */
export function emissionOf({ materialSlots, uvs, indices }: MeshData, materials: readonly Material[], textures: SceneSnapshot['textures']): TriangleEmission {
  const shining = materials.map(({ emissive, emissiveTexture }) => {
    const texture = emissiveTexture === null ? undefined : textures.get(emissiveTexture.texture)
    const look = texture === undefined || emissiveTexture === null ? null : { use: emissiveTexture, levels: levelsOf(texture) }
    return { emissive, bare: luminanceOf(emissive), look }
  })
  return (triangle) => {
    const worn = shining[materialSlots?.[triangle] ?? 0]
    if (worn === undefined || worn.bare <= 0) return 0
    if (worn.look === null || uvs === null) return worn.look === null ? worn.bare : luminanceOf(times(worn.emissive, texelAt(worn.look.levels[0], worn.look.use, 0, 0)))
    const corners = [0, 1, 2].map((k) => transformed(worn.look!.use, uvs[2 * indices[3 * triangle + k]], uvs[2 * indices[3 * triangle + k] + 1]))
    return luminanceOf(times(worn.emissive, meanOver(worn.look.levels, worn.look.use, corners)))
  }
}

type Triple = readonly [number, number, number]
const times = (a: Triple, b: Triple): Triple => [a[0] * b[0], a[1] * b[1], a[2] * b[2]]

/** One size of a texture: 3 linear floats per texel. */
interface Level { readonly width: number; readonly height: number; readonly rgb: Float32Array }

const known = new WeakMap<TextureData, readonly Level[]>()

/** The texture and its halves, down to one texel. */
function levelsOf(texture: TextureData): readonly Level[] {
  const before = known.get(texture)
  if (before !== undefined) return before
  const levels: Level[] = [decoded(texture)]
  for (let last = levels[0]; last.width > 1 || last.height > 1; last = levels[levels.length - 1]) levels.push(halved(last))
  known.set(texture, levels)
  return levels
}

function decoded({ width, height, rgba, colorSpace }: TextureData): Level {
  const table = Float32Array.from({ length: 256 }, (_, byte) => {
    const v = byte / 255
    return colorSpace === 'linear' ? v : v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4
  })
  const rgb = new Float32Array(3 * width * height)
  for (let i = 0; i < width * height; i++) for (let c = 0; c < 3; c++) rgb[3 * i + c] = table[rgba[4 * i + c]]
  return { width, height, rgb }
}

function halved({ width: fromWidth, height: fromHeight, rgb: from }: Level): Level {
  const [width, height] = [Math.max(1, fromWidth >> 1), Math.max(1, fromHeight >> 1)]
  const rgb = new Float32Array(3 * width * height)
  const [across, down] = [fromWidth / width, fromHeight / height]
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const [x0, x1, y0, y1] = [Math.floor(x * across), Math.ceil((x + 1) * across), Math.floor(y * down), Math.ceil((y + 1) * down)]
      for (let v = y0; v < y1; v++) for (let u = x0; u < x1; u++) for (let c = 0; c < 3; c++) rgb[3 * (y * width + x) + c] += from[3 * (v * fromWidth + u) + c] / ((x1 - x0) * (y1 - y0))
    }
  }
  return { width, height, rgb }
}

/** As `transform_uv` of texture.wgsl. */
function transformed({ offset, scale, rotation, rows }: TextureUse, u: number, v: number): readonly [number, number] {
  const [cosine, sine] = [Math.cos(rotation), Math.sin(rotation)]
  const [rowU, rowV] = rows ?? [[cosine * scale[0], sine * scale[1]], [-sine * scale[0], cosine * scale[1]]]
  return [offset[0] + rowU[0] * u + rowU[1] * v, offset[1] + rowV[0] * u + rowV[1] * v]
}

/** Of a triangle in texture coordinates: points spread evenly over it, in a size whose texels are about as far apart. */
function meanOver(levels: readonly Level[], use: TextureUse, [a, b, c]: readonly (readonly [number, number])[]): Triple {
  const texels = Math.sqrt(0.5 * Math.abs((b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])) * levels[0].width * levels[0].height)
  const level = levels[Math.min(levels.length - 1, Math.max(0, Math.floor(Math.log2(Math.max(1, texels / POINTS)))))]
  const sum = [0, 0, 0]
  // The middles of equal small triangles.
  for (let i = 0; i < POINTS; i++) {
    for (let j = 0; j < 2 * (POINTS - i) - 1; j++) {
      const [p, q] = [(i + (j % 2 === 0 ? 1 / 3 : 2 / 3)) / POINTS, (Math.floor(j / 2) + (j % 2 === 0 ? 1 / 3 : 2 / 3)) / POINTS]
      const texel = texelAt(level, use, a[0] + p * (b[0] - a[0]) + q * (c[0] - a[0]), a[1] + p * (b[1] - a[1]) + q * (c[1] - a[1]))
      for (let k = 0; k < 3; k++) sum[k] += texel[k] / (POINTS * POINTS)
    }
  }
  return [sum[0], sum[1], sum[2]]
}

function texelAt({ width, height, rgb }: Level, { wrapS, wrapT }: TextureUse, u: number, v: number): Triple {
  const at = 3 * (folded(v, height, wrapT) * width + folded(u, width, wrapS))
  return [rgb[at], rgb[at + 1], rgb[at + 2]]
}

function folded(value: number, size: number, wrap: Wrap): number {
  const i = Math.floor(value * size)
  if (!Number.isFinite(i)) return 0
  if (wrap === 'clamp') return Math.min(size - 1, Math.max(0, i))
  const turn = ((i % (2 * size)) + 2 * size) % (2 * size)
  return wrap === 'mirror' && turn >= size ? 2 * size - 1 - turn : turn % size
}
