import { create } from 'zustand'
import type { AssetKey, AssetSource, AtriumDocument } from '../../document/types.ts'
import type { Finding, ImportReport } from '../../imports/doctor/report.ts'

export interface ImportReportState {
  /** What was found when the open project was opened as a model; null: it is a project of its own, or nothing was examined. */
  readonly report: ImportReport | null
  readonly isShown: boolean
  /** What of the report was mended, by the asset in which it is: undone with it. */
  readonly mended: ReadonlyMap<AssetKey, readonly Finding[]>
}

export const useImportReport = create<ImportReportState>()(() => ({ report: null, isShown: false, mended: new Map() }))

/** What a project keeps of how a file was read. */
export const sourceOf = ({ name, format, sha256, answers }: ImportReport): AssetSource => ({ name, format, sha256, answers })

/** Strays stay where they are, unseen; how the file was read is kept, so that it can be read the same again. */
export function withReport(document: AtriumDocument, report: ImportReport): AtriumDocument {
  const { strays } = report
  const source = sourceOf(report)
  const astray = new Set(strays)
  return {
    ...document,
    assets: document.assets.map((record) => ({ ...record, source })),
    pieces: astray.size === 0 ? document.pieces : document.pieces.map((piece) => (astray.has(piece.part) ? { ...piece, hidden: true } : piece)),
  }
}
