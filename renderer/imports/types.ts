import type { Material, MeshData, MeshKey, Quat, Rgb, TextureData, TextureKey, Vec3 } from '../../gpu/index.ts'
import { type AssetKey, type GroupKind, type Motion, type Mount, WHOLE_MODEL } from '../document/types.ts'
import { type Phrase } from '../words/say.ts'

/** What a file says of a part beside its shape. */
export interface PartFacts {
  /** Its identity in the file it came from: a GlobalId. */
  readonly key?: string | undefined
  /** Such as `IfcWall`. */
  readonly class?: string | undefined
  /** The name of the storey that it stands on. */
  readonly storey?: string | undefined
  /** The group that it stands in: ParsedGroup.id. */
  readonly group?: string | undefined
}

/** Parts that belong together, by the file. */
export interface ParsedGroup {
  readonly id: string
  readonly name: string
  readonly parent: string | null
  readonly kind?: GroupKind | undefined
}

/** A look of a part under the name that its file gives it. */
export interface ParsedVariant {
  readonly name: string
  /** As ParsedPart.materials. */
  readonly materials: readonly Material[]
}

/** One piece's worth of a parsed asset. */
export interface ParsedPart extends PartFacts {
  /**
   * Stable within the asset, and says by itself which nodes it shows: `/` and a path of names, or `@` and a key (gltf/nodes/node-ids.ts);
   * a number is the top node that it was in older projects.
   */
  readonly id: string
  readonly name: string
  readonly mesh: MeshKey
  /** One per material slot of the mesh. */
  readonly materials: readonly Material[]
  /** Other looks that the file offers, by name; absent: it offers none. */
  readonly variants?: readonly ParsedVariant[] | undefined
  /** Where the file places it. */
  readonly position: Vec3
  readonly rotation: Quat
  readonly scale: Vec3
}

/** A light that came inside a model (KHR_lights_punctual), where the file places it. */
export interface ParsedLight {
  readonly name: string
  readonly kind: 'directional' | 'point'
  readonly color: Rgb
  /** Candela of a point light, lux of a directional one. */
  readonly intensity: number
  /** World space. */
  readonly position: Vec3
  /** Unit vector into the scene. */
  readonly direction: Vec3
  /** Radians from the axis, of a spotlight. */
  readonly cone?: { readonly innerAngle: number; readonly outerAngle: number }
  /** The part it hangs on, or null. */
  readonly part: string | null
}

/** A GLB or glTF, parsed once and never changed: what the document's pieces point into. */
export interface ParsedAsset {
  readonly key: AssetKey
  readonly name: string
  readonly parts: readonly ParsedPart[]
  readonly meshes: ReadonlyMap<MeshKey, MeshData>
  readonly textures: ReadonlyMap<TextureKey, TextureData>
  /** Absent when there are none; each before those that stand in it. */
  readonly groups?: readonly ParsedGroup[]
  /** Absent when the file has none. */
  readonly lights?: readonly ParsedLight[]
  /** Sentences for the user about what was left out or replaced. */
  readonly notes: readonly Phrase[]
}

/** What a lamp sends out beside the glow of its shade. */
export interface LampLight {
  /** In the piece's space. */
  readonly position: Vec3
  readonly color: Vec3
  /** Kelvin, where the colour is the one of a temperature. */
  readonly temperature?: number | undefined
  /** Candela: to all sides, or of a disc along its axis, straight down. */
  readonly intensity: number
  /** Metres, of the bulb, or of the disc. */
  readonly radius: number
  /** A diffuser that shines down; absent: a bulb. */
  readonly kind?: 'disc' | undefined
  /** Nits of the model's brightest shining material per candela; absent: the shade does not glow. */
  readonly glow?: number | undefined
}

/** assets/catalogue/<id>/item.json: a piece of furniture the user can place. */
export interface CatalogueItem {
  readonly id: string
  readonly name: string
  readonly category: 'seating' | 'tables' | 'beds' | 'storage' | 'kitchen' | 'lighting' | 'mirrors' | 'decoration' | 'primitives'
  readonly keywords: readonly string[]
  readonly mount: Mount
  /** Metres: width (x), height (y), depth (z); the front looks along +z. */
  readonly size: Vec3
  readonly light: LampLight | null
  /** A fan turns; absent: it stands still. */
  readonly motion?: Motion | undefined
  /** File names in the item's folder. */
  readonly model: 'model.glb'
  readonly picture: 'picture.png'
  readonly licence: string
}

/** A GLB as it travels in a project, and what it was parsed into. */
export interface LoadedAsset {
  readonly bytes: Uint8Array<ArrayBuffer>
  readonly parsed: ParsedAsset
}

export { WHOLE_MODEL }

/** What a part shows in a variant; as it was saved, where it has none of that name. */
export const materialsIn = ({ materials, variants }: ParsedPart, variant: string | undefined): readonly Material[] =>
  (variant === undefined ? undefined : variants?.find(({ name }) => name === variant)?.materials) ?? materials

/** Which parts of a model are wanted, for good: by id, as pieces show them. An older project's are all top nodes. */
export function waysToRead(parts: Iterable<string>): readonly ('parts' | 'single' | readonly string[])[] {
  const ids = new Set(parts)
  const named = [...ids].filter((id) => id.startsWith('/') || id.startsWith('@'))
  const isWhole = ids.has(WHOLE_MODEL)
  return [...(named.length > 0 ? [named] : []), ...(isWhole ? ['single' as const] : []), ...(ids.size > named.length + Number(isWhole) ? ['parts' as const] : [])]
}
