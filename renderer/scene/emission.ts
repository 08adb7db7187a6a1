import type { Material } from '../../gpu/index.ts'
import { isPlaced } from '../document/light-frame.ts'
import { amountIn } from '../document/photometry.ts'
import { luminanceOf, withLuminance } from '../document/temperature.ts'
import type { DocumentLight, Emission, PieceId } from '../document/types.ts'

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

/**
 * How shades glow: piece → what the light in it makes of it, of its colour, and dark while it is off. Of several lights in one shade the first counts.
 */
export function createGlows(): (lights: readonly DocumentLight[]) => ReadonlyMap<PieceId, Emission> {
  const known = new WeakMap<DocumentLight, Emission>()
  return (lights) => {
    const glows = new Map<PieceId, Emission>()
    for (const light of lights) {
      if (!isPlaced(light) || light.glow === undefined || light.attachedTo === null || glows.has(light.attachedTo)) continue
      const emission = known.get(light) ?? { radiance: light.on ? light.glow * (amountIn(light, 'cd') ?? 0) : 0, color: light.color }
      known.set(light, emission)
      glows.set(light.attachedTo, emission)
    }
    return glows
  }
}
