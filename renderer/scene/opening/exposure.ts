import type { RenderSettings } from '../../../gpu/index.ts'
import { DEFAULT_SETTINGS } from '../../../gpu/settings.ts'

/** Display value, before its tone curve, of what is of middling brightness. */
const MIDDLE_GREY = 0.18

/** Settings that a model opens with: its exposure follows the picture, from a guess on. @param brightness  nits of a usual surface in the picture */
export function openingSettings(brightness: number): RenderSettings {
  const exposureEv = Math.round(10 * Math.min(20, Math.max(-10, Math.log2(brightness / (1.2 * MIDDLE_GREY))))) / 10
  return { ...DEFAULT_SETTINGS, exposure: 'automatic', exposureEv }
}
