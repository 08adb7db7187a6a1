import { createArena } from '../buffers/arena.ts'
import type { Arena } from '../buffers/arena.ts'
import { structOf } from '../kernels/kernel.ts'
import rayWgsl from '../kernels/ray.wgsl?raw'
import sceneWgsl from '../kernels/scene.wgsl?raw'
import { NONE } from '../kdtree/pack.ts'
import type { Material, Rgb, SceneSnapshot, TextureData, TextureUse } from '../scene.ts'
import type { TextureTable } from '../textures/table.ts'

const WRAPS = { repeat: 0, clamp: 1, mirror: 2 } as const
/** MATERIAL_* of scene.wgsl. */
const DOUBLE_SIDED = 1
const TEXTURED = 2
const THIN = 4
const LAYER_TEXTURED = 8
const BOX_MAPPED = 16
const BLENDED = 32
const RARE = 64

/** Rows of the material table; an instance owns as many in a row as it has material slots. */
export interface MaterialTable {
  readonly arena: Arena
  allocate(count: number): number
  free(offset: number, count: number): void
  /** Forgets all rows; between frames only. */
  clear(): void
  /** Queues the rows of one instance; they are uploaded by flush(). */
  set(offset: number, materials: readonly Material[]): void
  flush(): void
  dispose(): void
}

export function createMaterialTable(device: GPUDevice, textures: TextureTable): MaterialTable {
  const layout = structOf([rayWgsl, sceneWgsl], 'Material')
  const arena = createArena(device, 'materials', layout.sizeBytes, 256)
  const packed = new WeakMap<Material, { version: number; bytes: Uint8Array }>()
  const queued = new Map<number, Uint8Array>()

  function pack(material: Material): Uint8Array {
    const known = packed.get(material)
    if (known?.version === textures.version) return known.bytes
    const view = new DataView(new ArrayBuffer(layout.sizeBytes))
    const { baseColor, alpha, metallic, roughness, emissive, normalScale, alphaMode, alphaCutoff, doubleSided } = material
    const maps = [material.baseColorTexture, material.metallicRoughnessTexture, material.normalTexture, material.emissiveTexture]
    const { transmission = 0, transmissionTexture = null, volume = null, clearcoat = null, sheen = null, anisotropy = null, film = null } = material
    const layerMaps = [transmissionTexture, clearcoat?.factorTexture ?? null, clearcoat?.roughnessTexture ?? null, sheen?.colorTexture ?? null]
    const has = (map: TextureUse | null) => map !== null && textures.find(map.texture) !== null
    layout.write(view, 0, {
      base_color: baseColor, alpha, metallic, roughness, emissive, normal_scale: normalScale,
      alpha_cutoff: cutoffOf(alphaMode, alphaCutoff),
      flags: (doubleSided ? DOUBLE_SIDED : 0) | (maps.some(has) ? TEXTURED : 0) | (volume === null ? THIN : 0) | (layerMaps.some(has) ? LAYER_TEXTURED : 0) | (material.mapping === 'box' ? BOX_MAPPED : 0) | (alphaMode === 'blend' ? BLENDED : 0) | (isRare(material) ? RARE : 0),
      base_color_texture: packUse(material.baseColorTexture),
      metallic_roughness_texture: packUse(material.metallicRoughnessTexture),
      normal_texture: packUse(material.normalTexture),
      emissive_texture: packUse(material.emissiveTexture),
      specular_color: material.specularColor ?? [1, 1, 1], specular: material.specular ?? 1, ior: Math.max(1, material.ior ?? 1.5), transmission,
      absorption: volume === null ? [0, 0, 0] : volume.attenuationColor.map((c) => absorption(c, volume.attenuationDistance)),
      clearcoat: clearcoat?.factor ?? 0, clearcoat_roughness: clearcoat?.roughness ?? 0,
      sheen_color: sheen?.color ?? [0, 0, 0], sheen_roughness: Math.max(0.07, sheen?.roughness ?? 0),
      transmission_texture: packUse(transmissionTexture),
      clearcoat_texture: packUse(clearcoat?.factorTexture ?? null),
      clearcoat_roughness_texture: packUse(clearcoat?.roughnessTexture ?? null),
      sheen_color_texture: packUse(sheen?.colorTexture ?? null),
      cutout_texture: packUse(material.cutoutTexture ?? null),
      anisotropy: anisotropy?.strength ?? 0, anisotropy_along: [Math.cos(anisotropy?.rotation ?? 0), Math.sin(anisotropy?.rotation ?? 0)],
      dispersion: material.dispersion ?? 0, precedence: precedenceOf(material),
      film: film?.factor ?? 0, film_ior: film?.ior ?? 1.3, film_thickness: [film?.thickness[0] ?? 0, film?.thickness[1] ?? 0],
      anisotropy_texture: packUse(anisotropy?.texture ?? null), film_texture: packUse(film?.factorTexture ?? null), film_thickness_texture: packUse(film?.thicknessTexture ?? null),
    })
    const bytes = new Uint8Array(view.buffer)
    packed.set(material, { version: textures.version, bytes })
    return bytes
  }

  function packUse(use: TextureUse | null) {
    const place = use === null ? null : textures.find(use.texture)
    if (use === null || place === null) return { texture: NONE, wrap: 0, offset: [0, 0], row_u: [1, 0], row_v: [0, 1] }
    const [cosine, sine] = [Math.cos(use.rotation), Math.sin(use.rotation)]
    const [scaleX, scaleY] = use.scale
    // KHR_texture_transform: translation * rotation * scale, the rotation counter-clockwise with v down.
    return {
      texture: place.texture,
      wrap: (WRAPS[use.wrapS] | (WRAPS[use.wrapT] << 2) | place.size) >>> 0,
      offset: use.offset,
      row_u: use.rows?.[0] ?? [cosine * scaleX, sine * scaleY],
      row_v: use.rows?.[1] ?? [-sine * scaleX, cosine * scaleY],
    }
  }

  return {
    arena,
    allocate: (count) => arena.allocate(count),
    free(offset, count) {
      for (let i = 0; i < count; i++) queued.delete(offset + i)
      arena.free(offset, count)
    },
    clear() {
      queued.clear()
      arena.clear()
    },
    set(offset, materials) {
      for (const [i, material] of materials.entries()) queued.set(offset + i, pack(material))
    },
    flush() {
      // Neighbouring rows go up together.
      const rows = [...queued].sort(([a], [b]) => a - b)
      queued.clear()
      for (let begin = 0; begin < rows.length;) {
        let end = begin + 1
        while (end < rows.length && rows[end][0] === rows[end - 1][0] + 1) end++
        const bytes = new Uint8Array((end - begin) * layout.sizeBytes)
        for (let i = begin; i < end; i++) bytes.set(rows[i][1], (i - begin) * layout.sizeBytes)
        arena.write(rows[begin][0], bytes)
        begin = end
      }
    },
    dispose: () => arena.dispose(),
  }
}

/** Coverage below which nothing is there: half of the least that an image of 8 bits can say. */
export const LEAST_COVERAGE = 0.5 / 255

/** Alpha below which a texel does not exist; 0: never. */
export function cutoffOf(mode: Material['alphaMode'], alphaCutoff: number): number {
  return mode === 'opaque' ? 0 : mode === 'mask' ? alphaCutoff : LEAST_COVERAGE
}

/** Beer's law: what is lost per metre when a share c is left after a distance. Black counts as nearly so. */
function absorption(c: number, distance: number): number {
  return Number.isFinite(distance) && distance > 0 ? -Math.log(Math.min(1, Math.max(c, 1e-4))) / distance : 0
}

const whole = new WeakMap<TextureData, boolean>()

/** Whether every texel covers all. */
function isWhole(texture: TextureData): boolean {
  let known = whole.get(texture)
  if (known === undefined) {
    known = true
    for (let i = 3; known && i < texture.rgba.length; i += 4) known = texture.rgba[i] === 255
    whole.set(texture, known)
  }
  return known
}

/** Whether only a share of its surface is there, somewhere. Many programs write "blend" for everything that has a texture. */
export function isVeil({ alphaMode, alpha, baseColorTexture, cutoutTexture }: Material, textures: SceneSnapshot['textures']): boolean {
  if (alphaMode !== 'blend') return false
  const texture = textures.get((cutoutTexture ?? baseColorTexture)?.texture ?? '')
  return alpha < 1 || (texture !== undefined && !isWhole(texture))
}

/** Of two bodies in one place the one with the larger is there: as asked for, else the denser one, as a glass is there and not the water in its wall. */
const precedenceOf = ({ precedence = 0, ior = 1.5 }: Material): number => 100 * precedence + Math.min(ior, 10)

/** Whether it is brushed, or has a thin film: kernels for scenes without leave both out. */
export const isRare = ({ anisotropy = null, film = null }: Material): boolean => (anisotropy?.strength ?? 0) > 0 || (film?.factor ?? 0) > 0

/** Whether light goes through a material's surface without a bend. */
export const isPane = ({ transmission = 0, volume = null }: Material): boolean => transmission > 0 && volume === null

/** Of linear Rec. 709. */
export const luminanceOf = ([r, g, b]: Rgb): number => 0.2126 * r + 0.7152 * g + 0.0722 * b
