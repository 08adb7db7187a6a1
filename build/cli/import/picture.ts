import { cameraRays, type Camera, type CpuExecutor, exposureOf, histogramOf, type RenderSettings, type SceneQuery, type SceneSnapshot } from '../../../gpu/index.ts'
import { summarizeAdapter } from '../../../gpu/device/device.ts'
import { createHeadlessEngine, finishStill } from '../../../gpu/headless/still.ts'
import { createPictureEncoder, type Denoising, type LayeredRows, writeDenoisedBands } from '../../../renderer/output/picture/picture.ts'
import { GROUND_ID } from '../../../renderer/scene/ground.ts'
import { memorySink, type PictureEncoder, type Sink } from '../../../renderer/output/encoders/sink.ts'
import { writeWhole } from '../part-file.ts'
import { fileSink } from '../still/file-sink.ts'
import { loadTone } from '../still/tone.ts'
import { inBlocks } from './in-blocks.ts'

/** Pixels: enough to judge a view by. */
export const [WIDTH, HEIGHT] = [240, 135]
/** Samples of a pixel: by the processor, by a card. */
const [FEW_SAMPLES, MANY_SAMPLES] = [8, 64]
const BOUNCES = 5
/** Of a display's white, what counts as black. */
const DARK = 0.03
/** Metres, within which things are before one's nose. */
const NEAR = 0.5

/** What a first picture looks like on a display. */
export interface PictureFigures {
  /** Of its luminance, 0..1 of the signal. */
  readonly mean: number
  /** Shares of its pixels: all white; nearly black; the model, neither sky nor ground. */
  readonly clipped: number
  readonly dark: number
  readonly modelShare: number
  /** Of the model, before one's nose. */
  readonly near: number
  /** Mean luminance of the window's picture at rest under the same exposure; absent: nobody asked. */
  readonly window?: number
}

export interface FirstPicture { readonly figures: PictureFigures; readonly rgba: Uint8Array }

export interface CameraOptions {
  /** The window's own kernels make the picture, too, to be compared. */
  readonly comparesWindow: boolean
  /** The picture is denoised, as a still is; its figures stay those of what was traced. null: as it is traced. */
  readonly denoising: Denoising | null
}

/** What a picture is taken of. */
export interface Sitter { readonly snapshot: SceneSnapshot; readonly camera: Camera; readonly settings: RenderSettings }

/**
 * Takes pictures one after the other, with kernels that are compiled once: the reference, small and with few samples, exposed as the window is. That is
 * what the window shows at rest.
 */
export async function createCamera(device: GPUDevice, cpu: CpuExecutor | undefined, { comparesWindow, denoising }: CameraOptions): Promise<(sitter: Sitter) => Promise<FirstPicture>> {
  const engine = await createHeadlessEngine(device)
  const tracer = await engine.createPathTracer(cpu)
  const tone = loadTone()
  const samples = summarizeAdapter(device.adapterInfo).isSoftware ? FEW_SAMPLES : MANY_SAMPLES
  return async ({ snapshot, camera, settings }) => {
    engine.setScene(snapshot)
    await engine.treesReady()
    await tracer.begin({ camera, projection: 'perspective', width: WIDTH, height: HEIGHT, settings, bounces: BOUNCES, seed: 1, guides: denoising !== null })
    while (tracer.samples < samples) await tracer.step(samples - tracer.samples)
    const radiance = await tracer.read()
    const calm = inBlocks(radiance, WIDTH, HEIGHT)
    const exposed = { ...settings, exposureEv: exposureOf(histogramOf({ rgba: radiance, width: WIDTH, height: HEIGHT })) ?? settings.exposureEv }
    const figures = { ...tonesOf(tone(calm, exposed)), ...sharesOf(engine.query, camera) }
    const rgba = tone(denoising === null ? radiance : await denoised({ radiance, ...await tracer.readGuides() }, denoising), exposed)
    if (!comparesWindow) return { rgba, figures }
    const rest: RenderSettings = { ...exposed, exposure: 'locked', mode: 'uber', method: 'hybrid', restSamples: samples }
    const still = await finishStill(device, engine, { camera, settings: rest, width: WIDTH, height: HEIGHT, cpu, pathBounces: BOUNCES })
    return { rgba, figures: { ...figures, window: tonesOf(tone(inBlocks(still.radiance, WIDTH, HEIGHT), exposed)).mean } }
  }
}

/** All of a picture, by the way that a still is denoised. */
async function denoised(traced: LayeredRows, denoising: Denoising): Promise<Float32Array> {
  const clean = new Float32Array(traced.radiance.length)
  let filled = 0
  const keep: PictureEncoder<Float32Array> = {
    rows(rows) {
      clean.set(rows, filled)
      filled += rows.length
      return Promise.resolve()
    },
    end: () => Promise.resolve(),
  }
  const bands = { paint: () => Promise.resolve(traced), bands: [{ y: 0, rows: HEIGHT }], scale: null, size: { width: WIDTH, height: HEIGHT } }
  await writeDenoisedBands(bands, denoising, (rows) => rows, keep, () => {})
  return clean
}

function tonesOf(rgba: Uint8Array): Pick<PictureFigures, 'mean' | 'clipped' | 'dark'> {
  let [sum, clipped, dark] = [0, 0, 0]
  for (let at = 0; at < rgba.length; at += 4) {
    const luminance = (0.2126 * rgba[at] + 0.7152 * rgba[at + 1] + 0.0722 * rgba[at + 2]) / 255
    sum += luminance
    if (rgba[at] === 255 && rgba[at + 1] === 255 && rgba[at + 2] === 255) clipped++
    if (luminance < DARK) dark++
  }
  const count = rgba.length / 4
  return { mean: figure(sum / count), clipped: figure(clipped / count), dark: figure(dark / count) }
}

/** By a ray through every fourth pixel each way. */
function sharesOf(query: SceneQuery, camera: Camera): Pick<PictureFigures, 'modelShare' | 'near'> {
  const { position, corner, stepX, stepY } = cameraRays(camera, WIDTH, HEIGHT)
  let [shown, near, all] = [0, 0, 0]
  for (let y = 2; y < HEIGHT; y += 4) {
    for (let x = 2; x < WIDTH; x += 4) {
      const ray = [0, 1, 2].map((axis) => corner[axis] + x * stepX[axis] + y * stepY[axis])
      const length = Math.hypot(...ray)
      const hit = query.closestHit(position, [ray[0] / length, ray[1] / length, ray[2] / length])
      all++
      if (hit === null || hit.instance === GROUND_ID) continue
      shown++
      if (hit.t < NEAR) near++
    }
  }
  return { modelShare: figure(shown / all), near: figure(near / all) }
}

const figure = (value: number): number => Math.round(value * 1000) / 1000

/** As a PNG, whole or not at all. */
export async function writePng(out: string, rgba: Uint8Array): Promise<void> {
  await writeWhole(out, (file) => encode(fileSink(file), rgba))
}

/** As a PNG. */
export async function pngOf(rgba: Uint8Array): Promise<Uint8Array<ArrayBuffer>> {
  const sink = memorySink()
  await encode(sink, rgba)
  return sink.bytes()
}

async function encode(sink: Sink, rgba: Uint8Array): Promise<void> {
  const encoder = await createPictureEncoder('png', sink, { width: WIDTH, height: HEIGHT, transparent: false, panorama: false })
  await encoder.rows(rgba)
  await encoder.end()
}
