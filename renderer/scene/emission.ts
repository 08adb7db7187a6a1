import type { Material } from '../../gpu/index.ts'
import { luminanceOf, withLuminance } from '../document/temperature.ts'
import type { Emission } from '../document/types.ts'

/**
 * A piece's materials as it shines. Those that came shining keep their shares and textures, the brightest gets the radiance; when
 * none did, all of them shine. Nits are the luminance of a texture's white.
 */
export function shiningMaterials(materials: readonly Material[], emission: Emission | undefined): readonly Material[] {
  if (emission === undefined) return materials
  const { radiance, color } = emission
  const most = Math.max(0, ...materials.map(({ emissive }) => luminanceOf(emissive)))
  return materials.map((material) => {
    const own = luminanceOf(material.emissive)
    if (most > 0 && own === 0) return material
    return { ...material, emissive: withLuminance(color ?? material.emissive, radiance * (most > 0 ? own / most : 1)) }
  })
}
