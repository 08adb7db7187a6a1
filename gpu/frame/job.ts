import type { Readback } from '../device/readback.ts'
import { cameraRays } from '../passes/raster/camera.ts'
import type { GBuffer } from '../passes/raster/gbuffer.ts'
import type { Walk } from '../traversal/walk.ts'
import type { ExecutorResources } from '../twin/executor/executor.ts'
import type { FrameInput } from './frame.ts'
import type { Jitter, Outlook, Phase, Progress, Region } from './pace.ts'
import { cameraOf, isHybrid } from './plan.ts'

/** One picture on its way: a quick one first, then full resolution, then more samples where edges are. */
export interface Job {
  input: FrameInput
  readonly version: number
  /** How its rays walk: memory is laid out for that. Changes between two steps. */
  walk: Walk
  readonly startMs: number
  /** Canvas pixels that a raster pixel spans per axis; 1 except in quick pictures where rasterizing is slow. */
  shrink: number
  /** Raster pixels from one traced pixel to the next. */
  stride: number
  phase: Phase
  /** Number of the sample being traced. */
  sample: number
  /** Picks the random numbers of its light paths. */
  noise: number
  /** At full resolution and at rest: the sample counts for the final picture. */
  isFinal: boolean
  gbuffer: GBuffer
  /** Where in its raster pixels it looked. */
  jitter: Jitter
  /** A raster that was submitted, and its time not yet taken note of: it comes by the readback, or where the adapter has no timestamps by the clock. */
  raster: { readonly readback: Readback; readonly wallMs: Promise<number> | null } | null
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
  /** Updates of the irradiance cache for its picture at rest, in the size at hand. */
  updates: number
  /** Those that smaller sizes had before. */
  learned: number
  /** More of them follow where it rests: the sample at hand is to be traced again. */
  isLearning: boolean
  /** Moving pictures that are left before the first sample at rest (loop/warmth.ts). */
  warming: number
  /** Some picture of this job is complete. */
  isShown: boolean
  /** What the last sample would have taken to trace at full size, milliseconds; 0: there was none. */
  wholeMs: number
  /** Of this sample, milliseconds. */
  readonly ms: Record<PassName | 'frame', number>
  pixels: number
}

export type PassName = 'gbuffer' | 'shade' | 'reflect' | 'irradiance' | 'denoise' | 'edges' | 'tonemap'

/** Of this sample, milliseconds. */
export const passTimes = ({ ms: { gbuffer, shade, reflect, irradiance, denoise, edges, tonemap } }: Job): Record<PassName, number> => ({ gbuffer, shade, reflect, irradiance, denoise, edges, tonemap })

export const isFullSize = ({ shrink, stride }: Pick<Job, 'shrink' | 'stride'>): boolean => shrink === 1 && stride === 1

/** Traced pixels. */
export const tracedSize = ({ gbuffer: { width, height }, stride }: Job) => ({ width: Math.ceil(width / stride), height: Math.ceil(height / stride) })

/** Hybrid pictures are as large as their raster, however few pixels were traced. */
export function pictureSize(current: Job) {
  const { gbuffer: { width, height }, stride, phase, input: { settings } } = current
  return isHybrid(settings) ? { width, height, stride: 1, phase: [0, 0] as const } : { ...tracedSize(current), stride, phase }
}

/** Blocks of 8x8 traced pixels. */
export const blocksOf = ({ region }: Job) => ({ x: Math.ceil(region.width / 8), y: Math.ceil(region.height / 8) })

/** `FrameParams` of frame.wgsl but for the slice at hand. */
export function frameParams(current: Job) {
  const { gbuffer, jitter, stride, phase, sample, region, input } = current
  const ownRays = isHybrid(input.settings) && current.isFinal
  const rays = cameraRays(ownRays ? input.camera : cameraOf(input, sample), gbuffer.width, gbuffer.height)
  const traced = tracedSize(current)
  return {
    camera_position: rays.position, spread: rays.spread * stride, corner: rays.corner, step_x: rays.stepX, step_y: rays.stepY, stride, sample,
    raster_size: [gbuffer.width, gbuffer.height], traced_size: [traced.width, traced.height],
    region_min: [region.x, region.y], region_max: [region.x + region.width, region.y + region.height],
    jitter, blocks_x: blocksOf(current).x, noise: current.noise,
    lens_u: rays.lensU, lens_v: rays.lensV, focus: rays.focus, own_rays: ownRays, phase,
  }
}
