import * as textures from './textures.ts'
import type { Image } from './png.ts'

/** What a part is made of, in glTF's terms. Colours are linear Rec. 709. */
export interface MaterialSpec {
  readonly name: string
  readonly color: readonly [number, number, number]
  readonly roughness: number
  readonly metallic: number
  /** Radiance of the surface itself, nits. */
  readonly emissive?: readonly [number, number, number]
  readonly doubleSided?: boolean
  readonly texture?: TextureSpec
  /** Light passes: a body that bends it by its index; what white light has become after `distance` metres of it. */
  readonly glass?: { readonly ior: number; readonly color: readonly [number, number, number]; readonly distance: number }
}

export interface TextureSpec {
  readonly name: string
  readonly paint: () => Image
  /** Metres that one image covers in u and v. */
  readonly size: readonly [number, number]
  /** Parts start at different places in the image: boards from one tree. */
  readonly scatter?: boolean
}

/** Linear Rec. 709 of 2700 K, of luminance 1: what lampWhite gives, whose folder this one does not read. lamps.test.ts holds the two together. */
const WARM_WHITE = [1.9336, 0.8042, 0.1902] as const

/** What shines as a lamp does. @param nits  its luminance */
export const warmWhite = (nits: number): readonly [number, number, number] => [nits * WARM_WHITE[0], nits * WARM_WHITE[1], nits * WARM_WHITE[2]]

/** From 0..255 as on a colour card. */
export const srgb = (r: number, g: number, b: number): readonly [number, number, number] => [decode(r), decode(g), decode(b)]

const decode = (value: number): number => {
  const c = value / 255
  return Math.round((c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4) * 1e4) / 1e4
}

const plain = (name: string, color: readonly [number, number, number], roughness: number, metallic = 0): MaterialSpec =>
  ({ name, color, roughness, metallic })

const WHITE = [1, 1, 1] as const
const textured = (name: string, roughness: number, size: number, paint: () => Image, scatter = true): MaterialSpec =>
  ({ name, color: WHITE, roughness, metallic: 0, texture: { name, paint, size: [size, size], scatter } })

/** Boards are sawn along the fibre, so the image is stretched that way. */
const wood = (name: string, roughness: number, paint: () => Image): MaterialSpec =>
  ({ name, color: WHITE, roughness, metallic: 0, texture: { name, paint, size: [1.3, 0.5], scatter: true } })

const cloth = (name: string, dark: readonly [number, number, number], light: readonly [number, number, number], seed: number): MaterialSpec =>
  textured(name, 0.95, 0.34, () => textures.weave([dark, light], seed, 192))

export const cover = (name: string, color: readonly [number, number, number]): MaterialSpec => plain(name, color, 0.55)

/** The house palette: few materials, used everywhere, so that the pieces belong together. */
export const materials = {
  oak: wood('Oak', 0.42, () => textures.wood([[150, 108, 68], [186, 145, 100], [209, 172, 128]], 11)),
  walnut: wood('Walnut', 0.38, () => textures.wood([[62, 38, 24], [96, 62, 40], [128, 88, 58]], 23)),
  blackOak: wood('Black-stained oak', 0.4, () => textures.wood([[22, 20, 19], [38, 35, 33], [50, 46, 43]], 31, 128)),
  linen: cloth('Oatmeal linen', [176, 166, 150], [222, 214, 200], 41),
  wool: cloth('Slate wool', [74, 82, 88], [122, 130, 134], 43),
  ochre: cloth('Ochre wool', [164, 110, 44], [206, 152, 76], 47),
  rust: cloth('Rust linen', [140, 66, 42], [184, 98, 66], 53),
  sheet: cloth('White cotton', [224, 221, 214], [246, 244, 239], 59),
  cognac: plain('Cognac leather', srgb(146, 82, 44), 0.48),
  brass: plain('Polished brass', [0.9, 0.66, 0.3], 0.05, 1),
  chrome: plain('Chrome', [0.9, 0.91, 0.92], 0.03, 1),
  steel: plain('Polished steel', [0.82, 0.82, 0.81], 0.05, 1),
  brushed: plain('Brushed steel', [0.72, 0.72, 0.71], 0.3, 1),
  mirror: plain('Mirror', [0.95, 0.96, 0.955], 0.02, 1),
  blackMetal: plain('Black powder coat', srgb(36, 36, 38), 0.45),
  white: plain('White lacquer', srgb(240, 238, 233), 0.3),
  sage: plain('Sage lacquer', srgb(126, 140, 124), 0.35),
  red: plain('Signal red lacquer', [0.72, 0.018, 0.014], 0.16),
  shadow: plain('Shadow gap', srgb(24, 23, 22), 0.8),
  rubber: plain('Rubber', srgb(30, 30, 31), 0.7),
  paper: plain('Paper', srgb(232, 226, 212), 0.9),
  opal: { ...plain('Opal glass', srgb(250, 244, 232), 0.1), emissive: warmWhite(100) },
  glazeBlue: plain('Ink blue glaze', srgb(22, 52, 86), 0.05),
  glazeWhite: plain('White glaze', srgb(238, 235, 228), 0.06),
  terracotta: plain('Terracotta', srgb(176, 104, 74), 0.75),
  soil: plain('Soil', srgb(52, 40, 32), 1),
  leaf: { ...plain('Leaf', srgb(44, 82, 46), 0.28), doubleSided: true },
  stem: plain('Stem', srgb(92, 78, 54), 0.8),
  marble: textured('Carrara marble', 0.08, 0.9, () => textures.marble([[150, 152, 156], [226, 226, 226], [246, 245, 243]], 61, 320), false),
  terrazzo: textured('Terrazzo', 0.12, 0.5,
    () => textures.terrazzo([228, 224, 216], [[176, 150, 128], [120, 124, 124], [204, 178, 150], [90, 76, 68], [246, 244, 240]], 67), false),
  crystal: { ...plain('Clear glass', WHITE, 0), glass: { ior: 1.5, color: [0.86, 0.95, 0.92], distance: 0.05 } },
  seaGlass: { ...plain('Sea green glass', WHITE, 0), glass: { ior: 1.5, color: [0.3, 0.78, 0.62], distance: 0.02 } },
  water: { ...plain('Water', WHITE, 0), glass: { ior: 1.333, color: [0.88, 0.97, 0.98], distance: 0.5 } },
  blackGloss: plain('Black lacquer', srgb(18, 18, 20), 0.08),
  ceramicTop: plain('Black ceramic glass', srgb(16, 16, 18), 0.05),
} satisfies Record<string, MaterialSpec>
