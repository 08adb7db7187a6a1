import type { FrameInput } from './frame.ts'
import type { GBuffer } from '../passes/raster/gbuffer.ts'
import type { ExecutorResources } from '../twin/executor/executor.ts'
import type { Jitter, Outlook, Progress, Region } from './pace.ts'
import { cameraRays, lensOf, lensPointOf, throughLens } from '../passes/raster/camera.ts'
import type { TraversalName } from '../traversal/traversals.ts'
import type { Camera } from '../scene.ts'
import { isHeatView, type RenderSettings } from '../settings.ts'

/** One picture on its way: a quick one first, then full resolution, then more samples where edges are. */
export interface Job {
  input: FrameInput
  readonly version: number
  /** How its rays walk: memory is laid out for that. */
  readonly traversal: TraversalName
  readonly startMs: number
  /** Canvas pixels that a raster pixel spans per axis; 1 except in quick pictures where rasterizing is slow. */
  shrink: number
  /** Raster pixels from one traced pixel to the next. */
  stride: number
  /** Number of the sample being traced. */
  sample: number
  /** Picks the random numbers of its light paths. */
  noise: number
  /** At full resolution and at rest: the sample counts for the final picture. */
  isFinal: boolean
  gbuffer: GBuffer
  /** Where in its raster pixels it looked. */
  jitter: Jitter
  /** Milliseconds of a raster submitted and not yet taken note of. */
  rasterDone: Promise<number> | null
  region: Region
  /** Why only a part is traced; null: all of it. */
  reason: string | null
  /** Of brute force: whether there is time for the whole picture. */
  readonly outlook: Outlook
  progress: Progress
  /** What the CPU's threads trace, as it was when the job began; null: not asked for yet. */
  cpuScene: ExecutorResources | null
  /** 'trace': slices follow; 'done': nothing more to do. */
  stage: 'trace' | 'done'
  /** Some picture of this job is complete. */
  isShown: boolean
  /** Of this sample, milliseconds. */
  readonly ms: Record<PassName | 'frame', number>
  pixels: number
}

/** Samples of an edge pixel at rest, where light has no noise. */
export const SAMPLES = 8
/** Of every pixel where a lens blurs and light has no noise: so many sharp pictures look like one that is not. */
const LENS_SAMPLES = 128

export type PassName = 'gbuffer' | 'shade' | 'reflect' | 'irradiance' | 'denoise' | 'tonemap'

export const passTimes = ({ ms: { gbuffer, shade, reflect, irradiance, denoise, tonemap } }: Job): Record<PassName, number> => ({ gbuffer, shade, reflect, irradiance, denoise, tonemap })

export const isFullSize = ({ shrink, stride }: Pick<Job, 'shrink' | 'stride'>): boolean => shrink === 1 && stride === 1

/** Which pictures take about as long per pixel. */
export const kernelsOf = ({ settings, cpu }: FrameInput): string =>
  `${isHybrid(settings) ? `hybrid ${settings.indirect}` : settings.mode} ${isHeatView(settings.view) ? 'counts' : cpu === undefined ? 'gpu' : 'cpu'}`

/** Normals need few; counts are exact in the middle of a pixel, and mean nothing in between. */
export function samplesOf(input: FrameInput): number {
  const { settings } = input
  if (isHybrid(settings)) return Math.min(4096, Math.max(1, Math.round(settings.restSamples)))
  return blurs(input) ? LENS_SAMPLES : isHeatView(settings.view) ? 1 : settings.view === 'normals' ? 2 : SAMPLES
}

/** Whether two inputs show the same radiance; exposure, tone curve and the choice among heat maps come after it. */
export function isSamePicture(a: FrameInput, b: FrameInput): boolean {
  return a.width === b.width && a.height === b.height && a.cpu === b.cpu && a.pathBounces === b.pathBounces && a.patienceMs === b.patienceMs && isSameCamera(a.camera, b.camera) && isSameLight(a.settings, b.settings)
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

/** Other views have no light to follow, and other modes no paths. */
export const isHybrid = ({ method, view, mode }: Pick<RenderSettings, 'method' | 'view' | 'mode'>): boolean => method === 'hybrid' && view === 'shaded' && mode === 'uber'

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

/** What most rooms look finished with. */
const INDIRECT_BOUNCES = 8

/** Traced pixels. */
export const tracedSize = ({ gbuffer: { width, height }, stride }: Job) => ({ width: Math.ceil(width / stride), height: Math.ceil(height / stride) })

/** Hybrid pictures are as large as their raster, however few pixels were traced. */
export function pictureSize(current: Job) {
  const { gbuffer: { width, height }, stride, input: { settings } } = current
  return isHybrid(settings) ? { width, height, stride: 1 } : { ...tracedSize(current), stride }
}

/** `FrameParams` of frame.wgsl but for the slice at hand. */
export function frameParams(current: Job, blocksX: number) {
  const { gbuffer, jitter, stride, sample, region, input } = current
  const ownRays = isHybrid(input.settings) && current.isFinal
  const rays = cameraRays(ownRays ? input.camera : cameraOf(input, sample), gbuffer.width, gbuffer.height)
  const traced = tracedSize(current)
  return {
    camera_position: rays.position, spread: rays.spread * stride, corner: rays.corner, step_x: rays.stepX, step_y: rays.stepY, stride, sample,
    raster_size: [gbuffer.width, gbuffer.height], traced_size: [traced.width, traced.height],
    region_min: [region.x, region.y], region_max: [region.x + region.width, region.y + region.height],
    jitter, blocks_x: blocksX, noise: current.noise,
    lens_u: rays.lensU, lens_v: rays.lensV, focus: rays.focus, own_rays: ownRays,
  }
}
