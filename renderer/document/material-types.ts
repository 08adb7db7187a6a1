import type { Rgb } from '../../gpu/index.ts'
import type { AssetKey, MaterialId } from './id-types.ts'

/** A material of the project in a material slot of a model. A slot is named as the model names its material (`slotNames`), so it outlives a reload. */
export interface Worn {
  readonly slot: string
  /** null: as it came with the model, whatever all pieces of the model show. */
  readonly material: MaterialId | null
}

/** Where a model shows a material of its own. */
export interface ModelSlot {
  readonly asset: AssetKey
  /** ParsedPart.id */
  readonly part: string
  readonly slot: string
  /** As Piece.variant. */
  readonly variant?: string | undefined
}

/** How a texture lies on a surface. */
export interface MappingRecord {
  /** 'box': straight onto each side, whatever coordinates the model has; 'uv': along the model's own. */
  readonly kind: 'box' | 'uv'
  /** Metres that one repeat covers. */
  readonly width: number
  readonly height: number
  /** Radians, counter-clockwise. */
  readonly turn: number
  /** Metres to the right and down. */
  readonly offset: readonly [number, number]
}

/** How bricks, tiles and boards are laid. */
export const BONDS = ['stack', 'half', 'third', 'random', 'herringbone', 'basket'] as const
export type Bond = (typeof BONDS)[number]

/** The units of a material whose pattern is ours: what its textures were made from, so that they can be made anew. */
export interface LaidRecord {
  /** Of the library: what the units are made of. */
  readonly pattern: string
  readonly bond: Bond
  /** Metres along a unit and across it; of herringbone and basket, it is twice as long as wide. */
  readonly length: number
  readonly width: number
  /** Metres between units. */
  readonly joint: number
}

/** Light that passes. */
export interface GlassRecord {
  /** 0..1 */
  readonly share: number
  /** What is left of white light: behind a pane, or after `thickness` of a body. */
  readonly tint: Rgb
  /** Metres; 0: a pane that bends no light. */
  readonly thickness: number
}

/** Models whose material brings a texture (part `all`, its first slot); null: none, whatever the material starts from has. */
export interface MapsRecord {
  readonly color?: AssetKey | null | undefined
  /** Green: roughness, blue: metal. */
  readonly roughness?: AssetKey | null | undefined
  readonly normal?: AssetKey | null | undefined
}

/** What a material says of itself. Absent: as what it starts from. Colours are reflectances, 0..1. */
export interface MaterialValues {
  readonly baseColor?: Rgb | undefined
  readonly metallic?: number | undefined
  readonly roughness?: number | undefined
  /** Index of refraction. */
  readonly ior?: number | undefined
  readonly clearcoat?: { readonly factor: number; readonly roughness: number } | undefined
  readonly sheen?: { readonly color: Rgb; readonly roughness: number } | undefined
  /** Of brushed surfaces: how much, and the turn of their rougher direction from the texture's u, radians. */
  readonly anisotropy?: { readonly strength: number; readonly rotation: number } | undefined
  /** A thin film: its share, and its thickness in nanometres. */
  readonly film?: { readonly factor: number; readonly thickness: number } | undefined
  readonly glass?: GlassRecord | undefined
  /** Of a body of glass: 20 over Abbe's number. */
  readonly dispersion?: number | undefined
  /** Of a body of glass, a whole number from -9 to 9: where two overlap, the one with the larger is there. */
  readonly precedence?: number | undefined
  /** Nits, and a colour of luminance 1. */
  readonly emission?: { readonly radiance: number; readonly color: Rgb } | undefined
  readonly normalScale?: number | undefined
  readonly maps?: MapsRecord | undefined
  readonly mapping?: MappingRecord | undefined
  /** Absent: as the library has it, or textures of another origin. */
  readonly laid?: LaidRecord | undefined
}

/** A material of the project: one thing with one name, however many surfaces show it. */
export interface MaterialRecord extends MaterialValues {
  readonly id: MaterialId
  readonly name: string
  /** What it changes; absent: light plaster. */
  readonly from?: ModelSlot | undefined
  /** Of the library, what it was taken from. */
  readonly library?: string | undefined
}
