import { rmSync } from 'node:fs'
import { open, readFile, rename } from 'node:fs/promises'
import path from 'node:path'
import { type Engine, exposureOf, histogramOf, INDIRECT_BOUNCES, type RenderSettings } from '../../../gpu/index.ts'
import { readTexture } from '../../../gpu/buffers/buffer.ts'
import { createHeadlessDevice } from '../../../gpu/headless/headless.ts'
import { isKernelThread, serveInThread } from '../../../gpu/headless/cpu-threads.ts'
import { isDenoiseThread, serveDenoiseInThread } from '../../../gpu/headless/denoise-threads.ts'
import { createHeadlessEngine, finishStill, paceOfStill, type StillView } from '../../../gpu/headless/still.ts'
import { STILL_PLAN } from '../../../gpu/passes/irradiance/irradiance-frame.ts'
import { createTilePainter, readFinished } from '../../../renderer/output/picture/frame-tiles.ts'
import { createExrEncoder } from '../../../renderer/output/encoders/exr.ts'
import type { Merge } from '../../../renderer/output/sums/merge.ts'
import { CLEAN_SAMPLES } from '../../../renderer/output/options.ts'
import { createPictureEncoder, type Denoising, METERED_SAMPLES, METERED_WIDTH, type Shot, writePicture } from '../../../renderer/output/picture/picture.ts'
import type { PictureEncoder, PictureFacts, PictureFormat, Sink } from '../../../renderer/output/encoders/sink.ts'
import { thingsOf } from '../../../renderer/output/things.ts'
import { fixed } from '../../../renderer/words/numbers.ts'
import { say, textOf } from '../../../renderer/words/say.ts'
import { findAdapter, STOPS, threadsFor } from '../adapter.ts'
import { runCommand } from '../command.ts'
import { fileSink } from './file-sink.ts'
import { UsageError } from '../usage.ts'
import { checkOut, linkedBy, partOf, removeParts } from '../part-file.ts'
import { openDenoiser } from './denoiser.ts'
import { openMerge, writeMerged } from '../../../renderer/output/sums/merge-picture.ts'
import { namedSums, sourceOfFile } from './merge-files.ts'
import { loadTone } from './tone.ts'
import { parseOptions, type StillOptions, usage } from './options.ts'
import { createProgress, type Progress, tracedText } from './progress.ts'
import { createReferenceTracer, pictureKey, traceReference, writeSums } from './reference.ts'
import { loadScene } from './scene.ts'
import { composeShot } from './shot.ts'

/* `npm run still -- FILE --out FILE`: a picture without a window. What it prints goes to stderr; options.ts says how to call it. */

/** Pixels: what every adapter has textures of. */
const LARGEST_WHOLE = 4096

if (isKernelThread) serveInThread()
else if (isDenoiseThread) serveDenoiseInThread()
else {
  await runCommand('still', usage, async (words) => {
    const options = parseOptions(words)
    sayWhenStopped()
    await checkOut(options.out)
    if (options.merges) return mergeStill(options)
    await findAdapter()
    return makeStill(options)
  })
}

/** Writes beside the picture that it becomes, and takes its name at the end. @returns the exit status */
async function writePart(out: string, write: (sink: Sink) => Promise<void>): Promise<number> {
  const target = await linkedBy(out)
  const temporary = await claimPart(target)
  const file = await open(temporary, 'w')
  await write(fileSink(file))
  await file.sync()
  await file.close()
  await rename(temporary, target)
  return 0
}

/** Claimed before the work: an hour of it should not end with a folder that cannot be written to. */
async function claimPart(out: string): Promise<string> {
  const temporary = partOf(out)
  removeParts(out)
  await (await open(temporary, 'w')).close()
  process.on('exit', () => rmSync(temporary, { force: true }))
  // Whoever started this process as its own is gone: nobody waits for the picture.
  process.on('disconnect', () => process.exit(130))
  if (process.send !== undefined && !process.connected) process.exit(130)
  return temporary
}

function sayWhenStopped(): void {
  for (const signal of STOPS) {
    process.once(signal, () => {
      process.stderr.write(`\n${say('cli.stopped')}\n`)
      process.exit(130)
    })
  }
}

/** @returns the exit status */
async function mergeStill(options: StillOptions): Promise<number> {
  const { files, out, format } = options
  const progress = createProgress()
  const merge = await openMerge(await Promise.all((await namedSums(files)).map(sourceOfFile)))
  if (merge.adapters.length > 1) progress.note(say('cli.merge.mixed', { adapters: merge.adapters.join(', ') }))
  const onProgress = (share: number): void => progress.count(say('cli.share', { percent: fixed(100 * share, 1) }), share)
  await writePart(out, async (sink) => {
    const denoising = await denoisingOf(merge, options, progress)
    await writeMerged(merge, format as PictureFormat, sink, format === 'exr' ? null : loadTone(), denoising, onProgress)
    denoising?.network.dispose()
  })
  progress.end(say('cli.done', { out, width: merge.facts.width, height: merge.facts.height }))
  return 0
}

/** Parts that kept what is seen are denoised as a whole, as their picture would have been. @throws UsageError */
async function denoisingOf({ facts: { width, height, layered }, samples }: Merge, options: StillOptions, progress: Progress): Promise<Denoising | null> {
  if (!layered && options.denoise === true) throw new UsageError(say('cli.error.denoiseMerge'))
  if (!layered || !(options.denoise ?? samples < CLEAN_SAMPLES)) return null
  await findAdapter()
  const network = await openDenoiser(await createHeadlessDevice(), { device: options.device, width, height }, import.meta.url, progress)
  return network && { network, onProgress: (share) => tellDenoised(progress, share) }
}

// A declaration: the command above runs before what follows it is set.
function tellDenoised(progress: Progress, share: number): void {
  progress.count(say('cli.denoising.share', { percent: fixed(100 * share, 0) }), share)
}

/** @returns the exit status */
async function makeStill(options: StillOptions): Promise<number> {
  const progress = createProgress()
  progress.say(say('cli.reading', { name: path.basename(options.file) }))
  const scene = await loadScene(options.file, options.environment !== null)
  const { snapshot, shot } = await composeShot(scene, options)
  for (const note of scene.notes) progress.note(textOf(note))
  return writePart(options.out, async (sink) => {
    const device = await createHeadlessDevice()
    const engine = await createHeadlessEngine(device, undefined, STILL_PLAN)
    progress.say(say('cli.trees'))
    engine.setScene(snapshot)
    await engine.treesReady()
    const facts = { width: options.width, height: options.height, transparent: options.transparent, panorama: options.panorama, things: thingsOf(snapshot, scene.pieces) }
    if (options.mode === 'reference') await makeReference(device, engine, { shot, options, progress, sink, facts })
    else {
      progress.say(say('cli.tracing'))
      const settings: RenderSettings = { ...shot.settings, method: options.mode, restSamples: options.samples }
      await paintFrame(device, engine, { shot: { ...shot, settings }, options, progress, sink, facts })
    }
    progress.end(say('cli.done', { out: options.out, width: options.width, height: options.height }))
  })
}

async function makeReference(device: GPUDevice, engine: Engine, tracing: Tracing): Promise<void> {
  const { options, progress } = tracing
  const tracer = await createReferenceTracer(device, engine, options.device, import.meta.url, progress)
  const start = performance.now()
  const onProgress = (share: number): void => {
    progress.count(tracedText(share, (performance.now() - start) / 1000, options.samples), share)
  }
  if (options.format === 'sums') await writeSums(tracer, { ...tracing, onProgress }, pictureKey(await readFile(options.file), options))
  else {
    const network = options.denoises ? await openDenoiser(device, options, import.meta.url, progress) : null
    await traceReference(tracer, { ...tracing, onProgress }, network && { network, onProgress: (share) => tellDenoised(progress, share) })
    network?.dispose()
  }
}

interface Tracing { readonly shot: Shot; readonly options: StillOptions; readonly progress: Progress; readonly sink: Sink; readonly facts: PictureFacts }

/** The window's picture: as one where the adapter holds it, or else tile by tile. */
async function paintFrame(device: GPUDevice, engine: Engine, { shot, options, progress, sink, facts }: Tracing): Promise<void> {
  const isHybrid = options.mode === 'hybrid'
  const more = { cpu: await threadsFor(device, options.device, import.meta.url), pathBounces: isHybrid ? options.bounces ?? INDIRECT_BOUNCES : undefined }
  const onProgress = (share: number): void => progress.count(say('cli.share', { percent: fixed(100 * share, 1) }), share)
  const { width, height } = shot
  if (Math.max(width, height) <= LARGEST_WHOLE) {
    const { rgba, radiance } = await finishStill(device, engine, { ...shot, ...more, onProgress })
    if (options.format === 'exr') await writeRows(await createExrEncoder(sink, facts), radiance)
    else await writeRows(await createPictureEncoder(options.format as 'png' | 'jpg', sink, facts), rgba)
    return
  }
  const locked = { ...shot, settings: await meteredFrame(device, engine, shot, more) }
  const loop = engine.createFrameLoop(await engine.createPrimaryRasterizer(), paceOfStill(locked.settings))
  if (options.format === 'exr') await writePicture(createTilePainter(loop, Float32Array, readFinished, more)(locked), await createExrEncoder(sink, facts), shot, onProgress)
  else await writePicture(createTilePainter(loop, Uint8Array, ({ output }) => readTexture(device, output, 4), more)(locked), await createPictureEncoder(options.format as 'png' | 'jpg', sink, facts), shot, onProgress)
}

/** As the window's picture meters itself, on a little one. */
async function meteredFrame(device: GPUDevice, engine: Engine, shot: Shot, more: Pick<StillView, 'cpu' | 'pathBounces'>): Promise<RenderSettings> {
  const { settings } = shot
  if (settings.exposure !== 'automatic') return settings
  const small = { width: METERED_WIDTH, height: Math.max(1, Math.round((METERED_WIDTH * shot.height) / shot.width)) }
  const { radiance } = await finishStill(device, engine, { ...shot, ...small, ...more, settings: { ...settings, restSamples: METERED_SAMPLES } })
  return { ...settings, exposure: 'locked', exposureEv: exposureOf(histogramOf({ rgba: radiance, ...small })) ?? settings.exposureEv }
}

async function writeRows<Values>(encoder: PictureEncoder<Values>, rows: Values): Promise<void> {
  await encoder.rows(rows)
  await encoder.end()
}
