import type { Change, EnvironmentRecord } from '../types.ts'
import { withFields, withLists } from './each.ts'
import { saneColor } from './sane.ts'

export const setEnvironment =
  ({ zenith, nadir }: Partial<EnvironmentRecord>): Change =>
  (document) =>
    withLists(document, { environment: withFields(document.environment, { zenith: saneColor(zenith), nadir: saneColor(nadir) }) })
