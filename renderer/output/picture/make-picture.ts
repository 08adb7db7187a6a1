import { networkSeconds } from '../../../gpu/index.ts'
import type { PictureRequest } from '../export-protocol.ts'
import { createExrEncoder } from '../encoders/exr.ts'
import { type Band, bandsOf, createPictureEncoder, denoisedLayers, meteredSettings, type Painter, paintReference, type Shot, toned, writeDenoised, writePicture } from './picture.ts'
import { glossFloorOf, isDenoised } from '../options.ts'
import { createPreview, previewSize } from './preview.ts'
import type { Sink } from '../encoders/sink.ts'
import type { Studio } from './studio.ts'

/** What a job says while it works. */
export interface Tells {
  readonly progress: (share: number) => void
  /** The processor's cores will denoise for so long, in all; known before they begin. */
  readonly denoising: (seconds: number) => void
  readonly preview: (picture: { readonly width: number; readonly height: number; readonly rgba: Uint8ClampedArray<ArrayBuffer> }) => void
}

/** How often the preview may cost a look at what is there. */
const LOOK_MS = 1500
/** Samples of the small picture that is shown first. */
const FIRST_SAMPLES = 2
const SEED = 1
/** Of the progress, what denoising takes of it: it comes after the tracing, and is quick beside it. */
const DENOISING = 0.1

/** Makes one picture, band by band, into a file. */
export async function makePicture(studio: Studio, { camera, options, things, settings: asked, weights = null }: PictureRequest, sink: Sink, tells: Tells): Promise<void> {
  const { width, height, format, transparent, panorama, samples, bounces, method } = options
  const unmetered: Shot = { camera, projection: panorama ? 'panorama' : 'perspective', width, height, settings: asked }
  const facts = { width, height, transparent, panorama, things }
  const preview = createPreview(width, height)
  const show = (y: number, rows: Uint8Array): void => {
    preview.put(y, rows)
    tells.preview(preview)
  }
  if (method === 'window' && format !== 'exr') {
    const paint = (await studio.framePainter())(unmetered)
    await writePicture(paint, await createPictureEncoder(format, sink, facts), unmetered, tells.progress, (band, rows) => show(band.y, rows))
    return
  }
  const [tracer, tone] = await Promise.all([studio.tracer(), studio.tone()])
  const settings = await meteredSettings(tracer, unmetered)
  const shot: Shot = { ...unmetered, settings }
  const reference = { samples, bounces, seed: SEED, transparent, glossFloor: glossFloorOf(options) }
  // A picture of many bands shows all of itself at once, small and rough.
  if (bandsOf(width, height).length > 1) {
    const [smallWidth, smallHeight] = previewSize(width, height)
    const small = { ...shot, width: smallWidth, height: smallHeight }
    const first = await toned(paintReference(tracer, small, { ...reference, samples: FIRST_SAMPLES }), tone, settings)({ y: 0, rows: smallHeight }, () => {})
    preview.rgba.set(first)
    tells.preview(preview)
  }
  let lookedAt = performance.now()
  const look = async (band: Band): Promise<void> => {
    if (performance.now() - lookedAt < LOOK_MS) return
    show(band.y, tone(await tracer.read(), settings))
    lookedAt = performance.now()
  }
  if (weights !== null && isDenoised(options)) {
    const network = await studio.denoiser(weights)
    if (studio.usesThreads) tells.denoising(await networkSeconds(network, width, height))
    const shares = { traced: 0, denoised: 0 }
    const told = (more: Partial<typeof shares>): void => {
      Object.assign(shares, more)
      tells.progress((1 - DENOISING) * shares.traced + DENOISING * shares.denoised)
    }
    const denoising = { network, look, onProgress: (denoised: number) => told({ denoised }) }
    const onTraced = (traced: number): void => told({ traced })
    if (format === 'exr') await writeDenoised(tracer, shot, reference, denoising, denoisedLayers, await createExrEncoder(sink, facts, 'denoised'), onTraced)
    else await writeDenoised(tracer, shot, reference, denoising, (denoised) => tone(denoised, settings), await createPictureEncoder(format, sink, facts), onTraced, (band, rows) => show(band.y, rows))
    network.dispose()
    return
  }
  const paint: Painter<Float32Array> = paintReference(tracer, shot, reference, look)
  if (format === 'exr') await writePicture(paint, await createExrEncoder(sink, facts), shot, tells.progress, (band, values) => show(band.y, tone(values, settings)))
  else await writePicture(toned(paint, tone, settings), await createPictureEncoder(format, sink, facts), shot, tells.progress, (band, rows) => show(band.y, rows))
}
