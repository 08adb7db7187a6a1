import { create } from 'zustand'
import type { FileHandle } from '../../../electron/contract.ts'
import { DEFAULT_SETTINGS } from '../../../gpu/settings.ts'
import { withoutExtension } from '../../imports/formats.ts'
import type { LoadedAsset } from '../../imports/types.ts'
import { setName } from '../../document/changes/index.ts'
import { emptyDocument } from '../../document/empty.ts'
import { isDirty } from '../../document/selectors.ts'
import { useDocument } from '../../document/store.ts'
import type { AtriumDocument, LengthUnit } from '../../document/types.ts'
import { AtriumError, toAtriumError } from '../../errors/atrium-error.ts'
import { withdrawOfProject } from '../../errors/notices.ts'
import { type CameraPose, useInteraction } from '../../interaction/store.ts'
import { request, writeFile } from '../../platform.ts'
import { defaultSun } from '../../scene/defaults.ts'
import { say } from '../../words/say.ts'
import { addAssets, addLuminaires, addSurroundings, keepAssets, useAssets } from '../assets.ts'
import { newOrigin, type ProjectContents, type ProjectOrigin, type ProjectView } from '../file/contents.ts'
import { serializeInWorker } from '../file/in-worker.ts'
import { type KnownAssets, type LoadedProject, loadHandle, loadProject } from '../file/load.ts'
import { useImportReport } from '../tasks/report.ts'
import { SaveQueue } from './save-queue.ts'
import { type Sample, SAMPLES } from './samples.ts'
import { ViewsFile } from '../file/schema.ts'
import { type RunningTask, runVisibly } from '../tasks/tasks.ts'

export { inFrontOfCamera, loadCatalogueItem, placeCatalogueItem, type PlaceableItem } from '../insert/bring-in.ts'

export interface ProjectFileState {
  /** The file that Save writes; null: Save asks for one. */
  readonly handle: FileHandle | null
  readonly origin: ProjectOrigin
  /** What is open came from elsewhere than the file (a crash): what the file holds is not known until it is saved. */
  readonly isFileUnread: boolean
  /** Counts openings: the viewport starts afresh with each. */
  readonly opened: number
}

/** Which file is open. */
export const useProjectFile = create<ProjectFileState>()(() => ({ handle: null, origin: newOrigin(), isFileUnread: false, opened: 0 }))

const START_POSE: CameraPose = { position: [3, 1.65, 4.5], orientation: [-0.04, 0.28, 0.012, 0.959], target: [0, 1, 0], verticalFov: 0.95 }

/** Two openings never run at once: a new one ends the one before. */
let opening: AbortController | null = null

/** An empty room with a sun and the sky. */
export async function newProject(): Promise<void> {
  const unit = await preferredUnit()
  adopt({
    contents: { document: { ...emptyDocument(say('project.untitled')), unit, lights: [defaultSun()] }, view: { pose: START_POSE, navigation: 'orbit', settings: DEFAULT_SETTINGS }, origin: newOrigin() },
    assets: [],
  }, null)
}

/**
 * Opens a project, or a model as a project of its own, in place of the open one.
 *
 * @param mayAsk  false: nobody is there to be asked, so that what is uncertain about a model is taken as likeliest
 * @returns false when the user cancelled
 * @throws AtriumError when it cannot be opened; the open project is then untouched
 */
export function openHandle(handle: FileHandle, { mayAsk = true } = {}): Promise<boolean> {
  return open(say('task.opening', { name: handle.name }), handle.kind === 'project' ? handle : null, async (task) => loadHandle(handle, await preferredUnit(), knownAssets(), task, { mayAsk }))
}

/** A project that ships with Atrium; saving it asks for a file. As `openHandle`. */
export function openSample({ id }: Sample = SAMPLES[0]): Promise<boolean> {
  return open(say('task.opening', { name: say(`sample.${id}`) }), null, async (task) => {
    const response = await fetch(`./samples/${id}.atrium`, { signal: task.signal })
    if (!response.ok) throw new AtriumError('file-missing', `The sample ${id} is missing in this installation.`)
    return loadProject(new Uint8Array(await response.arrayBuffer()), knownAssets(), task)
  })
}

/**
 * A project from elsewhere than its own file: recovered after a crash, or an earlier version. Nothing of it counts as saved.
 * As `openHandle`.
 */
export function openUnsaved(label: string, handle: FileHandle | null, load: (task: RunningTask, known: KnownAssets) => Promise<LoadedProject>): Promise<boolean> {
  return open(label, handle, (task) => load(task, knownAssets()), null)
}

async function open(label: string, handle: FileHandle | null, load: (task: RunningTask) => Promise<LoadedProject>, saved?: null): Promise<boolean> {
  opening?.abort()
  const stop = new AbortController()
  opening = stop
  try {
    const loaded = await runVisibly(label, load, stop)
    if (loaded === null || stop.signal.aborted) return false
    adopt(loaded, handle, saved)
    return true
  } finally {
    if (opening === stop) opening = null
  }
}

/** Leaves the start screen's emptiness behind: no document, no file. */
export function closeProject(): void {
  adopt({ contents: { document: emptyDocument(), view: { pose: START_POSE, navigation: 'orbit', settings: DEFAULT_SETTINGS }, origin: newOrigin() }, assets: [] }, null)
}

/** Nothing here fails: whatever could was done before. */
function adopt({ contents, assets, luminaires = [], surroundings = [], report = null }: LoadedProject, handle: FileHandle | null, saved?: null): void {
  const { document, view, origin } = contents
  withdrawOfProject()
  addAssets(assets)
  addLuminaires(luminaires)
  addSurroundings(surroundings)
  useImportReport.setState({ report, isShown: false, mended: new Map() })
  useInteraction.setState({ selection: [], hovered: null, entered: null, placing: null, replacing: false, focusing: false, facing: false, surfaceClick: null, slot: null, materialScope: 'piece', tool: 'select', navigation: view.navigation, pose: view.pose, settings: view.settings, settled: false })
  useDocument.getState().replace(document, saved)
  keepAssets(new Set(document.assets.map(({ key }) => key)))
  useProjectFile.setState(({ opened }) => ({ handle, origin, isFileUnread: handle !== null && saved === null, opened: opened + 1 }))
}

const saves = new SaveQueue()

/**
 * Saves to the project's file, or asks for one. While another save runs, it waits for that one.
 *
 * @returns false when the user cancelled
 * @throws AtriumError; the old file is then whole
 */
export function save(): Promise<boolean> {
  const { opened } = useProjectFile.getState()
  const isStillOpen = (): boolean => useProjectFile.getState().opened === opened
  return saves.ask(saveNow, () => isStillOpen() && isDirty(useDocument.getState()))
}

/** As `save`, under a name that the user is asked for. */
export function saveAs(): Promise<boolean> {
  return saves.inTurn(saveAsNow)
}

async function saveNow(): Promise<boolean> {
  const { handle, isFileUnread } = useProjectFile.getState()
  if (!handle?.writable) return saveAsNow()
  const { document, saved } = useDocument.getState()
  const isEmptied = document.pieces.length === 0 && (saved.pieces.length > 0 || isFileUnread)
  if (isEmptied && (await request('dialog:emptied', { name: handle.name })) !== 'save') return false
  try {
    return await write(handle)
  } catch (error) {
    if (toAtriumError(error).code !== 'file-changed') throw error
    const answer = await request('dialog:changed', { name: handle.name })
    if (answer === 'save-as') return saveAsNow()
    return answer === 'overwrite' && write(handle, undefined, { overwrite: true })
  }
}

async function saveAsNow(): Promise<boolean> {
  const { document } = useDocument.getState()
  const handle = await request('file:choose-save', { suggestedName: `${document.name.replaceAll(/[\\/:*?"<>|\0]/g, '-').slice(0, 100)}.atrium` })
  if (handle === null) return false
  const name = withoutExtension(handle.name)
  const { opened } = useProjectFile.getState()
  const saved = await write(handle, name)
  if (saved && useProjectFile.getState().opened === opened) useProjectFile.setState({ handle: { ...handle, writable: true } })
  return saved
}

/** Writes to a file without asking: Save, Save As and the unattended run. `name`: what the project is called from now on. */
export async function write(handle: FileHandle, name?: string, { overwrite = false } = {}): Promise<boolean> {
  const before = useDocument.getState().document
  const { opened } = useProjectFile.getState()
  const named = name === undefined ? (document: AtriumDocument) => document : setName(name)
  const contents = await currentContents(named(before))
  const done = await runVisibly(say('task.saving', { name: handle.name }), async (task) => {
    const bytes = await serializeInWorker(contents, await appName(), { signal: task.signal, onProgress: (fraction) => task.progress(fraction * 0.8) })
    task.commit()
    return writeFile(handle, bytes, { overwrite })
  })
  if (done === null) return false
  // Another project is open by now: what was saved is none of its affair.
  if (useProjectFile.getState().opened !== opened) return true
  // What was edited meanwhile is not in the file: only the document that was written counts as saved.
  useDocument.getState().markSaved(before)
  useProjectFile.setState({ isFileUnread: false })
  useDocument.getState().restate(named)
  return true
}

/** Camera and settings as they would be saved now. */
export function currentView(): ProjectView {
  const { pose: wanted, navigation, settings } = useInteraction.getState()
  // A camera lost in space does not keep anybody from saving.
  const pose = ViewsFile.shape.pose.safeParse(wanted).success ? wanted : START_POSE
  return { pose, navigation, settings }
}

/** What would be saved now. */
async function currentContents(document: ProjectContents['document']): Promise<ProjectContents> {
  const { bytes } = useAssets.getState()
  const assets = new Map([...bytes].filter(([key]) => document.assets.some((record) => record.key === key)))
  return { document, view: currentView(), assets, thumbnail: await captureThumbnail(), origin: useProjectFile.getState().origin }
}

type Thumbnail = () => Promise<Blob | null>
let thumbnail: Thumbnail | null = null

/** The viewport says how to take a small picture (PNG). */
export function setThumbnail(take: Thumbnail | null): void {
  thumbnail = take
}

/** A project without its picture is whole: a failure here stops nothing. */
async function captureThumbnail(): Promise<Uint8Array<ArrayBuffer> | null> {
  const blob = await thumbnail?.().catch(() => null)
  return blob ? new Uint8Array(await blob.arrayBuffer()) : null
}

/** What is loaded, in the room or by what was undone. */
export function knownAssets(): ReadonlyMap<string, LoadedAsset> {
  const { bytes, parsed } = useAssets.getState()
  return new Map([...parsed].map(([key, asset]) => [key, { parsed: asset, bytes: bytes.get(key)! }]))
}

const preferredUnit = (): Promise<LengthUnit> => request('settings:get').then(({ unit }) => unit)

const appName = (): Promise<string> => request('app:info').then(({ version }) => `Atrium ${version}`)
