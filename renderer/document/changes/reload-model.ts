import { mergeModel } from '../reload/merge.ts'
import type { ModelRevision } from '../reload/model.ts'
import type { Change } from '../types.ts'

/** A newer state of a model takes the place of an older one; the user's work on it stays (see reload/). A room that would be too full stays as it is. */
export const reloadModel = (revision: ModelRevision): Change => (document) => mergeModel(document, revision).document
