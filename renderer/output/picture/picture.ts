import { type Camera, createRowDenoiser, exposureOf, exposureScale, type FileTone, type GuidedRows, histogramOf, INDIRECT_BOUNCES, joinedRows, type Network, type PathTracer, type RenderSettings } from '../../../gpu/index.ts'
import { DENOISED_VALUES, LAYERED_VALUES } from '../encoders/exr.ts'
import { createJpegEncoder } from '../encoders/jpeg.ts'
import { createPngEncoder } from '../encoders/png.ts'
import type { PictureEncoder, PictureFormat, Sink } from '../encoders/sink.ts'

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
/** What the tracer holds of a pixel with its layers: radiance, albedo with depth, normal, and what its first samples saw. */
const LAYERED_VECTORS = 4
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
      if (await tracer.step(samples - tracer.samples) && tracer.samples < samples) await look?.(band)
      tell((tracer.samples + tracer.fraction) / samples)
    }
    return tracer.read()
  }
}

/** Rows and what is seen in them. */
export interface LayeredRows extends GuidedRows {
  /** Which of the scene's instances, from 1; 0: none. One per pixel. */
  readonly ids: Float32Array
}

/** The same with what is seen there. */
function paintGuided(tracer: PathTracer, shot: Shot, options: ReferenceOptions, look?: (band: Band) => Promise<void>): Painter<LayeredRows> {
  const paint = paintReference(tracer, shot, { ...options, guides: true }, look)
  return async (band, tell) => {
    const radiance = await paint(band, tell)
    return { radiance, ...await tracer.readGuides() }
  }
}

/** As an EXR keeps them: LAYERED_VALUES values per pixel, or DENOISED_VALUES where `shown` is not the radiance that was traced. */
export function layersOf({ radiance, albedo, normal, ids }: LayeredRows, shown = radiance): Float32Array {
  const values = shown === radiance ? LAYERED_VALUES : DENOISED_VALUES
  const layered = new Float32Array((shown.length / 4) * values)
  for (let from = 0, to = 0; from < shown.length; from += 4, to += values) {
    layered.set(shown.subarray(from, from + 4), to)
    layered.set(albedo.subarray(from, from + 4), to + 4)
    layered.set(normal.subarray(from, from + 3), to + 8)
    layered[to + 11] = ids[from / 4]
    if (values === DENOISED_VALUES) layered.set(radiance.subarray(from, from + 3), to + 12)
  }
  return layered
}

/** What the window shows of each band. */
export function toned(paint: Painter<Float32Array>, tone: FileTone, settings: Parameters<FileTone>[1]): Painter<Uint8Array> {
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
  const paint = paintGuided(tracer, shot, options)
  return writePicture(async (band, tell) => layersOf(await paint(band, tell)), encoder, shot, onProgress, undefined, bandsOf(shot.width, shot.height, LAYERED_VECTORS))
}

/** Pixels across and samples of the little picture that a large one's exposure for the network is taken from: its bands must not differ. */
const [SCALE_WIDTH, SCALE_SAMPLES] = [256, 16]

/** Who denoises, and what is told meanwhile. */
export interface Denoising {
  readonly network: Network
  readonly signal?: AbortSignal
  /** Share of that work, 0..1, beside the tracing's. */
  readonly onProgress?: (share: number) => void
  readonly look?: (band: Band) => Promise<void>
}

/** A path-traced picture, denoised. @param shownOf  what the encoder takes: of denoised rows, and of what they were made of */
export async function writeDenoised<Values>(
  tracer: PathTracer, shot: Shot, options: ReferenceOptions, { look, ...denoising }: Denoising, shownOf: (denoised: Float32Array, noisy: LayeredRows) => Values, encoder: PictureEncoder<Values>,
  onProgress: (share: number) => void, onBand?: (band: Band, values: Values) => void, bands = bandsOf(shot.width, shot.height, LAYERED_VECTORS),
): Promise<void> {
  const scale = bands.length === 1 ? null : await scaleOfSmall(tracer, shot, options)
  await writeDenoisedBands({ paint: paintGuided(tracer, shot, options, look), bands, scale, size: shot }, denoising, shownOf, encoder, onProgress, onBand)
}

/** Bands with what is seen in them, whoever made them. */
export interface GuidedBands {
  readonly paint: Painter<LayeredRows>
  readonly bands: readonly Band[]
  /** Exposure for the network, the same for all bands; null: of the one band that there is. */
  readonly scale: number | null
  readonly size: Pick<Shot, 'width' | 'height'>
}

/** Denoises a picture band by band: its rows go into `encoder` some hundred behind those that are painted. */
export async function writeDenoisedBands<Values>(
  { paint, bands, scale, size: { width, height } }: GuidedBands, { network, signal, onProgress: onDenoised }: Omit<Denoising, 'look'>, shownOf: (denoised: Float32Array, noisy: LayeredRows) => Values,
  encoder: PictureEncoder<Values>, onProgress: (share: number) => void, onBand?: (band: Band, values: Values) => void,
): Promise<void> {
  const create = (exposure: number) => createRowDenoiser(network, { width, height, scale: exposure, signal, onProgress: onDenoised })
  let denoiser = scale === null ? null : create(scale)
  let waiting: LayeredRows = { radiance: new Float32Array(), albedo: new Float32Array(), normal: new Float32Array(), ids: new Float32Array() }
  let y = 0
  for (const band of bands) {
    const rows = await paint(band, (share) => onProgress((band.y + share * band.rows) / height))
    denoiser ??= create(exposureScale(rows.radiance, width, height))
    waiting = overLayers((kind) => joinedRows(waiting[kind], rows[kind]))
    const denoised = await denoiser.push(rows)
    if (denoised.length === 0) continue
    const pixels = denoised.length / 4
    const values = shownOf(denoised, overLayers((kind, values) => waiting[kind].subarray(0, values * pixels)))
    waiting = overLayers((kind, values) => waiting[kind].slice(values * pixels))
    const count = pixels / width
    onBand?.({ y, rows: count }, values)
    await encoder.rows(values)
    y += count
  }
  await encoder.end()
}

/** Of an EXR: the layers of a denoised picture. */
export const denoisedLayers = (denoised: Float32Array, noisy: LayeredRows): Float32Array => layersOf(noisy, denoised)

async function scaleOfSmall(tracer: PathTracer, shot: Shot, options: ReferenceOptions): Promise<number> {
  const [width, height] = [SCALE_WIDTH, Math.max(1, Math.round((SCALE_WIDTH * shot.height) / shot.width))]
  const small = await paintReference(tracer, { ...shot, width, height }, { ...options, samples: SCALE_SAMPLES })({ y: 0, rows: height }, () => {})
  return exposureScale(small, width, height)
}

/** @param of  values of a kind, and how many a pixel has */
const overLayers = (of: (kind: keyof LayeredRows, values: number) => Float32Array): LayeredRows => ({ radiance: of('radiance', 4), albedo: of('albedo', 4), normal: of('normal', 4), ids: of('ids', 1) })

/** Of the little picture that automatic exposure is taken from: bands of a large one must not differ. */
export const [METERED_WIDTH, METERED_SAMPLES] = [256, 8]

/** Settings whose exposure is locked, measured where it was automatic. */
export async function meteredSettings(tracer: PathTracer, { camera, projection, width, height, settings }: Shot): Promise<RenderSettings> {
  if (settings.exposure !== 'automatic') return settings
  const small = { width: METERED_WIDTH, height: Math.max(1, Math.round((METERED_WIDTH * height) / width)) }
  await tracer.begin({ camera, projection, ...small, settings, bounces: INDIRECT_BOUNCES, seed: 1, connectsLit: false })
  while (tracer.samples < METERED_SAMPLES) await tracer.step(METERED_SAMPLES - tracer.samples)
  return { ...settings, exposure: 'locked', exposureEv: exposureOf(histogramOf({ rgba: await tracer.read(), ...small })) ?? settings.exposureEv }
}

/** The encoder of a display-referred picture. */
export function createPictureEncoder(format: Exclude<PictureFormat, 'exr'>, sink: Sink, facts: Parameters<typeof createPngEncoder>[1]): Promise<PictureEncoder<Uint8Array>> {
  return format === 'png' ? createPngEncoder(sink, facts) : createJpegEncoder(sink, facts)
}
