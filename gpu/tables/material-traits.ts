import type { Material, SceneSnapshot } from '../scene.ts'
import { isRare, isVeil } from './materials.ts'

/** What few materials have. Kernels for a scene without it leave it out: they compile faster, and run in fewer registers. */
export interface MaterialTraits {
  /** Something visible is brushed or has a thin film. */
  readonly rare: boolean
  /** Of something visible only a share is there. */
  readonly veiled: boolean
}

export const ALL_TRAITS: MaterialTraits = { rare: true, veiled: true }

interface Worn extends MaterialTraits {
  /** Some material lets light through. */
  readonly glassy: boolean
}

/** Of lists of materials, as long as the textures are the same: an edit changes few of them. */
const known = new WeakMap<SceneSnapshot['textures'], WeakMap<readonly Material[], Worn>>()

function wornOf(materials: readonly Material[], textures: SceneSnapshot['textures']): Worn {
  const ofTextures = known.get(textures) ?? new WeakMap<readonly Material[], Worn>()
  known.set(textures, ofTextures)
  let worn = ofTextures.get(materials)
  if (worn === undefined) {
    const veiled = materials.some((material) => isVeil(material, textures))
    worn = { rare: materials.some(isRare), veiled, glassy: veiled || materials.some(({ transmission = 0 }) => transmission > 0) }
    ofTextures.set(materials, worn)
  }
  return worn
}

type Shown = Pick<SceneSnapshot, 'instances' | 'textures'>

export const traitsOf = ({ instances, textures }: Shown): MaterialTraits => ({
  rare: instances.some(({ visible, materials }) => visible && wornOf(materials, textures).rare),
  veiled: instances.some(({ visible, materials }) => visible && wornOf(materials, textures).veiled),
})

/** Whether something visible lets light through. */
export const hasGlass = ({ instances, textures }: Shown): boolean => instances.some(({ visible, materials }) => visible && wornOf(materials, textures).glassy)

export const keyOfTraits = ({ rare, veiled }: MaterialTraits): string => `${rare ? 'rare' : 'plain'} ${veiled ? 'veiled' : 'whole'}`

/** Whether kernels for one scene show another as it is. */
export const covers = (made: MaterialTraits, asked: MaterialTraits): boolean => (made.rare || !asked.rare) && (made.veiled || !asked.veiled)
