import type { FileHandle } from '../../../electron/contract.ts'
import { ownId } from '../../catalogue/own-store.ts'
import { newId } from '../../document/ids.ts'
import { matchThings } from '../../document/reload/match.ts'
import type { CameGroup, CameModel, CamePiece, ModelRevision } from '../../document/reload/model.ts'
import { useDocument } from '../../document/store.ts'
import type { AssetRecord, AssetSource, Piece } from '../../document/types.ts'
import { AtriumError } from '../../errors/atrium-error.ts'
import { boxOfPart, sizeOf } from '../../imports/pieces/box.ts'
import type { ImportReport } from '../../imports/doctor/report.ts'
import { withoutExtension } from '../../imports/formats.ts'
import { importExaminedInWorker, importInWorker } from '../../imports/reading/in-worker.ts'
import { guessMount } from '../../imports/pieces/mount.ts'
import type { Known } from '../../imports/reading/read-treated.ts'
import type { Spaces } from '../../imports/spaces/spaces.ts'
import { type LoadedAsset, type ParsedPart, WHOLE_MODEL } from '../../imports/types.ts'
import { readFile, request, sha256Of } from '../../platform.ts'
import { openAsRoom } from '../../scene/defaults.ts'
import { bringsLight, broughtLights } from '../../scene/opening/light.ts'
import { say } from '../../words/say.ts'
import { useAssets } from '../assets.ts'
import { partsAsPieces, pieceOf } from './parts-as-pieces.ts'
import { withReport } from '../tasks/report.ts'
import { answersAbout, keepSource } from '../tasks/source.ts'
import { type RunningTask, throwIfAborted } from '../tasks/tasks.ts'

/** A record of a model that can be read again. */
export type ReadableRecord = AssetRecord & { readonly source: AssetSource }

/** A newer state of a model, read and compared: nothing that could still fail is left. */
export interface PreparedReload {
  readonly revision: ModelRevision
  readonly asset: LoadedAsset
  readonly report: ImportReport
}

/** How a model came into the room: opened or at its own place, as its parts, or as one piece. */
type Way = 'room' | 'parts' | 'single'

interface Manner {
  readonly way: Way
  /** What the file was called that it came from. */
  readonly name: string
  /** One piece, held by its foot. */
  readonly isSettled: boolean
}

function wayOf({ key, catalogueId }: AssetRecord): Way {
  const { pieces } = useDocument.getState().document
  if (pieces.some(({ asset, part }) => asset === key && part === WHOLE_MODEL)) return 'single'
  return catalogueId === null ? 'room' : 'parts'
}

/** A GLB in a project was upright, in metres and near before. */
const AS_IT_IS: Known = { metresPerUnit: 1, up: 'y', origin: [0, 0, 0] }

/**
 * Reads a model's file again, as it was read before, and finds its pieces in it.
 *
 * @param isForced  even a file of the same bytes (its textures may be at hand now)
 * @returns null: the file has not changed
 * @throws AtriumError what reading throws; `model-other` when it holds nothing of the model
 */
export async function prepareReload(record: ReadableRecord, handle: FileHandle, task: RunningTask, isForced = false): Promise<PreparedReload | null> {
  const { source } = record
  const { signal } = task
  const old = useAssets.getState().bytes.get(record.key)
  if (old === undefined) throw new AtriumError('file-missing', `The model ${record.name} is not at hand.`)
  const bytes = await readFile(handle, { signal, onProgress: (loaded, total) => task.progress(total === null ? null : (0.1 * loaded) / total) })
  if (!isForced && (await sha256Of(bytes)) === source.sha256) {
    // It may lie elsewhere than it did.
    await request('source:keep', { handle: handle.id, sha256: source.sha256 }).catch(() => undefined)
    return null
  }
  const how: Manner = { way: wayOf(record), name: withoutExtension(source.name), isSettled: record.catalogueId !== null }
  const { answers: { metresPerUnit, up, origin }, read = { metresPerUnit, up, origin } } = source
  const fresh = await readIn(how, handle.name, bytes, read, part(task, 0.1, 0.6), answersAbout(handle, signal))
  const before = await readIn(how, source.name, old.slice(), AS_IT_IS, part(task, 0.6, 1))
  throwIfAborted(signal)
  const matches = matchThings(before.model.pieces, fresh.model.pieces)
  if (matches.length === 0) throw new AtriumError('model-other', `${handle.name} has none of the ${before.model.pieces.length} pieces.`)
  const report = await keepSource(handle, fresh.report)
  const { name, format, sha256, answers: { textures } } = report
  const { key } = fresh.asset.parsed
  const revision: ModelRevision = {
    key: record.key, before: before.model, after: fresh.model, matches,
    record: {
      ...record, key, name: handle.name, sizeBytes: fresh.asset.bytes.byteLength, catalogueId: record.catalogueId === null ? null : ownId(key),
      source: { ...source, name, format, sha256, answers: { ...source.answers, ...(textures !== undefined && { textures }) } },
    },
    leftover: { id: newId(), name: say('reload.leftover'), parent: null },
  }
  return { revision, asset: fresh.asset, report }
}

const part = (task: RunningTask, from: number, to: number): RunningTask => ({ ...task, progress: (fraction) => task.progress(fraction === null ? null : from + (to - from) * fraction) })

/** A model as it comes into a room in some way. @param bytes  move away */
async function readIn({ way, name: pieceName, isSettled }: Manner, name: string, bytes: Uint8Array<ArrayBuffer>, known: Known, task: RunningTask, onAsk?: (question: string) => Promise<Uint8Array<ArrayBuffer>>): Promise<{ asset: LoadedAsset; model: CameModel; report: ImportReport }> {
  const { signal } = task
  const { asset, report, spaces } = await importExaminedInWorker({ name, bytes, pieces: 'objects', examine: known, offersSimpler: onAsk !== undefined }, way === 'room', { signal, onProgress: (fraction) => task.progress(fraction), ...(onAsk !== undefined && { onAsk }) })
  if (way === 'room') return { asset, report, model: asRoom(asset, spaces as Spaces, report) }
  if (way === 'parts') return { asset, report, model: asParts(asset, pieceName, report.strays) }
  const settle = isSettled ? { settle: { mount: guessMount(pieceName) } } : {}
  const [whole] = await importInWorker([{ name, bytes: asset.bytes.slice(), pieces: 'single', ...settle, leaveOut: isSettled ? report.strays : [] }], { signal })
  return { asset: whole, report, model: asPiece(whole, pieceName) }
}

/** What opening makes of it. */
function asRoom(asset: LoadedAsset, spaces: Spaces, report: ImportReport): CameModel {
  const { parsed } = asset
  const { document } = openAsRoom(asset, spaces, 'm', new Set(report.strays))
  const { pieces, groups = [], lights } = withReport(document, report)
  return {
    pieces: pieces.map((piece, i) => came(piece, asset, parsed.parts[i])),
    groups: groups.map((group, i): CameGroup => ({ group, path: (parsed.groups ?? [])[i].id })),
    lights: bringsLight(parsed) ? lights.slice(-(parsed.lights?.length ?? 0)) : [],
  }
}

/** What bringing it in as its parts makes of it, where its file has them. */
function asParts(asset: LoadedAsset, name: string, strays: readonly string[]): CameModel {
  const { pieces, groups, lights } = partsAsPieces(asset.parsed, name, strays)
  return { pieces: pieces.map((piece, i) => came(piece, asset, asset.parsed.parts[i])), groups, lights }
}

function asPiece(asset: LoadedAsset, name: string): CameModel {
  const [part] = asset.parsed.parts
  const piece = pieceOf(asset.parsed, part, name, guessMount(name))
  return { pieces: [came(piece, asset, part)], groups: [], lights: broughtLights(asset.parsed, [piece]) }
}

function came(piece: Piece, { parsed }: LoadedAsset, part: ParsedPart): CamePiece {
  const { min, max } = boxOfPart(parsed, part) ?? { min: part.position, max: part.position }
  const own = parsed.meshes.get(part.mesh)
  const [x, y, z] = own === undefined ? [0, 0, 0] : sizeOf(own.bounds).map((side, axis) => Math.abs(side * part.scale[axis]))
  return { piece, traits: { key: part.key, class: part.class, shape: part.mesh, size: [x, y, z], centre: [(min[0] + max[0]) / 2, (min[1] + max[1]) / 2, (min[2] + max[2]) / 2] } }
}
