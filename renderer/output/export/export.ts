import type { ExportFormat } from '../../../electron/contract.ts'
import type { RenderSettings, SceneSnapshot } from '../../../gpu/index.ts'
import { useDocument } from '../../document/store.ts'
import { lightAsInView } from '../../document/changes/index.ts'
import { settingsOfView } from '../../document/selectors.ts'
import type { ViewRecord } from '../../document/types.ts'
import { poseOfView } from '../../navigation/view-pose.ts'
import { tell } from '../../errors/notices.ts'
import { shownExposure } from '../../interaction/exposure.ts'
import { tracedIndirect } from '../../interaction/quick-light.ts'
import { cameraOf } from '../../navigation/projection.ts'
import { useInteraction } from '../../interaction/store.ts'
import { durationText, sizeText } from '../../format/figures.ts'
import { powerPreference } from '../../shell/card.ts'
import { useShell } from '../../shell/shell.ts'
import { putExport, readDenoiser, request } from '../../platform.ts'
import { useAssets } from '../../project/assets.ts'
import { runVisibly } from '../../project/tasks/tasks.ts'
import { createSnapshots } from '../../scene/snapshot.ts'
import { viewportReady } from '../../interaction/viewport.ts'
import { say } from '../../words/say.ts'
import type { ExportRequest } from '../export-protocol.ts'
import { type ClipOptions, isDenoised, type PictureOptions, possibleClip, possiblePicture } from '../options.ts'
import { type ExportTarget, runExport } from './run-export.ts'
import { useOutput, type RunningExport } from './store.ts'
import { createTimeLeft } from './time-left.ts'
import { thingsOf } from '../things.ts'

/** Threads of an export where the cores trace: one core is left to the window. */
export const threads = (): number => Math.max(1, navigator.hardwareConcurrency - 1)
export const executor = (): 'gpu' | 'cpu' | 'automatic' => useShell.getState().settings.executor ?? 'automatic'

/** What counts for a picture, whatever the window shows at the moment. @param view  the settings that a saved view has of its own */
export function pictureSettings(method: PictureOptions['method'], view: Partial<RenderSettings> = {}): RenderSettings {
  // Files show what the window shows: its exposure as it has come to.
  const { settings: shown, adapter } = useInteraction.getState()
  const settings: RenderSettings = { ...shown, exposure: 'locked', exposureEv: shownExposure(), mode: 'uber', view: 'shaded', ...view }
  return method === 'reference' ? settings : { ...settings, indirect: tracedIndirect(settings, { adapter, byThreads: executor() === 'cpu' }) }
}

/** The room in the light in which a view was saved. */
function inLightOf(view: ViewRecord): SceneSnapshot {
  const { parsed, luminaires, surroundings } = useAssets.getState()
  return createSnapshots()(lightAsInView(view)(useDocument.getState().document), parsed, luminaires, surroundings)
}

/**
 * Asks where to, and makes a picture of the room as it is now, in the background.
 *
 * @returns false when the user changed their mind
 * @throws AtriumError
 */
export async function exportPicture(asked: PictureOptions): Promise<boolean> {
  const options = possiblePicture(asked)
  const view = useDocument.getState().document.views.find(({ id }) => id === options.view)
  const file = await chooseFile(view?.name, options.format)
  if (file === null) return false
  return makeExport('picture', file, async () => {
    const viewport = await viewportReady()
    const scene = await viewport.exportScene(view === undefined ? undefined : inLightOf(view))
    const settings = pictureSettings(options.method, view === undefined ? {} : settingsOfView(view))
    const camera = cameraOf(view === undefined ? useInteraction.getState().pose : poseOfView(view))
    const weights = isDenoised(options) ? await readDenoiser() : null
    if (weights === null && isDenoised(options)) tell(say('notice.notDenoised'), [say('notice.notDenoised.detail')])
    return { kind: 'picture', options, things: thingsOf(scene.snapshot, useDocument.getState().document.pieces), ...scene, settings, camera, weights, executor: executor(), powerPreference: powerPreference(), threads: threads() }
  })
}

/** Asks where to, and makes a clip along the saved views. @returns false when the user changed their mind @throws AtriumError */
export async function exportClip(asked: ClipOptions): Promise<boolean> {
  const options = possibleClip(asked)
  const file = await chooseFile(say('export.walkthrough'), options.format)
  if (file === null) return false
  return makeExport('clip', file, async () => {
    const scene = await (await viewportReady()).exportScene()
    const { document } = useDocument.getState()
    const settings = pictureSettings(options.method)
    return { kind: 'clip', options, ...scene, settings, poses: document.views.map(poseOfView), document: settings.animation ? document : null, executor: executor(), powerPreference: powerPreference(), threads: threads() }
  })
}

interface ChosenFile { readonly name: string; readonly target: ExportTarget }

async function chooseFile(what: string | undefined, format: ExportFormat): Promise<ChosenFile | null> {
  const { name } = useDocument.getState().document
  const chosen = await request('export:choose', { suggestedName: (what === undefined ? name : say('export.fileName', { name, what })).slice(0, 200), format })
  if (chosen === null) return null
  const { id } = chosen
  return {
    name: chosen.name,
    target: {
      put: (at, bytes) => putExport(id, at, bytes),
      commit: (sizeBytes) => request('export:commit', { id, sizeBytes }),
      discard: () => request('export:discard', { id }),
    },
  }
}

/** @returns false when it was cancelled */
async function makeExport(kind: RunningExport['kind'], { name, target }: ChosenFile, requestOf: () => Promise<ExportRequest>): Promise<boolean> {
  const stop = new AbortController()
  const timeLeft = createTimeLeft()
  const label = say('task.exporting', { name })
  const startedAt = performance.now()
  const change = (fields: Partial<RunningExport>): void => useOutput.setState(({ running }) => (running === null ? {} : { running: { ...running, ...fields } }))
  useOutput.setState({ running: { kind, name, label, share: 0, secondsLeft: null, denoisingSeconds: null, preview: null, cancel: () => stop.abort() } })
  try {
    const done = await runVisibly(label, async (task) => {
      const asked = await requestOf().catch(async (error: unknown) => {
        await target.discard()
        throw error
      })
      return runExport(asked, target, {
        signal: task.signal,
        onProgress(share) {
          task.progress(share)
          change({ share, secondsLeft: timeLeft(share, performance.now()) })
        },
        onDenoising: (denoisingSeconds) => change({ denoisingSeconds }),
        onPreview: ({ width, height, rgba }) => change({ preview: { width, height, rgba } }),
        onCommit: () => task.commit(),
      })
    }, stop)
    if (done === null) return false
    tell(say('notice.exported', { name }), [say('notice.exported.detail', { size: sizeText(done), duration: durationText((performance.now() - startedAt) / 1000) })])
    return true
  } finally {
    useOutput.setState({ running: null })
  }
}
