import type { Vec3 } from '../../gpu/index.ts'
import type { LightFields } from './changes/lights.ts'
import type { PlacedLight } from './types.ts'

/** Whether a light has a size that can be stretched. */
export const hasSize = (light: PlacedLight): boolean => !('radius' in light) || (light.radius ?? 0) > 0

/** The size of a light that is stretched along its own axes; round ones keep round and take the axis that is stretched most. */
export function stretched(light: PlacedLight, factors: Vec3): LightFields {
  const [along, , across] = factors.map(Math.abs)
  if (light.kind === 'rectangle' || light.kind === 'grid') return { width: light.width * along, length: light.length * across }
  const most = factors.map(Math.abs).reduce((best, factor) => (Math.abs(Math.log(factor)) > Math.abs(Math.log(best)) ? factor : best), 1)
  return { radius: (light.radius ?? 0) * most }
}
