import type { Vec3 } from '../../../gpu/index.ts'
import { phrase, type Phrase } from '../../words/say.ts'
import type { MissingTextures } from '../beside/missing-textures.ts'
import type { ParsedAsset } from '../types.ts'
import { originInFull, SURE, type Diagnosis, type Treatment } from './diagnose.ts'
import type { Declared, UpAxis } from './declared.ts'
import { namesOf } from './health-findings.ts'
import type { Finding, FindingKind } from './report.ts'
import { isSame, oddSize, unitOf } from './unit.ts'

export interface Chosen {
  readonly metresPerUnit?: number | undefined
  readonly up?: UpAxis | undefined
  readonly asBefore?: string | undefined
}

/** `centimetres` */
export function unitName(metresPerUnit: number): Phrase {
  const unit = unitOf(metresPerUnit)
  if (unit !== undefined) return phrase(`doctor.unit.${unit}`)
  const told = SIGNS.find(([, metres]) => metresPerUnit >= TENTH * metres)
  return told === undefined ? phrase('doctor.unit.tiny') : phrase('doctor.unit.other', { length: metresPerUnit / told[1], sign: told[0] })
}

/** What units are told by, the largest first. Numbers in sentences have three decimals, so each tells what is a tenth of it or more. */
const SIGNS = [['m', 1], ['mm', 1e-3], ['µm', 1e-6], ['nm', 1e-9]] as const
/** A little less: 1e-7 is no tenth of 1e-6 in floating point. */
const TENTH = 0.0999

/** Nobody is surer than that. */
const percent = (sure: number): number => Math.min(99, Math.round(100 * sure))

/** Three digits that count. */
const short = (metres: number): number => Number(metres.toPrecision(metres >= 100 ? 4 : 3))

/** In millimetres what is no larger than a hand. @param size  in units of so many metres */
export function sizeSentence(size: Vec3, metresPerUnit = 1): Phrase {
  const isSmall = Math.max(...size) * metresPerUnit < SMALL
  const [width, height, depth] = size.map((value) => short(value * metresPerUnit * (isSmall ? 1000 : 1)))
  return phrase(isSmall ? 'doctor.size.small' : 'doctor.size', { width, depth, height })
}

/** Metres. */
const SMALL = 0.1

/** Unit first, then the axis, the place and what lies astray. */
export function findingsOf(diagnosis: Diagnosis, declared: Declared, treatment: Treatment, chosen: Chosen, size: Vec3, parsed: ParsedAsset): readonly Finding[] {
  const up = upFinding(diagnosis, declared, chosen)
  // Of what its reader took off, an IFC's notes tell.
  const isTold = parsed.notes.some(({ id }) => id === 'import.origin')
  const far = Math.hypot(...(isTold ? treatment.origin : originInFull(treatment, declared)))
  return [
    unitFinding(diagnosis, declared, chosen, size, parsed.name),
    ...(up === null ? [] : [up]),
    ...(far > 0 ? [{ kind: 'origin', severity: 'mended', sentence: phrase('import.origin', { kilometres: short(far / 1000) }) } as const] : []),
    ...strayFinding(diagnosis.strays, parsed),
    ...parsed.notes.map((sentence): Finding => ({ kind: kindOfNote(sentence), severity: sentence.id === 'import.simplified' ? 'mended' : 'info', sentence })),
  ]
}

function unitFinding({ unit, metresPerUnit, seen }: Diagnosis, declared: Declared, chosen: Chosen, metres: Vec3, name: string): Finding {
  const kind = 'unit'
  const size = sizeSentence(metres)
  if (chosen.metresPerUnit !== undefined && chosen.asBefore !== undefined) return { kind, severity: 'info', sentence: phrase('doctor.unit.asBefore', { unit: unitName(chosen.metresPerUnit), program: chosen.asBefore, size }) }
  if (chosen.metresPerUnit !== undefined) return { kind, severity: 'info', sentence: phrase('doctor.unit.chosen', { unit: unitName(chosen.metresPerUnit), size }) }
  const named = unitName(metresPerUnit)
  const sure = percent(unit.sure)
  if (unit.sure < SURE) return { kind, severity: 'check', sentence: phrase('doctor.unit.unsure', { unit: named, size }), sure: unit.sure }
  if (declared.metresPerUnit === null) return { kind, severity: 'mended', sentence: phrase('doctor.unit.guessed', { unit: named, sure, size }), sure: unit.sure }
  const odd = isSame(metresPerUnit, declared.metresPerUnit) ? oddSize(name, seen) : null
  if (odd !== null) return { kind, severity: 'check', sentence: phrase(`doctor.unit.${odd}`, { unit: named, size }) }
  if (isSame(metresPerUnit, declared.metresPerUnit)) return { kind, severity: 'info', sentence: phrase('doctor.unit.stated', { unit: named, size }) }
  return { kind, severity: 'mended', sentence: phrase('doctor.unit.mended', { stated: unitName(declared.metresPerUnit), unit: named, sure, size }), sure: unit.sure }
}

/** What stands as its reader left it needs no word, when that is sure. */
function upFinding({ up, upTaken }: Diagnosis, declared: Declared, chosen: Chosen): Finding | null {
  const kind = 'up'
  if (chosen.up !== undefined && chosen.asBefore !== undefined) return { kind, severity: 'info', sentence: phrase('doctor.up.asBefore', { axis: chosen.up, program: chosen.asBefore }) }
  if (chosen.up !== undefined) return { kind, severity: 'info', sentence: phrase('doctor.up.chosen', { axis: chosen.up }) }
  if (up.sure < SURE) return { kind, severity: 'check', sentence: phrase('doctor.up.unsure', { axis: upTaken }), sure: up.sure }
  if (upTaken === declared.takenUp) return null
  return { kind, severity: 'mended', sentence: phrase('doctor.up.turned', { sure: percent(up.sure) }), sure: up.sure }
}

function strayFinding(strays: readonly string[], { parts }: ParsedAsset): readonly Finding[] {
  if (strays.length === 0) return []
  const astray = parts.filter(({ id }) => strays.includes(id))
  return [{ kind: 'strays', severity: 'mended', sentence: phrase('doctor.strays', { count: strays.length, names: namesOf(astray) }), parts: strays }]
}

const KINDS: readonly (readonly [string, FindingKind])[] = [
  ['import.picture.', 'pictures'], ['import.lights.', 'lights'], ['import.left.', 'left'], ['import.repair.', 'triangles'], ['import.origin', 'origin'],
]
const kindOfNote = ({ id }: Phrase): FindingKind => KINDS.find(([start]) => id.startsWith(start))?.[1] ?? 'note'

/** Of a few names, as a sentence lists them. */
const listed = (names: readonly string[], count: number): string => `${names.map((name) => name).join(', ')}${count > names.length ? ', …' : ''}`

/** That pictures are missing, in the report. */
export function texturesFinding({ count, names, folders }: MissingTextures): Finding {
  const sentence = folders.length === 0 ? phrase('textures.missing', { count, names: listed(names, count) }) : phrase('textures.missing.in', { count, names: listed(names, count), folders: listed(folders, folders.length) })
  return { kind: 'textures', severity: 'check', sentence }
}

/** That material libraries are missing. */
export function librariesFinding(names: readonly string[]): Finding {
  return { kind: 'libraries', severity: 'check', sentence: phrase('report.libraries', { count: names.length, names: listed(names.slice(0, 3), names.length) }) }
}
