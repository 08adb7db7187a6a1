import type { Camera, FileTone, PathTracer, RenderSettings } from '../../gpu/index.ts'
import { createJpegEncoder } from './jpeg.ts'
import { createPngEncoder } from './png.ts'
import type { PictureEncoder, PictureFormat, Sink } from './sink.ts'

/** One picture, whoever asks for it: the command line or the window. */
export interface Shot {
  readonly camera: Camera
  readonly projection: 'perspective' | 'panorama'
  readonly width: number
  readonly height: number
  readonly settings: RenderSettings
}

/** How the reference traces it. */
export interface ReferenceOptions {
  readonly samples: number
  readonly bounces: number
  readonly seed: number
  readonly transparent: boolean
  /** 0: the truth. */
  readonly glossFloor: number
}

/** Rows of a picture, from top to bottom. */
export interface Band { readonly y: number; readonly rows: number }

/** Makes one band: 4 values per pixel. `tell` is told the share of it that is done, 0..1. */
export type Painter<Values> = (band: Band, tell: (share: number) => void) => Promise<Values>

/** Pixels of a band: 64 MB of floats, which fit every adapter; a picture of four megapixels is one band, and refines as a whole. */
const BAND_PIXELS = 1 << 22
/** Rows that an EXR packs together, and twice those of a JPEG's blocks and of the tracer's. */
const ROW_STEP = 16

export function bandsOf(width: number, height: number): Band[] {
  const most = Math.max(ROW_STEP, Math.floor(BAND_PIXELS / width / ROW_STEP) * ROW_STEP)
  return Array.from({ length: Math.ceil(height / most) }, (_, i) => ({ y: i * most, rows: Math.min(most, height - i * most) }))
}

/**
 * Path-traced bands: premultiplied radiance in nits, and coverage.
 *
 * @param look  called between samples: may read what is there so far
 */
export function paintReference(
  tracer: PathTracer, { camera, projection, width, height, settings }: Shot, { samples, ...options }: ReferenceOptions, look?: (band: Band) => Promise<void>,
): Painter<Float32Array> {
  return async (band, tell) => {
    await tracer.begin({ camera, projection, width, height, region: { x: 0, y: band.y, width, height: band.rows }, settings, ...options })
    while (tracer.samples < samples) {
      if (await tracer.step() && tracer.samples < samples) await look?.(band)
      tell((tracer.samples + tracer.fraction) / samples)
    }
    return tracer.read()
  }
}

/** What the window shows of each band. */
export function toned(paint: Painter<Float32Array>, tone: FileTone, settings: RenderSettings): Painter<Uint8Array> {
  return async (band, tell) => tone(await paint(band, tell), settings)
}

/** Paints a whole picture into a file; a band of it is in memory at a time. @param onProgress  share done, 0..1 */
export async function writePicture<Values>(
  paint: Painter<Values>, encoder: PictureEncoder<Values>, { width, height }: Pick<Shot, 'width' | 'height'>, onProgress: (share: number) => void, onBand?: (band: Band, values: Values) => void,
): Promise<void> {
  for (const band of bandsOf(width, height)) {
    const values = await paint(band, (share) => onProgress((band.y + share * band.rows) / height))
    onBand?.(band, values)
    await encoder.rows(values)
  }
  await encoder.end()
}

/** The encoder of a display-referred picture. */
export function createPictureEncoder(format: Exclude<PictureFormat, 'exr'>, sink: Sink, facts: Parameters<typeof createPngEncoder>[1]): Promise<PictureEncoder<Uint8Array>> {
  return format === 'png' ? createPngEncoder(sink, facts) : createJpegEncoder(sink, facts)
}
