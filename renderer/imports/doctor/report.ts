import type { Vec3 } from '../../../gpu/index.ts'
import type { PieceId } from '../../document/types.ts'
import type { Phrase } from '../../words/say.ts'
import type { MissingTextures } from '../beside/missing-textures.ts'
import type { Declared, UpAxis } from './declared.ts'

/** How a file was read, in full: with these, it is read the same again. */
export interface Answers {
  readonly metresPerUnit: number
  /** Of the file's own axes. */
  readonly up: UpAxis
  /** Metres that were taken off every position; y up. */
  readonly origin: Vec3
  /** The folder that was chosen for its textures, by the name that this computer gave it; absent: they lie beside it. */
  readonly textures?: string | undefined
}

export type FindingKind =
  | 'unit' | 'up' | 'origin' | 'strays'
  /** What the reader and the pictures had to say. */
  | 'textures' | 'libraries' | 'pictures' | 'lights' | 'left' | 'note'
  /** What reading it again did. */
  | 'reload'
  | 'triangles' | 'doubles' | 'insideOut' | 'normals' | 'dense' | 'uvs' | 'roof'

export interface Finding {
  readonly kind: FindingKind
  /** `mended`: something was changed; `check`: somebody should look; `info`: good to know. */
  readonly severity: 'mended' | 'check' | 'info'
  readonly sentence: Phrase
  /** 0..1, of a guess. */
  readonly sure?: number
  /** Parts that it is about (ParsedPart.id). */
  readonly parts?: readonly string[]
  /** Pieces of the document that it is about. */
  readonly pieces?: readonly PieceId[]
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
  /** Pictures that it names, and that were not found; null: none. */
  readonly missing: MissingTextures | null
  /** Everything that it names and that was not found beside it, as it names it. */
  readonly missingFiles: readonly string[]
  readonly findings: readonly Finding[]
}
