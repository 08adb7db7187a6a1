import type { FormRecord } from '../document/types.ts'
import type { LampMove } from '../document/changes/index.ts'

/** What the worker is asked for: a form, and the one that the piece has. */
export interface FormTask {
  readonly form: FormRecord
  readonly before: FormRecord
}

export interface ShapedModel {
  /** A GLB. */
  readonly bytes: Uint8Array<ArrayBuffer>
  readonly lamp: LampMove | null
}
