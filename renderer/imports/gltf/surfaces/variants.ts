import type { Material } from '../../../../gpu/index.ts'
import type { ParsedVariant } from '../../types.ts'
import type { Gltf } from '../gltf-schema.ts'
import { DEFAULT_MATERIAL } from './materials.ts'

/** A file that has more is shown as saved. */
const MOST_VARIANTS = 64
const MOST_STAND_INS = 4096
const LONGEST_NAME = 200

/**
 * KHR_materials_variants: materials in place of others, surface by surface. Surfaces of one material that change apart get materials of
 * their own, which stand in for it behind those of the file; so each has a slot.
 */
export class Variants {
  readonly names: readonly string[]
  /** Of each stand-in: the material that it is, and what each variant shows in its place. */
  private readonly standIns: { readonly from: number | null; readonly shown: readonly (number | null)[] }[] = []
  private readonly places = new Map<string, number>()
  private readonly count: number

  constructor(private readonly gltf: Gltf) {
    this.count = gltf.materials?.length ?? 0
    const names = namesOf(gltf.extensions)
    this.names = names.length > MOST_VARIANTS ? [] : names
  }

  /** The material, or the stand-in, that a primitive shows. */
  materialOf(mesh: number, primitive: number): number | null {
    const { material = null, extensions } = (this.gltf.meshes ?? [])[mesh].primitives[primitive]
    if (this.names.length === 0) return material
    const shown = this.names.map((): number | null => null)
    for (const [variant, index] of mappingsOf(extensions)) if (variant < shown.length && index < this.count) shown[variant] = index
    if (shown.every((index) => index === null)) return material
    const recipe = `${material}|${shown.join()}`
    const known = this.places.get(recipe)
    if (known !== undefined || this.standIns.length === MOST_STAND_INS) return known ?? material
    const place = this.count + this.standIns.push({ from: material, shown }) - 1
    this.places.set(recipe, place)
    return place
  }

  /** @param materials  the file's; stand-ins follow them */
  append(materials: readonly Material[]): readonly Material[] {
    return [...materials, ...this.standIns.map(({ from }) => (from === null ? DEFAULT_MATERIAL : materials[from]))]
  }

  /** What slots show in each variant; null: none of them changes. */
  of(slots: readonly (number | null)[], worn: readonly Material[], materials: readonly Material[]): readonly ParsedVariant[] | null {
    const shown = slots.map((slot) => this.standIns[(slot ?? -1) - this.count]?.shown)
    if (shown.every((row) => row === undefined)) return null
    return this.names.map((name, variant) => ({ name, materials: shown.map((row, i) => materials[row?.[variant] ?? -1] ?? worn[i]) }))
  }
}

/** A file may hold anything there. Each name is there once. */
export function namesOf(extensions: unknown): readonly string[] {
  const variants = (extensions as { KHR_materials_variants?: { variants?: unknown } | null } | undefined)?.KHR_materials_variants?.variants
  if (!Array.isArray(variants)) return []
  const names = new Set<string>()
  for (const [i, variant] of (variants as readonly ({ name?: unknown } | null)[]).slice(0, MOST_VARIANTS + 1).entries()) {
    const wanted = (typeof variant?.name === 'string' ? variant.name.trim().slice(0, LONGEST_NAME) : '') || String(i + 1)
    names.add(names.has(wanted) ? `${wanted.slice(0, LONGEST_NAME - 4)} ${i + 1}` : wanted)
  }
  return [...names]
}

function mappingsOf(extensions: unknown): readonly (readonly [variant: number, material: number])[] {
  const mappings = (extensions as { KHR_materials_variants?: { mappings?: unknown } | null } | undefined)?.KHR_materials_variants?.mappings
  if (!Array.isArray(mappings)) return []
  const isIndex = (value: unknown): value is number => Number.isInteger(value) && (value as number) >= 0
  return (mappings as readonly ({ material?: unknown; variants?: unknown } | null)[]).flatMap((mapping) => {
    const material = mapping?.material
    if (!isIndex(material) || !Array.isArray(mapping?.variants)) return []
    return (mapping.variants as readonly unknown[]).filter(isIndex).map((variant) => [variant, material] as const)
  })
}
