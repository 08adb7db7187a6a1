import { useInteraction } from './store.ts'

/** What the picture is shown with, EV: the settings', or where automatic exposure has come to. */
export function shownExposure({ settings: { exposure, exposureEv }, report } = useInteraction.getState()): number {
  return exposure === 'automatic' ? report?.exposureEv ?? exposureEv : exposureEv
}
