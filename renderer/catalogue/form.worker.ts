import { modelOfForm, sourceOfForm } from '../../assets/generators/forms.ts'
import { serveTask } from '../workers/serve-task.ts'
import type { FormTask, ShapedModel } from './form-task.ts'

/** A piece of ours as it is wished for, made by the generator that made the one that ships; a GLB. */
serveTask<FormTask, ShapedModel>(async ({ form, before }) => {
  const bytes = await modelOfForm(form)
  const [was, is] = [sourceOfForm(before), sourceOfForm(form)]
  return { result: { bytes, lamp: was === null || is === null ? null : { was, is } }, transfer: [bytes.buffer] }
})
