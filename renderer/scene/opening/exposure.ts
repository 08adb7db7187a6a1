import type { RenderSettings } from '../../../gpu/index.ts'
import { DEFAULT_SETTINGS, greyOf } from '../../../gpu/settings.ts'

/** Kelvin of sun and sky together on level ground; the command *Daylight* chooses the same. */
const DAYLIGHT = 5500

/**
 * Settings that a model opens with: its exposure follows the picture, from a guess on. Outdoors its white is that of the day; the light of
 * a room is bluer, by the sky in its windows, or warmer, by its lamps, and keeps its colour.
 *
 * @param brightness  nits of a usual surface in the picture
 * @param isOutdoors  what is looked at lies in the sun and under the sky
 */
export function openingSettings(brightness: number, isOutdoors: boolean): RenderSettings {
  const exposureEv = Math.round(10 * Math.min(20, Math.max(-10, Math.log2(brightness / (1.2 * greyOf(brightness)))))) / 10
  return { ...DEFAULT_SETTINGS, exposure: 'automatic', exposureEv, ...(isOutdoors ? { whiteBalance: DAYLIGHT } : {}) }
}
