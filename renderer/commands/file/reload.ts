import type { FileHandle } from '../../../electron/contract.ts'
import { reloadModel } from '../../document/changes/index.ts'
import { newId } from '../../document/ids.ts'
import { doubtfulMatches, mergeModel, type Reloaded } from '../../document/reload/merge.ts'
import type { Match, ModelRevision } from '../../document/reload/model.ts'
import { useDocument } from '../../document/store.ts'
import type { AssetSource, AtriumDocument, PieceId } from '../../document/types.ts'
import { AtriumError } from '../../errors/atrium-error.ts'
import { offer, reportError, tell, withdraw } from '../../errors/notices.ts'
import type { Finding, ImportReport } from '../../imports/doctor/report.ts'
import { useInteraction } from '../../interaction/store.ts'
import { request } from '../../platform.ts'
import { addAssets } from '../../project/assets.ts'
import { useProjectFile } from '../../project/open/open-project.ts'
import { askAboutReload, type DoubtfulPair } from '../../project/tasks/question.ts'
import { prepareReload, type PreparedReload, type ReadableRecord } from '../../project/insert/reload-model.ts'
import { useImportReport } from '../../project/tasks/report.ts'
import { runVisibly } from '../../project/tasks/tasks.ts'
import { useShell } from '../../shell/shell.ts'
import { type Phrase, phrase, say, textOf } from '../../words/say.ts'
import { showReport } from './import-report.ts'
import type { Command } from '../types.ts'

const inRoom = (): boolean => useShell.getState().screen === 'room'

/** Models of the room that came from files, as far as it is known how they were read. */
export const readableModels = ({ assets }: Pick<AtriumDocument, 'assets'>): readonly ReadableRecord[] => assets.filter((record): record is ReadableRecord => record.source !== undefined)

/** Those of the selected pieces; with none selected, all. */
function modelsToReload(): readonly ReadableRecord[] {
  const { document } = useDocument.getState()
  const selection = new Set(useInteraction.getState().selection)
  const chosen = new Set(document.pieces.flatMap(({ id, asset }) => (selection.has(id) ? [asset] : [])))
  const models = readableModels(document)
  const selected = models.filter(({ key }) => chosen.has(key))
  return selected.length > 0 ? selected : models
}

/** The model's file where it was, or where the user says that it is now; null: cancelled. */
async function fileOf({ name, source: { sha256, answers: { textures } } }: ReadableRecord): Promise<FileHandle | null> {
  const known = await request('source:find', { sha256, ...(textures !== undefined && { textures }) })
  return known ?? request('source:choose', { name })
}

/** Below this share of pieces that are found again, it may be another file. */
const FEW = 0.5

/** The revision with what somebody looked at where it was doubtful. Throws `cancelled`. */
async function approved(revision: ModelRevision, name: string, signal: AbortSignal): Promise<ModelRevision> {
  const { before, after, matches } = revision
  const doubtful = doubtfulMatches(useDocument.getState().document, revision)
  const count = before.pieces.length
  const few = matches.length < FEW * count ? { found: matches.length, count } : null
  if (doubtful.length === 0 && few === null) return revision
  const pairs = doubtful.map(({ from, to, why }): DoubtfulPair => {
    const [old, fresh] = [before.pieces[from], after.pieces[to]]
    return { from: old.piece.name, to: fresh.piece.name, why, distance: Math.hypot(...old.traits.centre.map((value, axis) => value - fresh.traits.centre[axis])) }
  })
  const answer = await askAboutReload({ name, pairs, few }, signal)
  if (answer === null) throw new AtriumError('cancelled', 'Nothing is reloaded.')
  const refused = new Set<Match>(doubtful.filter((_, i) => !answer[i]))
  return { ...revision, matches: matches.filter((match) => !refused.has(match)) }
}

interface HowToReload {
  readonly label: Phrase
  /** All models that are reloaded together undo together. */
  readonly gesture: string
  /** Even where the file's bytes are the same. */
  readonly isForced?: boolean
  /** Before it is read; false: cancelled. */
  readonly prepare?: (handle: FileHandle) => Promise<boolean>
}

type Outcome = { readonly prepared: PreparedReload; readonly done: Reloaded } | 'same' | 'cancelled'

/** One model, from its file into the document. */
async function reload(record: ReadableRecord, { label, gesture, isForced = false, prepare = () => Promise.resolve(true) }: HowToReload): Promise<Outcome> {
  const handle = await fileOf(record)
  if (handle === null || !(await prepare(handle))) return 'cancelled'
  const { opened } = useProjectFile.getState()
  const outcome = await runVisibly(say('task.reloading', { name: handle.name }), async (task): Promise<Outcome> => {
    const prepared = await prepareReload(record, handle, task, isForced)
    if (prepared === null) return 'same'
    const revision = await approved(prepared.revision, handle.name, task.signal)
    // Another project is open by now: nothing of it came from this file.
    if (useProjectFile.getState().opened !== opened) return 'cancelled'
    task.commit()
    const done = mergeModel(useDocument.getState().document, revision)
    if (done.isFull) throw new AtriumError('project-too-many', 'The room is full.')
    addAssets([prepared.asset])
    useDocument.getState().edit(label, reloadModel(revision), gesture)
    return { prepared: { ...prepared, revision }, done }
  })
  return outcome ?? 'cancelled'
}

const MOST_NAMES = 5
function namesOf(ids: readonly PieceId[], { pieces }: Pick<AtriumDocument, 'pieces'>): string {
  const wanted = new Set(ids)
  const names = pieces.filter(({ id }) => wanted.has(id)).map(({ name }) => name)
  return names.length > MOST_NAMES ? say('import.list.more', { names: names.slice(0, MOST_NAMES).join(', '), count: names.length - MOST_NAMES }) : names.join(', ')
}

/** What reloading did, before what the doctor found. */
function findingsOf({ document, changed, added, removed, kept, conflicts }: Reloaded, leftover: string): readonly Finding[] {
  const partsOf = (ids: readonly PieceId[]) => ({ pieces: ids, count: ids.length, names: namesOf(ids, document) })
  const conflict = partsOf(conflicts)
  const gone = partsOf(kept)
  return [
    { kind: 'reload', severity: 'info', sentence: phrase('reload.summary', { changed: changed.length, added: added.length, removed: removed.length }) },
    ...(conflicts.length === 0 ? [] : [{ kind: 'reload', severity: 'check', sentence: phrase('reload.conflicts', { count: conflict.count, names: conflict.names }), pieces: conflicts } as const]),
    ...(kept.length === 0 ? [] : [{ kind: 'reload', severity: 'check', sentence: phrase('reload.kept', { count: gone.count, names: gone.names, group: leftover }), pieces: kept } as const]),
  ]
}

/** The report speaks of the newer file, and begins with what reloading did. */
function tellReloaded({ prepared: { report, revision }, done }: Exclude<Outcome, string>): void {
  const findings = findingsOf(done, revision.leftover.name)
  const told: ImportReport = { ...report, findings: [...findings, ...report.findings] }
  useImportReport.setState({ report: told })
  const text = [...findings.filter(({ severity }) => severity === 'check'), findings[0]].map(({ sentence }) => textOf(sentence)).join(' ')
  offer(say('reload.done', { name: report.name }), text, { label: say('report.open'), run: showReport }, () => undefined, { isOfProject: true })
}

/** Reads models again, as one undo step; one that fails is told, and the others go on. */
export async function reloadModels(records: readonly ReadableRecord[]): Promise<void> {
  const gesture = newId()
  for (const record of records) {
    try {
      const outcome = await reload(record, { label: phrase('undo.reload', { name: record.name }), gesture })
      if (outcome === 'cancelled') return
      withdraw(offerOf(record.source))
      if (outcome !== 'same') tellReloaded(outcome)
      else if (records.length === 1) tell(say('reload.same', { name: record.name }), [say('reload.same.text')], { isOfProject: true })
    } catch (error) {
      reportError(error, record.name)
    }
  }
}

/** Asks for the folder of a model's textures, and reads it again with them, as one undo step. */
export async function findTextures(record: ReadableRecord): Promise<void> {
  const outcome = await reload(record, {
    label: phrase('undo.textures', { name: record.name }), gesture: newId(), isForced: true,
    prepare: (handle) => request('textures:choose', { handle: handle.id }),
  })
  if (outcome === 'same' || outcome === 'cancelled') return
  const { report: { missing, findings } } = outcome.prepared
  const before = useImportReport.getState().report?.missing?.count
  useImportReport.setState({ report: { ...outcome.prepared.report, findings } })
  if (missing !== null && missing.count === before) tell(say('textures.still', { name: record.name }), [say('textures.still.text')], { isOfProject: true })
}

/** What the offer to read this file again is about: files of one name have an offer each. */
const offerOf = ({ sha256 }: Pick<AssetSource, 'sha256'>): string => `reload ${sha256}`

/** Which newer states were offered: once each while a project is open. */
const offered = new Set<string>()

/** Offers to reload the models of the room whose files are others now. */
export async function offerChanged(): Promise<void> {
  const names = new Map(readableModels(useDocument.getState().document).map(({ source: { sha256, name } }) => [sha256, name]))
  const sha256s = [...names.keys()]
  if (!inRoom() || sha256s.length === 0) return
  const changed = await request('source:look', { sha256s })
  for (const { sha256, now, name, folder } of changed ?? []) {
    if (offered.has(`${sha256} ${now}`)) continue
    offered.add(`${sha256} ${now}`)
    const run = (): void => void reloadModels(readableModels(useDocument.getState().document).filter(({ source }) => source.sha256 === sha256))
    const hasNamesake = [...names.values()].filter((other) => other === name).length > 1
    offer(say('reload.offer', { name }), hasNamesake ? say('reload.offer.text.in', { folder }) : say('reload.offer.text'), { label: say('reload.offer.action'), run }, () => undefined, { about: offerOf({ sha256 }), isOfProject: true })
  }
}

/** Looks whenever the user comes back to the window, and when a project opens. Returns the way to stop. */
export function watchSources(): () => void {
  const look = (): void => void offerChanged().catch(() => undefined)
  const stop = useProjectFile.subscribe(({ opened }, before) => {
    if (opened === before.opened) return
    offered.clear()
    look()
  })
  window.addEventListener('focus', look)
  return () => {
    stop()
    window.removeEventListener('focus', look)
  }
}

export const reloadCommands: readonly Command[] = [
  {
    id: 'file.reloadModel',
    keys: ['Mod+Alt+R'],
    isEnabled: () => inRoom() && readableModels(useDocument.getState().document).length > 0,
    run: () => reloadModels(modelsToReload()),
  },
]
