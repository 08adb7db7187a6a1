import path from 'node:path'
import { formatOf } from '../../../renderer/imports/formats.ts'
import type { ImportReport } from '../../../renderer/imports/doctor/report.ts'
import type { Vec3 } from '../../../gpu/index.ts'
import { fixed } from '../../../renderer/words/numbers.ts'
import { say, textOf } from '../../../renderer/words/say.ts'
import type { OpenModel } from '../model.ts'
import type { PictureFigures } from './picture.ts'

/** What the command says of one file, as a line of JSON. */
export interface ImportLine {
  readonly file: string
  readonly format: string
  readonly reader: string
  /** What the file says of itself; null: it does not. */
  readonly declared: Pick<ImportReport['declared'], 'metresPerUnit' | 'up' | 'app'>
  /** What it was taken for: metres of a unit, and which of the file's axes points up. */
  readonly unit: number
  readonly up: string
  /** Metres that were taken off every position. */
  readonly origin: Vec3
  readonly triangles: number
  readonly pieces: number
  readonly furniture: number
  readonly building: number
  readonly groups: number
  readonly lights: number
  readonly materials: number
  readonly textures: { readonly found: number; readonly missing: readonly string[] }
  readonly findings: readonly { readonly kind: string; readonly severity: string; readonly sentence: string; readonly sure?: number }[]
  readonly view: { readonly position: Vec3; readonly target: Vec3 }
  readonly picture: PictureFigures | null
  readonly seconds: number
  readonly peakMB: number
}

export function lineOf(file: string, { asset: { parsed }, report, document, pose }: OpenModel, picture: PictureFigures | null, startedMs: number): ImportLine {
  const building = document.pieces.filter(({ locked }) => locked).length
  const rounded = (point: Vec3): Vec3 => [round(point[0]), round(point[1]), round(point[2])]
  const { declared, answers } = report
  return {
    file, format: formatOf(path.basename(file))?.id ?? report.format, reader: report.format,
    declared: { metresPerUnit: declared.metresPerUnit, up: declared.up, app: declared.app },
    unit: answers.metresPerUnit, up: answers.up, origin: answers.origin,
    triangles: report.triangles,
    pieces: document.pieces.length, furniture: document.pieces.length - building, building,
    groups: document.groups?.length ?? 0,
    lights: document.lights.length,
    materials: new Set(parsed.parts.flatMap(({ materials }) => materials)).size,
    textures: { found: parsed.textures.size, missing: report.missingFiles },
    findings: report.findings.map(({ kind, severity, sentence, sure }) => ({ kind, severity, sentence: textOf(sentence), ...(sure !== undefined && { sure: round(sure) }) })),
    view: { position: rounded(pose.position), target: rounded(pose.target) },
    picture,
    seconds: Math.round((performance.now() - startedMs) / 100) / 10,
    peakMB: Math.round(process.resourceUsage().maxRSS / 1024),
  }
}

const round = (value: number): number => Math.round(value * 1000) / 1000

/** Of findings that somebody has to look at, the option that mends them. */
const REMEDIES: Partial<Record<string, 'textures' | 'unit' | 'up'>> = { textures: 'textures', unit: 'unit', up: 'up' }

/** What the command says of one file to who reads it. */
export function textOfLine({ file, format, triangles, pieces, lights, picture, seconds, findings }: ImportLine): string {
  const seen = picture === null ? '' : ` ${say('cli.import.picture', { mean: fixed(100 * picture.mean, 0), share: fixed(100 * picture.modelShare, 0) })}`
  const told = findings.map(({ kind, severity, sentence }) => {
    const remedy = severity === 'check' ? REMEDIES[kind] : undefined
    return `  ${sentence}${remedy === undefined ? '' : ` ${say(`cli.import.remedy.${remedy}`)}`}`
  })
  return [`${say('cli.import.line', { file, format, triangles, pieces, lights, seconds })}${seen}`, ...told].join('\n')
}
