import { reviseModel } from '../document/changes/index.ts'
import { revised, type Revision, revisionOf } from '../document/revision.ts'
import { useDocument } from '../document/store.ts'
import { quatLookingAt } from '../document/transform.ts'
import type { AssetKey, AssetSource } from '../document/types.ts'
import { offer } from '../errors/notices.ts'
import { unitName } from '../imports/doctor/findings.ts'
import { useInteraction } from '../interaction/store.ts'
import { findViewport } from '../interaction/viewport.ts'
import { useImportReport } from '../project/report.ts'
import { openDock } from '../shell/shell.ts'
import { phrase, say, textOf } from '../words/say.ts'
import type { Command } from './types.ts'

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
  offer(say('notice.opened', { name: report.name }), `${textOf(first.sentence)}${more}`, { label: say('report.open'), run: showReport }, () => undefined)
}

/** Takes the model for one in another unit, or with another axis up: one undo step. The camera follows. */
export function readAs(key: AssetKey, answers: Partial<Pick<AssetSource['answers'], 'metresPerUnit' | 'up'>>): void {
  const label = answers.metresPerUnit === undefined ? phrase('undo.report.up') : phrase('undo.report.unit', { unit: unitName(answers.metresPerUnit) })
  const before = useDocument.getState().document.assets.find((asset) => asset.key === key)?.source?.answers
  useDocument.getState().edit(label, reviseModel(key, answers))
  if (before !== undefined) follow(revisionOf(before, answers))
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
