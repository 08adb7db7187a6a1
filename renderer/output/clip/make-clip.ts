import type { RenderSettings, SceneSnapshot } from '../../../gpu/index.ts'
import { cameraOf } from '../../navigation/projection.ts'
import type { CameraPose } from '../../interaction/store.ts'
import { animated } from '../../scene/animation.ts'
import { type ClipEncoder } from './clip-file.ts'
import { createClipPath, frameTimes } from './clip-path.ts'
import type { Tells } from '../picture/make-picture.ts'
import type { ClipRequest } from '../export-protocol.ts'
import { EXPOSURES, frameCountOf, glossFloorOf } from '../options.ts'
import { bandsOf, type Painter, paintReference, type Shot } from '../picture/picture.ts'
import { createPreview } from '../picture/preview.ts'
import type { Studio } from '../picture/studio.ts'

/** A camera's frame: 4 values per pixel. */
type FramePainter<Values> = (pose: CameraPose, samples: number, tell: (share: number) => void) => Promise<Values>

/** Makes a clip: the same way, and so the same frames, every time. */
export async function makeClip(studio: Studio, request: ClipRequest, encoder: ClipEncoder, tells: Tells): Promise<void> {
  const { options, poses, settings, snapshot, document } = request
  const { width, height, seconds, samples, motionBlur, method } = options
  const exposures = motionBlur ? EXPOSURES : 1
  const times = frameTimes(frameCountOf(options), exposures)
  const at = createClipPath(poses)
  const preview = createPreview(width, height)
  const paint = method === 'reference' ? await referenceFrames(studio, request) : motionBlur ? await windowRadiance(studio, request) : await windowFrames(studio, request)
  for (const [i, shares] of times.entries()) {
    const parts: PaintedFrame[] = []
    for (const [k, share] of shares.entries()) {
      moveScene(studio, snapshot, settings, document, share * seconds)
      const pose = at(share)
      const each = Math.max(1, Math.round(samples / exposures))
      parts.push(await paint(pose, each, (done) => tells.progress((i + (k + done) / exposures) / times.length)))
    }
    const rgba = await developed(parts, studio, settings)
    preview.put(0, rgba)
    tells.preview(preview)
    await encoder.frame(rgba)
  }
  await encoder.end()
}

/** Radiance, or what the window shows of it. */
type PaintedFrame = { readonly kind: 'radiance'; readonly values: Float32Array } | { readonly kind: 'shown'; readonly values: Uint8Array }

function moveScene({ engine }: Studio, snapshot: SceneSnapshot, { animation }: RenderSettings, document: ClipRequest['document'], seconds: number): void {
  if (animation && document !== null) engine.setScene(animated(snapshot, document, seconds))
}

async function referenceFrames(studio: Studio, request: ClipRequest): Promise<FramePainter<PaintedFrame>> {
  const { bounces } = request.options
  const tracer = await studio.tracer()
  let seed = 0
  return async (pose, samples, tell) => {
    const shot = shotOf(request, pose)
    const values = await whole(paintReference(tracer, shot, { samples, bounces, seed: ++seed, transparent: false, glossFloor: glossFloorOf(request.options) }), shot, Float32Array, tell)
    return { kind: 'radiance', values }
  }
}

async function windowFrames(studio: Studio, request: ClipRequest): Promise<FramePainter<PaintedFrame>> {
  const painter = await studio.framePainter()
  return async (pose, _samples, tell) => {
    const shot = shotOf(request, pose)
    return { kind: 'shown', values: await whole(painter(shot), shot, Uint8Array, tell) }
  }
}

async function windowRadiance(studio: Studio, request: ClipRequest): Promise<FramePainter<PaintedFrame>> {
  const painter = await studio.radiancePainter()
  return async (pose, _samples, tell) => {
    const shot = shotOf(request, pose)
    return { kind: 'radiance', values: await whole(painter(shot), shot, Float32Array, tell) }
  }
}

const shotOf = ({ options: { width, height }, settings }: ClipRequest, pose: CameraPose): Shot => ({ camera: cameraOf(pose), projection: 'perspective', width, height, settings })

async function whole<Values extends Float32Array | Uint8Array>(paint: Painter<Values>, { width, height }: Shot, Type: new (length: number) => Values, tell: (share: number) => void): Promise<Values> {
  const bands = bandsOf(width, height)
  if (bands.length === 1) return paint(bands[0], tell)
  const all = new Type(width * height * 4)
  for (const [i, band] of bands.entries()) all.set(await paint(band, (share) => tell((i + share) / bands.length)), band.y * width * 4)
  return all
}

/** A frame as the window shows it: of the mean of its exposures' light, toned afterwards, as a film is. */
async function developed(parts: readonly PaintedFrame[], studio: Studio, settings: RenderSettings): Promise<Uint8Array> {
  const [first] = parts
  if (first.kind === 'shown') return first.values
  return (await studio.tone())(meanOf(parts.map(({ values }) => values)), settings)
}

function meanOf(parts: readonly ArrayLike<number>[]): Float32Array {
  const mean = new Float32Array(parts[0].length)
  for (const part of parts) for (let i = 0; i < mean.length; i++) mean[i] += part[i] / parts.length
  return mean
}
