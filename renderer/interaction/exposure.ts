import type { RenderSettings } from '../../gpu/index.ts'
import { useInteraction } from './store.ts'

/**
 * How the window exposes its picture. Without shadows the sun shines into every room, and what was locked for rooms would show them white: then it
 * is guarded, and with shadows it is again what was locked.
 */
export const shownBy = ({ exposure, shadows }: Pick<RenderSettings, 'exposure' | 'shadows'>): RenderSettings['exposure'] =>
  (exposure === 'locked' && !shadows ? 'guarded' : exposure)

/** What the picture is shown with, EV: the settings', or where the exposure has come to that follows it. */
export function shownExposure({ settings, report } = useInteraction.getState()): number {
  return shownBy(settings) === 'locked' ? settings.exposureEv : report?.exposureEv ?? settings.exposureEv
}
