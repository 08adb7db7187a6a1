import type { Vec3 } from '../../../gpu/index.ts'
import type { Phrase } from '../../words/say.ts'
import type { Declared, UpAxis } from './declared.ts'

/** How a file was read, in full: with these, it is read the same again. */
export interface Answers {
  readonly metresPerUnit: number
  /** Of the file's own axes. */
  readonly up: UpAxis
  /** Metres that were taken off every position; y up. */
  readonly origin: Vec3
}

export type FindingKind =
  | 'unit' | 'up' | 'origin' | 'strays'
  /** What the reader and the pictures had to say. */
  | 'pictures' | 'lights' | 'left' | 'note'
  | 'triangles' | 'insideOut' | 'normals' | 'dense' | 'uvs' | 'roof'

export interface Finding {
  readonly kind: FindingKind
  /** `mended`: something was changed; `check`: somebody should look; `info`: good to know. */
  readonly severity: 'mended' | 'check' | 'info'
  readonly sentence: Phrase
  /** 0..1, of a guess. */
  readonly sure?: number
  /** Parts that it is about (ParsedPart.id). */
  readonly parts?: readonly string[]
}

/** What was found in a model that was opened, and what was done about it: plain data. */
export interface ImportReport {
  /** The file's name. */
  readonly name: string
  /** The reader's id, as in formats.json. */
  readonly format: string
  /** Of the file, lower-case hex. */
  readonly sha256: string
  readonly declared: Declared
  readonly answers: Answers
  /** Metres, strays left out: along x, y and z. */
  readonly size: Vec3
  /** Placed ones; strays count. */
  readonly triangles: number
  /** Parts that lie far from everything else: never part of bounds or camera, and hidden. */
  readonly strays: readonly string[]
  readonly findings: readonly Finding[]
}
