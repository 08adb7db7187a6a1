import { createTwinTexture, type TwinTexture } from '../twin/runtime/texture.ts'
import { BUCKETS, type TexturePlace } from '../textures/table.ts'
import type { TextureData } from '../scene.ts'

/** An image and where the texture table keeps it. */
export interface PlacedImage {
  readonly place: TexturePlace
  readonly image: TextureData
}

/**
 * The texture arrays for the twin, holding level 0 of these images alone: what alpha tests read. Everything else is one texel
 * of opaque white, so that no gigabytes are read back for a few leaves.
 *
 * @returns by their names in texture.wgsl
 */
export function sparseImages(images: readonly PlacedImage[]): Readonly<Record<string, TwinTexture>> {
  const textures: Record<string, TwinTexture> = {}
  for (const [group, use] of (['color', 'data'] as const).entries()) {
    for (const [bucket, edge] of BUCKETS.entries()) {
      const layers = new Map(images.flatMap(({ place: { texture }, image }) =>
        (texture >>> 16 === group * BUCKETS.length + bucket ? [[texture & 0xffff, image] as const] : [])))
      textures[`${use}_${edge}`] = layers.size === 0 ? opaqueTexel(use) : sparseArray(use, edge, layers)
    }
  }
  // Where a ray goes does not depend on how lights shine or surfaces scatter.
  return { ...textures, profiles: createTwinTexture('r32float', 1, 1), albedo_table: createTwinTexture('rgba32float', 1, 1), environment_image: createTwinTexture('rgba32float', 1, 1) }
}

const formatOf = (use: 'color' | 'data'): string => (use === 'color' ? 'rgba8unorm-srgb' : 'rgba8unorm')

const opaqueTexel = (use: 'color' | 'data'): TwinTexture => createTwinTexture(formatOf(use), 1, 1, 1, [Uint8Array.of(255, 255, 255, 255)])

/** Looks texels up where they are, instead of laying out layers of up to 16 MiB of which most are never read. */
function sparseArray(use: 'color' | 'data', edge: number, layers: ReadonlyMap<number, TextureData>): TwinTexture {
  const texels = new Proxy(new Uint8Array(0), {
    get(_, key) {
      const at = Number(key)
      const [channel, texel] = [at % 4, Math.floor(at / 4)]
      const image = layers.get(Math.floor(texel / (edge * edge)))
      const [x, y] = [texel % edge, Math.floor(texel / edge) % edge]
      return image === undefined || x >= image.width || y >= image.height ? 255 : image.rgba[(y * image.width + x) * 4 + channel]
    },
  })
  return createTwinTexture(formatOf(use), edge, edge, Math.max(...layers.keys()) + 1, [texels])
}
