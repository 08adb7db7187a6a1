import { create } from 'zustand'
import { INDIRECT_BOUNCES, type RenderSettings, type SceneSnapshot } from '../../../gpu/index.ts'
import { lightAsInView, setLight } from '../../document/changes/index.ts'
import { findSun, settingsOfView } from '../../document/selectors.ts'
import { useDocument } from '../../document/store.ts'
import type { AtriumDocument, ViewRecord } from '../../document/types.ts'
import { tell } from '../../errors/notices.ts'
import { viewportReady } from '../../interaction/viewport.ts'
import { cameraOf } from '../../navigation/projection.ts'
import { poseOfView } from '../../navigation/view-pose.ts'
import { putExport, readDenoiser, request } from '../../platform.ts'
import { useAssets } from '../../project/assets.ts'
import { runVisibly } from '../../project/tasks/tasks.ts'
import { powerPreference } from '../../shell/card.ts'
import { createSnapshots } from '../../scene/snapshot.ts'
import { say } from '../../words/say.ts'
import { executor, pictureSettings, threads } from '../export/export.ts'
import { type ManyPicture, type ManyWish, planMany } from './many-plan.ts'
import { createManyRun, type ManyEntry, type ManyRun } from './many-run.ts'
import { DEFAULT_PICTURE, isDenoised, type PictureOptions, possiblePicture } from '../options.ts'
import { documentInVariant } from './room-shot.ts'
import { type ExportWatch, runExport } from '../export/run-export.ts'
import { createTimeLeft } from '../export/time-left.ts'
import { thingsOf } from '../things.ts'

/** Pictures that are made one after the other, in the light in which the room was when they were asked for. */
export interface RunningMany {
  /** Of the folder. */
  readonly folder: string
  /** Of its task. */
  readonly label: string
  readonly entries: readonly ManyEntry[]
  readonly share: number
  /** null: not known yet. */
  readonly secondsLeft: number | null
  /** What the processor's cores will take for denoising the picture at hand; null: not known yet, or nothing. */
  readonly denoisingSeconds: number | null
  readonly isOver: boolean
  readonly run: Pick<ManyRun, 'first' | 'cancel' | 'stop'> & { readonly retry: (name: string) => void }
}

/** What was chosen last, and what runs. */
export const useMany = create<{ readonly wish: Omit<ManyWish, 'views'>; readonly running: RunningMany | null }>()(() => ({
  wish: { sizes: [{ width: 1920, height: 1080 }], times: [], variants: [], panorama: false, format: 'png', samples: 256, bounces: INDIRECT_BOUNCES, denoise: null }, running: null,
}))

/** Whether the light of a time of day is known: a place, a date, and a sun that follows them. */
export const followsSun = (document: AtriumDocument): boolean => document.place !== undefined && findSun(document)?.moment !== undefined

/** The room as it was when the pictures were asked for. */
type Room = Pick<ReturnType<typeof useAssets.getState>, 'parsed' | 'luminaires' | 'surroundings'> & { readonly document: AtriumDocument; readonly settings: RenderSettings }

function litSnapshot({ document, parsed, luminaires, surroundings }: Room, view: ViewRecord, { minutes, variant }: ManyPicture): SceneSnapshot {
  const seen = lightAsInView(view)(documentInVariant(document, parsed, variant))
  const sun = findSun(seen)
  const lit = minutes === null || sun?.moment === undefined ? seen : setLight(sun.id, { moment: { date: sun.moment.date, minutes }, on: true })(seen)
  return createSnapshots()(lit, parsed, luminaires, surroundings)
}

async function makeOne(room: Room, folder: string, wish: ManyWish, picture: ManyPicture, weights: Uint8Array<ArrayBuffer> | null, signal: AbortSignal, watch: Pick<ExportWatch, 'onProgress' | 'onDenoising'>): Promise<void> {
  const view = room.document.views.find(({ id }) => id === picture.view)!
  const { width, height, minutes, name } = picture
  const options: PictureOptions = possiblePicture({ ...DEFAULT_PICTURE, ...wish, view: view.id, width, height, method: 'reference', transparent: false })
  const scene = await (await viewportReady()).exportScene(litSnapshot(room, view, picture))
  // Another time of day has another brightness: it is measured.
  const settings = { ...room.settings, ...settingsOfView(view), ...(minutes === null ? {} : { exposure: 'automatic' as const }) }
  const { id } = await request('export:begin', { folder, name, format: options.format })
  const target = {
    put: (at: number, bytes: Uint8Array<ArrayBuffer>) => putExport(id, at, bytes),
    commit: (sizeBytes: number) => request('export:commit', { id, sizeBytes }),
    discard: () => request('export:discard', { id }),
  }
  const asked = { kind: 'picture' as const, options, things: thingsOf(scene.snapshot, room.document.pieces), ...scene, settings, camera: cameraOf(poseOfView(view)), weights, executor: executor(), powerPreference: powerPreference(), threads: threads() }
  await runExport(asked, target, { signal, ...watch, onPreview: () => undefined, onCommit: () => undefined })
}

/** Asks for a folder and fills it, in the background. @returns false when the user changed their mind, or pictures are being made already @throws AtriumError */
export async function renderMany(wish: ManyWish): Promise<boolean> {
  if (useMany.getState().running?.isOver === false) return false
  const folder = await request('export:folder')
  if (folder === null) return false
  const { document } = useDocument.getState()
  const { parsed, luminaires, surroundings } = useAssets.getState()
  const room: Room = { document, parsed, luminaires, surroundings, settings: pictureSettings('reference') }
  const denoises = isDenoised({ ...DEFAULT_PICTURE, ...wish })
  const weights = denoises ? await readDenoiser() : null
  if (denoises && weights === null) tell(say('notice.notDenoised'), [say('notice.notDenoised.detail')])
  const label = say('task.renderingMany', { folder: folder.name })
  const change = (fields: Partial<RunningMany>): void => useMany.setState(({ running }) => (running === null ? {} : { running: { ...running, ...fields } }))
  let timeLeft = createTimeLeft()
  let onShare = (_share: number): void => undefined
  const run = createManyRun(planMany(wish, document.views), (picture, signal, onProgress) => {
    change({ denoisingSeconds: null })
    return makeOne(room, folder.id, wish, picture, weights, signal, { onProgress, onDenoising: (denoisingSeconds) => change({ denoisingSeconds }) })
  }, (entries) => {
    onShare(run.share)
    change({ entries, share: run.share, secondsLeft: timeLeft(run.share, performance.now()) })
  })

  async function runOn(): Promise<void> {
    timeLeft = createTimeLeft()
    const stop = new AbortController()
    stop.signal.addEventListener('abort', () => run.stop())
    change({ isOver: false })
    await runVisibly(label, async (task) => {
      onShare = (share) => task.progress(share)
      await run.run()
    }, stop)
    change({ isOver: true, secondsLeft: null, denoisingSeconds: null })
    const count = run.entries.filter(({ state }) => state.kind === 'done').length
    tell(say('notice.many', { count, folder: folder!.name }), count === run.entries.length ? [] : [say('notice.many.missing', { count: run.entries.length - count })])
  }

  function retry(name: string): void {
    run.retry(name)
    // What runs takes it along; otherwise somebody must begin.
    if (useMany.getState().running?.isOver === true) void runOn()
  }
  useMany.setState({ running: { folder: folder.name, label, entries: run.entries, share: 0, secondsLeft: null, denoisingSeconds: null, isOver: false, run: { first: (name) => run.first(name), cancel: (name) => run.cancel(name), stop: () => run.stop(), retry } } })
  void runOn()
  return true
}
