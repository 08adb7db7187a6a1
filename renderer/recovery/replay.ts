import { z } from 'zod'
import type { AtriumDocument } from '../document/types.ts'
import { AtriumError } from '../errors/atrium-error.ts'
import { FORMAT_VERSION, type ProjectOrigin, type ProjectView } from '../project/file/contents.ts'
import { readScene } from '../project/file/parse.ts'
import { applyPatch, DocumentPatch } from './patch.ts'

/** The first line that the page writes: everything but the bytes of the assets. */
export interface Snapshot {
  readonly kind: 'snapshot'
  /** The project format of `document` and `view`. */
  readonly version: number
  readonly name: string
  /** Number of the last gesture that is in it. */
  readonly sequence: number
  /** Since the project was opened or saved. */
  readonly gestures: number
  readonly dirty: boolean
  readonly document: AtriumDocument
  readonly view: ProjectView
  readonly origin: ProjectOrigin
}

const Rest = z.record(z.string(), z.unknown())
export const SnapshotLine = z.object({
  kind: z.literal('snapshot'),
  version: z.number().int().min(1),
  sequence: z.number().int(),
  document: z.looseObject({ assets: z.array(Rest), pieces: z.array(Rest), lights: z.array(Rest), views: z.array(Rest), unknown: Rest }),
  view: Rest,
  origin: z.object({ createdAt: z.string(), manifest: Rest, views: Rest }),
})
const RecordLine = z.object({ kind: z.enum(['edit', 'view']), sequence: z.number().int(), patch: DocumentPatch.optional(), view: Rest.optional() })

export interface Replayed {
  readonly document: AtriumDocument
  readonly view: ProjectView
  readonly origin: ProjectOrigin
  /** Of the last gesture. */
  readonly sequence: number
}

/**
 * The project as it was at the last gesture of a journal.
 *
 * @param text  a snapshot and the gestures since, one JSON per line, each known to be as it was written
 * @throws AtriumError `project-invalid`, `project-newer`
 */
export function replayJournal(text: string): Replayed {
  const [first = '', ...rest] = text.split('\n')
  const snapshot = parseLine(SnapshotLine, first)
  if (snapshot === null) throw new AtriumError('project-invalid', 'The recovery copy has no beginning.')
  if (snapshot.version > FORMAT_VERSION) throw new AtriumError('project-newer', `The recovery copy has format version ${snapshot.version}; this Atrium reads up to version ${FORMAT_VERSION}.`)
  let document = snapshot.document as unknown as AtriumDocument
  let { view, sequence } = snapshot
  for (const line of rest) {
    const record = parseLine(RecordLine, line)
    const isNext = record !== null && record.sequence === (record.kind === 'edit' ? sequence + 1 : sequence)
    // Behind a gap nothing can be right: what stands before it is.
    if (!isNext) break
    try {
      if (record.patch !== undefined) document = applyPatch(document, record.patch)
    } catch {
      break
    }
    view = record.view ?? view
    ;({ sequence } = record)
  }
  return { ...readAgain(document, view as unknown as ProjectView, snapshot.origin, snapshot.version), sequence }
}

/**
 * What a line held, through the checks and migrations of a project file.
 *
 * @param version  the project format of `document` and `view`
 * @throws AtriumError `project-invalid`, `project-too-many`
 */
export function readAgain({ unknown, ...scene }: AtriumDocument, view: ProjectView, origin: ProjectOrigin, version: number): Pick<Replayed, 'document' | 'view' | 'origin'> {
  const read = readScene({ scene: { ...unknown, ...scene }, views: { ...origin.views, ...view } }, version)
  return { document: read.document, view: read.view, origin: { ...origin, views: read.unknownViews } }
}

function parseLine<S extends z.ZodType>(schema: S, line: string): z.infer<S> | null {
  try {
    return schema.parse(JSON.parse(line, (key, value: unknown) => (key === '__proto__' ? undefined : value)))
  } catch {
    return null
  }
}
