import type { SceneSnapshot } from '../scene.ts'
import { isRare, isVeil } from './materials.ts'

/** What few materials have. Kernels for a scene without it leave it out: they compile faster, and run in fewer registers. */
export interface MaterialTraits {
  /** Something visible is brushed or has a thin film. */
  readonly rare: boolean
  /** Of something visible only a share is there. */
  readonly veiled: boolean
}

export const ALL_TRAITS: MaterialTraits = { rare: true, veiled: true }

export function traitsOf({ instances, textures }: Pick<SceneSnapshot, 'instances' | 'textures'>): MaterialTraits {
  const shown = instances.filter(({ visible }) => visible).flatMap(({ materials }) => materials)
  return { rare: shown.some(isRare), veiled: shown.some((material) => isVeil(material, textures)) }
}

export const keyOfTraits = ({ rare, veiled }: MaterialTraits): string => `${rare ? 'rare' : 'plain'} ${veiled ? 'veiled' : 'whole'}`

/** Whether kernels for one scene show another as it is. */
export const covers = (made: MaterialTraits, asked: MaterialTraits): boolean => (made.rare || !asked.rare) && (made.veiled || !asked.veiled)
