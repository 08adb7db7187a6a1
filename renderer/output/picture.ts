import type { Camera, FileTone, PathTracer, RenderSettings } from '../../gpu/index.ts'
import { LAYERED_VALUES } from './exr.ts'
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
  /** The tracer keeps what readGuides() gives. */
  readonly guides?: boolean
}

/** Rows of a picture, from top to bottom. */
export interface Band { readonly y: number; readonly rows: number }

/** Makes one band: 4 values per pixel. `tell` is told the share of it that is done, 0..1. */
export type Painter<Values> = (band: Band, tell: (share: number) => void) => Promise<Values>

/** Vectors of four floats in a band: 64 MB, which fit every adapter; a picture of four megapixels is one band, and refines as a whole. */
const BAND_VECTORS = 1 << 22
/** What the tracer holds of a pixel with its layers: radiance, albedo with depth, normal. */
const LAYERED_VECTORS = 3
/** Rows that an EXR packs together, and twice those of a JPEG's blocks and of the tracer's. */
const ROW_STEP = 16

/** @param vectors  of four floats that a pixel takes while it is made */
export function bandsOf(width: number, height: number, vectors = 1): Band[] {
  const most = Math.max(ROW_STEP, Math.floor(BAND_VECTORS / vectors / width / ROW_STEP) * ROW_STEP)
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

/** The same with what is seen there: LAYERED_VALUES values per pixel, as an EXR keeps them. */
function paintLayers(tracer: PathTracer, shot: Shot, options: ReferenceOptions): Painter<Float32Array> {
  const paint = paintReference(tracer, shot, { ...options, guides: true })
  return async (band, tell) => {
    const radiance = await paint(band, tell)
    const { albedo, normal } = await tracer.readGuides()
    const layered = new Float32Array((radiance.length / 4) * LAYERED_VALUES)
    for (let from = 0, to = 0; from < radiance.length; from += 4, to += LAYERED_VALUES) {
      layered.set(radiance.subarray(from, from + 4), to)
      layered.set(albedo.subarray(from, from + 4), to + 4)
      layered.set(normal.subarray(from, from + 3), to + 8)
    }
    return layered
  }
}

/** What the window shows of each band. */
export function toned(paint: Painter<Float32Array>, tone: FileTone, settings: RenderSettings): Painter<Uint8Array> {
  return async (band, tell) => tone(await paint(band, tell), settings)
}

/** Paints a whole picture into a file; a band of it is in memory at a time. @param onProgress  share done, 0..1 */
export async function writePicture<Values>(
  paint: Painter<Values>, encoder: PictureEncoder<Values>, { width, height }: Pick<Shot, 'width' | 'height'>, onProgress: (share: number) => void, onBand?: (band: Band, values: Values) => void,
  bands = bandsOf(width, height),
): Promise<void> {
  for (const band of bands) {
    const values = await paint(band, (share) => onProgress((band.y + share * band.rows) / height))
    onBand?.(band, values)
    await encoder.rows(values)
  }
  await encoder.end()
}

/** A path-traced picture with its layers, into an encoder that takes them; bands are smaller, for the tracer holds more of each pixel. */
export function writeLayers(tracer: PathTracer, shot: Shot, options: ReferenceOptions, encoder: PictureEncoder<Float32Array>, onProgress: (share: number) => void): Promise<void> {
  return writePicture(paintLayers(tracer, shot, options), encoder, shot, onProgress, undefined, bandsOf(shot.width, shot.height, LAYERED_VECTORS))
}

/** The encoder of a display-referred picture. */
export function createPictureEncoder(format: Exclude<PictureFormat, 'exr'>, sink: Sink, facts: Parameters<typeof createPngEncoder>[1]): Promise<PictureEncoder<Uint8Array>> {
  return format === 'png' ? createPngEncoder(sink, facts) : createJpegEncoder(sink, facts)
}
