import type { Anisotropy, Clearcoat, Film, Material, Rgb, Sheen, TextureKey, TextureUse, Volume, Wrap } from '../../../../gpu/index.ts'
import { phrase, type Phrase, say } from '../../../words/say.ts'
import type { Gltf, GltfMaterial, GltfTextureInfo } from '../gltf-schema.ts'

export type ColorSpace = 'srgb' | 'linear'

/** Finds the decoded texture for an image of the file; null: it could not be shown. */
export type FindTexture = (image: number, colorSpace: ColorSpace) => TextureKey | null

/** Emission of 1 without a unit is meant to look white on a lit screen, not to be one candle's worth. */
export const NITS_OF_WHITE = 100

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

/** @param otherwise  for what is no number */
const clamp = (value: number, low = 0, high = 1, otherwise = low): number => (Number.isNaN(value) ? otherwise : Math.min(Math.max(value, low), high))
const clampRgb = ([r, g, b]: Rgb | readonly number[], high = 1, otherwise = 0): Rgb =>
  [clamp(r, 0, high, otherwise), clamp(g, 0, high, otherwise), clamp(b, 0, high, otherwise)]

/** What a factor may be, where it is not 0 to 1. */
const RANGES: ReadonlyMap<string, readonly [least: number, most: number]> = new Map(Object.entries({
  emissiveFactor: [0, 1e7], emissiveStrength: [0, 1e7], ior: [0, 10], specularColorFactor: [0, 100], thicknessFactor: [0, Infinity], attenuationDistance: [0, Infinity],
  alphaCutoff: [0, Infinity], scale: [-10, 10], offset: [-Infinity, Infinity], rotation: [-Infinity, Infinity], anisotropyRotation: [-Infinity, Infinity], iridescenceIor: [1, 5], dispersion: [0, 10], iridescenceThicknessMinimum: [0, Infinity],
  iridescenceThicknessMaximum: [0, Infinity], index: [0, Infinity], texCoord: [0, Infinity],
}))

/** Whether some number of a material has to be brought into its range. */
function isOutOfRange(value: unknown, [least, most]: readonly [number, number] = [0, 1]): boolean {
  if (typeof value === 'number') return !(value >= least && value <= most)
  if (Array.isArray(value)) return value.some((inner) => isOutOfRange(inner, [least, most]))
  if (value === null || typeof value !== 'object') return false
  // A floor repeats its tiles as often as it likes; `scale` is also how far a normal texture leans.
  return Object.entries(value).some(([key, inner]) => key !== 'extras' && isOutOfRange(inner, key === 'scale' && Array.isArray(inner) ? [-Infinity, Infinity] : RANGES.get(key)))
}

/** The numbers that toMaterial() reads. */
const readOf = ({ pbrMetallicRoughness, normalTexture, emissiveTexture, emissiveFactor, alphaCutoff, extensions = {} }: GltfMaterial): unknown => ({
  pbrMetallicRoughness, normalTexture, emissiveTexture, emissiveFactor, alphaCutoff,
  extensions: Object.fromEntries(Object.entries(extensions).filter(([name]) => READ_EXTENSIONS.has(name))),
})
/** Of materials, those that are shown. */
export const READ_EXTENSIONS: ReadonlySet<string> = new Set([
  'emissive_strength', 'ior', 'specular', 'transmission', 'volume', 'clearcoat', 'sheen', 'anisotropy', 'iridescence', 'dispersion', 'pbrSpecularGlossiness',
].map((name) => `KHR_materials_${name}`))

/** One sentence about all materials whose numbers no material has; null: there is none. */
export function strangeMaterials({ materials = [] }: Gltf): Phrase | null {
  const names = materials.flatMap((material, index) => (isOutOfRange(readOf(material)) ? [`“${material.name?.trim() || say('import.material', { number: index + 1 })}”`] : []))
  if (names.length === 0) return null
  const first = names.slice(0, 3).join(', ')
  return phrase('import.materials.strange', { count: names.length, names: names.length <= 3 ? first : phrase('import.list.more', { names: first, count: names.length - 3 }) })
}

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
  [material.extensions?.KHR_materials_transmission?.transmissionTexture, 'linear'],
  [material.extensions?.KHR_materials_clearcoat?.clearcoatTexture, 'linear'],
  [material.extensions?.KHR_materials_clearcoat?.clearcoatRoughnessTexture, 'linear'],
  [material.extensions?.KHR_materials_sheen?.sheenColorTexture, 'srgb'],
  [material.extensions?.KHR_materials_anisotropy?.anisotropyTexture, 'linear'],
  [material.extensions?.KHR_materials_iridescence?.iridescenceTexture, 'linear'],
  [material.extensions?.KHR_materials_iridescence?.iridescenceThicknessTexture, 'linear'],
]

const baseColorInfo = ({ pbrMetallicRoughness, extensions }: GltfMaterial): GltfTextureInfo | undefined =>
  pbrMetallicRoughness?.baseColorTexture ?? extensions?.KHR_materials_pbrSpecularGlossiness?.diffuseTexture

/** The image behind a texture; extensions offer better formats of the same picture. */
function imageOf({ textures = [], images = [] }: Gltf, texture: number): number | null {
  // An extension's texture may name what is not there.
  if (textures[texture] === undefined) return null
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

/**
 * One material of the file, every number in its range.
 *
 * @param nitsOfWhite  what an emission of 1 stands for where the file gives no strength
 */
export function toMaterial(gltf: Gltf, index: number, findTexture: FindTexture, nitsOfWhite = NITS_OF_WHITE): Material {
  const material = (gltf.materials ?? [])[index]
  const pbr = material.pbrMetallicRoughness
  const glossy = pbr === undefined ? material.extensions?.KHR_materials_pbrSpecularGlossiness : undefined
  const strength = material.extensions?.KHR_materials_emissive_strength?.emissiveStrength ?? nitsOfWhite
  const color = pbr?.baseColorFactor ?? glossy?.diffuseFactor ?? [1, 1, 1, 1]
  const use = (info: GltfTextureInfo | undefined, colorSpace: ColorSpace): TextureUse | null => toTextureUse(gltf, info, colorSpace, findTexture)
  const mode = material.alphaMode
  const emissive = (material.emissiveFactor ?? [0, 0, 0]).map((factor) => factor * strength)
  const isPane = isGlassByAlpha(material, color[3])
  return {
    name: material.name?.trim() || say('import.material', { number: index + 1 }),
    // A colour that is none is one that is seen.
    baseColor: clampRgb(isPane ? color.map((factor) => 1 - color[3] * (1 - factor)) : color, 1, 0.8),
    alpha: isPane ? 1 : clamp(color[3], 0, 1, 1),
    metallic: clamp(pbr?.metallicFactor ?? (glossy === undefined ? 1 : 0)),
    roughness: clamp(pbr?.roughnessFactor ?? 1 - (glossy?.glossinessFactor ?? 0), 0, 1, 1),
    emissive: clampRgb(emissive, 1e7),
    normalScale: clamp(material.normalTexture?.scale ?? 1, -10, 10, 1),
    baseColorTexture: use(baseColorInfo(material), 'srgb'),
    metallicRoughnessTexture: use(pbr?.metallicRoughnessTexture, 'linear'),
    normalTexture: use(material.normalTexture, 'linear'),
    emissiveTexture: use(material.emissiveTexture, 'srgb'),
    alphaMode: mode === 'MASK' ? 'mask' : mode === 'BLEND' && !isPane ? 'blend' : 'opaque',
    alphaCutoff: clamp(material.alphaCutoff ?? 0.5, 0, 1, 0.5),
    doubleSided: material.doubleSided ?? false,
    ...(isPane && { transmission: 1 }),
    ...layersOf(material, use),
  }
}

/** Fainter than half, one colour lets all behind it be seen: the glass of programs that know no other. Nothing at all is a helper. */
const isGlassByAlpha = (material: GltfMaterial, alpha: number): boolean =>
  material.alphaMode === 'BLEND' && alpha > 0.01 && alpha < 0.5 && baseColorInfo(material) === undefined && material.extensions?.KHR_materials_transmission === undefined

/** What KHR extensions add; nothing for a plain material. */
function layersOf({ extensions = {} }: GltfMaterial, use: Use): Partial<Material> {
  const { KHR_materials_ior: ior, KHR_materials_specular: specular, KHR_materials_transmission: transmission } = extensions
  return {
    // 0 stands for an interface that mirrors everything; nothing real lies below 1.
    ...(ior?.ior === undefined ? {} : { ior: ior.ior === 0 ? 1000 : clamp(ior.ior, 1, 10, 1.5) }),
    ...(specular === undefined ? {} : { specular: clamp(specular.specularFactor ?? 1, 0, 1, 1), specularColor: clampRgb(specular.specularColorFactor ?? [1, 1, 1], 100, 1) }),
    ...(transmission === undefined ? {} : {
      transmission: clamp(transmission.transmissionFactor ?? 0), transmissionTexture: use(transmission.transmissionTexture, 'linear'), volume: volumeOf(extensions),
    }),
    ...(extensions.KHR_materials_clearcoat === undefined ? {} : { clearcoat: clearcoatOf(extensions.KHR_materials_clearcoat, use) }),
    ...(extensions.KHR_materials_sheen === undefined ? {} : { sheen: sheenOf(extensions.KHR_materials_sheen, use) }),
    ...(extensions.KHR_materials_dispersion === undefined ? {} : { dispersion: clamp(extensions.KHR_materials_dispersion.dispersion ?? 0, 0, 10, 0) }),
    ...(extensions.KHR_materials_anisotropy === undefined ? {} : { anisotropy: anisotropyOf(extensions.KHR_materials_anisotropy, use) }),
    ...(extensions.KHR_materials_iridescence === undefined ? {} : { film: filmOf(extensions.KHR_materials_iridescence, use) }),
  }
}

type Extensions = NonNullable<GltfMaterial['extensions']>
type Use = (info: GltfTextureInfo | undefined, colorSpace: ColorSpace) => TextureUse | null

function volumeOf({ KHR_materials_volume: volume }: Extensions): Volume | null {
  if (volume === undefined || !(volume.thicknessFactor !== undefined && volume.thicknessFactor > 0)) return null
  const distance = volume.attenuationDistance ?? Infinity
  return { attenuationColor: clampRgb(volume.attenuationColor ?? [1, 1, 1], 1, 1), attenuationDistance: distance > 0 ? distance : Infinity }
}

function clearcoatOf(coat: NonNullable<Extensions['KHR_materials_clearcoat']>, use: Use): Clearcoat {
  return {
    factor: clamp(coat.clearcoatFactor ?? 0), roughness: clamp(coat.clearcoatRoughnessFactor ?? 0),
    factorTexture: use(coat.clearcoatTexture, 'linear'), roughnessTexture: use(coat.clearcoatRoughnessTexture, 'linear'),
  }
}

function sheenOf(sheen: NonNullable<Extensions['KHR_materials_sheen']>, use: Use): Sheen {
  return { color: clampRgb(sheen.sheenColorFactor ?? [0, 0, 0]), roughness: clamp(sheen.sheenRoughnessFactor ?? 0), colorTexture: use(sheen.sheenColorTexture, 'srgb') }
}

function anisotropyOf(brushed: NonNullable<Extensions['KHR_materials_anisotropy']>, use: Use): Anisotropy {
  return { strength: clamp(brushed.anisotropyStrength ?? 0), rotation: clamp(brushed.anisotropyRotation ?? 0, -100, 100, 0), texture: use(brushed.anisotropyTexture, 'linear') }
}

function filmOf(film: NonNullable<Extensions['KHR_materials_iridescence']>, use: Use): Film {
  return {
    factor: clamp(film.iridescenceFactor ?? 0), ior: clamp(film.iridescenceIor ?? 1.3, 1, 5, 1.3),
    thickness: [clamp(film.iridescenceThicknessMinimum ?? 100, 0, 1e5, 100), clamp(film.iridescenceThicknessMaximum ?? 400, 0, 1e5, 400)],
    factorTexture: use(film.iridescenceTexture, 'linear'), thicknessTexture: use(film.iridescenceThicknessTexture, 'linear'),
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
    offset: finitePair(transform?.offset, 0),
    scale: finitePair(transform?.scale, 1),
    rotation: clamp(transform?.rotation ?? 0, -1e6, 1e6, 0),
  }
}

const finitePair = ([u, v]: readonly [number, number] = [NaN, NaN], otherwise: number): readonly [number, number] =>
  [clamp(u, -1e6, 1e6, otherwise), clamp(v, -1e6, 1e6, otherwise)]
