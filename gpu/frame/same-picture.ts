import { isHeatView, type RenderSettings } from '../settings.ts'
import type { FrameInput } from './frame.ts'

/** Whether two inputs show the same radiance; exposure, tone curve and the choice among heat maps come after it. */
export function isSamePicture(a: FrameInput, b: FrameInput): boolean {
  return a.width === b.width && a.height === b.height && a.cpu === b.cpu && a.pathBounces === b.pathBounces && a.patienceMs === b.patienceMs && a.edgeSamples === b.edgeSamples && isSameCamera(a.camera, b.camera) && isSameLight(a.settings, b.settings)
}

function isSameCamera(a: FrameInput['camera'], b: FrameInput['camera']): boolean {
  const optics = ({ verticalFov, near, far, shift, lens }: FrameInput['camera']) => [verticalFov, near, far, shift?.[0], shift?.[1], lens?.radius, lens?.focusDistance]
  const before = [...a.position, ...a.orientation, ...optics(a)]
  return a === b || [...b.position, ...b.orientation, ...optics(b)].every((value, i) => value === before[i])
}

/** What is done to radiance when it is shown. */
const TONE_KEYS: ReadonlySet<keyof RenderSettings> = new Set(['toneMap', 'exposure', 'whiteBalance'])

export function isSameLight(a: RenderSettings, b: RenderSettings): boolean {
  if (a === b) return true
  // Debug green is as bright as the display's white, whatever the exposure.
  const differs = (Object.keys(a) as (keyof RenderSettings)[]).filter((key) => a[key] !== b[key])
  return differs.every((key) => TONE_KEYS.has(key) || key === 'animation' || key === 'restSamples' || key === 'view' && isHeatView(a.view) && isHeatView(b.view) || key === 'exposureEv' && a.background !== 'green')
}

/** Whether a picture whose light is known already has to be shown in another way. */
export const isTonedOtherwise = (a: RenderSettings, b: RenderSettings): boolean =>
  a.toneMap !== b.toneMap || a.exposureEv !== b.exposureEv || a.exposure !== b.exposure || a.whiteBalance !== b.whiteBalance || a.view !== b.view
