import type { Response } from '../../electron/contract.ts'
import type { FrameReport, RenderSettings } from '../../gpu/index.ts'
import { deleteItems } from '../commands/edit/edit.ts'
import { runCommand } from '../commands/registry.ts'
import { movePieces } from '../document/changes/index.ts'
import { useDocument } from '../document/store.ts'
import type { AtriumDocument, PieceId } from '../document/types.ts'
import { AtriumError, detailOf } from '../errors/atrium-error.ts'
import { codeOf, formatOfError, sentencesOf } from '../errors/sentences.ts'
import { useNotices } from '../errors/notices.ts'
import { useInteraction } from '../interaction/store.ts'
import { useShell } from '../shell/shell.ts'
import { putDemo, request } from '../platform.ts'
import { closeProject, loadCatalogueItem, openHandle, openSample, write } from '../project/open/open-project.ts'
import { type Capture, type ViewportControls, viewportReady } from '../interaction/viewport.ts'
import { phrase, say } from '../words/say.ts'
import { FILM_FRAME_MS, type FilmReport, makeFilm } from './film.ts'
import { frameFigures, median, recordFrames } from './measure.ts'
import { absurdityOf, differingShare, largestDifference, pngOf, tonesOf } from './pictures.ts'
import { DROPS, placeByPointer } from './drop-points.ts'
import { type Progress, type Result, RESULTS, tellProgress } from './progress.ts'

type Demo = NonNullable<Response<'app:info'>['demo']>

/** Every picture traces this many rays through; a software adapter has to finish within minutes. */
const SIZE = { width: 480, height: 270 }
const MOVES = 9

/**
 * The main job with nobody at the window: opens a room, draws it without and with shadows and reflections, furnishes it
 * through the user's own commands, saves, closes and reopens it, films a walk, a drag and a dusk, and writes pictures, clip and a report of what
 * was measured.
 */
export async function runDemo(demo: Demo, runtime: string): Promise<void> {
  const progress = tellProgress()
  try {
    const leftOut = await Promise.race([furnishUnattended(demo, runtime, progress), firstError()])
    await request('app:demo-finished', { ok: true, message: leftOut.map((name) => say('cli.demo.leftOut', { name })).join(' ') })
  } catch (error) {
    const { sentence, remedy } = sentencesOf(codeOf(error), formatOfError(error))
    await request('app:demo-finished', { ok: false, message: `${sentence} ${remedy} (${detailOf(error)})`.slice(0, 2000) })
  } finally {
    progress.stop()
  }
}

/** Nobody reads notices here: the first error ends the run. */
function firstError(): Promise<never> {
  return new Promise((_resolve, reject) => {
    useNotices.subscribe(({ notices }) => {
      const error = notices.find(({ tone }) => tone === 'error')
      if (error !== undefined) reject(new AtriumError(error.code ?? 'internal', `${error.title} ${error.detail}`))
    })
  })
}

/** @returns names of pieces that nothing in the room holds */
async function furnishUnattended(demo: Demo, runtime: string, progress: Progress): Promise<readonly string[]> {
  progress.begin(RESULTS[0])
  useShell.setState({ viewportSize: SIZE })
  const opened = await (demo.model === null ? openSample() : openHandle(demo.model, { mayAsk: false }))
  if (!opened) throw new Error('the room was not opened')
  useShell.setState({ screen: 'room' })

  const pictures: string[] = []
  const faults: string[] = []
  const keep = async (name: Result): Promise<Capture> => {
    progress.begin(name)
    const viewport = await viewportReady()
    await viewport.settled()
    const picture = await viewport.capture()
    await putDemo(name, await pngOf(picture))
    pictures.push(name)
    const absurdity = absurdityOf(tonesOf(picture))
    if (absurdity !== null) faults.push(`${name}: ${absurdity}`)
    return picture
  }
  const set = (settings: Partial<RenderSettings>): void =>
    useInteraction.setState((state) => ({ settings: { ...state.settings, ...settings } }))

  set({ shadows: false, reflections: false, exposure: 'automatic' })
  const plain = await keep('01-raster.png')
  set({ shadows: true })
  const shaded = await keep('02-shadows.png')
  set({ reflections: true })
  const recording = recordFrames()
  const mirrored = await keep('03-reflections.png')
  recording.stop()
  if (differingShare(plain, shaded) === 0) faults.push('shadows change nothing')
  if (differingShare(shaded, mirrored) === 0) faults.push('reflections change nothing')

  const placed: PieceId[] = []
  const viewport = await viewportReady()
  const leftOut: string[] = []
  for (const drop of DROPS) {
    const id = await placeByPointer(drop)
    if (id === null) leftOut.push((await loadCatalogueItem(drop.item)).create().piece.name)
    else placed.push(id)
  }
  useInteraction.setState({ selection: [] })
  await keep('04-furnished.png')
  const edit = await measureEdit(viewport, placed[0])

  // The last one goes again; what was placed before it stays.
  deleteItems(placed.slice(-1))
  const removed = await keep('05-removed.png')

  const before = useDocument.getState().document
  await write(demo.project)
  closeProject()
  if (!(await openHandle(demo.project))) throw new Error('the saved project was not opened')
  const reopened = await keep('06-reopened.png')
  const { report, adapter } = useInteraction.getState()
  const reopenedDocument = useDocument.getState().document
  const film = await filmOf(placed[0], progress)
  const { darkest, brightest, mostClipped } = film.tones
  for (const [name, tones] of [['the film at its darkest', { mean: darkest, clipped: mostClipped }], ['the film at its brightest', { mean: brightest, clipped: mostClipped }], [film.still, film.stillTones]] as const) {
    const absurdity = absurdityOf(tones)
    if (absurdity !== null) faults.push(`${name}: ${absurdity}`)
  }

  const { sizeBytes } = await savedSize()
  const { frames, ...figures } = frameFigures(recording.frames, SIZE.width, SIZE.height)
  await putDemo('report.json', new Blob([JSON.stringify({
    runtime,
    adapter: adapter?.name ?? '',
    executor: report?.executor.kind ?? '',
    ...SIZE,
    triangles: report?.triangles ?? 0,
    instances: report?.instances ?? 0,
    frame: { ...figures, medianOf: frames },
    edit,
    film,
    saved: {
      bytes: sizeBytes,
      reopenedDocumentEqual: isSameDocument(before, reopenedDocument),
      reopenedPictureEqual: largestDifference(removed, reopened) === 0,
    },
    pictures,
    leftOut,
    faults,
  }, null, 2)]))
  if (faults.length > 0) throw new Error(faults.join('; '))
  return leftOut

  async function savedSize(): Promise<{ sizeBytes: number }> {
    const response = await fetch(`file/${demo.project.id}`)
    return { sizeBytes: (await response.arrayBuffer()).byteLength }
  }
}

/**
 * Moves one piece to and fro: what the über tree costs, and whether the very next picture shows each move. Pictures made
 * while input arrives are compared with one made the same way just before the move, so that only the move can differ.
 */
async function measureEdit(viewport: ViewportControls, piece: PieceId): Promise<{ instances: number; uberBuildMs: number; pictureUpdatedNextFrame: boolean }> {
  const builds: number[] = []
  let updated = 0
  await viewport.settled()
  const { pose, settings, report: settled } = useInteraction.getState()
  // Locked where it has come to: exposure would follow the move.
  useInteraction.setState({ settings: { ...settings, exposure: 'locked', exposureEv: settled?.exposureEv ?? settings.exposureEv } })
  // A camera that moved by less than can be seen makes a picture as any moving one does.
  const nudge = (step: number) => (): void => useInteraction.setState({ pose: { ...pose, verticalFov: pose.verticalFov + step * 1e-6 } })
  let measured = 0
  let moves = 0
  while (measured < MOVES && moves < 4 * MOVES) {
    const before = await nextPicture(viewport, nudge(moves + 1))
    const lift = moves++ % 2 === 0 ? -0.3 : 0.3
    const after = await nextPicture(viewport, () => useDocument.getState().edit(phrase('undo.move', { name: phrase('undo.items', { count: 1 }) }), movePieces([piece], [0, lift, 0])))
    builds.push(after.report.uberBuildMs)
    // The resolution follows the machine's load: only pictures of the same one can be compared.
    if (after.report.width !== before.report.width) continue
    measured++
    if (differingShare(before.picture, after.picture) > 0) updated++
  }
  for (let move = 0; move < moves; move++) await runCommand('edit.undo')
  useInteraction.setState({ pose, settings })
  const { report } = useInteraction.getState()
  return { instances: report?.instances ?? 0, uberBuildMs: Number(median(builds).toFixed(3)), pictureUpdatedNextFrame: measured > 0 && updated === measured }
}

/**
 * Of whole pictures: where the processor traces, so slowly that light and exposure have come to rest in each; on a card these have the time that a frame of the film is seen for.
 *
 * @param piece  dragged where the room has no lamp
 */
async function filmOf(piece: PieceId, progress: Progress): Promise<FilmReport> {
  const viewport = await viewportReady()
  const isSoftware = useInteraction.getState().adapter?.software !== false
  const next = (act: () => void, isSettled: boolean) => {
    const end = performance.now() + FILM_FRAME_MS
    return nextPicture(viewport, act, ({ samples, samplesWanted, exposureEv }, before) =>
      samples > 0 && (!isSettled || isSoftware || samples === samplesWanted || (performance.now() >= end && Math.abs(exposureEv - before) < 0.05)))
  }
  return makeFilm({ viewport, fallback: piece, progress, next })
}

/** Does something and waits for the first complete picture after it that is good enough. */
async function nextPicture(viewport: ViewportControls, act: () => void, isEnough: (report: FrameReport, exposureBefore: number) => boolean = () => true): Promise<{ picture: Capture; report: FrameReport }> {
  const done = new Promise<FrameReport>((resolve) => {
    const stop = useInteraction.subscribe(({ report }, last) => {
      if (report === null || report === last.report || !isEnough(report, last.report?.exposureEv ?? NaN)) return
      stop()
      resolve(report)
    })
  })
  act()
  const report = await done
  return { picture: await viewport.capture(), report }
}

/** By content, whatever order its fields came in; the project takes its file's name when it is saved. */
function isSameDocument(a: AtriumDocument, b: AtriumDocument): boolean {
  const text = (document: AtriumDocument): string =>
    JSON.stringify({ ...document, name: '' }, (_key, value: unknown) =>
      typeof value === 'object' && value !== null && !Array.isArray(value) ? Object.fromEntries(Object.entries(value).sort(([x], [y]) => (x < y ? -1 : 1))) : value)
  return text(a) === text(b)
}
