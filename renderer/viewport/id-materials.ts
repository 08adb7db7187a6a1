import type { NodeMaterial } from 'three/webgpu'
import type { SceneSnapshot, TextureKey } from '../../gpu/index.ts'
import { createAlphaTextures } from './alpha-textures.ts'
import { alphaKey, type MaterialAlpha } from './raster-geometry.ts'
import { createIdMaterial, createPlaneIdMaterial, createSphereIdMaterial, type RasterUniforms } from './tsl.ts'

/** What is drawn: triangles, the cube round an exact sphere, or an exact polygon in the object's y = 0. */
export type RasterShape = 'triangles' | 'sphere' | 'plane'

/** three's materials that write ids, one for each alpha test that the scene asks for. */
export interface IdMaterials {
  find(alpha: MaterialAlpha | null, textures: SceneSnapshot['textures'], shape: RasterShape): NodeMaterial
  /** Forgets those whose texture is gone. */
  keepTextures(textures: SceneSnapshot['textures']): void
  dispose(): void
}

export function createIdMaterials(uniforms: RasterUniforms): IdMaterials {
  const alphaTextures = createAlphaTextures()
  const materials = new Map<string, { readonly material: NodeMaterial; readonly texture: TextureKey | null }>()
  return {
    find(alpha, textures, shape) {
      const key = `${shape} ${alphaKey(alpha)}`
      const known = materials.get(key)
      if (known !== undefined) return known.material
      const test = alpha === null ? null : alphaTextures.testFor(alpha, textures)
      const material = shape === 'sphere' ? createSphereIdMaterial(uniforms, test) : shape === 'plane' && test === null ? createPlaneIdMaterial(uniforms) : createIdMaterial(uniforms, test)
      materials.set(key, { material, texture: alpha?.use?.texture ?? null })
      return material
    },
    keepTextures(textures) {
      // A material that outlived its texture would bring it back to the GPU, where nobody would free it.
      for (const [key, { material, texture }] of materials) {
        if (texture === null || textures.has(texture)) continue
        material.dispose()
        materials.delete(key)
      }
      alphaTextures.keepOnly(textures)
    },
    dispose() {
      for (const { material } of materials.values()) material.dispose()
      materials.clear()
      alphaTextures.dispose()
    },
  }
}
