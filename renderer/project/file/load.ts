import type { FileHandle } from '../../../electron/contract.ts'
import type { Vec3 } from '../../../gpu/index.ts'
import type { ImportReport } from '../../imports/doctor/report.ts'
import type { Spaces } from '../../imports/spaces/spaces.ts'
import { parseIes } from '../../imports/ies/parse.ts'
import { decodeInWorker } from '../../imports/surroundings/in-worker.ts'
import { importExaminedInWorker, importInWorker } from '../../imports/reading/in-worker.ts'
import { type LoadedAsset, waysToRead } from '../../imports/types.ts'
import { shownParts } from '../../document/materials.ts'
import type { AssetRecord, LengthUnit } from '../../document/types.ts'
import { AtriumError, toAtriumError } from '../../errors/atrium-error.ts'
import { readFile } from '../../platform.ts'
import { openAsRoom } from '../../scene/defaults.ts'
import { type LoadedLuminaire, type LoadedSurroundings, useAssets } from '../assets.ts'
import { newOrigin, type ProjectContents } from './contents.ts'
import { parseInWorker } from './in-worker.ts'
import { withReport } from '../tasks/report.ts'
import { answersAbout, keepSource } from '../tasks/source.ts'
import { type RunningTask, throwIfAborted } from '../tasks/tasks.ts'

/** A project, read and parsed: nothing that could still fail is left. */
export interface LoadedProject {
  readonly contents: Pick<ProjectContents, 'document' | 'view' | 'origin'>
  readonly assets: readonly LoadedAsset[]
  readonly luminaires?: readonly LoadedLuminaire[]
  readonly surroundings?: readonly LoadedSurroundings[]
  /** Of a model that becomes a project. */
  readonly report?: ImportReport | null
}

/** Assets that are loaded already, by key; they are not parsed again. */
export type KnownAssets = ReadonlyMap<string, LoadedAsset>

export interface ModelOptions {
  /** Somebody is there to be asked where a model's unit or axis is uncertain. */
  readonly mayAsk?: boolean
  /** What was taken off models that it stands beside. */
  readonly beside?: readonly Vec3[]
}

/** A project file, or a model that becomes a project. */
export async function loadHandle(handle: FileHandle, unit: LengthUnit, known: KnownAssets, task: RunningTask, options: ModelOptions = {}): Promise<LoadedProject> {
  task.stage?.('file')
  const bytes = await readFile(handle, { signal: task.signal, onProgress: (loaded, total) => task.progress(total === null ? null : (0.3 * loaded) / total) })
  return handle.kind === 'project' ? loadProject(bytes, known, task) : loadModel(handle, bytes, unit, task, options)
}

/** @param bytes  move away */
export async function loadProject(bytes: Uint8Array<ArrayBuffer>, known: KnownAssets, task: RunningTask): Promise<LoadedProject> {
  const contents = await parseInWorker(bytes, { signal: task.signal, onProgress: (fraction) => task.progress(0.3 + 0.2 * fraction) })
  return loadContents(contents, known, task)
}

/**
 * Parses the models of a project that was read.
 *
 * @param contents  the bytes of its models move away, unless they are those of a known asset; those of luminaires and surroundings stay
 * @param known     keeps its bytes
 */
export async function loadContents(contents: Pick<ProjectContents, 'document' | 'view' | 'origin' | 'assets'>, known: KnownAssets, task: RunningTask): Promise<LoadedProject> {
  const { signal } = task
  const { assets: records } = contents.document
  const wanted = shownParts(contents.document)
  const models = records.flatMap(({ key, name }) => {
    const shown = [...(wanted.get(key) ?? [])]
    const parts = new Set(known.get(key)?.parsed.parts.map(({ id }) => id))
    if (shown.every((part) => parts.has(part))) return []
    const data = contents.assets.get(key) as Uint8Array<ArrayBuffer>
    // A piece of the catalogue is the whole model; the pieces of a house are its parts. One model may have come both ways.
    const ways = waysToRead(shown)
    // Each worker takes bytes of its own: those of the file, unless they are needed twice or belong to what is open.
    const isOpen = data === known.get(key)?.bytes
    return ways.map((way, i) => ({ name, bytes: isOpen || i > 0 ? data.slice() : data, pieces: way }))
  })
  const parsed = await importInWorker(models, { signal, onProgress: (fraction) => task.progress(0.5 + 0.5 * fraction), onStage: (stage) => task.stage?.(stage) })
  const assets = [...parsed, ...records.flatMap(({ key }) => known.get(key) ?? [])]
  checkParts(contents, assets)
  const surroundings = await Promise.all(records.filter(({ kind }) => kind === 'hdr' || kind === 'exr').map((record) => surroundingsOf(record, contents.assets, signal)))
  throwIfAborted(signal)
  return { contents, assets, surroundings, luminaires: records.filter(({ kind }) => kind === 'ies').map((record) => luminaireOf(record, contents.assets)) }
}

/** An image that is shown already is not decoded again. @throws AtriumError `surroundings-invalid`, naming the file */
async function surroundingsOf({ key, name }: AssetRecord, assets: ProjectContents['assets'], signal: AbortSignal): Promise<LoadedSurroundings> {
  const bytes = assets.get(key) as Uint8Array<ArrayBuffer>
  try {
    return { bytes, image: useAssets.getState().surroundings.get(key) ?? (await decodeInWorker({ key, bytes }, { signal })) }
  } catch (error) {
    const { code, detail } = toAtriumError(error)
    throw new AtriumError(code, `“${name}” in the project: ${detail}`, { cause: error })
  }
}

/** @throws AtriumError `photometry-invalid`, naming the file */
function luminaireOf({ key, name }: AssetRecord, assets: ProjectContents['assets']): LoadedLuminaire {
  const bytes = assets.get(key) as Uint8Array<ArrayBuffer>
  try {
    return { bytes, file: parseIes(bytes, key) }
  } catch (error) {
    throw new AtriumError('photometry-invalid', `“${name}” in the project cannot be read: ${(error as Error).message}.`, { cause: error })
  }
}

/** Every piece shows a part that its asset has. */
function checkParts({ document }: Pick<ProjectContents, 'document'>, assets: readonly LoadedAsset[]): void {
  const parts = new Set(assets.flatMap(({ parsed }) => parsed.parts.map(({ id }) => `${parsed.key} ${id}`)))
  for (const { name, asset, part } of document.pieces) {
    if (!parts.has(`${asset} ${part}`)) throw new AtriumError('project-invalid', `“${name}” shows a part that its model does not have.`)
  }
}

async function loadModel(handle: FileHandle, bytes: Uint8Array<ArrayBuffer>, unit: LengthUnit, task: RunningTask, { mayAsk = false, beside = [] }: ModelOptions): Promise<LoadedProject> {
  const { signal } = task
  const { asset, report: found, spaces } = await importExaminedInWorker({ name: handle.name, bytes, pieces: 'objects', mayAsk, asksTextures: mayAsk, offersSimpler: mayAsk, examine: { beside } }, true, {
    signal,
    onProgress: (fraction) => task.progress(0.3 + 0.7 * fraction),
    onStage: (stage) => task.stage?.(stage),
    onAsk: answersAbout(handle, signal),
  })
  throwIfAborted(signal)
  const report = await keepSource(handle, found)
  const { document, pose, settings } = openAsRoom(asset, spaces as Spaces, unit, new Set(report.strays))
  return { report, contents: { document: withReport(document, report), view: { pose, navigation: 'orbit', settings }, origin: newOrigin() }, assets: [asset] }
}
