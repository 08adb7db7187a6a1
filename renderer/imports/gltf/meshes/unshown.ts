import { phrase, type Phrase, say } from '../../../words/say.ts'
import type { Gltf, GltfMaterial } from '../gltf-schema.ts'
import { READ_EXTENSIONS } from '../surfaces/materials.ts'
import { GEOMETRY } from './read-meshes.ts'
import { namesOf } from '../surfaces/variants.ts'

/** What materials may have that is not shown, and the number that says whether they do. */
const LOOKS = [
  { extension: 'KHR_materials_diffuse_transmission', strength: 'diffuseTransmissionFactor', what: 'import.look.diffuseTransmission' },
] as const

/** What is shown, told of elsewhere, or describes nothing that could be seen. */
const KNOWN: ReadonlySet<string> = new Set([
  ...LOOKS.map(({ extension }) => extension), ...READ_EXTENSIONS, ...GEOMETRY,
  'KHR_materials_unlit', 'KHR_materials_variants', 'EXT_mesh_gpu_instancing', 'KHR_texture_transform', 'KHR_texture_basisu', 'EXT_texture_webp', 'EXT_texture_avif', 'KHR_lights_punctual',
  'KHR_xmp_json_ld', 'KHR_xmp',
])

/** What the file asks for and does not get, a sentence each. */
export function unshown({ materials = [], extensions, extensionsUsed = [], textures = [] }: Gltf): readonly Phrase[] {
  const notes: Phrase[] = LOOKS.flatMap(({ extension, strength, what }) => {
    const wearing = materials.flatMap((material, index) => (isAsked(material, extension, strength) ? [nameOf(material.name, index)] : []))
    return wearing.length === 0 ? [] : [phrase('import.materials.without', { count: wearing.length, names: listed(wearing), what: phrase(what) })]
  })
  const unlit = materials.flatMap((material, index) => (material.extensions?.KHR_materials_unlit === undefined ? [] : [nameOf(material.name, index)]))
  if (unlit.length > 0) notes.push(phrase('import.materials.unlit', { count: unlit.length, names: listed(unlit) }))
  const strange = [...new Set(extensionsUsed)].filter((name) => !KNOWN.has(name)).map((name) => name.slice(0, 60))
  if (strange.length > 0) notes.push(phrase('import.extensions', { count: strange.length, names: listed(strange) }))
  const variants = namesOf(extensions).map((name) => `“${name}”`)
  if (variants.length > 0) notes.push(phrase('import.variants', { count: variants.length, names: listed(variants) }))
  const mixed = textures.length === 0 ? [] : materials.flatMap((material, index) => (new Set(setsOf(material)).size > 1 ? [nameOf(material.name, index)] : []))
  if (mixed.length > 0) notes.push(phrase('import.materials.sets', { count: mixed.length, names: listed(mixed) }))
  return notes
}

const nameOf = (name: string | undefined, index: number): string => `“${name?.trim() || say('import.material', { number: index + 1 })}”`

const MOST_NAMES = 3
function listed(names: readonly string[]): string | Phrase {
  const first = names.slice(0, MOST_NAMES).join(', ')
  return names.length <= MOST_NAMES ? first : phrase('import.list.more', { names: first, count: names.length - MOST_NAMES })
}

/** An extension whose strength is 0, or left out, changes nothing. */
function isAsked({ extensions }: GltfMaterial, extension: string, strength: string): boolean {
  const values = (extensions as Readonly<Record<string, unknown>> | undefined)?.[extension]
  const value = (values as Readonly<Record<string, unknown>> | null | undefined)?.[strength]
  return typeof value === 'number' && value > 0
}

/** The sets of texture coordinates that a material reads by. */
function setsOf({ pbrMetallicRoughness: pbr, normalTexture, emissiveTexture }: GltfMaterial): readonly number[] {
  return [pbr?.baseColorTexture, pbr?.metallicRoughnessTexture, normalTexture, emissiveTexture].flatMap((info) =>
    (info === undefined ? [] : [info.extensions?.KHR_texture_transform?.texCoord ?? info.texCoord ?? 0]))
}
