import type { Material, TextureData, TextureKey, TextureUse } from '../../../gpu/index.ts'
import { DEFAULT_MATERIAL } from '../../imports/gltf/surfaces/materials.ts'
import type { LibraryMaterial } from '../../materials/library.ts'
import { renderPattern } from '../../materials/patterns/render.ts'
import { appliedTo } from '../../scene/materials.ts'

export interface Look {
  readonly material: Material
  readonly textures: ReadonlyMap<TextureKey, TextureData>
}

/** Pixels on each side: enough for a card. */
const SIDE = 128
const looks = new Map<string, Look>()

/** How a material of the library looks, coarsely: made when it is first asked for. */
export function lookOf(entry: LibraryMaterial): Look {
  const known = looks.get(entry.id)
  if (known !== undefined) return known
  const look = renderLook(entry, SIDE)
  looks.set(entry.id, look)
  return look
}

/** @param side  pixels of a texture's repeat */
export function renderLook({ id, values, pattern, maps = ['color', 'roughness', 'normal'] }: LibraryMaterial, side: number): Look {
  const plain = appliedTo(DEFAULT_MATERIAL, { id, name: id, ...values }, new Map())
  const { mapping } = values
  if (pattern === undefined || mapping === undefined) return { material: plain, textures: new Map() }
  const rendered = renderPattern(pattern, side, mapping.width / mapping.height)
  const textures = new Map<TextureKey, TextureData>()
  const use = (map: 'color' | 'roughness' | 'normal'): TextureUse | null => {
    if (!maps.includes(map)) return null
    const key = `${id} ${map}`
    textures.set(key, { key, width: side, height: side, rgba: new Uint8Array(rendered[map].buffer), colorSpace: map === 'color' ? 'srgb' : 'linear' })
    return { texture: key, wrapS: 'repeat', wrapT: 'repeat', offset: [0, 0], scale: [1, 1], rotation: 0, rows: [[1 / mapping.width, 0], [0, 1 / mapping.height]] }
  }
  return {
    textures,
    material: { ...plain, baseColorTexture: use('color'), metallicRoughnessTexture: use('roughness'), normalTexture: use('normal'), ...(maps.includes('roughness') && { roughness: rendered.roughest }) },
  }
}
