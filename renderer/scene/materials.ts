import type { Material, MeshData, TextureUse } from '../../gpu/index.ts'
import { paneTint, slotNames } from '../document/materials.ts'
import type { AssetKey, AtriumDocument, MappingRecord, MaterialRecord, ModelSlot, Piece, Worn } from '../document/types.ts'
import { DEFAULT_MATERIAL } from '../imports/gltf/surfaces/materials.ts'
import { materialsIn, type ParsedAsset, type ParsedPart } from '../imports/types.ts'

type ParsedAssets = ReadonlyMap<AssetKey, ParsedAsset>

/** What the pieces of a document look like: the materials of the project in place of those that came with the models. */
export interface Looks {
  /** One per slot; what has not changed keeps its identity, the list too. */
  materialsOf(piece: Piece, part: ParsedPart): readonly Material[]
}

const cutOuts = new WeakMap<Material, WeakMap<Material, Material>>()

/** What is cut out of a model along its own coordinates (leaves, perforated sheet) stays cut out, whatever it shows. */
function cutOut(material: Material, came: Material): Material {
  const holes = came.cutoutTexture ?? came.baseColorTexture
  if (came.alphaMode === 'opaque' || holes === null) return material
  const known = cutOuts.get(material) ?? new WeakMap<Material, Material>()
  cutOuts.set(material, known)
  const made = known.get(came) ?? { ...material, alpha: came.alpha, alphaMode: came.alphaMode, alphaCutoff: came.alphaCutoff, cutoutTexture: holes }
  known.set(came, made)
  return made
}

/** Looks of one document after another. */
export function createLooks(): (document: AtriumDocument, parsed: ParsedAssets) => Looks {
  const made = new WeakMap<MaterialRecord, { readonly sources: readonly unknown[]; readonly byDensity: Map<number, Material> }>()
  const lists = new WeakMap<Piece, readonly Material[]>()

  return ({ materials = [], assets }, parsed) => {
    const records = new Map(materials.map((record) => [record.id, record]))
    const ofModels = new Map(assets.flatMap(({ key, wears }) => (wears === undefined ? [] : [[key, wears] as const])))

    /** @param density  metres that the mesh's uv spans per unit; 1 where nothing asks */
    function materialOf(record: MaterialRecord, density: number): Material {
      const { from, maps = {} } = record
      const base = from === undefined ? null : materialIn(parsed.get(from.asset), from)
      const sources = [base, ...[maps.color, maps.roughness, maps.normal].map((key) => (typeof key === 'string' ? parsed.get(key) : key))]
      let known = made.get(record)
      if (known === undefined || sources.some((source, i) => source !== known?.sources[i])) made.set(record, known = { sources, byDensity: new Map() })
      const material = known.byDensity.get(density) ?? appliedTo(base ?? DEFAULT_MATERIAL, record, parsed, density)
      known.byDensity.set(density, material)
      return material
    }

    return {
      materialsOf(piece, part) {
        const shown = [...(ofModels.get(piece.asset) ?? []), ...(piece.wears ?? [])]
        const came = materialsIn(part, piece.variant)
        if (shown.length === 0) return came
        const inSlots = new Map(shown.map((worn: Worn) => [worn.slot, worn.material === null ? undefined : records.get(worn.material)]))
        const mesh = parsed.get(piece.asset)?.meshes.get(part.mesh)
        const names = slotNames(part.materials)
        const next = came.map((material, i) => {
          const record = inSlots.get(names[i])
          if (record === undefined) return material
          const isByUv = record.mapping?.kind === 'uv' && mesh !== undefined
          return cutOut(materialOf(record, isByUv ? metresPerUv(mesh, i) * Math.cbrt(Math.abs(piece.scale[0] * piece.scale[1] * piece.scale[2])) : 1), material)
        })
        const before = lists.get(piece)
        const list = before?.length === next.length && next.every((material, i) => material === before[i]) ? before : next
        lists.set(piece, list)
        return list
      },
    }
  }
}

/** The material of a model by its slot: of the part, or of any other that has a slot of that name; null: it is not there. */
export function materialIn(asset: ParsedAsset | undefined, { part, slot, variant }: Pick<ModelSlot, 'part' | 'slot' | 'variant'>): Material | null {
  const own = asset?.parts.find(({ id }) => id === part)
  for (const other of [...(own === undefined ? [] : [own]), ...(asset?.parts ?? [])]) {
    const at = slotNames(other.materials).indexOf(slot)
    if (at !== -1) return materialsIn(other, variant)[at]
  }
  return null
}

/** Of the films that things in a house have: oil, soap, oxides, coatings; glTF's own. */
const FILM_IOR = 1.3

/** A material as a record changes it. @param density  metres per unit of uv */
export function appliedTo(base: Material, record: MaterialRecord, parsed: ParsedAssets, density = 1): Material {
  const { name, baseColor, metallic, roughness, ior, clearcoat, sheen, anisotropy, film, dispersion, precedence, glass, emission, normalScale, mapping } = record
  const tint = paneTint(record)
  const color = baseColor ?? base.baseColor
  return {
    ...base, name,
    baseColor: [color[0] * tint[0], color[1] * tint[1], color[2] * tint[2]],
    ...(metallic !== undefined && { metallic }), ...(roughness !== undefined && { roughness }), ...(ior !== undefined && { ior }), ...(normalScale !== undefined && { normalScale }),
    ...(clearcoat !== undefined && { clearcoat: { factorTexture: null, roughnessTexture: null, ...base.clearcoat, ...clearcoat } }),
    ...(sheen !== undefined && { sheen: { colorTexture: null, ...base.sheen, ...sheen } }),
    ...(dispersion !== undefined && { dispersion }), ...(precedence !== undefined && { precedence }),
    ...(anisotropy !== undefined && { anisotropy: { texture: null, ...base.anisotropy, ...anisotropy } }),
    ...(film !== undefined && { film: { ior: FILM_IOR, factorTexture: null, thicknessTexture: null, ...base.film, factor: film.factor, thickness: [Math.min(base.film?.thickness[0] ?? film.thickness, film.thickness), film.thickness] } }),
    ...(glass !== undefined && { transmission: glass.share, volume: glass.thickness > 0 ? { attenuationColor: glass.tint, attenuationDistance: glass.thickness } : null }),
    ...(emission !== undefined && { emissive: emission.color.map((part) => part * emission.radiance) as unknown as Material['emissive'] }),
    ...texturesOf(base, record, parsed, density),
    // What lies straight on the sides has no holes of its own: those are cut along a model's coordinates, which `cutOut` takes from there.
    ...(mapping?.kind === 'box' && { mapping: 'box' as const, alphaMode: 'opaque' as const, emissiveTexture: null, transmissionTexture: null }),
  }
}

type Textures = Pick<Material, 'baseColorTexture' | 'metallicRoughnessTexture' | 'normalTexture'>

function texturesOf(base: Material, { maps = {}, mapping }: MaterialRecord, parsed: ParsedAssets, density: number): Textures {
  const brought = (key: AssetKey | null | undefined, which: keyof Textures): TextureUse | null => {
    if (key === undefined) return base[which]
    return key === null ? null : (parsed.get(key)?.parts[0]?.materials[0]?.[which] ?? null)
  }
  const laid = (use: TextureUse | null): TextureUse | null => (use === null || mapping === undefined ? use : { ...use, wrapS: 'repeat', wrapT: 'repeat', ...transformOf(mapping, density) })
  return {
    baseColorTexture: laid(brought(maps.color, 'baseColorTexture')),
    metallicRoughnessTexture: laid(brought(maps.roughness, 'metallicRoughnessTexture')),
    normalTexture: laid(brought(maps.normal, 'normalTexture')),
  }
}

/** The turn is done in metres, before each side is divided by its own. */
function transformOf({ width, height, turn, offset }: MappingRecord, metres: number): Pick<TextureUse, 'scale' | 'rotation' | 'offset' | 'rows'> {
  const [c, s] = [Math.cos(turn), Math.sin(turn)]
  return {
    scale: [1, 1], rotation: 0, offset: [-offset[0] / width, -offset[1] / height],
    rows: [[(c * metres) / width, (s * metres) / width], [(-s * metres) / height, (c * metres) / height]],
  }
}

const densities = new WeakMap<MeshData, Map<number, number>>()

/** Metres that one unit of uv spans on the triangles of a slot, on average over their area; 1 where there is no uv. */
export function metresPerUv(mesh: MeshData, slot: number): number {
  const known = densities.get(mesh) ?? new Map<number, number>()
  densities.set(mesh, known)
  const density = known.get(slot) ?? measured(mesh, slot)
  known.set(slot, density)
  return density
}

function measured({ positions, uvs, indices, materialSlots }: MeshData, slot: number): number {
  if (uvs === null) return 1
  let [area, uvArea] = [0, 0]
  for (let t = 0; t < indices.length / 3; t++) {
    if ((materialSlots?.[t] ?? 0) !== slot) continue
    const [a, b, c] = [indices[3 * t], indices[3 * t + 1], indices[3 * t + 2]]
    const edge = (to: number): readonly number[] => [0, 1, 2].map((k) => positions[3 * to + k] - positions[3 * a + k])
    const [[ax, ay, az], [bx, by, bz]] = [edge(b), edge(c)]
    area += Math.hypot(ay * bz - az * by, az * bx - ax * bz, ax * by - ay * bx)
    uvArea += Math.abs((uvs[2 * b] - uvs[2 * a]) * (uvs[2 * c + 1] - uvs[2 * a + 1]) - (uvs[2 * b + 1] - uvs[2 * a + 1]) * (uvs[2 * c] - uvs[2 * a]))
  }
  return area > 0 && uvArea > 0 ? Math.sqrt(area / uvArea) : 1
}
