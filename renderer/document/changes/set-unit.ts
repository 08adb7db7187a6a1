import type { Change, LengthUnit } from '../types.ts'
import { withFields } from './each.ts'

/** What lengths are shown and typed in; the document itself stays in metres. */
export const setUnit =
  (unit: LengthUnit): Change =>
  (document) =>
    withFields(document, { unit })
