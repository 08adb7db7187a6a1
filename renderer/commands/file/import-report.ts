import type { Vec3 } from '../../../gpu/index.ts'
import { replaceAsset, reviseModel } from '../../document/changes/index.ts'
import { revised, type Revision, revisionOf } from '../../document/revision.ts'
import { useDocument } from '../../document/store.ts'
import { composeMatrix, invertAffine, quatLookingAt, transformPoint } from '../../document/transform.ts'
import type { AssetKey, AssetSource } from '../../document/types.ts'
import { offer, reportError } from '../../errors/notices.ts'
import { unitName } from '../../imports/doctor/findings.ts'
import type { MendKind } from '../../imports/doctor/mend-model.ts'
import type { Finding } from '../../imports/doctor/report.ts'
import { importInWorker } from '../../imports/reading/in-worker.ts'
import { type LoadedAsset, type ParsedAsset, waysToRead } from '../../imports/types.ts'
import { useInteraction } from '../../interaction/store.ts'
import { findViewport } from '../../interaction/viewport.ts'
import { addAssets, useAssets } from '../../project/assets.ts'
import { useProjectFile } from '../../project/open/open-project.ts'
import { useImportReport } from '../../project/tasks/report.ts'
import { runVisibly } from '../../project/tasks/tasks.ts'
import { openDock } from '../../shell/shell.ts'
import { phrase, say, textOf } from '../../words/say.ts'
import type { Command } from '../types.ts'

export function showReport(): void {
  openDock('right', true)
  useImportReport.setState({ isShown: true })
}

/** After a model was opened: a sentence about what was done, and the way to all of it. Nothing where nothing was done and nothing is amiss. */
export function tellReport(): void {
  const { report } = useImportReport.getState()
  if (report === null) return
  const told = report.findings.filter(({ kind, severity }) => severity !== 'info' || !['unit', 'up', 'triangles', 'normals'].includes(kind))
  if (told.length === 0) return
  const [first] = [...told.filter(({ severity }) => severity === 'check'), ...told.filter(({ severity }) => severity === 'mended'), ...told]
  const more = told.length > 1 ? ` ${say('report.more', { count: told.length - 1 })}` : ''
  offer(say('notice.opened', { name: report.name }), `${textOf(first.sentence)}${more}`, { label: say('report.open'), run: showReport }, () => undefined, { isOfProject: true })
}

/** Takes the model for one in another unit, or with another axis up: one undo step. The camera follows. */
export function readAs(key: AssetKey, answers: Partial<Pick<AssetSource['answers'], 'metresPerUnit' | 'up'>>): void {
  const label = answers.metresPerUnit === undefined ? phrase('undo.report.up') : phrase('undo.report.unit', { unit: unitName(answers.metresPerUnit) })
  const before = useDocument.getState().document.assets.find((asset) => asset.key === key)?.source?.answers
  useDocument.getState().edit(label, reviseModel(key, answers))
  if (before !== undefined) follow(revisionOf(before, answers))
}

const MENDED = ['triangles', 'insideOut', 'normals', 'uvs', 'dense'] as const satisfies readonly MendKind[]

/** What Atrium can mend of the model's surfaces; null: it cannot. */
export const mendOf = ({ kind }: Finding): MendKind | null => MENDED.find((other) => other === kind) ?? null

/** Mends what a finding is about: one undo step. The model is read again in the worker. */
export async function mend(key: AssetKey, finding: Finding): Promise<void> {
  const kind = mendOf(finding)
  const { bytes, parsed } = useAssets.getState()
  const [glb, before] = [bytes.get(key), parsed.get(key)]
  if (kind === null || glb === undefined || before === undefined) return
  const { opened } = useProjectFile.getState()
  const meshes = new Set(before.parts.flatMap(({ id, mesh }) => (finding.parts?.includes(id) === true ? [mesh] : [])))
  // What wears the same surface has the same fault; the finding names but some of it.
  const parts = before.parts.flatMap(({ id, mesh }) => (meshes.has(mesh) ? [id] : []))
  try {
    const assets = await runVisibly(say('task.mending', { name: before.name }), (task) =>
      importInWorker(waysToRead(before.parts.map(({ id }) => id)).map((pieces) => ({ name: before.name, bytes: glb.slice(), pieces, mend: { kind, parts } })), { signal: task.signal, onProgress: (fraction) => task.progress(fraction) }))
    const record = useDocument.getState().document.assets.find((asset) => asset.key === key)
    if (assets === null || record === undefined || useProjectFile.getState().opened !== opened) return
    addAssets(assets)
    const [{ parsed: { key: mended }, bytes: { byteLength } }] = assets
    useImportReport.setState((state) => ({ mended: new Map([...state.mended, [mended, [...(state.mended.get(key) ?? []), finding]]]) }))
    useDocument.getState().edit(phrase(`undo.mend.${kind}`), replaceAsset(key, { ...record, key: mended, sizeBytes: byteLength }, originsOf(before, assets)))
  } catch (error) {
    reportError(error, before.name)
  }
}

/** Metres: nearer than this, a part's origin stayed. */
const AT_ITS_PLACE = 1e-6

/** A part is held by its foot: where its surface is another, that may lie elsewhere. */
function originsOf(before: ParsedAsset, after: readonly LoadedAsset[]): ReadonlyMap<string, Vec3> {
  const parts = new Map(after.flatMap(({ parsed }) => parsed.parts.map((part) => [part.id, part] as const)))
  return new Map(before.parts.flatMap((part) => {
    const partFromWorld = invertAffine(composeMatrix(part))
    const position = parts.get(part.id)?.position
    if (partFromWorld === null || position === undefined) return []
    const origin = transformPoint(partFromWorld, position)
    return Math.hypot(...origin) < AT_ITS_PLACE ? [] : [[part.id, origin] as const]
  }))
}

/** The camera sees the same, if it is not turned; then it stands where it stood about the model, upright. */
function follow(revision: Revision): void {
  const { pose } = useInteraction.getState()
  const [position, target] = [revised(pose.position, revision), revised(pose.target, revision)]
  findViewport()?.setPose({ ...pose, position, target, orientation: quatLookingAt(position, target) })
}

export const reportCommands: readonly Command[] = [
  {
    id: 'file.importReport',
    isEnabled: () => useImportReport.getState().report !== null,
    isChecked: () => useImportReport.getState().isShown,
    run: () => (useImportReport.getState().isShown ? useImportReport.setState({ isShown: false }) : showReport()),
  },
]
