import { rmSync } from 'node:fs'
import { open, readFile, rename, stat } from 'node:fs/promises'
import path from 'node:path'
import { type Engine, type EnvironmentImage, exposureOf, histogramOf, type PathTracer, type RenderSettings, type SceneSnapshot } from '../../../gpu/index.ts'
import { readTexture } from '../../../gpu/buffers/buffer.ts'
import { summarizeAdapter } from '../../../gpu/device/device.ts'
import { createHeadlessDevice } from '../../../gpu/headless/headless.ts'
import { isKernelThread, serveInThread } from '../../../gpu/headless/cpu-threads.ts'
import { isDenoiseThread, serveDenoiseInThread } from '../../../gpu/headless/denoise-threads.ts'
import { createHeadlessEngine, finishStill, type StillView } from '../../../gpu/headless/still.ts'
import { createTilePainter, readFinished } from '../../../renderer/output/frame-tiles.ts'
import { createExrEncoder } from '../../../renderer/output/exr.ts'
import { createPictureEncoder, denoisedLayers, paintReference, type Shot, toned, writeDenoised, writeLayers, writePicture } from '../../../renderer/output/picture.ts'
import type { PictureEncoder, PictureFacts, Sink } from '../../../renderer/output/sink.ts'
import { durationText } from '../../../renderer/format/figures.ts'
import { fixed } from '../../../renderer/words/numbers.ts'
import { say, textOf } from '../../../renderer/words/say.ts'
import { findAdapter, STOPS, threadsFor } from '../adapter.ts'
import { runCommand } from '../command.ts'
import { fileSink } from './file-sink.ts'
import { decodeSurroundings } from '../../../renderer/imports/surroundings/decode.ts'
import { environmentOfImage } from '../../../renderer/scene/surroundings.ts'
import { UsageError } from '../usage.ts'
import { openDenoiser } from './denoiser.ts'
import { parseOptions, type StillOptions, usage } from './options.ts'
import { partOf, removeParts } from '../part-file.ts'
import { loadScene, type StillScene } from './scene.ts'
import { loadTone } from './tone.ts'

/* `npm run still -- FILE --out FILE`: a picture without a window. What it prints goes to stderr; options.ts says how to call it. */

/** A choice of light paths that most rooms look finished with. */
const REFERENCE_BOUNCES = 8

/** Pixels across and samples of the little picture that automatic exposure is taken from: bands of a large one must not differ. */
const [METERED_WIDTH, METERED_SAMPLES] = [128, 4]

/** Pixels: what every adapter has textures of. */
const LARGEST_WHOLE = 4096

if (isKernelThread) serveInThread()
else if (isDenoiseThread) serveDenoiseInThread()
else {
  await runCommand('still', usage, async (words) => {
    const options = parseOptions(words)
    await findAdapter()
    return makeStill(options)
  })
}

/** @returns the exit status */
async function makeStill(options: StillOptions): Promise<number> {
  const progress = createProgress()
  progress.say(say('cli.reading', { name: path.basename(options.file) }))
  const scene = await loadScene(options.file, options.environment !== null)
  const { camera, snapshot: lit = scene.snapshot, settings: own } = findView(scene, options.view)
  const base: RenderSettings = { ...scene.settings, ...own }
  const settings: RenderSettings = {
    ...base, mode: 'uber', view: 'shaded', toneMap: options.toneMap ?? base.toneMap, whiteBalance: options.whiteBalance ?? base.whiteBalance,
    exposure: options.exposure === null ? base.exposure : options.exposure === 'auto' ? 'automatic' : 'locked',
    exposureEv: typeof options.exposure === 'number' ? options.exposure : base.exposureEv,
    bounces: options.mode === 'whitted' ? options.bounces ?? scene.settings.bounces : scene.settings.bounces,
  }
  for (const note of scene.notes) progress.note(textOf(note))
  const snapshot = await surrounded(lit, options)
  if (!(await stat(path.dirname(path.resolve(options.out))).catch(() => null))?.isDirectory()) throw new UsageError(say('cli.error.outFolder', { out: options.out }))
  const temporary = partOf(options.out)
  removeParts(options.out)
  // Asked now: an hour of work should not end with a folder that is not there.
  await (await open(temporary, 'w')).close()
  process.on('exit', () => rmSync(temporary, { force: true }))
  for (const signal of STOPS) {
    process.once(signal, () => {
      process.stderr.write(`\n${say('cli.stopped')}\n`)
      process.exit(130)
    })
  }
  const device = await createHeadlessDevice()
  const engine = await createHeadlessEngine(device)
  progress.say(say('cli.trees'))
  engine.setScene(snapshot)
  await engine.treesReady()
  const shot: Shot = { camera, projection: options.panorama ? 'panorama' : 'perspective', width: options.width, height: options.height, settings }
  const file = await open(temporary, 'w')
  const sink = fileSink(file)
  const facts = { width: options.width, height: options.height, transparent: options.transparent, panorama: options.panorama }
  if (options.mode !== 'reference') {
    progress.say(say('cli.tracing'))
    await paintFrame(device, engine, { shot: { ...shot, settings: { ...settings, method: options.mode, restSamples: options.samples } }, options, progress, sink, facts })
  } else await traceReference(device, engine, { shot, options, progress, sink, facts })
  await file.sync()
  await file.close()
  await rename(temporary, options.out)
  progress.end(say('cli.done', { out: options.out, width: options.width, height: options.height }))
  return 0
}

type Progress = ReturnType<typeof createProgress>

interface Tracing { readonly shot: Shot; readonly options: StillOptions; readonly progress: Progress; readonly sink: Sink; readonly facts: PictureFacts }

/** The window's picture: as one where the adapter holds it, or else tile by tile. */
async function paintFrame(device: GPUDevice, engine: Engine, { shot, options, progress, sink, facts }: Tracing): Promise<void> {
  const isHybrid = options.mode === 'hybrid'
  const more = { cpu: isHybrid ? await threadsFor(device, options.device, import.meta.url) : undefined, pathBounces: isHybrid ? options.bounces ?? REFERENCE_BOUNCES : undefined }
  const onProgress = (share: number): void => progress.count(say('cli.share', { percent: fixed(100 * share, 1) }))
  const { width, height } = shot
  if (Math.max(width, height) <= LARGEST_WHOLE) {
    const { rgba, radiance } = await finishStill(device, engine, { ...shot, ...more, onProgress })
    if (options.format === 'exr') await writeRows(await createExrEncoder(sink, facts), radiance)
    else await writeRows(await createPictureEncoder(options.format, sink, facts), rgba)
    return
  }
  const locked = { ...shot, settings: await meteredFrame(device, engine, shot, more) }
  const loop = engine.createFrameLoop(await engine.createPrimaryRasterizer())
  if (options.format === 'exr') await writePicture(createTilePainter(loop, Float32Array, readFinished, more)(locked), await createExrEncoder(sink, facts), shot, onProgress)
  else await writePicture(createTilePainter(loop, Uint8Array, ({ output }) => readTexture(device, output, 4), more)(locked), await createPictureEncoder(options.format, sink, facts), shot, onProgress)
}

/** As the window's picture meters itself, on a little one. */
async function meteredFrame(device: GPUDevice, engine: Engine, shot: Shot, more: Pick<StillView, 'cpu' | 'pathBounces'>): Promise<RenderSettings> {
  const { settings } = shot
  if (settings.exposure !== 'automatic') return settings
  const small = { width: METERED_WIDTH, height: Math.max(1, Math.round((METERED_WIDTH * shot.height) / shot.width)) }
  const { radiance } = await finishStill(device, engine, { ...shot, ...small, ...more, settings: { ...settings, restSamples: METERED_SAMPLES } })
  return { ...settings, exposure: 'locked', exposureEv: exposureOf(histogramOf(radiance)) ?? settings.exposureEv }
}

async function traceReference(device: GPUDevice, engine: Engine, { shot, options, progress, sink, facts }: Tracing): Promise<void> {
  const adapter = summarizeAdapter(device.adapterInfo)
  const threads = await threadsFor(device, options.device, import.meta.url)
  progress.say(say('cli.compiling', { device: threads === undefined ? adapter.description : say('cli.threads', { count: threads.threads }) }))
  const tracer = await engine.createPathTracer(threads)
  const start = performance.now()
  const { samples, bounces, seed, transparent, glossFloor, format } = options
  const reference = { samples, bounces: bounces ?? REFERENCE_BOUNCES, seed, transparent, glossFloor }
  const onProgress = (share: number): void => {
    const seconds = (performance.now() - start) / 1000
    progress.count(say('cli.left', { percent: fixed(100 * share, 1), samples, time: durationText((seconds * (1 - share)) / Math.max(share, 1e-6)) }))
  }
  const network = options.denoises ? await openDenoiser(device, options, import.meta.url, progress) : null
  if (network !== null) {
    const denoising = { network, onProgress: (share: number) => progress.count(say('cli.denoising.share', { percent: fixed(100 * share, 0) })) }
    if (format === 'exr') await writeDenoised(tracer, shot, reference, denoising, denoisedLayers, await createExrEncoder(sink, facts, 'denoised'), onProgress)
    else {
      const [tone, metered] = [loadTone(), await meteredSettings(tracer, shot)]
      await writeDenoised(tracer, shot, reference, denoising, (denoised) => tone(denoised, metered), await createPictureEncoder(format, sink, facts), onProgress)
    }
    network.dispose()
  } else if (format === 'exr') await writeLayers(tracer, shot, reference, await createExrEncoder(sink, facts, 'guides'), onProgress)
  else await writePicture(toned(paintReference(tracer, shot, reference), loadTone(), await meteredSettings(tracer, shot)), await createPictureEncoder(format, sink, facts), shot, onProgress)
}

async function meteredSettings(tracer: PathTracer, { camera, projection, width, height, settings }: Shot): Promise<RenderSettings> {
  if (settings.exposure !== 'automatic') return settings
  const small = { width: METERED_WIDTH, height: Math.max(1, Math.round((METERED_WIDTH * height) / width)) }
  await tracer.begin({ camera, projection, ...small, settings, bounces: REFERENCE_BOUNCES, seed: 1 })
  while (tracer.samples < METERED_SAMPLES) await tracer.step()
  return { ...settings, exposure: 'locked', exposureEv: exposureOf(histogramOf(await tracer.read())) ?? settings.exposureEv }
}

async function writeRows<Values>(encoder: PictureEncoder<Values>, rows: Values): Promise<void> {
  await encoder.rows(rows)
  await encoder.end()
}

/** @throws UsageError naming the views that there are */
function findView({ views }: StillScene, name: string | null): StillScene['views'][number] {
  if (name === null) return views[0]
  const found = views.find((view) => view.name === name) ?? views.find((view) => view.name.toLowerCase() === name.toLowerCase())
  if (found === undefined) throw new UsageError(say('cli.error.view', { name, views: views.map((view) => say('cli.quoted', { name: view.name })).join(', ') }))
  return found
}

async function surrounded(snapshot: SceneSnapshot, { environment }: StillOptions): Promise<SceneSnapshot> {
  if (environment === null) return snapshot
  if ('color' in environment) return { ...snapshot, environment: { zenith: environment.color, nadir: environment.color } }
  let image: EnvironmentImage
  try {
    image = decodeSurroundings(new Uint8Array(await readFile(environment.file)), environment.file)
  } catch (error) {
    if ((error as { code?: string }).code === 'ENOENT') throw new UsageError(say('cli.error.environmentMissing', { file: environment.file }))
    throw new UsageError(say('cli.error.environmentInvalid', { file: environment.file, reason: (error as Error).message }))
  }
  return { ...snapshot, environment: environmentOfImage(image) }
}

/** One line on stderr that is written over; whole lines where nobody looks. */
function createProgress() {
  const isTerminal = process.stderr.isTTY
  let lastMs = -Infinity
  let last = ''
  const write = (text: string) => process.stderr.write(isTerminal ? `\r${text.padEnd(last.length)}` : `${text}\n`)
  return {
    say(text: string): void {
      write(text)
      last = text
    },
    /** Says how far it is, now and then. */
    count(text: string): void {
      const now = performance.now()
      if (now - lastMs < (isTerminal ? 200 : 5000)) return
      lastMs = now
      write(text)
      last = text
    },
    note: (text: string) => { process.stderr.write(`${isTerminal && last !== '' ? '\n' : ''}${text}\n`) },
    end: (text: string) => { write(text); if (isTerminal) process.stderr.write('\n') },
  }
}
