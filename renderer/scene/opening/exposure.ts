import type { RenderSettings } from '../../../gpu/index.ts'
import { DEFAULT_SETTINGS, greyOf } from '../../../gpu/settings.ts'

/** Kelvin of sun and sky together on level ground; the command *Daylight* chooses the same. */
const DAYLIGHT = 5500

/**
 * Settings that a model opens with: its exposure follows the picture, from a guess on, and its white is the day's.
 *
 * @param brightness  nits of a usual surface in the picture
 * @param isByDay  daylight leads; else the model's own lamps, whose colours stay as they are
 */
export function openingSettings(brightness: number, isByDay: boolean): RenderSettings {
  const exposureEv = Math.round(10 * Math.min(20, Math.max(-10, Math.log2(brightness / (1.2 * greyOf(brightness)))))) / 10
  return { ...DEFAULT_SETTINGS, exposure: 'automatic', exposureEv, ...(isByDay ? { whiteBalance: DAYLIGHT } : {}) }
}
