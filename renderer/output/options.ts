import type { ExportFormat } from '../../electron/contract.ts'
import { INDIRECT_BOUNCES } from '../../gpu/settings.ts'
import { type PlainId } from '../words/say.ts'

/** 'window': the picture that the room shows, refined; 'reference': path traced. */
export type Method = 'window' | 'reference'

export interface PictureOptions {
  /** A saved view; null: what the window shows now. */
  readonly view: string | null
  readonly width: number
  readonly height: number
  readonly format: 'png' | 'jpg' | 'exr'
  readonly method: Method
  /** Of the reference, per pixel. */
  readonly samples: number
  readonly bounces: number
  /** Of the reference: light that mirrors and chrome throw onto other things is blurred, and with it what makes most noise. */
  readonly blurCaustics: boolean
  /** Of the reference; null: where that is worth it, below CLEAN_SAMPLES. */
  readonly denoise: boolean | null
  readonly transparent: boolean
  readonly panorama: boolean
}

export interface ClipOptions {
  readonly width: number
  readonly height: number
  readonly format: 'webm' | 'mp4'
  readonly seconds: number
  readonly framesPerSecond: number
  readonly method: Method
  readonly samples: number
  readonly bounces: number
  readonly blurCaustics: boolean
  /** What moves while the shutter is open is blurred. */
  readonly motionBlur: boolean
}

export const DEFAULT_PICTURE: PictureOptions = { view: null, width: 1920, height: 1080, format: 'png', method: 'reference', samples: 128, bounces: INDIRECT_BOUNCES, blurCaustics: false, denoise: null, transparent: false, panorama: false }
export const DEFAULT_CLIP: ClipOptions = { width: 1280, height: 720, format: 'webm', seconds: 10, framesPerSecond: 30, method: 'window', samples: 16, bounces: INDIRECT_BOUNCES, blurCaustics: false, motionBlur: false }

export const DEFAULT_PANORAMA = { width: 4096, height: 2048 } as const

export const LARGEST_PICTURE = 16_384
export const LARGEST_CLIP = 3840
export const MOST_SAMPLES = 65_536
/** Roughness behind a broad scattering of what would throw caustics; mirrors that are seen stay sharp. */
const CAUSTIC_ROUGHNESS = 0.6
export const glossFloorOf = ({ blurCaustics }: { readonly blurCaustics: boolean }): number => (blurCaustics ? CAUSTIC_ROUGHNESS : 0)
/** From so many samples on a picture is left as it was traced, unless somebody asks: little noise is left to take out. */
export const CLEAN_SAMPLES = 1000
export const isDenoised = ({ method, denoise, samples }: Pick<PictureOptions, 'method' | 'denoise' | 'samples'>): boolean => method === 'reference' && (denoise ?? samples < CLEAN_SAMPLES)
/** Exposures of one frame, where motion is blurred. */
export const EXPOSURES = 8

const within = (value: number, least: number, most: number, fallback: number): number =>
  Number.isFinite(value) ? Math.round(Math.min(most, Math.max(least, value))) : fallback

/** Every direction once: twice as wide as high. One side says the other. */
export function panoramaSize({ width = DEFAULT_PANORAMA.width, height = width / 2 }: { readonly width?: number | undefined; readonly height?: number | undefined }): { readonly width: number; readonly height: number } {
  const high = within(height, 1, LARGEST_PICTURE / 2, DEFAULT_PANORAMA.height)
  return { width: 2 * high, height: high }
}

/** What can be made of what was asked for: numbers within bounds, and nothing that the format or the method does not have. */
export function possiblePicture(asked: PictureOptions): PictureOptions {
  if (asked.panorama && asked.width !== 2 * asked.height) return possiblePicture({ ...asked, ...panoramaSize({ width: asked.width }) })
  const needsReference = asked.format === 'exr' || asked.transparent || asked.panorama
  const transparent = asked.transparent && asked.format !== 'jpg'
  return {
    ...asked, transparent,
    method: needsReference ? 'reference' : asked.method,
    width: within(asked.width, 1, LARGEST_PICTURE, DEFAULT_PICTURE.width),
    height: within(asked.height, 1, LARGEST_PICTURE, DEFAULT_PICTURE.height),
    samples: within(asked.samples, 1, MOST_SAMPLES, DEFAULT_PICTURE.samples),
    bounces: within(asked.bounces, 0, 64, DEFAULT_PICTURE.bounces),
  }
}

/** Encoders take even sides only. */
export function possibleClip(asked: ClipOptions): ClipOptions {
  const even = (value: number, fallback: number): number => 2 * Math.round(within(value, 16, LARGEST_CLIP, fallback) / 2)
  return {
    ...asked,
    width: even(asked.width, DEFAULT_CLIP.width),
    height: even(asked.height, DEFAULT_CLIP.height),
    seconds: Number.isFinite(asked.seconds) ? Math.min(600, Math.max(0.1, asked.seconds)) : DEFAULT_CLIP.seconds,
    framesPerSecond: within(asked.framesPerSecond, 1, 60, DEFAULT_CLIP.framesPerSecond),
    samples: within(asked.samples, 1, MOST_SAMPLES, DEFAULT_CLIP.samples),
    bounces: within(asked.bounces, 0, 64, DEFAULT_CLIP.bounces),
  }
}

export const frameCountOf = ({ seconds, framesPerSecond }: Pick<ClipOptions, 'seconds' | 'framesPerSecond'>): number => Math.max(1, Math.round(seconds * framesPerSecond))

/** In the catalogue. */
export type SizeName = Extract<PlainId, `size.${string}`>
export const PICTURE_SIZES: readonly (readonly [width: number, height: number, name: SizeName])[] = [
  [1280, 720, 'size.hd'], [1920, 1080, 'size.fullHd'], [3840, 2160, 'size.4k'], [7680, 4320, 'size.8k'], [2480, 3508, 'size.a4Portrait'], [3508, 2480, 'size.a4'], [16_384, 9216, 'size.16k'],
]
export const PANORAMA_SIZES: typeof PICTURE_SIZES = [[2048, 1024, 'size.small'], [4096, 2048, 'size.4k'], [8192, 4096, 'size.8k'], [16_384, 8192, 'size.16k']]
export const CLIP_SIZES: typeof PICTURE_SIZES = [[640, 360, 'size.small'], [1280, 720, 'size.hd'], [1920, 1080, 'size.fullHd'], [3840, 2160, 'size.4k']]

export const FORMAT_NAMES: Readonly<Record<Exclude<ExportFormat, 'script' | 'material'>, string>> = { png: 'PNG', jpg: 'JPEG', exr: 'EXR', webm: 'WebM', mp4: 'MP4' }
