import { ClampToEdgeWrapping, DataTexture, NearestFilter, NoColorSpace, RedFormat, UnsignedByteType, type Texture } from 'three/webgpu'
import type { TextureData, TextureKey } from '../../gpu/index.ts'
import type { MaterialAlpha } from './raster-geometry.ts'
import type { AlphaTest } from './tsl.ts'

/** Alpha channels of level 0 as three textures, one per key, for as long as some batch tests them. */
export interface AlphaTextures {
  testFor(alpha: MaterialAlpha, textures: ReadonlyMap<TextureKey, TextureData>): AlphaTest
  /** Frees the textures whose keys are not in the snapshot any more. */
  keepOnly(textures: ReadonlyMap<TextureKey, TextureData>): void
  dispose(): void
}

export function createAlphaTextures(): AlphaTextures {
  const made = new Map<TextureKey, Texture>()
  return {
    testFor({ use, factor, cutoff }, textures) {
      const data = use === null ? undefined : textures.get(use.texture)
      const plain = { texture: null, width: 1, height: 1, wrapS: 'repeat', wrapT: 'repeat', offset: [0, 0], rowU: [1, 0], rowV: [0, 1], factor, cutoff } as const
      if (use === null || data === undefined) return plain
      let texture = made.get(data.key)
      if (texture === undefined) made.set(data.key, texture = alphaTexture(data))
      const [c, s] = [Math.cos(use.rotation), Math.sin(use.rotation)]
      const [sx, sy] = use.scale
      return {
        ...plain, texture, width: data.width, height: data.height, wrapS: use.wrapS, wrapT: use.wrapT, offset: use.offset,
        // KHR_texture_transform: counter-clockwise seen with v running down.
        rowU: use.rows?.[0] ?? [c * sx, s * sy], rowV: use.rows?.[1] ?? [-s * sx, c * sy],
      }
    },
    keepOnly(textures) {
      for (const [key, texture] of made) {
        if (textures.has(key)) continue
        texture.dispose()
        made.delete(key)
      }
    },
    dispose() {
      for (const texture of made.values()) texture.dispose()
      made.clear()
    },
  }
}

function alphaTexture({ key, width, height, rgba }: TextureData): DataTexture {
  const alpha = new Uint8Array(width * height)
  for (let texel = 0; texel < alpha.length; texel++) alpha[texel] = rgba[texel * 4 + 3]
  const texture = new DataTexture(alpha, width, height, RedFormat, UnsignedByteType)
  texture.name = `alpha ${key}`
  texture.colorSpace = NoColorSpace
  texture.minFilter = texture.magFilter = NearestFilter
  texture.wrapS = texture.wrapT = ClampToEdgeWrapping
  texture.generateMipmaps = false
  texture.unpackAlignment = 1
  texture.needsUpdate = true
  return texture
}
