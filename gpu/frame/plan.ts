import { lensOf, lensPointOf, throughLens } from '../passes/raster/camera.ts'
import type { Camera } from '../scene.ts'
import { INDIRECT_BOUNCES, isHeatView, type RenderSettings } from '../settings.ts'
import type { FrameInput } from './frame.ts'

/** Every pass that a frame may have beside its raster. */
export type FramePassName = 'lights' | 'irradiance' | 'trace' | 'accumulate' | 'tone' | 'edges' | 'heat' | 'meter'

/** The passes of a picture, in the order in which each of their steps is taken. */
export function planFrame(settings: RenderSettings): readonly FramePassName[] {
  if (isHeatView(settings.view)) return ['trace', 'tone', 'heat']
  if (isHybrid(settings)) return ['lights', 'irradiance', 'trace', 'accumulate', 'tone', 'meter']
  return asksCache(settings) ? ['lights', 'irradiance', 'trace', 'tone', 'edges', 'meter'] : ['trace', 'tone', 'edges', 'meter']
}

/** Samples of an edge pixel at rest, where light has no noise, unless somebody asks for others. */
export const SAMPLES = 8
/** Of every pixel where a lens blurs and light has no noise: so many sharp pictures look like one that is not. */
const LENS_SAMPLES = 128

/** Which pictures take about as long per pixel. */
export const kernelsOf = ({ settings, cpu }: FrameInput): string =>
  `${isHybrid(settings) ? `hybrid ${settings.indirect}` : `${settings.mode}${asksCache(settings) ? ' cached' : ''}`} ${isHeatView(settings.view) ? 'counts' : cpu === undefined ? 'gpu' : 'cpu'}`

/** Normals need few; counts are exact in the middle of a pixel, and mean nothing in between. */
export function samplesOf(input: FrameInput): number {
  const { settings } = input
  if (isHybrid(settings)) return Math.min(4096, Math.max(1, Math.round(settings.restSamples)))
  return blurs(input) ? LENS_SAMPLES : isHeatView(settings.view) ? 1 : settings.view === 'normals' ? 2 : input.edgeSamples ?? SAMPLES
}

/** Other views have no light to follow, and other modes no paths. */
export const isHybrid = ({ method, view, mode }: Pick<RenderSettings, 'method' | 'view' | 'mode'>): boolean => method === 'hybrid' && view === 'shaded' && mode === 'uber'

/** Quick pictures look indirect light up in a cache, where they have any; comparisons of trees do without. */
export const asksCache = ({ indirect, mode, view }: Pick<RenderSettings, 'indirect' | 'mode' | 'view'>): boolean => indirect && mode === 'uber' && view === 'shaded'

/** At rest the picture is the mean of those through many points of a lens; brute force would never end it, and counts and normals do not blur. */
export const blurs = ({ camera, settings: { view, mode } }: FrameInput): boolean => lensOf(camera) !== null && view === 'shaded' && mode !== 'brute-force'

/** Where the camera stands for one sample: on another point of its lens each time. */
export const cameraOf = (input: FrameInput, sample: number): Camera => (blurs(input) ? throughLens(input.camera, lensPointOf(sample)) : input.camera)

/** How long the paths of a hybrid frame are. */
export interface PathLength {
  /** Rays that follow the camera ray; one more than it is mirrored at least, for light samples count as rays. */
  readonly bounces: number
  /** Times that a path is mirrored: as often as the user asked for, however far indirect light goes. */
  readonly mirrors: number
}

/** @param bounces  all that count, where somebody else than the settings says so */
export function pathLengthOf({ reflections, bounces: asked, indirect }: Pick<RenderSettings, 'reflections' | 'bounces' | 'indirect'>, bounces?: number): PathLength {
  if (bounces !== undefined) return { bounces, mirrors: bounces }
  const mirrors = reflections ? Math.min(8, Math.max(0, Math.round(asked))) : 0
  return { bounces: Math.max(mirrors + 1, indirect ? INDIRECT_BOUNCES : 1), mirrors }
}
