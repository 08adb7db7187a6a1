import { ActionIcon, Button, NativeSelect, ScrollArea } from '@mantine/core'
import { IconAlertTriangle, IconCircleCheck, IconInfoCircle, IconX } from '@tabler/icons-react'
import type { ReactElement } from 'react'
import { removeItems, setHidden } from '../../document/changes/index.ts'
import { useDocument } from '../../document/store.ts'
import type { AssetSource, Change, Piece } from '../../document/types.ts'
import { unitName } from '../../imports/doctor/findings.ts'
import type { Finding, ImportReport } from '../../imports/doctor/report.ts'
import { isSame, unitsToChoose } from '../../imports/doctor/unit.ts'
import { useInteraction } from '../../interaction/store.ts'
import { mend, mendOf, readAs } from '../../commands/file/import-report.ts'
import { findTextures, readableModels } from '../../commands/file/reload.ts'
import { reportError } from '../../errors/notices.ts'
import { useImportReport } from '../../project/tasks/report.ts'
import { type Phrase, phrase, say, textOf } from '../../words/say.ts'
import './report.css'

const ICONS = { mended: IconCircleCheck, check: IconAlertTriangle, info: IconInfoCircle } as const
const close = (): void => useImportReport.setState({ isShown: false })

/** What was found in the model that was opened, and what can be done about it: each remedy is one undo step. */
export function ReportPanel(): ReactElement | null {
  const report = useImportReport((state) => state.report)
  if (report === null) return null
  const { name, findings } = report
  return (
    <aside className="panel right report" aria-label={say('report.title')} data-testid="report">
      <header className="report-head">
        <div>
          <h2>{say('report.title')}</h2>
          <p className="panel-hint">{say('report.of', { name, triangles: report.triangles })}</p>
        </div>
        <ActionIcon aria-label={say('report.close')} onClick={close}><IconX size={16} stroke={1.6} /></ActionIcon>
      </header>
      <ScrollArea className="panel-scroll" scrollbarSize={8} type="auto">
        <ul className="report-findings">
          {findings.map((finding, i) => <FindingItem key={`${finding.kind} ${i}`} finding={finding} report={report} />)}
          {!findings.some(({ kind }) => kind === 'up') && <li className="report-finding" data-severity="info"><IconInfoCircle size={16} stroke={1.6} aria-hidden /><div><p>{say('report.up')}</p><UpRemedy report={report} /></div></li>}
        </ul>
      </ScrollArea>
    </aside>
  )
}

function FindingItem({ finding, report }: { finding: Finding; report: ImportReport }): ReactElement {
  const key = useSource(report)?.key ?? ''
  const isMended = useImportReport(({ mended }) => mended.get(key)?.includes(finding) === true)
  const severity = isMended ? 'mended' : finding.severity
  const Icon = ICONS[severity]
  return (
    <li className="report-finding" data-severity={severity}>
      <Icon size={16} stroke={1.6} role="img" aria-label={say(`report.severity.${severity}`)} />
      <div>
        <p>{textOf(finding.sentence)}</p>
        {finding.kind === 'unit' && <UnitRemedy finding={finding} report={report} />}
        {finding.kind === 'up' && <UpRemedy report={report} />}
        {finding.kind === 'textures' && <TexturesRemedy report={report} />}
        {finding.pieces !== undefined && <SelectPieces ids={finding.pieces} />}
        {finding.kind === 'strays' && <StrayRemedy parts={finding.parts ?? []} report={report} />}
        {finding.kind === 'doubles' && <DoublesRemedy parts={finding.parts ?? []} report={report} />}
        {!['strays', 'doubles'].includes(finding.kind) && finding.parts !== undefined && (
          <div className="report-remedies">
            {mendOf(finding) !== null && <MendRemedy finding={finding} report={report} />}
            <SelectRemedy parts={finding.parts} report={report} />
          </div>
        )}
      </div>
    </li>
  )
}

/** As it stands in the document: undo shows here too. */
function useSource(report: ImportReport): { readonly key: string; readonly source: AssetSource } | null {
  const record = useDocument(({ document }) => document.assets.find(({ source }) => source?.sha256 === report.sha256))
  return record?.source === undefined ? null : { key: record.key, source: record.source }
}

function UnitRemedy({ finding, report }: { finding: Finding; report: ImportReport }): ReactElement | null {
  const found = useSource(report)
  if (found === null) return null
  const { key, source: { answers } } = found
  const units = unitsToChoose(answers.metresPerUnit, finding.severity === 'check' ? report.declared.metresPerUnit : null)
  const current = units.find((unit) => isSame(unit, answers.metresPerUnit)) ?? answers.metresPerUnit
  return (
    <NativeSelect
      size="xs" mt={6} aria-label={say('report.unit')} value={String(current)} data={units.map((unit) => ({ value: String(unit), label: textOf(unitName(unit)) }))}
      onChange={({ currentTarget }) => readAs(key, { metresPerUnit: Number(currentTarget.value) })}
    />
  )
}

function UpRemedy({ report }: { report: ImportReport }): ReactElement | null {
  const found = useSource(report)
  if (found === null) return null
  const { key, source: { answers } } = found
  return <Button size="compact-xs" variant="light" mt={6} onClick={() => readAs(key, { up: answers.up === 'y' ? 'z' : 'y' })}>{say('report.turn', { axis: answers.up === 'y' ? 'z' : 'y' })}</Button>
}

/** The pieces that show these parts, as the document has them now. */
function usePieces(parts: readonly string[], report: ImportReport): readonly Piece[] {
  const found = useSource(report)
  const pieces = useDocument(({ document }) => document.pieces)
  const wanted = new Set(parts)
  return pieces.filter(({ asset, part }) => asset === found?.key && wanted.has(part))
}

function StrayRemedy({ parts, report }: { parts: readonly string[]; report: ImportReport }): ReactElement | null {
  const pieces = usePieces(parts, report)
  if (pieces.length === 0) return null
  const ids = pieces.map(({ id }) => id)
  const name = pieces.length === 1 ? pieces[0].name : phrase('undo.items', { count: pieces.length })
  const areHidden = pieces.every(({ hidden }) => hidden)
  const edit = (label: Phrase, change: Change): void => useDocument.getState().edit(label, change)
  return (
    <div className="report-remedies">
      <Button size="compact-xs" variant="light" onClick={() => edit(phrase(areHidden ? 'undo.show' : 'undo.hide', { name }), setHidden(ids, !areHidden))}>{say(areHidden ? 'report.show' : 'report.hide')}</Button>
      <Button size="compact-xs" variant="light" onClick={() => edit(phrase('undo.delete', { name }), removeItems(ids))}>{say('report.remove')}</Button>
    </div>
  )
}

function TexturesRemedy({ report }: { report: ImportReport }): ReactElement | null {
  const found = useSource(report)
  const record = useDocument(({ document }) => readableModels(document).find(({ key }) => key === found?.key))
  if (record === undefined) return null
  return <Button size="compact-xs" variant="light" mt={6} onClick={() => void findTextures(record).catch((error: unknown) => reportError(error, record.name))}>{say('report.findTextures')}</Button>
}

function SelectPieces({ ids }: { ids: readonly string[] }): ReactElement | null {
  const pieces = useDocument(({ document }) => document.pieces)
  const wanted = new Set(ids)
  const there = pieces.filter(({ id }) => wanted.has(id)).map(({ id }) => id)
  return there.length === 0 ? null : <Button size="compact-xs" variant="light" mt={6} onClick={() => useInteraction.setState({ selection: there })}>{say('report.select')}</Button>
}

/** What is there twice goes. */
function DoublesRemedy({ parts, report }: { parts: readonly string[]; report: ImportReport }): ReactElement | null {
  const pieces = usePieces(parts, report)
  if (pieces.length === 0) return null
  const name = pieces.length === 1 ? pieces[0].name : phrase('undo.items', { count: pieces.length })
  return (
    <div className="report-remedies">
      <Button size="compact-xs" variant="light" onClick={() => useDocument.getState().edit(phrase('undo.delete', { name }), removeItems(pieces.map(({ id }) => id)))}>{say('report.remove')}</Button>
      <SelectRemedy parts={parts} report={report} />
    </div>
  )
}

/** Until it is done; undo brings it back. */
function MendRemedy({ finding, report }: { finding: Finding; report: ImportReport }): ReactElement | null {
  const key = useSource(report)?.key
  const isMended = useImportReport(({ mended }) => mended.get(key ?? '')?.includes(finding) === true)
  const isBusy = useInteraction(({ tasks }) => tasks.length > 0)
  const kind = mendOf(finding)
  if (key === undefined || isMended || kind === null) return null
  return <Button size="compact-xs" variant="light" disabled={isBusy} onClick={() => void mend(key, finding)}>{say(`report.mend.${kind}`)}</Button>
}

function SelectRemedy({ parts, report }: { parts: readonly string[]; report: ImportReport }): ReactElement | null {
  const pieces = usePieces(parts, report)
  if (pieces.length === 0) return null
  return <Button size="compact-xs" variant="light" onClick={() => useInteraction.setState({ selection: pieces.map(({ id }) => id) })}>{say('report.select')}</Button>
}
