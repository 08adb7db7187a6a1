import { useImportReport } from '../../project/tasks/report.ts'
import type { Panel } from '../panel.ts'
import { ReportPanel } from './report-panel.tsx'

const isCalled = (): boolean => {
  const { report, isShown } = useImportReport.getState()
  return isShown && report !== null
}

export const reportPanel: Panel = { id: 'report', dock: 'right', title: 'report.title', Component: ReportPanel, isCalled }
