import type { FrameReport, Vec3 } from '../../gpu/index.ts'
import { movePieces } from '../document/changes/index.ts'
import { selectablePieces } from '../document/flags.ts'
import { useDocument } from '../document/store.ts'
import { quatLookingAt } from '../document/transform.ts'
import type { AtriumDocument, Change, Piece, PieceId } from '../document/types.ts'
import { codeOf } from '../errors/sentences.ts'
import { cameraOf } from '../navigation/projection.ts'
import { type CameraPose, useInteraction } from '../interaction/store.ts'
import { poseOfView } from '../navigation/view-pose.ts'
import { createClipPath } from '../output/clip/clip-path.ts'
import { DEFAULT_PICTURE } from '../output/options.ts'
import { pictureSettings } from '../output/export/export.ts'
import { type ExportTarget, runExport } from '../output/export/run-export.ts'
import type { ExportRequest } from '../output/export-protocol.ts'
import { putDemo, readDenoiser } from '../platform.ts'
import type { Capture, ViewportControls } from '../interaction/viewport.ts'
import { phrase } from '../words/say.ts'
import { nightfallOf } from './nightfall.ts'
import type { Progress } from './progress.ts'
import { captureOf, pngOf, STILL, type Tones, tonesOf } from './pictures.ts'

/** Frames of each scene, and of a second. */
const WALKING = 14
const DRAGGING = 10
const DUSK = 10
const FRAMES_PER_SECOND = 8
export const FILM_FRAME_MS = 1000 / FRAMES_PER_SECOND
/** Of the dragged lamp, metres. */
const DRAG = 0.6
/** Kelvin that show white at nightfall, between lamps and sky. */
const WARM_WHITE = 4000
/** The lamp is dragged at this distance from the eye, which is as high as this; the lamp is looked at there. Metres. */
const LAMP_DISTANCE = 2
const EYE = 1.5
const LAMP_HEIGHT = 1
export interface FilmReport {
  readonly frames: number
  /** Who traced them. */
  readonly executor: FrameReport['executor']['kind']
  /** What took longest to show, milliseconds. */
  readonly slowestFrameMs: number
  readonly clip: string | null
  readonly still: string
  readonly stillSamples: number
  readonly stillSeconds: number
  readonly stillTones: Tones
  /** Of the darkest and of the brightest frame. */
  readonly tones: { readonly darkest: number; readonly brightest: number; readonly mostClipped: number }
}

interface Stage {
  readonly viewport: ViewportControls
  /** What is dragged where the room has no lamp. */
  readonly fallback: PieceId
  readonly progress: Progress
  /** Does something and waits for the first whole picture after it; settled: for the first whose light and exposure have come to rest, or the last that comes. */
  readonly next: (act: () => void, isSettled: boolean) => Promise<{ readonly picture: Capture; readonly report: FrameReport }>
}

/**
 * What the window shows while somebody walks, drags the lamp and the sun goes down, frame by frame as it was shown, as a clip; and where
 * that ends, the same view path traced. The room is left as it was.
 */
export async function makeFilm({ viewport, fallback, progress, next }: Stage): Promise<FilmReport> {
  const { pose, settings } = useInteraction.getState()
  const { document: before } = useDocument.getState()
  const edit = (change: Change): void => useDocument.getState().edit(phrase('undo.film'), change, 'film')
  const frames: Capture[] = []
  progress.begin('07-walk-drag-dusk.webm', () => frames.length / (WALKING + DRAGGING + DUSK))
  let slowestFrameMs = 0
  let executor: FilmReport['executor'] = 'gpu'
  async function show(act: () => void, isSettled = false): Promise<void> {
    const start = performance.now()
    const { picture, report } = await next(act, isSettled)
    frames.push(picture)
    executor = report.executor.kind
    slowestFrameMs = Math.max(slowestFrameMs, performance.now() - start)
  }

  const lamp = lampOf(before) ?? before.pieces.find(({ id }) => id === fallback)
  const path = createClipPath(walkOf(pose, lamp))
  for (let i = 1; i <= WALKING; i++) await show(() => useInteraction.setState({ pose: path(i / WALKING) }))
  for (let i = 1; i <= DRAGGING; i++) {
    // There and back: what starts and ends slowly.
    const step = (DRAG / 2) * (Math.cos((2 * Math.PI * (i - 1)) / DRAGGING) - Math.cos((2 * Math.PI * i) / DRAGGING))
    await show(() => edit(movePieces([lamp?.id ?? fallback], [step, 0, 0])))
  }
  const evening = nightfallOf(before)
  for (let i = 1; i <= DUSK; i++) {
    await show(() => {
      edit(evening(i / DUSK))
      useInteraction.setState({ settings: { ...settings, whiteBalance: mix(settings.whiteBalance, WARM_WHITE, i / DUSK) } })
    }, true)
  }

  const last = useInteraction.getState().pose
  const stillName = '08-dusk-reference.png'
  const started = performance.now()
  let traced = 0
  progress.begin(stillName, () => traced)
  const { samples, tones: stillTones } = await traceStill(viewport, last, stillName, (share) => { traced = share })
  const stillSeconds = (performance.now() - started) / 1000
  const clip = await writeClip(frames)
  if (useDocument.getState().document !== before) useDocument.getState().undo()
  useInteraction.setState({ pose, settings })
  const tones = frames.map(tonesOf)
  const means = tones.map(({ mean }) => mean)
  const shown = { darkest: Math.min(...means), brightest: Math.max(...means), mostClipped: Math.max(...tones.map(({ clipped }) => clipped)) }
  return { frames: frames.length, tones: shown, executor, slowestFrameMs: Math.round(slowestFrameMs), clip, still: stillName, stillSamples: samples, stillSeconds: Number(stillSeconds.toFixed(1)), stillTones }
}

/** The chrome lamp, or any that stands. */
function lampOf(document: AtriumDocument): Piece | undefined {
  const free = selectablePieces(document).filter(({ mount }) => mount !== 'ceiling')
  return [/chrome.*lamp/i, /floor lamp/i, /table lamp/i].map((pattern) => free.find(({ name }) => pattern.test(name))).find((piece) => piece !== undefined)
}

const mix = (from: number, to: number, share: number): number => from + share * (to - from)

/** From the first saved view, through where the second stands, up to the lamp; a room without views: from where the camera is. */
function walkOf(pose: CameraPose, lamp: Piece | undefined): CameraPose[] {
  const [first = pose, second] = useDocument.getState().document.views.slice(0, 2).map(poseOfView)
  const from = (second ?? first).position
  if (lamp === undefined) return second === undefined ? [first] : [first, second]
  const [x, , z] = [0, 1, 2].map((axis) => from[axis] - lamp.position[axis])
  const share = Math.min(1, LAMP_DISTANCE / Math.max(1e-3, Math.hypot(x, z)))
  const position: Vec3 = [lamp.position[0] + share * x, EYE, lamp.position[2] + share * z]
  const target: Vec3 = [lamp.position[0], LAMP_HEIGHT, lamp.position[2]]
  return [first, { position, target, orientation: quatLookingAt(position, target), verticalFov: first.verticalFov }]
}

async function traceStill(viewport: ViewportControls, pose: CameraPose, name: string, onProgress: (share: number) => void): Promise<{ readonly samples: number; readonly tones: Tones }> {
  await viewport.settled()
  const size = useInteraction.getState().adapter?.software === false ? STILL.hardware : STILL.software
  const file = await make({
    kind: 'picture', ...(await viewport.exportScene()), settings: pictureSettings('reference'), camera: cameraOf(pose),
    options: { ...DEFAULT_PICTURE, ...size, method: 'reference', blurCaustics: true }, weights: await readDenoiser(), executor: 'automatic', powerPreference: 'high-performance', threads: navigator.hardwareConcurrency,
  }, name, onProgress)
  return { samples: size.samples, tones: tonesOf(await captureOf(file)) }
}

/** @returns the clip's name; null: this computer has no encoder, and there are pictures of some of its frames instead */
async function writeClip(frames: readonly Capture[]): Promise<string | null> {
  const name = '07-walk-drag-dusk.webm'
  const { width, height } = frames[0]
  try {
    await make({ kind: 'frames', width, height, framesPerSecond: FRAMES_PER_SECOND, format: 'webm', frames: frames.filter((frame) => frame.width === width && frame.height === height).map(({ rgba }) => rgba) }, name)
    return name
  } catch (error) {
    if (codeOf(error) !== 'clip-unsupported') throw error
    for (let i = 0; i < frames.length; i += 4) await putDemo(`07-walk-drag-dusk-${String(i + 1).padStart(2, '0')}.png`, await pngOf(frames[i]))
    return null
  }
}

/** @returns the file */
async function make(request: ExportRequest, name: string, onProgress: (share: number) => void = () => {}): Promise<Uint8Array<ArrayBuffer>> {
  const quiet = { signal: new AbortController().signal, onProgress, onPreview: () => {}, onCommit: () => {} }
  let file: Uint8Array<ArrayBuffer> | null = null
  await runExport(request, memoryTarget((bytes) => { file = bytes; return putDemo(name, bytes) }), quiet)
  if (file === null) throw new Error(`${name} was not written`)
  return file
}

/** Gathers pieces in memory: what the unattended run makes is small. */
function memoryTarget(keep: (bytes: Uint8Array<ArrayBuffer>) => Promise<void>): ExportTarget {
  const pieces: { readonly at: number; readonly bytes: Uint8Array }[] = []
  return {
    put: (at, bytes) => {
      pieces.push({ at, bytes })
      return Promise.resolve()
    },
    commit: (sizeBytes) => {
      const file = new Uint8Array(sizeBytes)
      for (const { at, bytes } of pieces) file.set(bytes, at)
      return keep(file)
    },
    discard: () => Promise.resolve(),
  }
}
