import type { Material, Rgb, TextureKey, TextureUse, Wrap } from '../../gpu/index.ts'
import type { Gltf, GltfMaterial, GltfTextureInfo } from './gltf-schema.ts'

export type ColorSpace = 'srgb' | 'linear'

/** Finds the decoded texture for an image of the file; null: it could not be shown. */
export type FindTexture = (image: number, colorSpace: ColorSpace) => TextureKey | null

/** Emission of 1 without a unit is meant to look white on a lit screen, not to be one candle's worth. */
const NITS_OF_WHITE = 100

/** For surfaces that name no material: light plaster. */
export const DEFAULT_MATERIAL: Material = {
  name: 'Default',
  baseColor: [0.8, 0.8, 0.8],
  alpha: 1,
  metallic: 0,
  roughness: 0.9,
  emissive: [0, 0, 0],
  normalScale: 1,
  baseColorTexture: null,
  metallicRoughnessTexture: null,
  normalTexture: null,
  emissiveTexture: null,
  alphaMode: 'opaque',
  alphaCutoff: 0.5,
  doubleSided: true,
}

const clamp = (value: number, low = 0, high = 1): number => Math.min(Math.max(value, low), high)
const clampRgb = ([r, g, b]: Rgb | readonly number[], high = 1): Rgb => [clamp(r, 0, high), clamp(g, 0, high), clamp(b, 0, high)]

/** Which images are read as which kind of data: each pair is decoded once. */
export function texturesUsed(gltf: Gltf): readonly { readonly image: number; readonly colorSpace: ColorSpace }[] {
  const used = new Map<string, { image: number; colorSpace: ColorSpace }>()
  for (const material of gltf.materials ?? []) {
    for (const [info, colorSpace] of infosOf(material)) {
      const image = info === undefined ? null : imageOf(gltf, info.index)
      if (image !== null) used.set(`${image} ${colorSpace}`, { image, colorSpace })
    }
  }
  return [...used.values()]
}

const infosOf = (material: GltfMaterial): readonly (readonly [GltfTextureInfo | undefined, ColorSpace])[] => [
  [baseColorInfo(material), 'srgb'],
  [material.emissiveTexture, 'srgb'],
  [material.normalTexture, 'linear'],
  [material.pbrMetallicRoughness?.metallicRoughnessTexture, 'linear'],
]

const baseColorInfo = ({ pbrMetallicRoughness, extensions }: GltfMaterial): GltfTextureInfo | undefined =>
  pbrMetallicRoughness?.baseColorTexture ?? extensions?.KHR_materials_pbrSpecularGlossiness?.diffuseTexture

/** The image behind a texture; extensions offer better formats of the same picture. */
function imageOf({ textures = [], images = [] }: Gltf, texture: number): number | null {
  const { source, extensions } = textures[texture]
  for (const name of ['EXT_texture_webp', 'EXT_texture_avif', 'KHR_texture_basisu']) {
    const extended = (extensions?.[name] as { source?: unknown } | undefined)?.source
    if (source === undefined && typeof extended === 'number' && images[extended] !== undefined) return extended
  }
  return source ?? null
}

/** The TEXCOORD set that a material reads; materials that mix sets get the one of their colour. */
export function texCoordOf(gltf: Gltf, material: number | null): number {
  const definition = material === null ? undefined : gltf.materials?.[material]
  if (definition === undefined) return 0
  const info = infosOf(definition).find(([candidate]) => candidate !== undefined)?.[0]
  return info?.extensions?.KHR_texture_transform?.texCoord ?? info?.texCoord ?? 0
}

/** One material of the file, every number in its range. */
export function toMaterial(gltf: Gltf, index: number, findTexture: FindTexture): Material {
  const material = (gltf.materials ?? [])[index]
  const pbr = material.pbrMetallicRoughness
  const glossy = pbr === undefined ? material.extensions?.KHR_materials_pbrSpecularGlossiness : undefined
  const strength = material.extensions?.KHR_materials_emissive_strength?.emissiveStrength ?? NITS_OF_WHITE
  const color = pbr?.baseColorFactor ?? glossy?.diffuseFactor ?? [1, 1, 1, 1]
  const use = (info: GltfTextureInfo | undefined, colorSpace: ColorSpace): TextureUse | null => toTextureUse(gltf, info, colorSpace, findTexture)
  const mode = material.alphaMode
  const emissive = (material.emissiveFactor ?? [0, 0, 0]).map((factor) => factor * strength)
  return {
    name: material.name?.trim() || `Material ${index + 1}`,
    baseColor: clampRgb(color),
    alpha: clamp(color[3]),
    metallic: clamp(pbr?.metallicFactor ?? (glossy === undefined ? 1 : 0)),
    roughness: clamp(pbr?.roughnessFactor ?? 1 - (glossy?.glossinessFactor ?? 0)),
    emissive: clampRgb(emissive, 1e7),
    normalScale: clamp(material.normalTexture?.scale ?? 1, -10, 10),
    baseColorTexture: use(baseColorInfo(material), 'srgb'),
    metallicRoughnessTexture: use(pbr?.metallicRoughnessTexture, 'linear'),
    normalTexture: use(material.normalTexture, 'linear'),
    emissiveTexture: use(material.emissiveTexture, 'srgb'),
    alphaMode: mode === 'MASK' ? 'mask' : mode === 'BLEND' ? 'blend' : 'opaque',
    alphaCutoff: clamp(material.alphaCutoff ?? 0.5),
    doubleSided: material.doubleSided ?? false,
  }
}

const WRAPS: Readonly<Record<number, Wrap>> = { 33071: 'clamp', 33648: 'mirror', 10497: 'repeat' }

function toTextureUse(gltf: Gltf, info: GltfTextureInfo | undefined, colorSpace: ColorSpace, findTexture: FindTexture): TextureUse | null {
  if (info === undefined) return null
  const image = imageOf(gltf, info.index)
  const texture = image === null ? null : findTexture(image, colorSpace)
  if (texture === null) return null
  const { sampler } = (gltf.textures ?? [])[info.index]
  const { wrapS = 10497, wrapT = 10497 } = sampler === undefined ? {} : (gltf.samplers ?? [])[sampler]
  const transform = info.extensions?.KHR_texture_transform
  return {
    texture,
    wrapS: WRAPS[wrapS] ?? 'repeat',
    wrapT: WRAPS[wrapT] ?? 'repeat',
    offset: transform?.offset ?? [0, 0],
    scale: transform?.scale ?? [1, 1],
    rotation: transform?.rotation ?? 0,
  }
}
