import type { Change, EnvironmentRecord } from '../types.ts'
import { withFields, withLists } from './each.ts'

export const setEnvironment =
  (environment: Partial<EnvironmentRecord>): Change =>
  (document) =>
    withLists(document, { environment: withFields(document.environment, environment) })
