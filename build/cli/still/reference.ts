import { createHash } from 'node:crypto'
import { MOST_SUM_VECTORS } from '../../../electron/batch-wire.ts'
import { type Engine, INDIRECT_BOUNCES, type PathTracer } from '../../../gpu/index.ts'
import { summarizeAdapter } from '../../../gpu/device/device.ts'
import { createExrEncoder } from '../../../renderer/output/encoders/exr.ts'
import { createPictureEncoder, denoisedLayers, type Denoising, meteredSettings, paintReference, type ReferenceOptions, type Shot, toned, writeDenoised, writeLayers, writePicture } from '../../../renderer/output/picture/picture.ts'
import type { PictureFacts, PictureFormat, Sink } from '../../../renderer/output/encoders/sink.ts'
import { encodeSums, vectorsIn } from '../../../renderer/output/sums/sums.ts'
import { madeOf, traceSums } from '../../../renderer/output/sums/trace-sums.ts'
import { say } from '../../../renderer/words/say.ts'
import { threadsFor, usesCpu } from '../adapter.ts'
import { UsageError } from '../usage.ts'
import type { StillOptions } from './options.ts'
import type { Progress } from './progress.ts'
import { loadTone } from './tone.ts'

export interface Tracing { readonly shot: Shot; readonly options: StillOptions; readonly sink: Sink; readonly facts: PictureFacts; readonly onProgress: (share: number) => void }

export interface Tracer { readonly tracer: PathTracer; readonly adapter: string }

/** What the cores are called as an adapter: JavaScript's numbers are the same on all of them. */
export const THREADS = 'threads'

/** Whose last bits a tile has. */
export const adapterOf = (device: GPUDevice, asked: StillOptions['device']): string => (usesCpu(device, asked) ? THREADS : summarizeAdapter(device.adapterInfo).description)

/** Who traces the reference: the card, or the threads, whose pictures are the same on every computer. @param count  of threads; left out: one for each core */
export async function createReferenceTracer(device: GPUDevice, engine: Engine, asked: StillOptions['device'], entry: string, progress: Pick<Progress, 'say'>, count?: number): Promise<Tracer> {
  const threads = await threadsFor(device, asked, entry, count)
  progress.say(say('cli.compiling', { device: threads === undefined ? summarizeAdapter(device.adapterInfo).description : say('cli.threads', { count: threads.threads }) }))
  return { tracer: await engine.createPathTracer(threads), adapter: adapterOf(device, asked) }
}

export function referenceOf({ samples, bounces, seed, transparent, glossFloor }: StillOptions): ReferenceOptions {
  return { samples, bounces: bounces ?? INDIRECT_BOUNCES, seed, transparent, glossFloor }
}

/** @param denoising  null: as it is traced */
export async function traceReference({ tracer }: Tracer, { shot, options, sink, facts, onProgress }: Tracing, denoising: Denoising | null): Promise<void> {
  const reference = referenceOf(options)
  const format = options.format as PictureFormat
  if (format === 'exr') {
    if (denoising !== null) await writeDenoised(tracer, shot, reference, denoising, denoisedLayers, await createExrEncoder(sink, facts, 'denoised'), onProgress)
    else await writeLayers(tracer, shot, reference, await createExrEncoder(sink, facts, 'guides'), onProgress)
    return
  }
  const [tone, metered] = [loadTone(), await meteredSettings(tracer, shot)]
  if (denoising !== null) await writeDenoised(tracer, shot, reference, denoising, (denoised) => tone(denoised, metered), await createPictureEncoder(format, sink, facts), onProgress)
  else await writePicture(toned(paintReference(tracer, shot, reference), tone, metered), await createPictureEncoder(format, sink, facts), shot, onProgress)
}

/** A part of the picture as sums (`--sums`). @throws UsageError for more than is held at once */
export async function writeSums({ tracer, adapter }: Tracer, { shot, options, sink, facts: { things }, onProgress }: Tracing, picture: string): Promise<void> {
  const { width, height, panorama, transparent, samples, firstSample, layers: layered } = options
  const region = options.region ?? { x: 0, y: 0, width, height }
  const most = Math.floor(MOST_SUM_VECTORS / vectorsIn({ layered }))
  if (region.width * region.height > most) throw new UsageError(say('cli.error.sumsLarge', { most }))
  const { toneMap, exposureEv, whiteBalance } = await meteredSettings(tracer, shot)
  const sums = await traceSums(tracer, shot, { ...referenceOf(options), guides: layered }, { region, firstSample, samples }, onProgress)
  await sink.write(encodeSums({ width, height, panorama, transparent, shown: { toneMap, exposureEv, whiteBalance }, picture, adapter, region, firstSample, samples, layered, things: layered ? things?.slice() : undefined }, sums))
}

/** What a picture is made of, whatever part of it is traced and however it is shown: parts of one picture have the same. @param bytes  of the file */
export function pictureKey(bytes: Uint8Array, options: StillOptions): string {
  const sha256 = (what: Uint8Array | string): string => createHash('sha256').update(what).digest('hex')
  return sha256(madeOf(sha256(bytes), options, options.environment))
}
