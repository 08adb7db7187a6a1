import { modelOfForm } from '../../assets/generators/forms.ts'
import type { FormRecord } from '../document/types.ts'
import { serveTask } from '../workers/serve-task.ts'

/** A piece of ours as it is wished for, made by the generator that made the one that ships; a GLB. */
serveTask<FormRecord, Uint8Array<ArrayBuffer>>(async (form) => {
  const result = await modelOfForm(form)
  return { result, transfer: [result.buffer] }
})
